"""The steps of a turn. Each has a type with its own fields; the phase is the step to take now."""

from __future__ import annotations

from typing import ClassVar

from referee.contract import Frozen
from referee.ogallala.state.cards import MAD_AXE
from referee.ogallala.state.moves import Source

_NO_CARDS: tuple[str, ...] = ()
_MAD_AXE: tuple[str, ...] = (MAD_AXE,)


class _Phase(Frozen, tag_field="phase"):
    """A step. Its tag is the last part of its message keys.

    The player lays a card that comes from `source`, as in `rule`. They must lay the `held` cards,
    and then discard the `going` ones.
    """

    source: ClassVar[Source] = "pile"
    rule: ClassVar[str] = "OG-2"
    held = _NO_CARDS
    going = _NO_CARDS

    def __str__(self) -> str:
        """Return the last part of its message keys."""
        return str(self.__struct_config__.tag)


class Draw(_Phase, tag="draw"):
    """Draw a card, and lay or discard it."""


class Lasso(_Phase, tag="lasso"):
    """Take an opponent's card."""


class Lassoed(_Phase, tag="set"):
    """Lay the card that the lasso took."""

    source: ClassVar[Source] = "lasso"
    rule: ClassVar[str] = "OG-20"
    held: tuple[str, ...]


class Archer(_Phase, tag="archer"):
    """Shoot an opponent's Indian."""


class Axe(_Phase, tag="axe"):
    """Give up a complete canoe of your own."""

    going = _MAD_AXE


class Attack(_Phase, tag="attack"):
    """Attack with the completed canoe, or spare everyone."""


class Spoils(_Phase, tag="spoils"):
    """Lay the captured cards. Those that fit nowhere are discarded with the others."""

    source: ClassVar[Source] = "spoils"
    rule: ClassVar[str] = "OG-31"
    held: tuple[str, ...]
    going: tuple[str, ...]


class Top(_Phase, tag="top"):
    """Show which card lies on top of the hunting grounds."""


class End(_Phase, tag="end"):
    """End the match after a third canoe, or play on."""


class Over(_Phase, tag="over"):
    """The match is over. `reason` is the key of the reason."""

    reason: str


Phase = Draw | Lasso | Lassoed | Archer | Axe | Attack | Spoils | Top | End | Over

DRAW, LASSO, ARCHER, AXE = Draw(), Lasso(), Archer(), Axe()
ATTACK, TOP, END = Attack(), Top(), End()
