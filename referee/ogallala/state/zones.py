"""The zones of Ogallala's mats."""

from __future__ import annotations

from referee.table import Zone

GROUNDS = Zone("grounds")  # The hunting grounds: the face-up discards.
PILES = tuple(Zone("pile", index=index) for index in range(3))
DRAWN = Zone("drawn")  # A player may show a drawn card here.
TERRITORIES = tuple(Zone("territory", seat) for seat in range(5))
