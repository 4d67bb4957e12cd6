"""Matches of several tables counted together: what a table tells of them, and what they count.

Pure as the games are, with no clock and no randomness but of a seed; `format` alone reads files.
"""
