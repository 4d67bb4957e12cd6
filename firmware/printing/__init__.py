"""Decks, mats, markers, boxes, aids and rules as PDF, in true size.

In come a deck's drawings, a mat's data, a game's words; out go files to print and cut.
"""
