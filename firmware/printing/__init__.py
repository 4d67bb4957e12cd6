"""Prints decks, mats, markers, boxes, aids and rules as PDF, in true size."""
