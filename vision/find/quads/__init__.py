"""Propose, fit and pick quads that may be cards if only a card's aspect ratio is known.

All quads of a picture are processed at once, as arrays.
"""
