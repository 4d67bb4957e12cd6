"""The live state that a table sends to its hub, besides its results."""

from __future__ import annotations

from firmware.home.values import Values
from referee.club.results import Mark
from referee.values import Frozen


class Live(Frozen, omit_defaults=False):
    """What a stranger at the table sees now. `seq` rises with every event.

    `drawn` is the hub's mark of the running match, or empty.
    """

    seq: int
    values: Values
    drawn: Mark = ""
