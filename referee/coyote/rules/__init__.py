"""How each move changes a match of Coyote, by subject."""
