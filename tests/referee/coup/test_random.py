"""What the record of claims proves, at tables with real cards."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

from referee import library
from referee.coup.state.state import EventKind, State, claimer
from referee.coup.view.claims import claims
from tests.bench.rules.randomplay import fill
from tests.referee.coup.known import settings
from tests.referee.coup.summary import summary_of

MATCHES = int(os.environ.get("COYOTE_MATCHES", "75"))


class Table:
    """Hands and a Court that the referee never sees: every reading is one that can be."""

    def __init__(self, state: State, random: Random) -> None:
        self.random = random
        self.court = [card for card, number in state.options.deck.items() for _ in range(number)]
        random.shuffle(self.court)
        self.hands = [[self.court.pop() for _ in range(2)] for _ in state.faces]
        self.truth: list[bool] = []

    def answer(self, state: State, plain: dict[str, Any]) -> dict[str, Any]:
        """Return a move with the cards that really lie there."""
        if plain["move"] == "card_shown":
            return {**plain, "cards": [self.random.choice(self.hands[claimer(state)])]}
        if plain["move"] == "card_turned":
            loser = summary_of(state).loser or 0
            hand = self.hands[loser]
            last = state.history.last
            shown = last.what is EventKind.FAILED and last.seat == loser and last.cards
            card = last.cards[0] if shown and len(hand) == 1 else self.random.choice(hand)
            return {**plain, "cards": [*state.faces[loser], card]}
        return plain

    def follow(self, before: State, after: State) -> None:
        """Move the cards as people would."""
        for event in list(after.history)[len(before.history) :]:
            hand = self.hands[event.seat]
            if event.what is EventKind.CLAIMED:
                self.truth.append(any(card in hand for card in event.cards))
            elif event.what is EventKind.TURNED:
                hand.remove(event.cards[0])
            elif event.what in (EventKind.REPLACED, EventKind.EXCHANGED):
                self._swap(hand, event.cards)

    def _swap(self, hand: list[str], cards: tuple[str, ...]) -> None:
        if cards:
            hand.remove(cards[0])
            self.court.append(cards[0])
            self.random.shuffle(self.court)
            hand.append(self.court.pop())
            return
        keep = len(hand)
        hand += [self.court.pop(), self.court.pop()]
        self.random.shuffle(hand)
        self.court += hand[keep:]
        del hand[keep:]
        self.random.shuffle(self.court)


def test_what_the_record_proves_is_so_at_tables_with_real_cards() -> None:
    game = library.game("coup")
    random = Random(50)
    told: Counter[bool | None] = Counter()
    for _ in range(max(150, MATCHES // 8)):
        plain, seats = settings(random)
        state = game.rules.begin(library.options(game, plain), seats)
        table = Table(state, random)
        while game.rules.outcome(state) is None:
            offers = [offer for offer in game.rules.offers(state) if offer.by != "host"]
            move = table.answer(state, fill(random.choice(offers), random))
            after, _ = game.rules.apply(state, library.move(game, move))
            table.follow(state, after)
            state = after
        record = claims(state)
        assert len(record) == len(table.truth)
        for claim, true in zip(record, table.truth, strict=True):
            assert claim.true in (None, true)
            told[claim.true] += 1
            if claim.fate is EventKind.SHOWN:
                assert claim.true is True
    assert told[True] > 50
    assert told[False] > 50
