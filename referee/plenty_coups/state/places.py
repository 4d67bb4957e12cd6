"""Where cards lie in Plenty Coups: the zones of its mats, which say what a card does (PC-80)."""

from __future__ import annotations

from referee.table import Zone

CAMPS = range(6)

MARKET, PILE, LAID_AWAY = Zone("market"), Zone("pile", index=0), Zone("laid_away")
BREED, HUNT, DISCARD = Zone("breed"), Zone("hunt"), Zone("discard")

# By the number of the camp. Another's shield is where a card is discarded for a gift to that tribe,
# beside its herd where one is for horses given to it.
RAIDS = tuple(Zone("raid", camp) for camp in CAMPS)  # warriors before it, and what is laid on them
SHIELDS = tuple(Zone("defence", camp) for camp in CAMPS)
HERDS = tuple(Zone("proposal", camp) for camp in CAMPS)
ALLIANCES = tuple(Zone("alliance", camp) for camp in CAMPS)  # under it
STICKS = tuple(Zone("stick", camp) for camp in CAMPS)
