"""Offers, views and figures of a match."""
