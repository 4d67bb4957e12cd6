"""Where a match stands: one type for each phase, with what is known in it alone."""

from __future__ import annotations

from referee.contract import Frozen


class Actions(Frozen):
    """What is left of a turn: `left` actions are owed, `done` were made.

    From the camps of `returned` raids came home that may mark a coup now, as the raid may that was
    `parried`; the raid on `fresh` may be doubled. Gifts were `exchanged` with the ally.
    """

    left: int = 0
    done: int = 0
    returned: tuple[int, ...] = ()
    fresh: int | None = None
    parried: bool = False
    exchanged: bool = False


class _Phase(Frozen, tag_field="phase"):
    """Base of every phase."""

    @property
    def name(self) -> str:
        """What it is called in keys of messages."""
        return str(self.__struct_config__.tag)


class InTurn(_Phase):
    """Base of the phases of a turn after cards were taken."""

    actions: Actions


class Turning(_Phase, tag="market"):
    """Cards are turned until the market has four."""


class Sweeping(_Phase, tag="sweep"):
    """Three of the market are alike: all go."""


class Taking(_Phase, tag="take"):
    """Whose turn it is takes so many cards from the market, and first `draws` some of the pile."""

    left: int
    exchanged: bool = False
    draws: int = 0


class Acting(InTurn, tag="act"):
    """Whose turn it is acts."""


class Raiding(InTurn, tag="raiding"):
    """A warrior before a camp waits for a second one."""

    card: str
    camp: int


class Defending(InTurn, tag="defending"):
    """A weapon waits for a second one."""

    card: str


class Hunting(InTurn, tag="hunt"):
    """As many cards as were drawn on a hunt are discarded."""

    drawn: int


class Answering(InTurn, tag="answer"):
    """A tribe that is disdained proves its worth or not."""

    tribe: int


class Over(_Phase, tag="over"):
    """The match is over."""


Phase = Turning | Sweeping | Taking | Acting | Raiding | Defending | Hunting | Answering | Over
