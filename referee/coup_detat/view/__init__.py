"""Offers, views, analysis and figures of a match."""
