"""What a table shows its club's hub, beside its results."""

from __future__ import annotations

from firmware.home.values import Values
from referee.values import Frozen


class Live(Frozen, omit_defaults=False):
    """What a stranger at the table sees now, in short; `seq` rises with what happens there."""

    seq: int
    values: Values
