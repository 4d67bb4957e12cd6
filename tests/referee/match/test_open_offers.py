"""Answers at once: a move chosen on an older state stands where nothing it rests on has changed."""

from __future__ import annotations

from random import Random

from referee.contract import IllegalMove, Offer
from referee.match.commands import Begin, Move, Redo, Undo
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.match.open_offers import offer_key
from tests.bench.rules.randomplay import choose, fill

# -- random interleavings ----------------------------------------------------------------------


class History:
    """Every state that was shown, and which of them belong to one another by the promise."""

    def __init__(self, begun: Snapshot) -> None:
        self.shown = [(begun, "begin")]

    def add(self, snapshot: Snapshot, kind: str) -> None:
        self.shown.append((snapshot, kind))

    def stands(self, offer: Offer, seen: int) -> bool:
        """Whether an offer was there in all states from `seen` on, all in one window."""
        first = next(at for at, (snapshot, _) in enumerate(self.shown) if snapshot.seq == seen)
        since = self.shown[first:]
        if len(since) == 1:
            return True
        windows = {snapshot.offers.window for snapshot, _ in since}
        return (
            all(kind == "move" for _, kind in since[1:])
            and len(windows) == 1
            and windows != {0}
            and all(offer_key(offer) in map(offer_key, snapshot.offers) for snapshot, _ in since)
        )


def test_random_answers_on_old_states_stand_exactly_as_promised(desk: Desk) -> None:
    random = Random(9)
    history = History(desk.do(Begin("coup", seats=6)))
    counts = {"stood": 0, "stale": 0}
    for _ in range(800):
        kind = random.choices(("move", "undo", "redo"), (8, 1, 1))[0]
        newest = history.shown[-1][0]
        if kind == "undo" and newest.can_undo:
            history.add(desk.do(Undo(newest.seq)), kind)
            continue
        if kind == "redo" and newest.can_redo:
            history.add(desk.do(Redo(newest.seq)), kind)
            continue
        old, _ = random.choice(history.shown[-3:])
        if old.outcome is not None and random.random() < 0.2:  # else a card is set right
            history.add(desk.do(Begin("coup", seats=random.choice((3, 4, 6)))), "begin")
            continue
        lets = (
            [offer for offer in old.offers if offer.move == "pass"] if random.random() < 0.8 else []
        )
        plain = fill(random.choice(lets), random) if lets else choose(old.offers, random)
        offer = next(iter(old.offers.matching(plain)))
        old_window = history.stands(offer, old.seq)
        try:
            after = desk.do(Move(plain, old.seq))
        except StaleMove:
            counts["stale"] += 1
            assert not (old_window and plain in newest.offers), plain
        except IllegalMove:
            assert old.seq != newest.seq  # an offer of now is always legal
        else:
            counts["stood"] += old.seq != newest.seq
            assert old_window, plain
            history.add(after, "move")
    assert counts["stood"] > 40
    assert counts["stale"] > 100
