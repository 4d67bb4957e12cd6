"""Rendered tables for the benches, and what happens on them over time."""
