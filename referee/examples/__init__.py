"""Games to learn from: each a folder like any other game's, played where it is made known."""
