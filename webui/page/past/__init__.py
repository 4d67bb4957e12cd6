"""What a match came to, past matches, and players across evenings: in words and curves."""
