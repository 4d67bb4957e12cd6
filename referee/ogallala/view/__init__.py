"""The offers, views, figures and highlights of Ogallala."""
