"""The zones of the mats of Plenty Coups. The zone decides what a card does (PC-80)."""

from __future__ import annotations

from referee.table import Zone

CAMPS = range(6)

MARKET, PILE, LAID_AWAY = Zone("market"), Zone("pile", index=0), Zone("laid_away")
BREED, HUNT, DISCARD = Zone("breed"), Zone("hunt"), Zone("discard")

# By the number of the camp. A card is discarded on another tribe's shield for a gift to that tribe,
# and next to its herd for horses given to it.
RAIDS = tuple(
    Zone("raid", camp) for camp in CAMPS
)  # warriors before the camp, and cards laid on them
SHIELDS = tuple(Zone("defence", camp) for camp in CAMPS)
HERDS = tuple(Zone("proposal", camp) for camp in CAMPS)
ALLIANCES = tuple(Zone("alliance", camp) for camp in CAMPS)  # under the camp
STICKS = tuple(Zone("stick", camp) for camp in CAMPS)
