"""A round of Coyote from pictures: through libcamera and picamera2 to the table and its score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware.mats import Mats
from firmware.running.build import build_real_table
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from tests.bench import Figure, at_least, at_most
from tests.rig import isp, root, video
from tests.rig.waiting import until
from vision.synthetic.scene import PlacedCard

ROOT = root.path()
DECK = "coyote-tomahawk"
CARDS = (("15", 200.0, 160.0, 12.0), ("20", 330.0, 250.0, -170.0), ("-5", 430.0, 140.0, 80.0))
NUMBER, TOTAL, LOSER = 5, 30, 1  # who challenged five, of thirty, loses
LAID = [PlacedCard(DECK, *card) for card in CARDS]
READ_S = 30.0


def promises() -> Iterator[Figure]:
    """Yield when the round was counted, in simulated time, and what came of it."""
    video.Module().remove()
    video.start()
    desk = Desk.open(Path("/run/journal.db"))
    isp.show(Mats().mats_for(asked(desk)), [[], LAID])
    table = build_real_table(desk, cameras=("pi",), gpio="mock", sound=False)
    table.run()
    yield from counted(desk)
    table.stop()
    desk.close()


def asked(desk: Desk) -> Snapshot:
    """Begin a match and challenge a number: its cards are to be shown."""
    desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    desk.do(Move({"move": "announce", "seat": 0, "number": NUMBER}))
    return desk.do(Move({"move": "challenge", "seat": LOSER}))


def counted(desk: Desk) -> Iterator[Figure]:
    """Yield when the round is counted from now on, and what came of it."""
    took_s = until(lambda: _result(desk) is not None)
    yield at_most("a round of Coyote is counted after", took_s, READ_S, "s")
    result, match = _result(desk), desk.snapshot()
    assert match is not None
    read = getattr(match.log[-1].move, "cards", ())
    right = sum(name in read for name, *_ in CARDS)
    yield at_least(f"its cards, of {len(read)} that were read", right, len(CARDS), "cards")
    scored = result is not None and (result.total, result.loser) == (TOTAL, LOSER)
    yield at_least("its score", scored, 1, "right")


def _result(desk: Desk) -> Any:
    match = desk.snapshot()
    return match and match.state.phase.result
