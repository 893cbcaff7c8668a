"""What void hands and rounds and cancelled tournaments gave back, in one list, with incident and rule."""
