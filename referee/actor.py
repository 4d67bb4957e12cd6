"""The actor of a move or command, and the text that names it in the journal."""

from __future__ import annotations

import re

from referee.offers import By
from referee.values import Frozen

_SEAT = re.compile(r"(seat|table)[: ]([0-9]{1,3})", re.ASCII)  # Older panels wrote a space.


class Actor(Frozen):
    """The cause of an entry: a player, a bot, the host, the camera, the clock or the table.

    Without a `kind`, the actor is the table or, if there is a seat, the bot at that seat.
    """

    kind: By | None = None
    seat: int | None = None

    def __str__(self) -> str:
        if self.kind is By.SEAT:
            return f"{By.SEAT.value}:{self.seat}"
        if self.kind is None:
            return "table" if self.seat is None else f"table:{self.seat}"
        return self.kind.value


TABLE = Actor()
HOST = Actor(By.HOST)
CAMERA = Actor(By.CAMERA)
CLOCK = Actor(By.CLOCK)


def at_seat(seat: int) -> Actor:
    """Return the player at a seat, as an actor."""
    return Actor(By.SEAT, seat)


def bot(seat: int) -> Actor:
    """Return the bot at a seat, as an actor."""
    return Actor(None, seat)


def read_actor(text: str) -> Actor:
    """Return the actor for a text from the journal. An unknown text stands for the table.

    >>> [str(read_actor(text)) for text in ("seat:2", "seat 2", "host", "table:1", "somebody")]
    ['seat:2', 'seat:2', 'host', 'table:1', 'table']
    """
    seat = _SEAT.fullmatch(text)
    if seat:
        return (at_seat if seat[1] == By.SEAT.value else bot)(int(seat[2]))
    return next((actor for actor in (HOST, CAMERA, CLOCK) if str(actor) == text), TABLE)
