"""The offers, views and figures of a match."""
