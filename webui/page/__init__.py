"""Build the state of a page: from the table's snapshot and status to a `PageState` for one
viewer.
"""
