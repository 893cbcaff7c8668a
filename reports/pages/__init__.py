"""Reports as pages: a value of blocks, and how it becomes one file of HTML."""
