"""Naming a card: from its straightened picture to a verdict.

In come the pixels inside a quad and a deck; out goes a verdict: certain, doubtful or unknown.
"""
