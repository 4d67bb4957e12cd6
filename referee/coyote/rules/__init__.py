"""What each move of Coyote changes, by subject; `play` gathers them."""
