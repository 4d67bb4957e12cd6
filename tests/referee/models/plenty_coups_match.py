"""A match of Plenty Coups, written from the rule file alone: nothing of `referee` is imported here.

A turn is a generator that reads as the rules do; it yields a `Moment` wherever somebody decides
and is sent one of its moves. Besides the actions (`plenty_coups_actions`) these are:

    ("take", cards)     of the market (PC-5, 50)
    ("exchange", card)  passed to the ally (PC-35)
    ("end",)            of the turn
    ("give", card)      in return for a gift (PC-19, 35)
    ("keep", cards)     what the hand is after a hunt (PC-21)
    ("prove", card)     discarded by who was disdained; ("bear",) it (PC-22)
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from tests.referee.models.plenty_coups import (
    HAND,
    NEUTRAL_SEAT,
    ROUNDS,
    STICK,
    SUMMER,
    Card,
    Table,
)
from tests.referee.models.plenty_coups_actions import Action, Turn, do, legal
from tests.referee.models.plenty_coups_ranking import Final, ranking


class Refused(ValueError):
    """A move that the rules do not allow."""


class Moment(NamedTuple):
    """Where a match waits: for what, for which tribe, and every legal move."""

    what: str  # begin, take, act, give, keep, prove
    seat: int
    moves: list[Action]


def takes(number: int) -> int:
    """Return how many cards a turn of a round takes from the market (PC-5, 50)."""
    return 2 if number <= SUMMER else 1 if number == SUMMER + 1 else 0


Flow = Generator[Moment, Action, Any]


class Match:
    """A table, whose turn it is, and what may be done."""

    def __init__(self, players: int, colours: Sequence[str], pile: Sequence[Card], rng: Random):
        self.table = Table(players, colours, pile, rng)
        self.turn = Turn(0, 0)
        self.ranking: list[list[int]] = []
        self.flow = self.whole()
        self.moment: Moment | None = next(self.flow)

    def again(self) -> None:
        """Go on with the actions of the turn that is on, after the table was changed by hand."""
        self.flow = self.whole(amid=True)
        self.moment = next(self.flow)

    @property
    def legal(self) -> list[Action]:
        """Return every legal move, none when the match is over."""
        return [] if self.moment is None else self.moment.moves

    def play(self, move: Action) -> None:
        """Do a move, or raise Refused."""
        if move not in self.legal:
            raise Refused(f"{move} at {self.moment}")
        try:
            self.moment = self.flow.send(move)
        except StopIteration:
            self.moment = None

    def played_by(self, seat: int) -> int:
        return self.table.played_by(seat)

    # The rules, as a table plays them.

    def whole(self, amid: bool = False) -> Flow:
        """Take turns to the right, the elder first, for twelve rounds (PC-1, 3)."""
        table, first = self.table, 0
        if amid:
            yield from self.act(self.turn.who)
            self.turn_for_next(self.turn.who)
            first = self.turn.who + 1
        for number in range(table.round, ROUNDS + 1):
            table.round = number
            for seat in range(first, len(table.tribes)):
                yield from self.one_turn(seat)
            first = 0
        for raid in list(table.raids):
            table.end_raid(raid)  # PC-51
        finals = [
            Final(table.prestige(seat), tribe.horses, tribe.ally)
            for seat, tribe in enumerate(table.tribes)
        ]
        self.ranking = ranking(finals, NEUTRAL_SEAT if table.players == 2 else None)

    def one_turn(self, seat: int) -> Flow:
        """Clear what ends with the turn's coming, take, bring raids home, act, turn cards."""
        table, tribe = self.table, self.table.tribes[seat]
        self.turn = Turn(seat, 1 if table.winter else 2)
        table.withdraw(seat, tribe.proposals)  # PC-30
        if tribe.stick:  # PC-22
            tribe.stick = False
            table.discards.append(STICK)
            table.draw_to(seat, HAND)
        yield from self.take(seat)
        for raid in [raid for raid in table.raids if raid.by == seat]:  # PC-12
            if not raid.prestige_up:
                self.turn.coups.append(raid.on)
            table.bring_home(raid)
        yield from self.act(seat)
        self.turn_for_next(seat)

    def turn_for_next(self, seat: int) -> None:
        """Turn cards for whoever takes next, if anybody does (PC-6)."""
        if takes(self.table.round + (seat == len(self.table.tribes) - 1)):
            self.table.turn_market()

    def take(self, seat: int) -> Flow:
        """Take cards of the market: two, one in round 10, then none (PC-5, 50)."""
        table = self.table
        due = min(takes(table.round), len(table.market))
        while due:
            choices = sorted(set(combinations(sorted(table.market), due)))
            moves: list[Action] = [("take", cards) for cards in choices]
            move = yield Moment("take", seat, moves + self.exchanges(seat))
            if move[0] == "exchange":
                yield from self.exchange(seat, move[1])
                continue
            for card in move[1]:
                table.market.remove(card)
                table.tribes[seat].hand.append(card)
            return

    def act(self, seat: int) -> Flow:
        """Play actions: two in summer, one in winter or none (PC-5, 50)."""
        table, turn = self.table, self.turn
        while True:
            actions = legal(table, turn) if turn.left else []
            free = self.exchanges(seat)
            if not actions and not free:
                return
            done = table.winter or not actions
            move = yield Moment("act", seat, actions + free + [("end",)] * done)
            if move == ("end",):
                return
            if move[0] == "exchange":
                yield from self.exchange(seat, move[1])
                continue
            do(table, turn, move)
            if move[0] == "gift":
                yield from self.swap(seat, move[1], move[3])
            elif move[0] == "hunt":
                yield from self.hunt(seat)
            elif move[0] == "disdain":
                yield from self.disdain(move[1])

    def exchanges(self, seat: int) -> list[Action]:
        """Return the free gifts: once a turn, both allies having a card (PC-35)."""
        tribe = self.table.tribes[seat]
        if self.turn.exchanged or tribe.ally is None or not self.table.tribes[tribe.ally].hand:
            return []
        return [("exchange", card) for card in sorted(set(tribe.hand))]

    def exchange(self, seat: int, card: Card) -> Flow:
        self.turn.exchanged = True
        ally = self.table.tribes[seat].ally
        assert ally is not None
        yield from self.swap(seat, ally, card)

    def swap(self, seat: int, other: int, card: Card) -> Flow:
        """Pass a card; the other gives one of theirs first, not having seen it (PC-19)."""
        giver, taker = self.table.tribes[seat].hand, self.table.tribes[other].hand
        gives: list[Action] = [("give", card) for card in sorted(set(taker))]
        _, back = yield Moment("give", other, gives)
        taker.remove(back)
        giver.remove(card)
        giver.append(back)
        taker.append(card)

    def hunt(self, seat: int) -> Flow:
        """Draw two unseen, discard as many (PC-21)."""
        table, tribe = self.table, self.table.tribes[seat]
        before = len(tribe.hand)
        table.draw_to(seat, before + 2)
        choices = sorted(set(combinations(sorted(tribe.hand), before)))
        _, kept = yield Moment("keep", seat, [("keep", cards) for cards in choices])
        gone = list(tribe.hand)
        for card in kept:
            gone.remove(card)
        tribe.hand = list(kept)
        table.discards += gone

    def disdain(self, seat: int) -> Flow:
        """Prove one's worth by a stick or a card of value 4, or lose prestige (PC-22)."""
        hand = self.table.tribes[seat].hand
        worthy = [card for card in sorted(set(hand)) if card == STICK or card.value == 4]
        proofs: list[Action] = [("prove", card) for card in worthy]
        move = yield Moment("prove", seat, [*proofs, ("bear",)])
        if move == ("bear",):
            self.table.lose(seat)
        else:
            hand.remove(move[1])
            self.table.discards.append(move[1])
