"""Quads that may be cards if only a card's aspect ratio is known: propose, fit, pick.

All quads of a picture are processed at once, as arrays.
"""
