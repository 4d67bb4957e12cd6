"""The results, pairings and standings of matches at several tables.

All functions are pure, and random numbers come from a seed. There are two exceptions: `format`
reads files, and `own_results` reads a table's journal.
"""
