"""Matches of several tables counted together: what a table tells of them, and what they count.

Pure as the games are, with no clock and no randomness but of a seed; `format` reads files and `own`
a table's journal, and nothing else does.
"""
