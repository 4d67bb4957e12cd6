"""What a seat sees at Coup d'État, and how its choices turn out in imagined deals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, pack
from referee.coup_detat.state.contracts import CONTRACTS
from referee.determinization import Action, KnownHands
from tests.bench.bots.outsiders.coup_detat_board import Board
from tests.bench.bots.outsiders.coup_detat_play import play_on
from tests.bench.bots.outsiders.coup_detat_rows import lay_on

PLAYS = 1200  # Cards to play in imagined deals for a choice.
DEALS = range(6, 41)  # Deals to imagine for it.
TRIES = 24  # Deals to imagine for a contract.
PRESIDENCY = 600  # What being President is worth for each contract left in the tour.
USUAL = {  # What a contract brings the President on average, in francs more than the others.
    "barbu": 760.0,
    "victory": 780.0,
    "siege": 680.0,
    "prison": 870.0,
    "guillotine": 3000.0,
    "dominoes": 840.0,
}


def ahead(gains: Sequence[float], seat: int) -> float:
    """Return how much more a seat gains than the others do on average."""
    return gains[seat] - (sum(gains) - gains[seat]) / (len(gains) - 1)


def imagine(
    cards: Sequence[str], counts: Sequence[int], lacks: Sequence[set[str]], random: Random
) -> list[list[str]]:
    """Return random hands of `counts` cards, and the rest. No hand has a card that it lacks."""
    best: list[list[str]] = []
    for _ in range(6):
        pile, hands = list(cards), [list[str]() for _ in counts]
        random.shuffle(pile)
        pile.sort(key=lambda card: -sum(card in lack for lack in lacks))
        rest, free = [], list(counts)
        for card in pile:
            may = [seat for seat, many in enumerate(free) if many and card not in lacks[seat]]
            if not may:
                rest.append(card)
                continue
            seat = random.choices(may, [free[number] for number in may])[0]
            hands[seat].append(card)
            free[seat] -= 1
        best = [*hands, rest]
        if not any(free):
            return best
    for seat, many in enumerate(counts):
        while len(best[seat]) < many and best[-1]:
            best[seat].append(best[-1].pop())
    return best


class Sight:
    """What a seat sees of a deal."""

    def __init__(self, state: Any, seat: int, own: KnownHands) -> None:
        self.state, self.seat, self.seats = state, seat, state.seats
        self.hand = list(own.get(seat, ()))

    def new_hands(self, random: Random, table: bool) -> tuple[list[list[str]], str]:
        """Return imagined hands before the first card, and the table card if there is one."""
        hidden = [card for card in pack(self.seats) if card not in self.hand]
        counts = [0 if seat == self.seat else 8 for seat in range(self.seats)]
        hands = imagine(hidden, counts, [set()] * self.seats, random)
        hands[self.seat] = list(self.hand)
        return hands[: self.seats], hands[-1][0] if table and hands[-1] else ""

    def try_contract(self, name: str, attempt: bool, random: Random) -> list[float]:
        """Return what all gain if a contract is played with imagined hands."""
        hands, table = self.new_hands(random, attempt)
        attempter = self.seat if attempt else None
        starter = self.seat if attempt else self.state.president
        if name == "dominoes":
            if attempt:
                hands[self.seat] = [card for card in (*hands[self.seat], table) if card != COUP]
            return lay_on(hands, starter, self.state.president, attempter, (), random)
        board = Board(CONTRACTS[name], hands, self.state.president, attempter)
        board.table = table
        play_on(board, random)
        return board.results()

    def worth(self, name: str, attempt: bool, random: Random) -> float:
        """Return how much more than the others I gain by a contract on average."""
        total = 0.0
        left = len(self.state.contracts_left) - 1
        for _ in range(TRIES):
            gains = self.try_contract(name, attempt, random)
            total += ahead(gains, self.seat)
            if attempt and gains[self.seat] > 0:
                total += self.state.accounts.bank
                total += PRESIDENCY * left * (self.state.president != self.seat)
        return total / TRIES

    def best_attempt(self, random: Random) -> tuple[float, str]:
        """Return the best contract for an attempt, and what it is worth."""
        return max((self.worth(entry, True, random), entry) for entry in self.state.contracts_left)

    def declined(self) -> float:
        """Return what it is worth to decline."""
        left = self.state.contracts_left
        usual = sum(USUAL[name] for name in left) / len(left)
        return usual if self.seat == self.state.president else -usual / (self.seats - 1)

    def lacks(self, seat: int) -> set[str]:
        """Return the cards that a seat cannot hold, because it did not follow or lay them."""
        fails = self.state.phase.deal.fails
        return {card for fail in fails if fail.seat == seat for card in fail.shows}

    def hands_now(self, random: Random) -> tuple[list[list[str]], list[str]]:
        """Return imagined hands in the middle of a deal, and the cards that nobody holds."""
        deal, seat = self.state.phase.deal, self.seat
        left = deal.unseen
        hidden = [card for card in left if card not in self.hand]
        holder = getattr(deal, "coup", None)
        counts = [
            0 if other == seat else many - (other == holder) for other, many in enumerate(deal.held)
        ]
        lacks = [self.lacks(seat) for seat in range(self.seats)]
        *hands, rest = imagine(hidden, counts, lacks, random)
        hands[seat] = list(self.hand)
        if holder is not None and holder != seat:
            hands[holder].append(COUP)
        return hands, rest

    def play_out(
        self, act: Action, random: Random, dealt: tuple[list[list[str]], list[str]]
    ) -> float:
        """Return how much more than the others I gain after an action, with imagined hands."""
        deal, move, president = self.state.phase.deal, act.move, self.state.president
        hands = [list(hand) for hand in dealt[0]]
        if isinstance(move, moves.CardLaid):
            gains = lay_on(
                hands, self.seat, president, deal.attempter, deal.laid, random, move.laid.card
            )
            return ahead(gains, self.seat)
        board = Board(deal.terms, hands, president, deal.attempter)
        board.leader, board.trick, board.suit = (
            deal.trick.leader,
            [*deal.trick.cards],
            deal.trick.suit,
        )
        board.done = len(deal.tricks)
        for number, (winner, cards) in enumerate(zip(deal.winners, deal.tricks, strict=True)):
            table = (deal.table,) if deal.table and not number else ()
            ends = int(not number)
            cost = deal.terms.cost((*cards.cards, *table), ends)
            board.taken[winner] += cost
            board.broken |= bool(cost) and deal.attempter not in (None, winner)
        if deal.attempter is not None and not deal.table and not deal.tricks and dealt[1]:
            board.table = dealt[1][0]
        if isinstance(move, moves.NameSuit):
            board.suit = move.suit
        else:
            board.play(move.cards[0])
        play_on(board, random)
        return ahead(board.results(), self.seat)

    def best_card(self, acts: Sequence[Action], random: Random) -> Action:
        """Return the card or suit that does best on average."""
        left = sum(self.state.phase.deal.held) * len(acts)
        deals = max(DEALS[0], min(DEALS[-1], PLAYS // left))
        totals = [0.0] * len(acts)
        for _ in range(deals):
            dealt = self.hands_now(random)
            for number, act in enumerate(acts):
                totals[number] += self.play_out(act, random, dealt)
        return acts[max(range(len(acts)), key=totals.__getitem__)]
