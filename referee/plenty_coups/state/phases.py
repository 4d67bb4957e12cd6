"""The phases of a match. Each type holds only the data that exists in that phase."""

from __future__ import annotations

from referee.contract import Frozen


class Actions(Frozen):
    """The actions of a turn: `left` of them must still be made, and `done` were made.

    The player may mark a coup on each raid that came home from a camp in `returned`. The other
    raids that came home mark none: those in `turned` had a marker that showed prestige, those in
    `marked` have marked theirs, and those in `late` came before another action. The player may also
    mark a coup on a repelled raid if `parried` is set. The raid on the camp `fresh` may still
    become a double attack. `exchanged` says whether the tribe has exchanged gifts with its ally.
    """

    left: int = 0
    done: int = 0
    returned: tuple[int, ...] = ()
    fresh: int | None = None
    parried: bool = False
    exchanged: bool = False
    turned: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    late: tuple[int, ...] = ()


class _Phase(Frozen, tag_field="phase"):
    """Base of every phase."""

    @property
    def name(self) -> str:
        """The phase's name in message keys."""
        return str(self.__struct_config__.tag)


class InTurn(_Phase):
    """Base of the phases of a turn that follow taking cards."""

    actions: Actions


class Turning(_Phase, tag="market"):
    """Players turn up cards until the market has four."""


class Sweeping(_Phase, tag="sweep"):
    """Three cards in the market are alike, so players must clear all four."""


class Taking(_Phase, tag="take"):
    """The tribe on turn takes `left` cards from the market.

    Its player must first draw `draws` cards from the pile.
    """

    left: int
    exchanged: bool = False
    draws: int = 0


class Acting(InTurn, tag="act"):
    """The tribe on turn chooses an action."""


class Raiding(InTurn, tag="raiding"):
    """A warrior before a camp waits for a second one."""

    card: str
    camp: int


class Defending(InTurn, tag="defending"):
    """A weapon on the shield waits for a second one."""

    card: str


class Hunting(InTurn, tag="hunt"):
    """The tribe on turn discards as many cards as it drew on its hunt."""

    drawn: int


class Answering(InTurn, tag="answer"):
    """A disdained tribe must prove its worth or lose prestige."""

    tribe: int


class Over(_Phase, tag="over"):
    """The match is over."""


Phase = Turning | Sweeping | Taking | Acting | Raiding | Defending | Hunting | Answering | Over
