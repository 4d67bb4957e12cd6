"""Pins that cannot be had are named with who has them, and had once that is over."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from firmware.errors import BadWiring
from firmware.panel.buttons import AGAIN_S
from firmware.panel.panel import open_panel
from referee.contract import Message
from tests.bench import Figure, at_least
from tests.rig.fingers import PINS, playing, resting
from tests.rig.header import Header
from tests.rig.holder import held

BUSY, FORBIDDEN = "table.pins.busy", "table.gpio.forbidden"
NOBODY = 65534


def promises() -> Iterator[Figure]:
    """Yield whether each refusal is told, and got over."""
    header = Header(resting())
    yield at_least("a chip that may not be read is told", _forbidden(header), 1, "told")
    pin = PINS.seats[2].button
    with held(pin) as holder:
        message = _refusal()
        named = message is not None and (message.key, message.params.get("pin")) == (BUSY, pin)
        yield at_least("a line that another program holds is told by its number", named, 1, "told")
        with playing(header, "auto") as played:
            part = played.table.buttons.part()
            told_so = (part.well, part.message.key) == (False, BUSY)
            yield at_least("a table that starts meanwhile says so", told_so, 1, "told")
            holder.let_go()
            time.sleep(2 * AGAIN_S)
            well = played.table.buttons.part().well
            yield at_least("and has its pins once they are free", well, 1, "times")
            for seat, which in ((1, "one that was had meanwhile"), (2, "that one")):
                seq = played.claim()
                played.tap(seat)
                made = len(played.made_since(seq))
                yield at_least(f"moves made there by a press of {which}", made, 1, "moves")
                played.take_back(seq - 1)


def _refusal() -> Message | None:
    try:
        open_panel(PINS, "gpio").close()
    except BadWiring as error:
        return error.message
    return None


def _forbidden(header: Header) -> bool:
    """Return whether a user without the group is told of the chip, in a process of its own."""
    header.device.chmod(0o600)
    child = os.fork()
    if not child:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        refusal = _refusal()
        os._exit(refusal is None or refusal.key != FORBIDDEN)
    return os.waitpid(child, 0)[1] == 0
