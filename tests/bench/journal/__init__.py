"""A journal under attack, and what it loses."""
