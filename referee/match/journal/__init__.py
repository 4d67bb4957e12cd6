"""The journal. Entries are on disk before anybody sees them; damage is found and repaired.

Old matches are deleted when the journal gets too large.
"""
