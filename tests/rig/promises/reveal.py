"""A round of Coyote from pictures: through libcamera and picamera2 to the table and its score."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from firmware.bench import Figure, at_least, at_most
from firmware.build import build_real_table
from firmware.mats import Mats
from referee.match.desk import Desk
from tests.rig import isp, root, video
from vision.synthetic.scene import Lying

ROOT = root.path()
DECK = "coyote-tomahawk"
CARDS = (("15", 200.0, 160.0, 12.0), ("20", 330.0, 250.0, -170.0), ("-5", 430.0, 140.0, 80.0))
NUMBER, TOTAL, LOSER = 5, 30, 1  # who challenged five, of thirty, loses
READ_S, LOOK_S, GIVEN_UP_S = 30.0, 0.1, 120.0


def promises() -> Iterator[Figure]:
    """Yield when the round was counted, in simulated time, and what came of it."""
    video.Module().remove()
    video.start()
    desk = Desk.open(Path("/run/journal.db"))
    desk.begin("coyote", {"edition": "tomahawk"}, 3)
    match = desk.snapshot()
    assert match is not None
    isp.show(Mats().of(match), [[], [Lying(DECK, *card) for card in CARDS]])
    table = build_real_table(desk, cameras=("pi",), gpio="mock", sound=False)
    desk.submit({"move": "announce", "seat": 0, "number": NUMBER})
    asked = desk.submit({"move": "challenge", "seat": LOSER})
    table.run()
    began_s = time.monotonic()
    while (read := desk.snapshot()) is not None and read.seq == asked.seq:
        if time.monotonic() - began_s > GIVEN_UP_S:
            break
        time.sleep(LOOK_S)
    assert read is not None
    yield at_most("a round of Coyote is counted after", time.monotonic() - began_s, READ_S, "s")
    move = read.log[-1].move
    right = sorted(getattr(move, "cards", ())) == sorted(name for name, *_ in CARDS)
    yield at_least("its cards, read from pictures through libcamera", 3 * right, 3, "cards")
    result = read.state.result
    scored = result is not None and (result.total, result.loser) == (TOTAL, LOSER)
    yield at_least("its score", scored, 1, "right")
    table.stop()
    desk.close()
