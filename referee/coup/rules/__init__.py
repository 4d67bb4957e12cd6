"""What each move of Coup changes, by subject; `play` gathers them."""
