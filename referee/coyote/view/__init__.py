"""The offers, views, chances, figures and highlights of Coyote."""
