"""The pages of complaints: the register, one complaint, what it is about computed again, and files."""
