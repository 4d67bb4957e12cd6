"""Decks and mats as PDF, in true size."""
