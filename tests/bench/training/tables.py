"""Many matches of Coup at once, as arrays: a second model of the rules, for learning only.

`test_tables.py` plays its matches through the referee. Every array has one row for each match.
Cards and actions are numbers: `CARDS` and `ACTION_PLACES` say which. Others answer a claim one
after the other, clockwise.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from referee.coup.bots import outputs
from referee.coup.bots.outputs import AIMED, ALONE, CARDS, TARGETS
from referee.coup.bots.sight import ACTION_PLACES, COPIES
from referee.coup.state.cards import ACTIONS, COINS, DRAWN, EXTORTED, INFLUENCE, MUST_COUP
from referee.coup.state.setup import PURSE

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NONE = -1  # no card, no seat
_PLACED = sorted(ACTIONS.values(), key=lambda action: ACTION_PLACES[action.name])
CLAIM = np.array([CARDS.get(action.claims, NONE) for action in _PLACED])
COST = np.array([action.cost for action in _PLACED])
PAYS = np.array([action.pays for action in _PLACED])
BLOCKS = np.array([[card in action.blocks for card in CARDS] for action in _PLACED])
AID, EXCHANGE, EXTORT = (ACTION_PLACES[name] for name in ("foreign_aid", "exchange", "extort"))
COUP, ASSASSINATE = (ACTION_PLACES[name] for name in ("coup", "assassinate"))


class Ask(IntEnum):
    """What the seat that decides is asked. The numbers are those of `sight.QUESTIONS`."""

    TURN = 0
    CHALLENGE = 1
    BLOCK = 2
    COUNTER = 3
    TURN_UP = 4
    KEEP = 5
    OVER = 6


class After(IntEnum):
    """Why a card is turned up, and thus what comes after it."""

    HIT = 0
    CLAIM_TRUE = 1
    CLAIM_FALSE = 2
    BLOCK_TRUE = 3
    BLOCK_FALSE = 4


class Tables:
    """So many matches, all with the same number of seats. A random seat starts."""

    def __init__(self, matches: int, seats: int, random: np.random.Generator) -> None:
        self.matches, self.seats, self._random = matches, seats, random
        self.hands = np.zeros((matches, seats, len(CARDS)), np.int64)
        self.court = np.full((matches, len(CARDS)), COPIES)
        self.faces = np.zeros_like(self.hands)
        self.coins = np.full((matches, seats), PURSE)
        self.kept = np.zeros_like(self.court)  # in an exchange, before it ends
        self.turn = random.integers(seats, size=matches)
        self.seat = self.turn.copy()  # that decides
        self.ask = np.full(matches, Ask.TURN)
        self.action, self.target, self.claimer, self.card = np.full((4, matches), NONE)
        self._after = np.full(matches, After.HIT)
        self.claims = np.zeros_like(self.hands)
        self.lacks = np.zeros(self.hands.shape, bool)
        self.failed, self.shown, self.challenged = np.zeros((3, matches, seats), np.int64)
        for seat in range(seats):
            self._draw(np.arange(matches), np.full(matches, seat), INFLUENCE)

    @property
    def influence(self) -> Ints:
        """How many cards each seat has left."""
        left: Ints = INFLUENCE - self.faces.sum(2)
        return left

    def legal(self, rows: Ints) -> Flags:
        """Return which outputs the seat that decides may choose, in each of some matches."""
        count, seat, ask = np.arange(len(rows)), self.seat[rows], self.ask[rows]
        legal = np.zeros((len(rows), outputs.WINS), bool)
        coins, alive = self.coins[rows, seat], self.influence[rows] > 0
        turn, must = ask == Ask.TURN, coins >= MUST_COUP
        legal[:, : len(ALONE)] = (turn & ~must)[:, None]
        for name in AIMED:
            can = turn & (coins >= ACTIONS[name].cost) & (~must | (name == "coup"))
            for ahead in range(self.seats - 1):
                there = alive[count, (seat + ahead + 1) % self.seats]
                legal[:, outputs.DECLARE[name] + ahead] = can & there
        claim = (ask == Ask.CHALLENGE) | (ask == Ask.COUNTER)
        legal[:, outputs.CHALLENGE] = claim
        legal[:, outputs.PASS] = claim | (ask == Ask.BLOCK)
        held = self.hands[rows, seat] > 0
        for at, what, cards in (
            (outputs.BLOCK, Ask.BLOCK, BLOCKS[self.action[rows]]),
            (outputs.TURN_UP, Ask.TURN_UP, held),
            (outputs.KEEP, Ask.KEEP, held),
        ):
            legal[:, at : at + len(CARDS)] = (ask == what)[:, None] & cards
        return legal

    def play(self, rows: Ints, chosen: Ints) -> None:
        """Let the seat that decides do what it chose, in each of some matches."""
        ask = self.ask[rows]
        for what, act in (
            (ask == Ask.TURN, self._declare),
            ((ask == Ask.CHALLENGE) | (ask == Ask.COUNTER), self._answer),
            (ask == Ask.BLOCK, self._block),
            (ask == Ask.TURN_UP, self._turn_up),
            (ask == Ask.KEEP, self._keep),
        ):
            if what.any():
                act(rows[what], chosen[what])

    # -- moves ------------------------------------------------------------------------------------

    def _declare(self, rows: Ints, chosen: Ints) -> None:
        seat, aimed = self.turn[rows], chosen >= len(ALONE)
        which, ahead = np.divmod(chosen - len(ALONE), TARGETS)
        action = np.where(aimed, len(ALONE) + which, chosen)
        self.action[rows], self.claimer[rows] = action, seat
        self.target[rows] = np.where(aimed, (seat + ahead + 1) % self.seats, NONE)
        self.coins[rows, seat] -= COST[action]
        self.card[rows] = card = CLAIM[action]
        said, aid = card != NONE, action == AID
        self.claims[rows[said], seat[said], card[said]] += 1
        self._asks(rows[said], Ask.CHALLENGE, seat[said])
        self._asks(rows[aid], Ask.BLOCK, seat[aid])
        self._take_effect(rows[~said & ~aid])

    def _answer(self, rows: Ints, chosen: Ints) -> None:
        """Challenge the claim, or let it pass."""
        doubts = chosen == outputs.CHALLENGE
        self._contest(rows[doubts])
        rows = rows[~doubts]
        after = self._next(rows, self.seat[rows])
        done = after == self.claimer[rows]
        self.seat[rows[~done]] = after[~done]
        ended, ask = rows[done], self.ask[rows[done]]
        self._go_on(ended[ask == Ask.CHALLENGE])
        self._next_turn(ended[ask == Ask.COUNTER])

    def _contest(self, rows: Ints) -> None:
        seat, claimer, card = self.seat[rows], self.claimer[rows], self.card[rows]
        block, holds = self.ask[rows] == Ask.COUNTER, self.hands[rows, claimer, card] > 0
        self.challenged[rows, seat] += 1
        self.claims[rows, claimer, card] = 0
        true = (rows[holds], claimer[holds])
        self.shown[true] += 1
        self.lacks[true] = False
        self.hands[rows[holds], claimer[holds], card[holds]] -= 1
        self.court[rows[holds], card[holds]] += 1
        self._draw(*true, 1)
        self.failed[rows[~holds], claimer[~holds]] += 1
        self.lacks[rows[~holds], claimer[~holds], card[~holds]] = True
        self._after[rows] = np.where(
            holds,
            np.where(block, After.BLOCK_TRUE, After.CLAIM_TRUE),
            np.where(block, After.BLOCK_FALSE, After.CLAIM_FALSE),
        )
        self.ask[rows], self.seat[rows] = Ask.TURN_UP, np.where(holds, seat, claimer)

    def _block(self, rows: Ints, chosen: Ints) -> None:
        passed = chosen == outputs.PASS
        blocks, cards = rows[~passed], chosen[~passed] - outputs.BLOCK
        seat = self.seat[blocks]
        self.claimer[blocks], self.card[blocks] = seat, cards
        self.claims[blocks, seat, cards] += 1
        self._asks(blocks, Ask.COUNTER, seat)
        rows = rows[passed]
        after = self._next(rows, self.seat[rows])
        done = (self.target[rows] != NONE) | (after == self.turn[rows])
        self.seat[rows[~done]] = after[~done]
        self._take_effect(rows[done])

    def _turn_up(self, rows: Ints, chosen: Ints) -> None:
        seat, card, after = self.seat[rows], chosen - outputs.TURN_UP, self._after[rows]
        self.hands[rows, seat, card] -= 1
        self.faces[rows, seat, card] += 1
        self.claims[rows, seat, card] = 0
        failed = rows[after == After.CLAIM_FALSE]
        self.coins[failed, self.turn[failed]] += COST[self.action[failed]]
        # An extortion takes the coins of a target who is out before they are swept (CP-50).
        self._take_effect(rows[after == After.BLOCK_FALSE])
        out = self.influence[rows] == 0
        self.coins[rows] = np.where(out, 0, self.coins[rows])
        self.claims[rows] = np.where(out[..., None], 0, self.claims[rows])
        self._go_on(rows[after == After.CLAIM_TRUE])
        self._next_turn(rows[(after != After.CLAIM_TRUE) & (after != After.BLOCK_FALSE)])
        alive = self.influence[rows] > 0
        over = rows[alive.sum(1) == 1]
        self.ask[over], self.turn[over] = Ask.OVER, alive[alive.sum(1) == 1].argmax(1)

    def _keep(self, rows: Ints, chosen: Ints) -> None:
        seat, card = self.seat[rows], chosen - outputs.KEEP
        self.hands[rows, seat, card] -= 1
        self.kept[rows, card] += 1
        enough = self.kept[rows].sum(1) == self.influence[rows, seat]
        rows, seat = rows[enough], seat[enough]
        self.court[rows] += self.hands[rows, seat]
        self.hands[rows, seat], self.kept[rows] = self.kept[rows], 0
        self.claims[rows, seat], self.lacks[rows, seat] = 0, False
        self._next_turn(rows)

    # -- what follows -----------------------------------------------------------------------------

    def _go_on(self, rows: Ints) -> None:
        """Let the target block an action whose claim stands, if it has one and is still in."""
        target, action = self.target[rows], self.action[rows]
        out = (target != NONE) & (self.influence[rows, target] == 0)
        blocked = ~out & BLOCKS[action].any(1)
        self._next_turn(rows[out])
        self.ask[rows[blocked]], self.card[rows[blocked]] = Ask.BLOCK, NONE
        self.seat[rows[blocked]] = target[blocked]
        self._take_effect(rows[~out & ~blocked])

    def _take_effect(self, rows: Ints) -> None:
        action, seat, target = self.action[rows], self.turn[rows], self.target[rows]
        paid = np.minimum(PAYS[action], COINS - self.coins[rows].sum(1))
        taken = np.where(action == EXTORT, np.minimum(EXTORTED, self.coins[rows, target]), 0)
        self.coins[rows, target] -= taken
        self.coins[rows, seat] += paid + taken
        hit = ((action == COUP) | (action == ASSASSINATE)) & (self.influence[rows, target] > 0)
        draws = action == EXCHANGE
        self._next_turn(rows[~hit & ~draws])
        self.ask[rows[hit]], self._after[rows[hit]] = Ask.TURN_UP, After.HIT
        self.seat[rows[hit]] = target[hit]
        self.ask[rows[draws]], self.seat[rows[draws]] = Ask.KEEP, seat[draws]
        self._draw(rows[draws], seat[draws], DRAWN)

    def _next_turn(self, rows: Ints) -> None:
        self.turn[rows] = self.seat[rows] = self._next(rows, self.turn[rows])
        self.ask[rows] = Ask.TURN
        self.action[rows] = self.claimer[rows] = self.target[rows] = self.card[rows] = NONE

    def _asks(self, rows: Ints, ask: Ask, claimer: Ints) -> None:
        """Ask the others about a claim, first of all the one after the `claimer`."""
        self.ask[rows], self.seat[rows] = ask, self._next(rows, claimer)

    def _next(self, rows: Ints, seats: Ints) -> Ints:
        """Return the next seat that is still in, clockwise."""
        ahead = (seats[:, None] + np.arange(1, self.seats + 1)) % self.seats
        alive = self.influence[rows[:, None], ahead] > 0 if len(rows) else ahead > 0
        found: Ints = ahead[np.arange(len(rows)), alive.argmax(1)]
        return found

    def _draw(self, rows: Ints, seats: Ints, cards: int) -> None:
        for _ in range(cards):
            upto = self.court[rows].cumsum(1)
            at = self._random.random(len(rows)) * upto[:, -1]
            card = (at[:, None] >= upto).sum(1)
            self.court[rows, card] -= 1
            self.hands[rows, seats, card] += 1
