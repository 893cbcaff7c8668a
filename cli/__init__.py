"""The command line: parse, call, print."""

if __name__ != "tombo.cli":
    raise ImportError("expected: tombo.cli")
