"""What hands do at the virtual table: one value each, that JSON holds.

An `id` is a card's, or ``pile`` for the pile's top card (``pile:N`` of several).
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from referee.values import Frozen

Millimetres = Annotated[float, msgspec.Meta(ge=-5000, le=5000)]
Degrees = Annotated[float, msgspec.Meta(ge=-3600, le=3600)]
Steps = Annotated[int, msgspec.Meta(ge=-50, le=50)]


class _Act(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of every act: its tag stands in the field ``do``, and no other field is taken."""


class Place(_Act, tag="place"):
    """Lay a card on the mat, or move it there.

    Where it is laid upon another and may lie there, that one makes room, as a hand makes it. Unless
    it is said whether `face_up`, it lies so where such a card is read, and else face down.
    """

    id: str
    x_mm: Millimetres
    y_mm: Millimetres
    turn_deg: Degrees = 0.0
    face_up: bool | None = True


class Take(_Act, tag="take"):
    """Take a card off the mat, or out of a hand, onto the discards."""

    id: str


class Hold(_Act, tag="hold"):
    """Put a card into a seat's hand: off the mat, or drawn from the pile."""

    id: str
    seat: int


class PutBack(_Act, tag="back"):
    """Shuffle a card, off the mat or out of a hand, back into the pile."""

    id: str


class Show(_Act, tag="show"):
    """Lay a card face up in a zone, beside what lies there, or in a grid where it may lie.

    Refused for a card that may lie nowhere in the grid. `at` is the cell, by row and column, where
    the match has it already: the others there lie then as the match has them, too.
    """

    id: str
    zone: str
    at: tuple[int, int] | None = None


class Tap(_Act, tag="tap"):
    """Do with a card, or a pile, what is due of it: draw, lay, take up, turn up, lay away.

    A pile from which nobody draws is refused; of a card of which nothing is due nothing happens.
    """

    id: str


class Recall(_Act, tag="recall"):
    """Bring a card that was laid away back to where it was: one that is missed, or the last."""


class Along(_Act, tag="along"):
    """Move all cards of a grid along its rows, to the right; refused where the mat ends."""

    zone: str
    columns: Steps


class Gather(_Act, tag="gather"):
    """Take all that is to be taken away in a zone onto the discards."""

    zone: str


class Lay(_Act, tag="lay"):
    """Lay a card of that name, not held by anybody, in the middle."""

    card: str
    face_up: bool = True


class Clear(_Act, tag="clear"):
    """Take all that lies on the mat back into the pile."""


class Deal(_Act, tag="deal"):
    """Clear the mat, shuffle if the referee asked for it, and deal as the game wants.

    Cards dealt for a round never counted go back into the pile. Refused amid one.
    """


class Reveal(_Act, tag="reveal"):
    """Lay all held cards face up on the mat, or else turn up a card that is still wanted.

    Refused where none is wanted, or a hand must choose: which card, or its place.
    """


class Button(_Act, tag="button"):
    """Press or release a seat's button, as an edge on its (mock) pin."""

    seat: int
    down: bool


class Turn(_Act, tag="turn"):
    """Turn the console's knob by so many detents; clockwise is positive."""

    steps: Steps


class Push(_Act, tag="push"):
    """Push the console's knob or let it go, as an edge on its (mock) pin."""

    down: bool


class Fault(_Act, tag="fault"):
    """Switch a fault: shadow, glare, blur, hand, dark, camera_lost, bouncing."""

    name: str
    on: bool


VirtualAct: TypeAlias = (
    Place
    | Take
    | Hold
    | PutBack
    | Show
    | Tap
    | Recall
    | Along
    | Gather
    | Lay
    | Clear
    | Deal
    | Reveal
    | Button
    | Turn
    | Push
    | Fault
)
