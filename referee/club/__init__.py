"""Matches of several tables counted together: what a table tells of them, and what they count.

Pure as the games are: no I/O, clock or randomness of its own. `results` says what counts, `signed`
makes results the texts of QR codes and back.
"""
