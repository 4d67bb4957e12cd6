"""Matches of several tables counted together: results, pairings and standings.

Pure functions, with random numbers from a seed only. The exceptions are `format`, which reads
files, and `own_results`, which reads a table's journal.
"""
