"""What the seats of many matches see, as numbers: the same as `referee.coup.bots.sight`."""

from __future__ import annotations

import numpy as np

from referee.coup.bots.outputs import CARDS
from referee.coup.bots.sight import (
    ACTION_PLACES,
    CHALLENGES,
    CLAIMS,
    COPIES,
    OF_SEAT,
    QUESTIONS,
)
from referee.coup.bots.sight import PURSE as FULL_PURSE
from referee.coup.state.cards import ACTIONS, ASSASSINATE, INFLUENCE
from referee.coup.state.setup import SEATS
from referee.disk.networks import Numbers
from tests.bench.training.tables import NONE, Ask, Flags, Ints, Tables

COSTS = ACTIONS[ASSASSINATE].cost, ACTIONS["coup"].cost


def seen(tables: Tables, rows: Ints) -> Numbers:
    """Return what the seat that decides sees in each of some matches."""
    count = len(rows)
    play = np.concatenate((_seats(tables, rows).reshape(count, -1), _question(tables, rows)), 1)
    return play.astype(np.float32)


def _seats(tables: Tables, rows: Ints) -> Numbers:
    who = (tables.seat[rows][:, None] + np.arange(tables.seats)) % tables.seats
    each = rows[:, None]
    left, coins = tables.influence[each, who], tables.coins[each, who]
    numbers = np.zeros((len(rows), SEATS[-1], OF_SEAT), np.float32)
    one_each = (
        left > 0,
        left == INFLUENCE,
        coins / FULL_PURSE,
        *(coins >= cost for cost in COSTS),
        *(who == one[rows][:, None] for one in (tables.turn, tables.claimer, tables.target)),
    )
    history = (
        np.minimum(tables.failed[each, who], CLAIMS) / CLAIMS,
        np.minimum(tables.shown[each, who], CLAIMS) / CLAIMS,
        np.minimum(tables.challenged[each, who], CHALLENGES) / CHALLENGES,
    )
    numbers[:, : tables.seats] = np.concatenate(
        (
            np.stack(one_each, 2),
            tables.faces[each, who],
            np.minimum(tables.claims[each, who], CLAIMS) / CLAIMS,
            tables.lacks[each, who],
            np.stack(history, 2),
        ),
        2,
    )
    return numbers


def _question(tables: Tables, rows: Ints) -> Numbers:
    seat, ask = tables.seat[rows], tables.ask[rows]
    hand, kept = tables.hands[rows, seat], tables.kept[rows]
    still = np.where(ask == Ask.KEEP, tables.influence[rows, seat] - kept.sum(1), 0)
    alive = (tables.influence[rows] > 0).sum(1)
    parts = (
        hand >= 1,
        hand >= INFLUENCE,
        (COPIES - hand - kept - tables.faces[rows].sum(1)) / COPIES,
        _one_of(len({*QUESTIONS.values()}), ask),
        _one_of(len(ACTION_PLACES), tables.action[rows]),
        _one_of(len(CARDS), tables.card[rows]),
        still[:, None] / INFLUENCE,
        _one_of(len(SEATS), alive - SEATS[0]),
        kept > 0,
    )
    return np.concatenate(parts, 1)


def _one_of(places: int, at: Ints) -> Flags:
    found: Flags = (at[:, None] == np.arange(places)) & (at[:, None] != NONE)
    return found
