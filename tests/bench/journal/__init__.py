"""Attacks on a journal, and what it loses."""
