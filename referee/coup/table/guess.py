"""Hands and Court as they may be: what a player of Coup thinks with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, cast

from referee.contract import AskSeat, By
from referee.coup.rules.play import apply
from referee.coup.state import moves
from referee.coup.state.cards import (
    ACTIONS,
    AMBASSADOR,
    ASSASSIN,
    CAPTAIN,
    CONTESSA,
    DUKE,
    MUST_COUP,
)
from referee.coup.state.phases import (
    Blockable,
    Exchange,
    Lose,
    Naming,
    Over,
    Return,
    Show,
    Turn,
    Window,
)
from referee.coup.state.setup import DRAWN
from referee.coup.state.state import (
    CLAIMED,
    EXCHANGED,
    FAILED,
    REPLACED,
    TURNED,
    State,
    influence,
    left,
    may_name,
    waiting,
)
from referee.coup.view.offers import offers
from referee.kit import filling, replaced
from referee.worlds import Act, Chance, Hands, Own, dealt, must_fit, shuffled

TRIES = 12  # deals, until one fits what was claimed
BLUFF = 0.35  # how likely a character is claimed that is not held, to one that is
SECOND = 0.6  # what the second influence is worth, to the last one
COIN = 0.09  # what a coin is worth, to the last influence
SHARP = 3.0  # two influences win against one about five times in six
RANK = {DUKE: 4, ASSASSIN: 3, CONTESSA: 2, CAPTAIN: 1, AMBASSADOR: 0}  # which are kept first
LIE = 0.15  # how often somebody claims anything, without a thought
DOUBT = 0.12  # and challenges

CHANGES = (REPLACED, EXCHANGED)  # after which a hand is another

filled = filling(moves.Move)


class World(NamedTuple):
    """A state with each seat's hidden cards, in order, and those of the Court.

    Where several may answer, the answer of the `first` comes first.
    """

    state: State
    hands: Hands
    court: tuple[str, ...]
    first: int

    @property
    def mover(self) -> int | None:
        """Who is to decide, of several that may answer one after the other; None: nobody."""
        phase = self.state.phase
        if type(phase) is Over or type(phase) is Return:
            return None
        if isinstance(phase, Window):
            asked = waiting(self.state)
            return self.first if self.first in asked else asked[0]
        return phase.acting(self.state.turn)

    @property
    def _seat(self) -> int:
        return cast("int", self.mover)

    def sight(self) -> Hashable:
        """Return the mover's hand."""
        return self.hands[self._seat]

    def acts(self) -> Sequence[Act]:
        """Return what may be said, or which of its own cards may be turned up or kept."""
        state, seat = self.state, self._seat
        match state.phase:
            case Turn():
                return [*self._actions()]
            case Blockable(play):
                named = may_name(state, play) or ("",)
                blocks = (Act(moves.Block(seat, card)) for card in named)
                return [Act(moves.Pass(seat)), *blocks]
            case Window():
                return [Act(moves.Pass(seat)), Act(moves.Challenge(seat))]
            case Naming(play):
                return [Act(moves.NameCard(seat, card)) for card in play.action.blocks]
            case Show(play):
                fits = [card for card in self.hands[seat] if card in play.claims]
                shown = moves.CardShown(tuple(fits[:1])) if fits else moves.Concede(seat)
                return [Act(shown)]
            case Lose():
                up = state.faces[seat]
                cards = tuple(dict.fromkeys(self.hands[seat]))
                return [Act(moves.CardTurned((*up, card))) for card in cards]
            case Exchange():
                kept = combinations(self.hands[seat], influence(state, seat))
                return [Act(moves.Exchanged(seat), cards) for cards in dict.fromkeys(kept)]
        raise AssertionError(state.phase)

    def _actions(self) -> Iterator[Act]:
        for offer in offers(self.state):
            if offer.by is By.SEAT:
                targets = [
                    one for ask in offer.ask if isinstance(ask, AskSeat) for one in ask.seats
                ]
                yield from (Act(filled(offer, target=one)) for one in targets)
                if not targets:
                    yield Act(filled(offer))

    def likely(self, chance: Chance) -> Act:
        """Return what somebody does who mostly claims what they hold."""
        acts, hand = self.acts(), self.hands[self._seat]
        match self.state.phase:
            case Turn():
                honest = [one for one in acts if ACTIONS[one.move.action].claims in ("", *hand)]
                return chance.choice(acts if chance.random() < LIE else honest)
            case Blockable(play):
                blocks = not {*play.action.blocks}.isdisjoint(hand) or chance.random() < LIE
                return acts[-1] if blocks else acts[0]
            case Window(play):
                held = sum(map(hand.count, play.claims))
                return acts[-1] if chance.random() < DOUBT * (1 + held) else acts[0]
            case Exchange():
                return max(acts, key=lambda one: sum(RANK[card] for card in {*one.kept}))
            case Lose():
                return min(acts, key=lambda one: RANK[one.move.cards[-1]])
        return chance.choice(acts)

    def after(self, act: Act, chance: Chance) -> World:
        """Return the world after it: a card that was shown has gone back, and another has come."""
        (_, hands, court, first), seat = self, self._seat
        state, _ = apply(self.state, act.move)
        if isinstance(act.move, moves.CardTurned):
            hands = _without(hands, seat, act.move.cards[-1:])
        elif isinstance(act.move, moves.Exchanged):
            back = Counter(hands[seat]) - Counter(act.kept)
            hands, court = replaced(hands, seat, act.kept), (*court, *back.elements())
        if type(state.phase) is Return:
            shower, shown = state.phase.acting(state.turn), state.phase.shown
            state, _ = apply(state, moves.CardReturned())
            hands, court = _without(hands, shower, (shown,)), (*court, shown)
            hands, court = _drawn(hands, shower, shuffled(court, chance), 1)
        if type(state.phase) is Exchange:
            hands, court = _drawn(hands, state.turn, shuffled(court, chance), DRAWN)
        return World(state, hands, court, first)

    def worth(self) -> tuple[float, ...]:
        """Return each seat's share of the influence, and of coins; all to who has won."""
        state = self.state
        if type(state.phase) is Over:
            return tuple(float(seat == state.turn) for seat in range(len(state.coins)))
        powers = [
            _power(influence(state, seat), coins) ** SHARP for seat, coins in enumerate(state.coins)
        ]
        whole = sum(powers)
        return tuple(power / whole for power in powers)


