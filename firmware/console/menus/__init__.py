"""The menus of the console, as pure functions.

They take turns, pushes and the state of the table. They return five lines of text, and the command
that was chosen, if any.
"""
