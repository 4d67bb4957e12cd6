"""An evening played by program, and an independent count of what it comes to."""
