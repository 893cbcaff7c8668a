"""What people and programs see of a command: streams, bars, sheets, pages, and what was typed wrongly."""
