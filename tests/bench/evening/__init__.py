"""Evenings in little, played frame by frame."""
