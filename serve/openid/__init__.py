"""The side of OpenID Connect that relies on a provider: what it asks, and what it believes of the answer (``docs/decisions/0040``, 5)."""

if __name__ != "tombo.serve.openid":
    raise ImportError("expected: tombo.serve.openid")
