"""The options of a match of Coup."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from referee.contract import Frozen
from referee.options import Seat, whole

MOST_S = 600
TIMES_S = (10, 20, 40, 0)  # Choices in the form, in seconds. New players find 20 s short.


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options on which the table agrees before a match; ``options.toml`` has the defaults.

    The active player may close a window after `least_s` seconds. The window closes by itself after
    `most_s` seconds (0: never). `deck` has the number of copies of each character.
    """

    starter: Seat = 0
    least_s: Annotated[int, whole(0, MOST_S)] = 3
    most_s: Annotated[int, whole(0, MOST_S, usual=TIMES_S)] = 20
    strict_contessa: bool = False
    named_block: bool = True
    two_players: Literal["sheet", "one_coin", "sets"] = "sheet"
    deck: dict[str, int] = field(default_factory=dict)
