"""The rules of Plenty Coups, by subject, and the end of a match."""
