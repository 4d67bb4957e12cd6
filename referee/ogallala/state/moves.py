"""What can happen in a match of Ogallala, and how it is refused.

Every card that is drawn is laid open at once, in a territory or on the hunting grounds: where it
lies is the move.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Cell, IllegalMove, Message, Value
from referee.kit import MoveBase, Refusals

refuse = Refusals("ogallala")

Against = tuple[str, str]  # the rule against something, and what to say


def raise_if(against: Against | None, **params: Value) -> None:
    """Raise `IllegalMove` where a rule is against something."""
    if against is not None:
        rule, key = against
        raise IllegalMove(rule, Message(key, params))


Source = Literal["pile", "grounds", "lasso", "spoils"]
Side = Literal["", "left", "right"]


class Place(MoveBase, tag="place"):
    """A player laid a card in their territory: drawn, taken by the lasso, or captured.

    With a `side` it was put where cards of its canoe lay, which moved one column to that side.
    """

    player: int
    source: Source
    laid: Cell
    side: Side = ""
    proof: tuple[str, ...] = ()


class Discard(MoveBase, tag="discard"):
    """A player laid a card from a pile on the hunting grounds."""

    player: int
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class LayBack(MoveBase, tag="lay_back"):
    """A player drew the top of the hunting grounds and discards it again."""

    seat: int


class Lasso(MoveBase, tag="lasso"):
    """A player took a card of an opponent with the lasso."""

    player: int
    target: int
    taken: Cell
    proof: tuple[str, ...] = ()


class Shoot(MoveBase, tag="shoot"):
    """A player's archer drove an Indian of an opponent out."""

    player: int
    target: int
    taken: Cell
    proof: tuple[str, ...] = ()


class Wreck(MoveBase, tag="wreck"):
    """A player gave one of their complete canoes to Mad Axe; `taken` is any card of it."""

    player: int
    taken: Cell
    proof: tuple[str, ...] = ()


class Attack(MoveBase, tag="attack"):
    """A player's new canoe captured one of an opponent's; `taken` is any card of it."""

    player: int
    target: int
    taken: Cell
    proof: tuple[str, ...] = ()


class Spare(MoveBase, tag="spare"):
    """A player attacks nobody with the canoe that was completed."""

    seat: int


class TopRead(MoveBase, tag="top_read"):
    """This card lies on top of the hunting grounds."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class End(MoveBase, tag="end"):
    """A player who may ends the match."""

    seat: int


class PlayOn(MoveBase, tag="play_on"):
    """A player who might end the match plays on."""

    seat: int


class Leave(MoveBase, tag="leave"):
    """A player leaves the match."""

    seat: int


Move = (
    Place
    | Discard
    | LayBack
    | Lasso
    | Shoot
    | Wreck
    | Attack
    | Spare
    | TopRead
    | End
    | PlayOn
    | Leave
)
