"""What an operator runs beside the door: keys, publisher, recovery, persons, a declared loss, restore."""
