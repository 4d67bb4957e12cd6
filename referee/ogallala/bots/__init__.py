"""How the bots of Ogallala rate a position: by a network that learned it in matches."""
