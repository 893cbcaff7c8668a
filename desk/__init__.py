"""The officers' pages: what ``tombo serve`` shows to staff and auditors in a browser (``docs/decisions/0040``, 5 and 12)."""

if __name__ != "tombo.desk":
    raise ImportError("expected: tombo.desk")
