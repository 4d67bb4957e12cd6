"""What must hold after every move of any game, and how fast the rules are."""
