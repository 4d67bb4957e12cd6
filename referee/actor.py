"""Who did something, as one value with one text form, in which the journal keeps it."""

from __future__ import annotations

import re

from referee.offers import By
from referee.values import Frozen

_SEAT = re.compile(r"(seat|table)[: ]([0-9]{1,3})", re.ASCII)  # a space: as panels once wrote it


class Actor(Frozen):
    """A seat by its number, the host, the camera or the clock.

    `kind` None is the table; with a seat it is the table's own player there.
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
    """Return the player at a seat."""
    return Actor(By.SEAT, seat)


def bot(seat: int) -> Actor:
    """Return the table's own player at a seat."""
    return Actor(None, seat)


def read_actor(text: str) -> Actor:
    """Return whom a journal's text names; what it does not name is the table.

    >>> [str(read_actor(text)) for text in ("seat:2", "seat 2", "host", "table:1", "somebody")]
    ['seat:2', 'seat:2', 'host', 'table:1', 'table']
    """
    seat = _SEAT.fullmatch(text)
    if seat:
        return (at_seat if seat[1] == By.SEAT.value else bot)(int(seat[2]))
    return next((actor for actor in (HOST, CAMERA, CLOCK) if str(actor) == text), TABLE)
