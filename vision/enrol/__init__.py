"""Teaching a deck: templates taken from pictures, and limits measured on them.

In come pictures of an owner's cards; out goes a deck folder.
"""
