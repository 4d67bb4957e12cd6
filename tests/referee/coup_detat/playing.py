"""A match of Coup d'État for tests, with shortcuts for common steps."""

from __future__ import annotations

from typing import Any

from referee.contract import Ruling
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.money import Debt
from referee.coup_detat.state.rows import fitting_cards, grid_cell
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks
from tests.referee.conftest import Match
from tests.referee.coup_detat import summary

# How the cards of a suit are played out in two tricks that everybody follows; the best comes first.
HALVES = {
    4: (("A", "10", "K", "Q"), ("J", "9", "8", "7")),
    3: (("A", "10", "K"), ("Q", "J", "9")),
}


class CoupDetat(Match):
    """A match of Coup d'État."""

    state: State

    def __init__(self, seats: int = 4, president: int | None = 0, **options: Any) -> None:
        super().__init__("coup_detat", dict(options), seats)
        self.number = seats
        if president is not None:
            for seat in range(seats):
                rank = "A" if seat == president else "9"
                self.do("card_drawn", player=seat, cards=[rank + "CDHS"[seat]])
            self.do("cleared")

    @property
    def phase(self) -> str:
        return summary.phase(self.state)

    def at(self, phase: str) -> bool:
        return self.phase == phase

    @property
    def president(self) -> int:
        noted = summary.noted(self.state, "president")
        assert noted is not None
        return noted

    @property
    def attempter(self) -> int | None:
        return summary.noted(self.state, "attempts")

    @property
    def tour(self) -> int:
        message = summary.fact(self.state, "tour") or summary.fact(self.state, "short_tour")
        assert message is not None
        return int(str(message.params["number"]))

    @property
    def deals(self) -> int:
        """How often cards were dealt."""
        due = self.game.shown.view(self.state, None).deal
        assert due is not None
        return due.round

    @property
    def left(self) -> tuple[str, ...]:
        return summary.left(self.state)

    @property
    def turn_seat(self) -> int:
        return summary.turn(self.state)

    @property
    def shown(self) -> list[int]:
        return summary.shown(self.state)

    @property
    def contract(self) -> str:
        fact = summary.fact(self.state, "contract")
        assert fact is not None
        return str(fact.params["word"]).removeprefix("card.")

    @property
    def owner(self) -> int:
        """The player whose revokes are decided, or whose payment waits."""
        params = self.game.shown.view(self.state, None).focus.label.params
        seat = params.get("borrower_seat", params["seat"])
        assert isinstance(seat, int)
        return seat

    @property
    def goes_on(self) -> bool:
        """Whether the player of an ace at Dominoes goes on."""
        return "done" in [offer.move for offer in self.game.rules.offers(self.state)]

    @property
    def taking_back(self) -> list[int | None]:
        return summary.taking_back(self.state)

    @property
    def cash(self) -> tuple[int, ...]:
        return summary.francs(self.state)[:-1]

    @property
    def bank(self) -> int:
        return summary.francs(self.state)[-1]

    @property
    def debts(self) -> tuple[Debt, ...]:
        return summary.accounts(self.state).debts

    @property
    def tricks(self) -> Tricks:
        return summary.tricks(self.state)

    def named(self, contract: str, attempt: int | None = None) -> None:
        """Name a deal's contract, by the President or in an attempt."""
        seat = self.president if attempt is None else attempt
        self.do("decline" if attempt is None else "attempt", seat=seat)
        self.do("name_contract", seat=seat, contract=contract)

    def lay(self, *cards: str) -> None:
        """Play cards to a trick, each by the player to move."""
        for card in cards:
            self.do("card_played", player=self.turn_seat, cards=[card])

    def trick(self, cards: str) -> None:
        """Play a whole trick and gather it."""
        self.lay(*cards.split())
        self.do("cleared")

    def play_out(self, winners: str, suits: str = "CCDDSSHH", coup: int | None = None) -> None:
        """Play eight tricks, each of one suit, so that they go to `winners`.

        In an attempt its player lays the Coup card to trick `coup`. The table card is the card that
        they would have played there.
        """
        played_suits: list[str] = []
        table = ""
        if coup is not None:
            half = HALVES[self.number][suits[:coup].count(suits[coup])]
            table = half[0] + suits[coup]
        for number, (winner, suit) in enumerate(zip(winners, suits, strict=True)):
            if not self.at("play"):
                return
            best, *rest = HALVES[self.number][played_suits.count(suit)]
            played_suits.append(suit)
            for _ in range(self.number):
                due = self.turn_seat
                card = (best if due == int(winner) else rest.pop()) + suit
                if number == coup and due == self.attempter:
                    card = COUP
                self.lay(card)
                if self.at("suit"):
                    self.do("name_suit", seat=due, suit=suit)
            if self.at("table"):
                trick = self.tricks.trick
                own = trick.card_of(trick.winner)
                self.do("table_card_turned", cards=[own, table])
            self.do("cleared")

    def rows(self, turns: str) -> None:
        """Lay cards to the rows, each by the player to move: ``-`` passes, ``.`` stops."""
        for card in turns.split():
            seat = self.turn_seat
            if card == "-":
                self.do("pass", seat=seat)
            elif card == ".":
                self.do("done", seat=seat)
            else:
                place = grid_cell(card)
                laid = {"card": card, "row": place.row, "column": place.column}
                self.do("card_laid", player=seat, laid=laid)

    def rows_out(self, *hands: str) -> list[list[str]]:
        """Play Dominoes to the end: everybody lays their first card that fits. Return the rest."""
        left = [hand.split() for hand in hands]
        while (rows := summary.rows(self.state)) is not None:
            hand = left[rows.turn]
            card = next(
                (name for name in hand if name in fitting_cards(rows.laid, self.number)), None
            )
            if card is not None:
                hand.remove(card)
            self.rows(card or ("." if rows.run else "-"))
        return left

    def said(self) -> list[str]:
        """Return the message keys of the last rulings, without the game's name."""
        return [ruling.message.key.partition(".")[2] for ruling in self.rulings]

    def by(self, rule: str) -> list[Ruling]:
        """Return the rulings of the last move by a rule."""
        return [ruling for ruling in self.rulings if ruling.rule == rule]
