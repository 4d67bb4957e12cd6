"""Sampled hands and Court for the bots of Coup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, cast

from referee.contract import By, by_tag
from referee.coup.flow import FLOW, acting_seat, apply
from referee.coup.state import moves, phases
from referee.coup.state.cards import DRAWN
from referee.coup.state.state import (
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
        """Return any legal action."""
        return chance.choice(self.legal_actions())

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
        """Return 1 for the winner. Until there is one, all who are in get an equal share."""
        state = self.state
        seats = range(len(state.coins))
        rivals = [seat for seat in seats if is_in(state, seat)]
        return tuple((seat in rivals) / len(rivals) for seat in seats)


def sample_hidden(state: State, seat: int, own: KnownHands, chance: Chance) -> Determinization:
    """Return hidden cards that fit the open cards and the `own` hands. Raise `ImpossibleHand`.

    During an exchange, the hand includes the cards of the Court to choose from. What others claimed
    changes nothing: the network hears that.
    """
    counts = [_hand_size(state, number) for number in range(len(state.coins))]
    check_known_hands(own, counts)
    hidden = [*Counter(hidden_cards(state)).elements()]
    hands, court = deal_hidden(hidden, own, counts, chance)
    return Determinization(state, tuple(tuple(sorted(hand)) for hand in hands), court, seat)


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
