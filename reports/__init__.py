"""What people read: a report is a document, made of what a projection found, and written in any language and form."""

if __name__ != "tombo.reports":
    raise ImportError("expected: tombo.reports")
