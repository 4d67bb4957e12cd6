"""Sampled hands and Court for the bots of Coup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, product
from math import exp, prod
from typing import NamedTuple, cast

from referee.contract import By, by_tag
from referee.coup.flow import FLOW, acting_seat, apply
from referee.coup.state import moves, phases
from referee.coup.state.cards import (
    ACTIONS,
    AMBASSADOR,
    ASSASSIN,
    ASSASSINATE,
    CAPTAIN,
    CONTESSA,
    DRAWN,
    DUKE,
    MUST_COUP,
)
from referee.coup.state.state import (
    EventKind,
    State,
    hidden_cards,
    influence,
    is_in,
    nameable,
    unanswered_seats,
)
from referee.determinization import (
    Action,
    Chance,
    Hands,
    KnownHands,
    check_known_hands,
    deal_hidden,
    shuffled,
)
from referee.kit import moves_of, replaced

TRIES = 12  # Maximum number of deals, until one fits the claims.
BLUFF = 0.2  # Likelihood of a false claim, relative to a true one.
AGAIN = 0.5  # Factor for each repetition of the same false claim.
# Weights of a winner's advantages, from a conditional logit over 1,200 matches of two to four
# players whose bots tried 100 actions: the second influence, each coin, the turn, and the turn with
# enough coins for a Coup.
SECOND = 1.2
COIN = 0.12
TURN = 0.12
PAID = 0.42
HELD = {DUKE: 0.8, CAPTAIN: 0.5, AMBASSADOR: 0.27, ASSASSIN: 0.2, CONTESSA: 0.05}
RANK = {DUKE: 4, ASSASSIN: 3, CONTESSA: 2, CAPTAIN: 1, AMBASSADOR: 0}  # Higher ranks are kept.
# Relative frequency with which a playout declares each legal action.
OFTEN = {
    "coup": 12.0,
    ASSASSINATE: 6.0,
    "tax": 3.0,
    "extort": 3.0,
    "foreign_aid": 1.0,
    "exchange": 0.7,
    "income": 0.4,
}
LIE = 0.15  # Probability that a playout considers false claims.
DOUBT = 0.2  # Probability of a challenge in a playout; each visible copy adds it again.

CHANGES = (EventKind.REPLACED, EventKind.EXCHANGED)  # These events change a hand.

KINDS = by_tag(moves.Move)


class Determinization(NamedTuple):
    """A state with each seat's hidden cards, sorted, and the cards of the Court.

    If several seats may answer, `first` is the seat that answers first.
    """

    state: State
    hands: Hands
    court: tuple[str, ...]
    first: int

    @property
    def mover(self) -> int | None:
        """The seat that must decide, or None. Seats that may answer do so one after the other."""
        phase = self.state.phase
        if type(phase) is phases.Over or type(phase) is phases.Return:
            return None
        if isinstance(phase, phases.Window):
            asked = unanswered_seats(self.state)
            return self.first if self.first in asked else asked[0]
        return acting_seat(self.state)

    @property
    def _seat(self) -> int:
        return cast("int", self.mover)

    def information_set_key(self) -> Hashable:
        """Return the mover's hand."""
        return self.hands[self._seat]

    def legal_actions(self) -> Sequence[Action]:
        """Return the legal answers, or the cards that the mover may show, turn up or keep."""
        state, seat = self.state, self._seat
        match state.phase:
            case phases.Turn():
                return [*self._actions()]
            case phases.Blockable(play):
                named = nameable(state, play) or ("",)
                blocks = (Action(moves.Block(seat, card)) for card in named)
                return [Action(moves.Pass(seat)), *blocks]
            case phases.Window():
                return [Action(moves.Pass(seat)), Action(moves.Challenge(seat))]
            case phases.Naming(play):
                return [Action(moves.NameCard(seat, card)) for card in play.action.blocks]
            case phases.Show(play):
                fits = [card for card in self.hands[seat] if card in play.claims]
                shown = moves.CardShown(tuple(fits[:1])) if fits else moves.Concede(seat)
                return [Action(shown)]
            case phases.Lose():
                up = state.faces[seat]
                cards = tuple(dict.fromkeys(self.hands[seat]))
                return [Action(moves.CardTurned((*up, card))) for card in cards]
            case phases.Exchange():
                kept = combinations(self.hands[seat], influence(state, seat))
                return [Action(moves.Exchanged(seat), cards) for cards in dict.fromkeys(kept)]
        raise AssertionError(state.phase)

    def _actions(self) -> Iterator[Action]:
        for offer in FLOW.choices(self.state):
            if offer.by is By.SEAT:
                yield from map(Action, moves_of(KINDS, offer))

    def playout_action(self, chance: Chance) -> Action:
        """Return the action of a player who mostly claims characters from their own hand."""
        acts, hand, deck = self.legal_actions(), self.hands[self._seat], self.state.options.deck
        match self.state.phase:
            case phases.Turn():
                lies = chance.random() < LIE
                honest = [
                    one for one in acts if lies or ACTIONS[one.move.action].claims in ("", *hand)
                ]
                return _weighted_choice(honest, chance)
            case phases.Blockable(play):
                truths = [one for one in acts[1:] if one.move.card in hand]
                if truths:
                    return truths[-1]
                holds = not {*play.action.blocks}.isdisjoint(hand)
                return acts[-1] if holds or chance.random() < LIE else acts[0]
            case phases.Window(play):
                seen = [*hand, *(card for up in self.state.faces for card in up)]
                gone = all(seen.count(one) >= deck.get(one, 0) for one in play.claims)
                known = min(map(seen.count, play.claims))
                doubts = gone or chance.random() < DOUBT * (1 + known)
                return acts[-1] if doubts else acts[0]
            case phases.Exchange():
                return max(acts, key=lambda one: sum(RANK[card] for card in {*one.kept}))
            case phases.Lose():
                return min(acts, key=lambda one: RANK[one.move.cards[-1]])
        return chance.choice(acts)

    def play(self, act: Action, chance: Chance) -> Determinization:
        """Return the determinization after an action. A shown card is already replaced in it."""
        (_, hands, court, first), seat = self, self._seat
        state, _ = apply(self.state, act.move)
        if isinstance(act.move, moves.CardTurned):
            hands = _minus(hands, seat, act.move.cards[-1:])
        elif isinstance(act.move, moves.Exchanged):
            back = Counter(hands[seat]) - Counter(act.kept)
            hands, court = replaced(hands, seat, act.kept), (*court, *back.elements())
        if type(state.phase) is phases.Return:
            shower, shown = acting_seat(state), state.phase.shown
            state, _ = apply(state, moves.CardReturned())
            hands, court = _minus(hands, shower, (shown,)), (*court, shown)
            hands, court = _draw(hands, shower, shuffled(court, chance), 1)
        if type(state.phase) is phases.Exchange:
            hands, court = _draw(hands, state.turn, shuffled(court, chance), DRAWN)
        return Determinization(state, hands, court, first)

    def evaluate(self) -> tuple[float, ...]:
        """Return each seat's probability of winning, from its cards and coins."""
        state = self.state
        if type(state.phase) is phases.Over:
            return tuple(float(seat == state.turn) for seat in range(len(state.coins)))
        odds = [self._odds(seat) for seat in range(len(state.coins))]
        whole = sum(odds)
        return tuple(one / whole for one in odds)

    def _odds(self, seat: int) -> float:
        state = self.state
        influences, coins = influence(state, seat), min(state.coins[seat], MUST_COUP)
        if not influences:
            return 0.0
        says = (
            SECOND * (influences - 1)
            + COIN * coins
            + sum(HELD[card] for card in dict.fromkeys(self.hands[seat]))
        )
        if seat == state.turn and type(state.phase) is phases.Turn:
            says += TURN + PAID * (coins >= ACTIONS["coup"].cost)
        return exp(says)


