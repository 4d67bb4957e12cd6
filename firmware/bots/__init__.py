"""Bots: each thinks in its own process and makes moves through the match, as a player does.

The room takes snapshots of the match and the cards that a seat may see. It returns moves, and
chores with cards. At the virtual table it does the chores itself. At a real table people are asked,
and their work is judged here. Nothing is loaded and nothing runs while no seat has a bot.
"""
