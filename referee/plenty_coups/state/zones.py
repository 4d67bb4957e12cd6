"""The zones on the mats of Plenty Coups. The zone of a card decides what the card does (PC-80)."""

from __future__ import annotations

from referee.table import Zone

CAMPS = range(6)

MARKET, PILE, LAID_AWAY = Zone("market"), Zone("pile", index=0), Zone("laid_away")
BREED, HUNT, DISCARD = Zone("breed"), Zone("hunt"), Zone("discard")

# Each tuple is indexed by the number of the camp. A player pays for a gift to a tribe by discarding
# a card on its shield, and for horses by discarding one next to its herd.
# Warriors lie before the camp, and cards may be laid on them.
RAIDS = tuple(Zone("raid", camp) for camp in CAMPS)
SHIELDS = tuple(Zone("defence", camp) for camp in CAMPS)
HERDS = tuple(Zone("proposal", camp) for camp in CAMPS)
ALLIANCES = tuple(Zone("alliance", camp) for camp in CAMPS)  # A card lies under the camp.
STICKS = tuple(Zone("stick", camp) for camp in CAMPS)
