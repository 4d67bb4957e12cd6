"""Past matches, and players across evenings, in words."""
