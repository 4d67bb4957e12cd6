"""The view of a seat of Coup as numbers: the input of the network.

First come the seats, clockwise from the deciding seat, and then the seat's own cards and the
question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from referee.coup.bots.outputs import AIMED, ALONE, CARDS
from referee.coup.state import phases
from referee.coup.state.cards import ACTIONS, AMBASSADOR, ASSASSINATE, DRAWN, INFLUENCE
from referee.coup.state.setup import SEATS
from referee.coup.state.state import EventKind, State, hidden_cards, influence, is_in
from referee.disk.networks import Numbers

# More claims of a card, and more challenges, tell little.
CLAIMS, CHALLENGES = 3, 4
PURSE = 10  # All numbers are about 1.
COPIES = 3
OF_SEAT = 11 + 3 * len(CARDS)  # numbers for each seat
ACTION_PLACES = {name: at for at, name in enumerate((*ALONE, *AIMED))}
QUESTIONS: dict[type[phases.Phase], int] = {
    phases.Turn: 0,
    phases.Challengeable: 1,
    phases.Blockable: 2,
    phases.Naming: 2,
    phases.Counter: 3,
    phases.Lose: 4,
    phases.Exchange: 5,
}


class _Told:
    """Hints about each seat's hand in the history, by its claims and challenges."""

    def __init__(self, state: State) -> None:
        seats = len(state.coins)
        self.claims = np.zeros((seats, len(CARDS)))  # since the card or the hand last changed
        self.lacks = np.zeros((seats, len(CARDS)))  # cards that the seat could not show
        self.failed, self.shown, self.challenged = np.zeros((3, seats))
        claimed: list[int] = []
        for event in state.history:
            seat, cards = event.seat, [CARDS[card] for card in event.cards]
            match event.what:
                case EventKind.CLAIMED:
                    claimed = cards
                    self.claims[seat, cards] += 1
                case EventKind.SHOWN:
                    self.shown[seat] += 1
                    self.challenged[event.other] += 1
                    self.claims[seat, cards] = self.lacks[seat] = 0  # It draws a new card.
                case EventKind.FAILED:
                    self.failed[seat] += 1
                    self.challenged[event.other] += 1
                    self.claims[seat, claimed], self.lacks[seat, claimed] = 0, 1
                case EventKind.TURNED:
                    self.claims[seat, cards] = 0
                case EventKind.EXCHANGED:
                    self.claims[seat] = self.lacks[seat] = 0

    def of(self, seat: int) -> Iterator[float]:
        """Yield the numbers for a seat."""
        yield from np.minimum(self.claims[seat], CLAIMS) / CLAIMS
        yield from self.lacks[seat]
        yield min(self.failed[seat], CLAIMS) / CLAIMS
        yield min(self.shown[seat], CLAIMS) / CLAIMS
        yield min(self.challenged[seat], CHALLENGES) / CHALLENGES


def seen(state: State, seat: int, hand: Sequence[str], kept: Sequence[str] = ()) -> Numbers:
    """Return what a seat sees that has these cards. In an exchange, it has `kept` some already."""
    answer, (action, claimer, target, card) = _Told(state), _question(state)
    seats, play, phase = len(state.coins), [], state.phase
    coup, assassination = ACTIONS["coup"].cost, ACTIONS[ASSASSINATE].cost
    for item in (*range(seat, seats), *range(seat)):
        left, coins, up = influence(state, item), state.coins[item], Counter(state.faces[item])
        play += [left > 0, left == INFLUENCE, coins / PURSE, coins >= assassination, coins >= coup]
        play += [item == state.turn, item == claimer, item == target]
        play += [*(up[each] for each in CARDS), *answer.of(item)]
        if not left:  # Its claims do not matter any more.
            play[-OF_SEAT + 8 + len(CARDS) : -OF_SEAT + 8 + 2 * len(CARDS)] = [0] * len(CARDS)
    play += [0] * (OF_SEAT * (SEATS[-1] - seats))
    own, known, hidden = Counter(hand), Counter((*hand, *kept)), hidden_cards(state)
    play += [own[each] >= number for number in (1, 2) for each in CARDS]
    play += [(hidden.get(each, 0) - known[each]) / COPIES for each in CARDS]
    play += _one_of(len({*QUESTIONS.values()}), QUESTIONS[type(phase)])
    play += _one_of(len(ACTIONS), ACTION_PLACES.get(action))
    play += _one_of(len(CARDS), CARDS.get(card))
    choosing = type(phase) is phases.Exchange
    play.append((len(hand) - DRAWN) / INFLUENCE if choosing else 0)
    rivals = sum(is_in(state, seat) for seat in range(seats))
    play += _one_of(len(SEATS), rivals - SEATS[0])
    return np.array([*play, *(each in kept for each in CARDS)], np.float32)


def _one_of(places: int, at: int | None) -> Iterable[float]:
    return [float(at == place) for place in range(places)]


def _question(state: State) -> tuple[str, int | None, int | None, str]:
    """Return the action of the turn, whose claim stands, the target, and the claimed card."""
    phase, turn = state.phase, state.turn
    if type(phase) is phases.Exchange:
        return "exchange", turn, None, AMBASSADOR
    play = phase.play
    if play is None:
        return "", None, None, ""
    if type(phase) is phases.Blockable or type(phase) is phases.Naming:
        return play.name, turn, play.target, ""
    done = type(phase) is phases.Lose and type(phase.cause) is phases.Hit and play.block is None
    return play.name, play.claimer(turn), play.target, "" if done else play.claims[0]
