"""How the bots of Coup choose: by a network that learned the game in matches against itself."""
