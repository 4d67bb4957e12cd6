"""The console's menus, pure.

In come turns, pushes and the table as it is; out go five lines of text, and what was chosen.
"""
