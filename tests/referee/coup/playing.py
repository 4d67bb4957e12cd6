"""A match of Coup to play by hand, with what every table says over and over."""

from __future__ import annotations

from typing import Any

from referee.contract import Ruling
from referee.coup.state.state import State, unanswered_seats
from tests.referee.conftest import Match
from tests.referee.coup.summary import Summary, summary_of


class Coup(Match):
    """A match of Coup; `coins` and `faces` may be set before it is played on."""

    state: State

    def __init__(self, seats: int = 3, **options: Any) -> None:
        super().__init__("coup", options, seats)

    @property
    def seen(self) -> Summary:
        """Where the turn stands."""
        return summary_of(self.state)

    def purse(self, seat: int, coins: int) -> None:
        """Give a seat so many coins, as the host may."""
        self.do("coins_set", seat=seat, coins=coins)

    def declare(self, action: str, target: int | None = None) -> State:
        """Let the seat on turn declare an action."""
        state: State = self.do("declare", seat=self.state.turn, action=action, target=target)
        return state

    def comes_to(self, seat: int) -> None:
        """Take income until it is a seat's turn."""
        while self.state.turn != seat:
            self.declare("income")

    def passes(self) -> State:
        """Let all pass who are asked in this window."""
        for seat in unanswered_seats(self.state):
            self.do("pass", seat=seat)
        return self.state

    def challenge(self, seat: int, shown: str | None) -> State:
        """Challenge; the claimer shows a card, or concedes."""
        self.do("challenge", seat=seat)
        if shown is None:
            owner = self.state.turn if self.seen.blocker is None else self.seen.blocker
            self.do("concede", seat=owner)
        else:
            self.do("card_shown", cards=[shown])
        return self.state

    def loses(self, card: str) -> State:
        """Turn up a card before whoever loses an influence."""
        assert self.seen.loser is not None
        state: State = self.do("card_turned", cards=[*self.state.faces[self.seen.loser], card])
        return state

    def lose_two(self, seat: int, first: str, second: str) -> None:
        """Bring a seat to its end: two coups, at the host's expense."""
        for card in (first, second):
            self.coup(seat, card)

    def coup(self, seat: int, card: str) -> None:
        """Let the seat on turn, or the one after the target, coup `seat`."""
        while self.state.turn == seat:
            self.declare("income")
        self.purse(self.state.turn, 7)
        self.declare("coup", seat)
        self.loses(card)

    def rules(self) -> list[str]:
        """Return the rules that the last move was ruled by."""
        return [ruling.rule for ruling in self.rulings]

    def by(self, rule: str) -> Ruling:
        """Return the first ruling of the last move by `rule`."""
        return next(ruling for ruling in self.rulings if ruling.rule == rule)

    def keys(self) -> list[str]:
        """Return the message keys of the last rulings."""
        return [ruling.message.key for ruling in self.rulings]