def sample_hidden(state: State, seat: int, own: KnownHands, chance: Chance) -> Determinization:
    """Return hidden cards that fit the open cards and the `own` hands, and mostly the claims.

    During an exchange, the hand includes the cards of the Court to choose from. Raise
    `ImpossibleHand`.
    """
    counts = [_hand_size(state, one) for one in range(len(state.coins))]
    check_known_hands(own, counts)
    known = _known_cards(state, own)
    hidden = [*Counter(hidden_cards(state)).elements()]
    claims = [*_claim_likelihoods(state, own)]
    best = -1.0
    for _ in range(TRIES):
        hands, court = deal_hidden(hidden, known, counts, chance)
        likely = prod(bluff for one, cards, bluff in claims if {*cards}.isdisjoint(hands[one]))
        if chance.random() < likely:
            break
        if likely > best:
            best, likeliest = likely, (hands, court)
    else:
        hands, court = likeliest
    return Determinization(state, tuple(tuple(sorted(hand)) for hand in hands), court, seat)


def _known_cards(state: State, own: KnownHands) -> dict[int, tuple[str, ...]]:
    """Return the `own` hands, and the card that others hold because they showed a wrong card.

    What was shown may have been misread: a card is left out if its seat is out, or if the deck has
    no such card left beside the cards that are certain (CP-40).
    """
    known, unseen = dict(own), Counter(hidden_cards(state))
    for cards in own.values():
        unseen.subtract(cards)
    for seat, cards in _shown_cards(state).items():
        if seat not in own and is_in(state, seat) and Counter(cards) <= unseen:
            known[seat] = cards
            unseen.subtract(cards)
    return known


