"""What was paid for disputes, judged again, and what is said of what does not tie."""
