"""When and from where a player is logged on (R903-B/2015, record ``SESS``)."""
