"""What may be done in Coup and be seen of it, and what a match came to."""
