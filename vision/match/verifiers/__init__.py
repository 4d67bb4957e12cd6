"""The verifiers: each checks in its own way whether a registered picture shows a template's card.

They fail in different ways, so `vision/match/decide.py` calls a card certain only if all agree.
"""
