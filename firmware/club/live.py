"""The live state that a table sends to its hub, besides its results."""

from __future__ import annotations

from firmware.home.values import Values
from referee.values import Frozen


class Live(Frozen, omit_defaults=False):
    """What a stranger at the table sees now. `seq` rises with every event."""

    seq: int
    values: Values
