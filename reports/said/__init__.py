"""The sentences of the reports: one row a meaning, a column a language, a file a report."""
