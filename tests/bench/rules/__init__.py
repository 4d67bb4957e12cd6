"""What holds after every move of every game, by the contract alone, and how fast the rules are."""
