"""The rules of Coup d'État, by subject. `play` brings them together."""
