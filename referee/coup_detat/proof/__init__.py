"""Proofs that the rest of a deal changes no payment, whoever holds which of the unseen cards.

A proof uses only what everybody has seen: the cards played, the suits that players lacked, the
passes, and how many cards each seat still holds. It never knows a hand or a secret answer.
"""
