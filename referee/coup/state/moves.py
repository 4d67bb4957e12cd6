"""The moves of Coup, and `refuse`, which raises its refusals.

The referee never learns a hidden card. It judges only what players say and show.
"""

from __future__ import annotations

from typing import Literal

from referee.contract import Behind, OfferMaker
from referee.kit import MoveBase, Reading, Refusals, SeatMove

refuse, offer = Refusals("coup"), OfferMaker("coup")

ActionName = Literal["income", "foreign_aid", "coup", "tax", "assassinate", "extort", "exchange"]


class Declare(SeatMove, tag="declare"):
    """The seat to move declares its action, with a target if the action needs one."""

    action: ActionName
    target: int | None = None


class Challenge(SeatMove, tag="challenge"):
    """A seat challenges the standing claim. The seats in `behind` pressed later."""

    behind: tuple[Behind, ...] = ()


class Block(SeatMove, tag="block"):
    """A seat claims a character against the action. It may name the `card` at once."""

    card: str = ""
    behind: tuple[Behind, ...] = ()


class NameCard(SeatMove, tag="name_card"):
    """The blocker names the character that the block claims."""

    card: str


class Pass(SeatMove, tag="pass"):
    """A seat lets the claim or the action stand."""


class MoveOn(SeatMove, tag="move_on"):
    """The active player closes the window after its minimum time."""


class WindowClosed(MoveBase, tag="window_closed"):
    """The window's time has run out."""


class CardShown(Reading, tag="card_shown"):
    """The challenged player has laid a card face up in the middle."""


class Concede(SeatMove, tag="concede"):
    """The challenged player shows nothing."""


class CardTurned(Reading, tag="card_turned"):
    """A player has lost an influence: these are all the face-up cards before them."""


class CardReturned(MoveBase, tag="card_returned"):
    """The shown card has left the middle."""

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


class Exchanged(SeatMove, tag="exchanged"):
    """The player has returned two cards to the Court."""


class CoinsSet(SeatMove, tag="coins_set"):
    """The host corrects a purse; the Treasury gives or takes the difference."""

    coins: int


class Leave(SeatMove, tag="leave"):
    """A player leaves the match for good (CP-52)."""


class CardsCorrected(Reading, tag="cards_corrected"):
    """The true cards of the last reading."""


_Claims = Declare | Challenge | Block | NameCard
_Answers = Pass | MoveOn | WindowClosed
_Cards = CardShown | Concede | CardTurned | CardReturned | Exchanged
Move = _Claims | _Answers | _Cards | CoinsSet | Leave | CardsCorrected
