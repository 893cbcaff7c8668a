"""The files of the Portuguese regulator (SRIJ), by Regulamento n.º 903-B/2015."""