def guess(state: State, seat: int, own: Own, chance: Chance) -> World:
    """Return a world that fits what lies open and the `own` hands, and mostly what was claimed.

    While cards are exchanged, those of the Court among which is chosen are in the hand, too.
    Raises `Unlikely`.
    """
    counts = [_held(state, one) for one in range(len(state.coins))]
    must_fit(own, counts)
    known = {**_shown(state), **own}
    hidden = [*Counter(left(state)).elements()]
    claims = [*_claims(state, own)]
    for _ in range(TRIES):
        hands, court = dealt(hidden, known, counts, chance)
        lies = sum({*cards}.isdisjoint(hands[one]) for one, cards in claims)
        if chance.random() < BLUFF**lies:
            break
    return World(state, tuple(tuple(sorted(hand)) for hand in hands), court, seat)


def _shown(state: State) -> dict[int, tuple[str, ...]]:
    """Return the cards that a seat was seen to hold: one that was shown, and not what was claimed.

    The one that lies in the middle is in its hand, until it goes back.
    """
    known: dict[int, tuple[str, ...]] = {}
    for event in state.history:
        if event.what is FAILED and event.cards:
            known[event.seat] = event.cards
        elif event.what in CHANGES or known.get(event.seat) == event.cards:
            known.pop(event.seat, None)
    phase = state.phase
    if phase.play is not None and phase.shown:
        known[phase.play.claimer(state.turn)] = (phase.shown,)
    return known


def _claims(state: State, own: Own) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield what each other seat has claimed since its hand was another."""
    again: set[int] = {*own}
    said = set[tuple[int, tuple[str, ...]]]()
    for event in reversed(state.history):
        if event.what is not CLAIMED:
            again |= {event.seat} if event.what is not TURNED else set()
        elif event.seat not in again:
            said.add((event.seat, event.cards))
    yield from sorted(said)


def _held(state: State, seat: int) -> int:
    """Return how many cards a seat holds, those among which it chooses included."""
    chooses = type(state.phase) is Exchange and seat == state.turn
    return influence(state, seat) + (DRAWN if chooses else 0)


def _without(hands: Hands, seat: int, cards: tuple[str, ...]) -> Hands:
    rest = Counter(hands[seat]) - Counter(cards)
    return replaced(hands, seat, tuple(rest.elements()))


def _drawn(
    hands: Hands, seat: int, court: tuple[str, ...], count: int
) -> tuple[Hands, tuple[str, ...]]:
    """Return the hands, one of them with so many cards of the Court, and what it has left."""
    held = tuple(sorted((*hands[seat], *court[:count])))
    return replaced(hands, seat, held), court[count:]


def _power(influences: int, coins: int) -> float:
    return 1 + SECOND * (influences - 1) + COIN * min(coins, MUST_COUP) if influences else 0.0
