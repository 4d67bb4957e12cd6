"""The phases of a match. Each type holds only the data that exists in that phase."""

from __future__ import annotations

from referee.contract import Frozen


class Actions(Frozen):
    """The actions of a turn: `left` must still be made, `done` were made.

    A coup may be marked on raids that came home from the camps in `returned`. It may also be marked
    on a raid that was repelled if `parried` is set. The raid on the camp `fresh` may still be
    doubled. `exchanged` says whether gifts were exchanged with the ally.
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
        """The phase's name in message keys."""
        return str(self.__struct_config__.tag)


class InTurn(_Phase):
    """Base of the phases of a turn after cards were taken."""

    actions: Actions


class Turning(_Phase, tag="market"):
    """Cards are turned up until the market has four."""


class Sweeping(_Phase, tag="sweep"):
    """Three cards of the market are alike: all four must be cleared."""


class Taking(_Phase, tag="take"):
    """The tribe on turn takes `left` cards from the market.

    Its player first draws `draws` cards from the pile.
    """

    left: int
    exchanged: bool = False
    draws: int = 0


class Acting(InTurn, tag="act"):
    """The tribe on turn acts."""


class Raiding(InTurn, tag="raiding"):
    """A warrior before a camp waits for a second one."""

    card: str
    camp: int


class Defending(InTurn, tag="defending"):
    """A weapon waits for a second one."""

    card: str


class Hunting(InTurn, tag="hunt"):
    """The tribe on turn discards as many cards as it drew on its hunt."""

    drawn: int


class Answering(InTurn, tag="answer"):
    """A disdained tribe proves its worth or loses prestige."""

    tribe: int


class Over(_Phase, tag="over"):
    """The match is over."""


Phase = Turning | Sweeping | Taking | Acting | Raiding | Defending | Hunting | Answering | Over
