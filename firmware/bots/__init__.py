"""Bots. Each thinks in its own process and makes moves through the match, as a player does.

This package takes snapshots of the match, and the cards that a seat may see. It returns moves, and
chores with cards. At the virtual table it does the chores itself. At a real table it asks people to
do them, and judges the result. While no seat has a bot, nothing is loaded or running.
"""
