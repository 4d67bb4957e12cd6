"""A trick of Coup d'État from pictures, card by card: who played what, and whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.mats import Mats
from firmware.running.build import build_real_table
from referee.coup_detat.state.state import seat_zone
from referee.coup_detat.state.trick import Trick
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.bench import Figure, at_least, at_most
from tests.rig import isp, root, video
from tests.rig.waiting import until
from vision.spread import Spread
from vision.synthetic.scene import PlacedCard

ROOT = root.path()
DRAWN = ("AC", "9D", "9H", "9S")  # the first seat presides, and leads
CARDS = ("KC", "AC", "7C", "9C")
WINNER = 1
TURNS_DEG = (4.0, 96.0, -178.0, -85.0)  # as each lays it before itself
READ_S = 30.0


def promises() -> Iterator[Figure]:
    """Yield when the trick was gathered, in simulated time, and what came of it."""
    video.Module().remove()
    video.start()
    desk = Desk.open(Path("/run/journal.db"))
    desk.do(Begin("coup_detat", {}, len(CARDS)))
    for seat, card in enumerate(DRAWN):
        desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
    desk.do(Move({"move": "cleared"}))
    desk.do(Move({"move": "decline", "seat": 0}))
    begun = desk.do(Move({"move": "name_contract", "seat": 0, "contract": "victory"}))
    mats = Mats().mats_for(begun)
    zones = Spread.side_by_side(mats).zones
    lying: list[PlacedCard] = []
    for seat, (card, turn_deg) in enumerate(zip(CARDS, TURNS_DEG, strict=True)):
        left, top, right, bottom = zones[str(seat_zone(seat))]
        lying.append(
            PlacedCard("coup_detat", card, (left + right) / 2, (top + bottom) / 2, turn_deg)
        )
    isp.show(mats, [lying[:there] for there in range(len(CARDS) + 1)])
    table = build_real_table(desk, cameras=("pi",), gpio="mock", sound=False)
    table.run()
    took_s = until(lambda: bool(_tricks(desk)))
    tricks = _tricks(desk)
    yield at_most("a trick lies and is gathered after", took_s, READ_S, "s")
    played = tricks[0].cards if tricks else ()
    right = sum(one == card for one, card in zip(played, CARDS, strict=False))
    yield at_least("its cards, each its player's", right, len(CARDS), "cards")
    won = bool(tricks) and tricks[0].winner == WINNER
    yield at_least("the trick is its winner's", won, 1, "right")
    table.stop()
    desk.close()


def _tricks(desk: Desk) -> tuple[Trick, ...]:
    """Return the tricks that were gathered."""
    match = desk.snapshot()
    assert match is not None
    tricks: tuple[Trick, ...] = match.state.phase.deal.tricks
    return tricks
