"""The console's menus, as pure functions.

They take turns, pushes and the state of the table. They return five lines of text, and the command
chosen.
"""
