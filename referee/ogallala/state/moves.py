"""The moves of Ogallala, and `refuse`, which raises its refusals.

Every drawn card is laid face up at once, in a territory or on the hunting grounds. Its place is the
move.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Cell, IllegalMove, Message, OfferMaker, Value
from referee.kit import PlayerMove, PlayerReading, Reading, Refusals, SeatMove

refuse, offer = Refusals("ogallala"), OfferMaker("ogallala")

Objection = tuple[str, str]  # The rule that forbids something, and a message key.


def raise_if(objection: Objection | None, **params: Value) -> None:
    """Raise `IllegalMove` if a rule forbids something."""
    if objection is not None:
        rule, key = objection
        raise IllegalMove(rule, Message(key, params))


Source = Literal["pile", "grounds", "lasso", "spoils"]
Side = Literal["", "left", "right"]


class Place(PlayerMove, tag="place"):
    """A player laid a card in their territory. They had drawn, lassoed or captured it.

    If `side` is set, cards of the canoe moved one column to that side to make room.
    """

    source: Source
    laid: Cell
    side: Side = ""
    proof: tuple[str, ...] = ()


class Discard(PlayerReading, tag="discard"):
    """A player laid a card from a pile on the hunting grounds."""


class LayBack(SeatMove, tag="lay_back"):
    """A player drew the top of the hunting grounds and discarded it again."""


class TakeFromOther(PlayerMove):
    """Base of the moves that take a card out of the territory of another seat, the `target`."""

    target: int
    taken: Cell
    proof: tuple[str, ...] = ()


class Lasso(TakeFromOther, tag="lasso"):
    """A player took an opponent's card with the lasso."""


class Shoot(TakeFromOther, tag="shoot"):
    """A player's archer shot an opponent's Indian."""


class Wreck(PlayerMove, tag="wreck"):
    """A player gave one of their complete canoes to Mad Axe; `taken` is any of its cards."""

    taken: Cell
    proof: tuple[str, ...] = ()


class Attack(TakeFromOther, tag="attack"):
    """A player's new canoe captured an opponent's canoe. `taken` is any of its cards."""


class Spare(SeatMove, tag="spare"):
    """A player attacks nobody with the completed canoe."""


class TopRead(Reading, tag="top_read"):
    """The card on top of the hunting grounds was read."""


class End(SeatMove, tag="end"):
    """A player ends the match (OG-40)."""


class PlayOn(SeatMove, tag="play_on"):
    """A player who may end the match plays on (OG-40)."""


class Leave(SeatMove, tag="leave"):
    """A player leaves the match."""


_Taking = Lasso | Shoot | Wreck | Attack | Spare
Move = Place | Discard | LayBack | _Taking | TopRead | End | PlayOn | Leave
