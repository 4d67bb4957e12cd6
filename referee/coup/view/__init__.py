"""The offers, views, proven claims, figures and highlights of Coup."""
