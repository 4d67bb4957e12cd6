"""How the bots of Coyote decide: what they see, what the others think, and what they announce."""
