"""The zones of the mats of Plenty Coups. The zone decides what a card does (PC-80)."""

from __future__ import annotations

from referee.table import Zone

CAMPS = range(6)

MARKET, PILE, LAID_AWAY = Zone("market"), Zone("pile", index=0), Zone("laid_away")
BREED, HUNT, DISCARD = Zone("breed"), Zone("hunt"), Zone("discard")

# Indexed by the number of the camp. To pay for a gift to another tribe, discard a card on its
# shield; to pay for horses given to it, next to its herd.
RAIDS = tuple(
    Zone("raid", camp) for camp in CAMPS
)  # warriors before the camp, and cards laid on them
SHIELDS = tuple(Zone("defence", camp) for camp in CAMPS)
HERDS = tuple(Zone("proposal", camp) for camp in CAMPS)
ALLIANCES = tuple(Zone("alliance", camp) for camp in CAMPS)  # under the camp
STICKS = tuple(Zone("stick", camp) for camp in CAMPS)
