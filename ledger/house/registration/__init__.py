"""Players as the operator has to know them: who they are by their papers (R903-B/2015, record ``JGDR``)."""
