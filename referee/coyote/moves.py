"""What can happen in a match of Coyote."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.contract import Frozen

# Any whole number may be announced; this is as far as every JSON reader keeps it whole.
Whole = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class _Move(Frozen, tag_field="move", forbid_unknown_fields=True):
    pass


class Announce(_Move, tag="announce"):
    """A seat declares a number; what is not a whole number is refused by CY-2."""

    seat: int
    number: Whole | float


class Challenge(_Move, tag="challenge"):
    """A seat calls "Coyote!"."""

    seat: int


class CardsRead(_Move, tag="cards_read"):
    """All cards that lie on the mat now, and the pictures that they were read from."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class CardsCorrected(_Move, tag="cards_corrected"):
    """What the table says the cards of the last reading were: the round is counted anew."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


Move = Announce | Challenge | CardsRead | CardsCorrected
