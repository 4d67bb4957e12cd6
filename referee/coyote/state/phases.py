"""The phases of a round of Coyote: one type each, with the fields that only it has."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, cast

from referee.contract import Frozen

Cards = tuple[str, ...]


class Shuffle(StrEnum):
    """Why all cards are reshuffled before the next deal (CY-8)."""

    NO = ""
    NIGHT = "night"
    FEW = "few"
    LEFT = "left"  # A player left during a round.


class Count(Frozen, tag="count"):
    """How a counted round ended: `loser` took the `strikes`."""

    total: int
    loser: int
    winner: int
    challenger: int
    strikes: int = 1
    shuffle: Shuffle = Shuffle.NO


class Guess(Frozen, tag="guess"):
    """How a round ended after a wrong guess (CY-64): with one strike and without a count."""

    challenger: ClassVar[None] = None
    loser: int
    shuffle: Shuffle = Shuffle.NO


class _Phase(Frozen, tag_field="phase"):
    """A phase. Its tag is the last part of its message keys.

    Some checks use ``type(…) is`` because they are frequent and mostly false, and ``isinstance``
    takes five times as long.
    """

    # Most phases have these defaults. They are not fields, but just as fast to read.
    challenger = cast("int | None", None)
    cards = cast("Cards", ())  # The cards on the mat, as read at the reveal.
    proof = cast("Cards", ())  # The ids of the pictures of these cards.
    result = cast("Count | Guess | None", None)  # How the round ended.

    def __str__(self) -> str:
        """Return the last part of its message keys."""
        return str(self.__struct_config__.tag)


# -- while people talk ----------------------------------------------------------------------


class Talk(_Phase):
    """The seat to move must say something."""


class Talking(Talk, tag="talking"):
    """The seat to move opens the round, raises or challenges."""


class Declare(Talk, tag="declare"):
    """The seat to move can only announce."""


class Again(Talk, tag="again"):
    """The announcer must give another number, because `refuser` refused the last one."""

    refuser: int


class Answer(Talk, tag="answer"):
    """The refuser must raise or challenge the new number."""


class Guessed(Talk, tag="guessed"):
    """The seat to move has guessed its card. It must sit out or announce."""


class Alone(_Phase):
    """The table waits for a card in front of the seat to move."""


class Open(Alone, tag="open"):
    """The card is an open card next to the seat's own card."""


class Look(Alone, tag="look"):
    """The card is the seat's own card, which the seat has named."""


# -- the reveal -----------------------------------------------------------------------------


class Challenged(_Phase):
    """After a challenge, the players must lay cards face up."""

    challenger: int


class Replaced(Challenged, tag="replaced"):
    """The players must first lay the swapped-out cards face up."""


class Reveal(Challenged, tag="reveal"):
    """The players must lay all the cards that they hold face up."""


class Draw(Challenged, tag="draw"):
    """The draw cards must turn up more cards. `drawn` are the cards turned up so far, in order."""

    cards: Cards
    drawn: Cards
    proof: Cards


class Uncounted(_Phase, tag="uncounted"):
    """After a wrong guess, the players must lay all cards face up."""

    result: Guess


class Counted(_Phase, tag="counted"):
    """All cards have been read. The next announcement or action opens the next round."""

    result: Count | Guess
    cards: Cards
    proof: Cards


class Over(_Phase, tag="over"):
    """The match has ended because of a count, or because a player left."""

    result: Count | None = None
    cards: Cards = ()
    proof: Cards = ()


_Talks = Talking | Declare | Again | Answer | Guessed
_CardsAwaited = Open | Look | Replaced | Reveal | Draw | Uncounted
Phase = _Talks | _CardsAwaited | Counted | Over

TALKING, DECLARE, ANSWER = Talking(), Declare(), Answer()
GUESSED, OPEN, LOOK = Guessed(), Open(), Look()
