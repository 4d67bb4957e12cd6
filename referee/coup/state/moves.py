"""The moves of Coup, and `refuse`, which raises its refusals.

The referee never learns a hidden card. It judges only what players say and show.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Behind
from referee.kit import MoveBase, Refusals

refuse = Refusals("coup")

ActionName = Literal["income", "foreign_aid", "coup", "tax", "assassinate", "extort", "exchange"]


class Declare(MoveBase, tag="declare"):
    """The seat to move declares its action, with a target if the action needs one."""

    seat: int
    action: ActionName
    target: int | None = None


class Challenge(MoveBase, tag="challenge"):
    """A seat challenges the standing claim. The seats in `behind` pressed later."""

    seat: int
    behind: tuple[Behind, ...] = ()


class Block(MoveBase, tag="block"):
    """A seat claims a character against the action. It may name the `card` at once."""

    seat: int
    card: str = ""
    behind: tuple[Behind, ...] = ()


class NameCard(MoveBase, tag="name_card"):
    """The blocker names the character that the block claims."""

    seat: int
    card: str


class Pass(MoveBase, tag="pass"):
    """A seat lets the claim or the action stand."""

    seat: int


class MoveOn(MoveBase, tag="move_on"):
    """The active player closes the window after its minimum time."""

    seat: int


class WindowClosed(MoveBase, tag="window_closed"):
    """The window's time has run out."""


class CardShown(MoveBase, tag="card_shown"):
    """The challenged player has laid a card face up in the middle."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Concede(MoveBase, tag="concede"):
    """The challenged player shows nothing."""

    seat: int


class CardTurned(MoveBase, tag="card_turned"):
    """A player has lost an influence: these are all the face-up cards before them."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class CardReturned(MoveBase, tag="card_returned"):
    """The shown card has left the middle."""

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


class Exchanged(MoveBase, tag="exchanged"):
    """The player has returned two cards to the Court."""

    seat: int


class CoinsSet(MoveBase, tag="coins_set"):
    """The host corrects a purse; the Treasury gives or takes the difference."""

    seat: int
    coins: int


class Leave(MoveBase, tag="leave"):
    """A player leaves the match for good (CP-52)."""

    seat: int


class CardsCorrected(MoveBase, tag="cards_corrected"):
    """The true cards of the last reading."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


Move = (
    Declare
    | Challenge
    | Block
    | NameCard
    | Pass
    | MoveOn
    | WindowClosed
    | CardShown
    | Concede
    | CardTurned
    | CardReturned
    | Exchanged
    | CoinsSet
    | Leave
    | CardsCorrected
)
