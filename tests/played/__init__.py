"""Whole matches, each played through one way in: a page by finger or keys, buttons, cards."""
