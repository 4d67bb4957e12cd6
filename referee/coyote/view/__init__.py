"""What may be done in Coyote and be seen of it, and what a match came to."""
