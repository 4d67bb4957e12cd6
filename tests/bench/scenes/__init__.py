"""Tables that are rendered for the benches, and what happens on them over time."""
