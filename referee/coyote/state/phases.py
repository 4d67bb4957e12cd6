"""Where a round of Coyote stands: one type for each phase, with what is known in it alone."""

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
    LEFT = "left"  # a player left in the midst of a round


class Count(Frozen, tag="count"):
    """How a round ended that was counted: `strikes` went to `loser`, none to `winner`."""

    total: int
    loser: int
    winner: int
    challenger: int
    strikes: int = 1
    shuffle: Shuffle = Shuffle.NO


class Guess(Frozen, tag="guess"):
    """How a round ended by a wrong guess (CY-64): a strike, and no count."""

    challenger: ClassVar[None] = None
    loser: int
    shuffle: Shuffle = Shuffle.NO


class _Phase(Frozen, tag_field="phase"):
    """A phase; its tag is what words call it.

    `turns` is the rule by which cards are to lie face up now; empty where the table waits for none.
    A question of the type is put as ``type(…) is`` where it is put often and mostly denied: there
    ``isinstance`` takes five times as long.
    """

    turns: ClassVar[str] = ""

    # What most phases have not; no fields, and read as fast as one.
    challenger = cast("int | None", None)
    cards = cast("Cards", ())  # on the mat, as they were read at the reveal
    proof = cast("Cards", ())  # the ids of the pictures that they were read from
    result = cast("Count | Guess | None", None)  # how the round ended

    def __str__(self) -> str:
        """Return the last part of the keys of its words."""
        return str(self.__struct_config__.tag)


# -- while people talk ----------------------------------------------------------------------


class Talk(_Phase):
    """The seat on turn is to say something."""


class Talking(Talk, tag="talking"):
    """It opens the round, raises or challenges."""


class Declare(Talk, tag="declare"):
    """It can only announce."""


class Again(Talk, tag="again"):
    """The author of an announcement that the `refuser` refused gives another number."""

    refuser: int


class Answer(Talk, tag="answer"):
    """Who refused it raises or challenges."""


class Guessed(Talk, tag="guessed"):
    """It has named its card rightly: it sits out or announces."""


class Alone(_Phase):
    """A card before the seat on turn is to be read."""


class Open(Alone, tag="open"):
    """One that is turned up beside its own."""

    turns: ClassVar[str] = "CY-60"


class Look(Alone, tag="look"):
    """Its own, which it has named."""

    turns: ClassVar[str] = "CY-64"


# -- the reveal -----------------------------------------------------------------------------


class Challenged(_Phase):
    """Cards are to be laid face up, as somebody challenged."""

    challenger: int


class Replaced(Challenged, tag="replaced"):
    """First those that were swapped out."""

    turns: ClassVar[str] = "CY-78"


class Reveal(Challenged, tag="reveal"):
    """All that the players hold."""

    turns: ClassVar[str] = "CY-6"


class Draw(Challenged, tag="draw"):
    """A draw card among them is to turn one up; those of them known to be `drawn` are in order."""

    turns: ClassVar[str] = "CY-21"
    cards: Cards
    drawn: Cards
    proof: Cards


class Uncounted(_Phase, tag="uncounted"):
    """After a wrong guess, all cards are to be laid face up."""

    turns: ClassVar[str] = "CY-77"
    result: Guess


class Counted(_Phase, tag="counted"):
    """All cards were read; the next announcement or action opens the next round."""

    result: Count | Guess
    cards: Cards
    proof: Cards


class Over(_Phase, tag="over"):
    """The match has ended: by a count, or as a player left."""

    result: Count | None = None
    cards: Cards = ()
    proof: Cards = ()


Phase = (
    Talking
    | Declare
    | Again
    | Answer
    | Guessed
    | Open
    | Look
    | Replaced
    | Reveal
    | Draw
    | Uncounted
    | Counted
    | Over
)

TALKING, DECLARE, ANSWER, GUESSED, OPEN, LOOK = (
    Talking(),
    Declare(),
    Answer(),
    Guessed(),
    Open(),
    Look(),
)
