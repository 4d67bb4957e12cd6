"""A table of Coyote with real cards, which the referee never sees but where it asks to read them.

No rule of who may do what is known here: cards are dealt as the view says, taken as an action
says, and laid face up where the referee waits for some. A card is a number; `faces` names it.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from referee import library
from referee.contract import By, Offer
from referee.coyote.state.state import State
from tests.bench.rules.randomplay import Transition, fill
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of

GAME = library.game("coyote")
NOWHERE = -1  # before no seat
KNOWS_SHARE = 0.5  # how often somebody who names their card names the right one


class RealCards:
    """Cards in hands, face up, in the pile and discarded; `step` makes a move with them."""

    def __init__(self, plain: dict[str, Any], seats: int, random: Random) -> None:
        self.options = library.options(GAME, plain)
        self.state: State = GAME.rules.begin(self.options, seats)
        self.random = random
        self.faces = list(Counter(self.state.setup.deck).elements())
        self.pile = list(range(len(self.faces)))
        self.discards: list[int] = []
        self.own: dict[int, int] = {}  # each seat's own card
        self.more: list[int] = []  # second cards, and those turned up
        self.old: list[int] = []  # swapped out
        self.shown: dict[int, int] = {}  # cards face up before the reveal, and before which seat
        self.mat: list[int] = []  # at the reveal
        self.moves: list[dict[str, Any]] = []

    def step(self) -> Transition:
        """Make a move that is offered, with the cards that really lie there."""
        before = self.state
        offers = [offer for offer in GAME.rules.offers(before) if offer.by is not By.HOST]
        move = fill(self.choose(offers), self.random)
        if "cards" in move:
            self._lay()
            ((_, ask),) = reads(GAME.rules.offers(before))
            lying = self._in_zone(ask.zone)
            move["cards"] = [self.faces[card] for card in self.random.sample(lying, len(lying))]
        else:
            self._deal()
        if move["move"] == "know" and self.random.random() < KNOWS_SHARE:
            move["card"] = self.faces[self.own[move["seat"]]]
        made = library.move(GAME, move)
        self.state, rulings = GAME.rules.apply(before, made)
        self._take(move)
        self.moves.append(move)
        return Transition(before, made, self.state, rulings)

    def choose(self, offers: list[Offer]) -> Offer:
        """Return one of the offers."""
        return self.random.choice(offers)

    def in_play(self) -> list[int]:
        """Return the cards that were taken from the pile for this round."""
        return self.mat or [*self.own.values(), *self.more, *self.old]

    def check(self) -> None:
        """No card is lost or doubled, and the referee counts them as they are."""
        cards = [*self.pile, *self.discards, *self.in_play()]
        assert sorted(cards) == list(range(len(self.faces)))
        if not self.own:
            return
        view = GAME.shown.view(self.state, None)
        assert view.facts[1].params == {"count": len(self.pile)}
        laid_away = Counter(self.faces[card] for card in self.discards)
        turned_up = len(self.mat) > len(self.own) + len(self.more) + len(self.old)
        if not turned_up:
            assert Counter(self.state.discards) == laid_away

    def _in_zone(self, zone: str) -> list[int]:
        """Return the cards face up in a zone of the mat."""
        if zone == "mat":
            return self.mat or list(self.shown)
        return [card for card, seat in self.shown.items() if zone == f"seat:{seat}"]

    # -- what hands do ----------------------------------------------------------------------

    def _deal(self) -> None:
        """Deal where that is due: the first word of a round stands for it."""
        deal = GAME.shown.view(self.state, None).deal
        if deal is None:
            return
        self.discards += self.in_play()
        self.own, self.more, self.old, self.shown, self.mat = {}, [], [], {}, []
        if deal.shuffle:
            self._shuffle()
        self.own = {seat: self.pile.pop() for seat, number in enumerate(deal.cards) if number}

    def _take(self, move: dict[str, Any]) -> None:
        """Take a card from the pile, where an action says so."""
        if move["move"] == "extra" or move["move"] == "open":
            self.more.append(self.pile.pop())
        elif move["move"] == "swap":
            self.old.append(self.own[move["seat"]])
            self.own[move["seat"]] = self.pile.pop()

    def _lay(self) -> None:
        """Lay the cards face up that the referee waits for."""
        phase = summary_of(self.state).phase
        if phase == "open":
            self.shown[self.more[-1]] = self.state.turn
        elif phase == "look":
            self.shown[self.own[self.state.turn]] = self.state.turn
        elif phase == "replaced":
            self.shown |= dict.fromkeys(set(self.old) - set(self.shown), NOWHERE)
        elif phase == "draw":
            if not self.pile:
                self._shuffle()
            self.mat.append(self.pile.pop())
        else:
            self.mat = self.in_play()

    def _shuffle(self) -> None:
        self.pile += self.discards
        self.discards = []
        self.random.shuffle(self.pile)