def _shown_cards(state: State) -> dict[int, tuple[str, ...]]:
    """Return the last card that each seat showed and still holds, by the record, the surest first.

    A card in the middle is part of its player's hand until it goes back.
    """
    known: dict[int, tuple[str, ...]] = {}
    for event in state.history:
        if event.what is EventKind.FAILED and event.cards:
            known[event.seat] = event.cards
        elif event.what in CHANGES or known.get(event.seat) == event.cards:
            known.pop(event.seat, None)
    phase = state.phase
    if phase.play is not None and phase.shown:
        seat = phase.play.claimer(state.turn)
        known.pop(seat, None)
        known = {seat: (phase.shown,), **known}  # It lies there, so it is the most certain.
    return known


def _claim_likelihoods(
    state: State, own: KnownHands
) -> Iterator[tuple[int, tuple[str, ...], float]]:
    """Yield the claims that each other seat made since its hand last changed.

    Each claim comes with its likelihood from a seat without the card, relative to a seat with the
    card. Repeated claims count more.
    """
    again: set[int] = {*own}
    turned = set[tuple[int, str]]()  # older claims of a card that was turned up do not matter
    said = Counter[tuple[int, tuple[str, ...]]]()
    for event in reversed(state.history):
        if event.what is EventKind.TURNED:
            turned |= {(event.seat, card) for card in event.cards}
        elif event.what is not EventKind.CLAIMED:
            again.add(event.seat)
        elif event.seat not in again and turned.isdisjoint(product([event.seat], event.cards)):
            said[event.seat, event.cards] += 1
    for (seat, cards), times in sorted(said.items()):
        yield seat, cards, BLUFF * AGAIN ** (times - 1)


def _hand_size(state: State, seat: int) -> int:
    """Return how many cards a seat holds, including those of an exchange."""
    chooses = type(state.phase) is phases.Exchange and seat == state.turn
    return influence(state, seat) + (DRAWN if chooses else 0)


def _minus(hands: Hands, seat: int, cards: tuple[str, ...]) -> Hands:
    rest = Counter(hands[seat]) - Counter(cards)
    return replaced(hands, seat, tuple(rest.elements()))


def _draw(
    hands: Hands, seat: int, court: tuple[str, ...], count: int
) -> tuple[Hands, tuple[str, ...]]:
    """Return the hands after a seat has drawn `count` cards, and the rest of the Court."""
    held = tuple(sorted((*hands[seat], *court[:count])))
    return replaced(hands, seat, held), court[count:]


def _weighted_choice(acts: Sequence[Action], chance: Chance) -> Action:
    """Return a random declaration. `OFTEN` has the relative frequency of each action."""
    weights = [OFTEN[one.move.action] for one in acts]
    at = chance.random() * sum(weights)
    for act, weight in zip(acts, weights, strict=True):
        at -= weight
        if at < 0:
            return act
    return acts[-1]
