"""A knob whose line another program holds leaves the buttons alone, and comes once it is free."""

from __future__ import annotations

import time
from collections.abc import Iterator

from firmware.console.console import AGAIN_S
from tests.bench import Figure, at_least
from tests.rig.bus import Bus
from tests.rig.fingers import PINS, Played, playing, resting
from tests.rig.hand import turn
from tests.rig.header import Header
from tests.rig.holder import held

SEATS = (1, 2, 3)


def promises() -> Iterator[Figure]:
    """Yield what is told and heard while a line is held, and afterwards."""
    console = PINS.console
    assert console is not None
    header, _ = Header(resting()), Bus()
    for wire in ("encoder_b", "encoder_push"):
        with held(getattr(console, wire)) as holder, playing(header) as played:
            assert played.table.console is not None
            said = played.table.console.part().message
            named = (said.key, said.params.get("wire")) == ("table.pins.busy", wire)
            yield at_least(f"a table whose {wire} is held says so", named, 1, "told")
            time.sleep(3 * AGAIN_S)
            name = f"buttons heard after tries for the knob, of {len(SEATS)}"
            yield at_least(name, _heard(played), len(SEATS), "buttons")
            holder.let_go()
            time.sleep(2 * AGAIN_S)
            before = played.table.console.shown.png
            turn(header, 1)
            played.pause()
            turned = played.table.console.shown.png != before
            yield at_least("turns that came once it is free", turned, 1, "turns")
            yield at_least("buttons heard then", _heard(played), len(SEATS), "buttons")


def _heard(played: Played) -> int:
    """Return how many buttons' presses made a move."""
    moves = 0
    for seat in SEATS:
        seq = played.claim()
        played.tap(seat)
        moves += len(played.made_since(seq)) == 1
        played.take_back(seq - 1)
        played.pause()
    return moves
