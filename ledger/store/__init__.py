"""Storage: the only package that touches the library's recorders, sqlite3 and psycopg."""
