"""How the bots of Plenty Coups rate a position: by a network that learned it in matches."""
