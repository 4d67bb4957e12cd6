"""The virtual table: cards that are shuffled, dealt and laid, and a camera that sees them."""
