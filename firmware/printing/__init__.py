"""Decks and mats as PDF, in true size.

In come a deck's drawings or the mat's data; out go files to print and cut.
"""
