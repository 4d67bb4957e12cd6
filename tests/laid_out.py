"""A match of Ogallala amid play: its cards at the virtual table lie as the referee has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from firmware.mats import load_mats
from firmware.virtual.pile import Pile
from firmware.virtual.state import TableState
from firmware.virtual.table import KEY
from referee import library
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from referee.ogallala.rules.scoring import total
from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.state import GROUNDS, State
from referee.ogallala.state.territory import cells, each_canoe
from tests.bench.rules.randomplay import choose
from tests.matches import match_of
from vision.spread import Spread

LOW = 6  # cards in each draw pile but the last
TRIES = 8
UNUSUAL = ("leave", "discard", "lay_back", "spare", "end")
LEFT = 4  # columns of the mat that stay free at the left, where there is room


def played(desk: Desk, moves: int, *, seats: int, seed: int, names: Sequence[str] = ()) -> None:
    """Begin a match and play some moves of it, of a few at random each time the best."""
    chance = Random(seed)
    match = desk.do(Begin("ogallala", {}, seats, tuple(names)))
    for _ in range(moves):
        ways = [choose(match.offers, chance) for _ in range(TRIES)]
        usual = [way for way in ways if way["move"] not in UNUSUAL]
        match = desk.do(Move(max(usual or ways, key=partial(worth, match))))


def worth(match: Snapshot, way: dict[str, Any]) -> tuple[int, int]:
    """Return how a territory stands after a move: its points, and whether its canoes are long."""
    after, _ = match.game.rules.apply(match.state, library.move(match.game, way))
    territory = after.territories[match.state.turn]
    lengths = (sum(map(bool, canoe.cards)) for _, canoe in each_canoe(territory))
    return total(territory), sum(length**2 for length in lengths)


def lay_out(desk: Desk, draws: Sequence[str] = ()) -> TableState:
    """Keep at a desk the cards of its match as they lie on the mats; `draws` are to come first."""
    match = match_of(desk)
    layout = laid(match, draws)
    desk.put(KEY, msgspec.to_builtins(layout))
    return layout


def laid(match: Snapshot, draws: Sequence[str] = ()) -> TableState:
    """Return the cards of a match as they lie on the mats."""
    state: State = match.state
    spread = Spread.side_by_side(load_mats("ogallala", match.seats))
    layout = TableState("ogallala", match.match, Pile.new(COUNTS), [[] for _ in range(match.seats)])
    pile = layout.pile
    for seat, territory in enumerate(state.territories):
        lies = cells(territory)
        first = min((cell.column for cell in lies), default=0)
        last = max((item.column for item in lies), default=0)
        shift = min(LEFT, 13 - (last - first)) - first
        for cell in lies:
            at = spread.cell_mm(f"territory:{seat}", cell.row, cell.column + shift)
            layout.put(pile.take_named(cell.card), at)
    left, top, right, bottom = spread.zones[str(GROUNDS)]
    for card in [name for layer in state.grounds for name in layer]:
        layout.put(pile.take_named(card), ((left + right) / 2, (top + bottom) / 2, 0.0))
    Random(1).shuffle(pile.draw)
    pile.draw += [pile.take_named(card) for card in draws][::-1]
    pile.heights = [LOW, LOW, len(pile.draw) - 2 * LOW]  # the last is drawn from until it is as low
    layout.dealt = 1
    return layout
