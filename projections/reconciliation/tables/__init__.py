"""What the night asks of tables in euro: rests, session tables, who plays and with what."""
