"""How the bots of Coup learn: many matches at once, in arrays, and a network that they train."""
