"""Coup d'État as a plain simulation that knows all hands, written from the rules alone.

It is not written from the referee's code, so that one may judge the other. A deal is the list of
its acts (`coup_detat_deal`), money is in the books (`coup_detat_money`), the match is here.

Where the rule file is open, and what holds here:

- CE-3 The Coup card, if drawn, is the highest card; only those who tie draw again.
- CE-5, CE-40 Who succeeds in a tour's last deal takes the bank; the Presidency passes all the same.
- CE-22 "All of one suit" is meant of Barbu and Siege: with three players a hand can be all hearts
  and spades. A false declaration shows by the first card of a suit that was not barred.
- CE-22, CE-24 A led Coup card needs no declaration, and names no barred suit from any hand.
- CE-24 Under a led Coup card that names no suit nothing is a revoke.
- CE-26 A correction goes back to any one of the wrong cards just shown, at whatever trick. Other
  wrong cards before it show again with the next card of the suit, those let stand meanwhile too;
  the price goes back with what it was for, or until it stands again. What another player lent
  towards it stays; what the bank lent towards it is void.
- CE-26, CE-37 What the first trick cost is handed back where the deal goes back to it; what was
  lent stays, a bargain of two players. Nothing is paid at the end before the table has judged what
  the last card shows.
- CE-35 Dominoes ends when one player holds cards, in an attempt when one holds none.
- CE-51 Then all hands left are turned up. Who holds no cards has no turn, and so passes nothing.
- CE-52 The ace must lie on its king: an ace that opens a row lets nobody go on.
- CE-60 Several may lodge; each who fails pays the bank.
- CE-61 The President hands back what the first trick brought; who failed pays it to the bank.
- CE-71 The first payment that cash reaches for is made, again and again; then the first that waits
  is lent for, and what was lent pays nothing else. Who owes a payment that waits is not asked. The
  payee lends just what is missing; so does the bank, and the debt is then owed to it.
- CE-72 One pass over the debts, the oldest first, then another, until one moves nothing. What the
  bank is repaid stays in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.referee.models.coup_detat_deal import (
    COUP,
    RANKS,
    Deal,
    DominoDeal,
    Fault,
    Play,
    Step,
    TrickDeal,
    pack,
    rank,
)
from tests.referee.models.coup_detat_money import (
    BANK,
    CONTRACTS,
    SECRET,
    Books,
    Due,
    Result,
    trick_due,
)

CASH = 10_000  # CE-2


def highest(draws: Mapping[int, str]) -> set[int]:
    """Return the seats that drew the highest card: one is President, several draw again (CE-3)."""
    order = [COUP, *RANKS]
    height = {
        seat: order.index(card if card == COUP else rank(card)) for seat, card in draws.items()
    }
    return {seat for seat, place in height.items() if place == min(height.values())}


@dataclass(frozen=True)
class Agreement:
    """What the table agreed on: contracts in play, how many make a tour (CE-6), options."""

    contracts: tuple[str, ...] = CONTRACTS
    per_tour: int = 6
    secret: bool = False
    names_suit: bool = True
    price: int = 0  # what a revoke that stands costs, to the bank


class Match:
    """A match: hands are dealt to it, choices made on it; it pays, and moves the Presidency on."""

    def __init__(self, players: int, president: int, agreed: Agreement | None = None) -> None:
        self.agreed = agreed or Agreement()
        self.players = players
        self.president = president
        self.starter = president
        self.tour = 0
        self.played: list[str] = []
        self.books = Books([CASH] * players)
        self.deal: Deal | None = None
        self.over = False
        self._clear()

    def _clear(self) -> None:
        self.hands: list[frozenset[str]] = []
        self.table = ""
        self.contract = ""
        self.attempter: int | None = None
        self.lodged: frozenset[int] = frozenset()
        self.deal = None
        self.settled: dict[int, int] = {}  # acts that are let stand, each since which act
        self.prices: list[Due] = []  # of those, not yet paid
        self.books.prices.clear()
        self.booked: list[Due] | None = None  # what the first trick cost
        self.paid = False

    # The deal

    def give(self, hands: Sequence[frozenset[str]], table: str) -> bool:
        """Deal; False where the Coup card is on the table and all is dealt again (CE-10)."""
        assert {len(hand) for hand in hands} == {8}
        assert sorted([*pack(self.players), COUP]) == sorted(
            [table, *(c for h in hands for c in h)]
        )
        if table == COUP:
            return False
        self.hands, self.table = list(hands), table
        return True

    @property
    def holder(self) -> int:
        """Return who was dealt the Coup card."""
        return next(seat for seat, hand in enumerate(self.hands) if COUP in hand)

    def open_contracts(self) -> tuple[str, ...]:
        """Return what may be named (CE-12, CE-13)."""
        return tuple(name for name in self.agreed.contracts if name not in self.played)

    def attempt(self, contract: str) -> None:
        """Let the holder attempt a coup d'État (CE-11, CE-53)."""
        self.attempter = self.holder
        if contract == "dominoes":
            self._swap()
        self._begin(contract, self.attempter)

    def decline(self, contract: str) -> None:
        """Let the holder decline and the President name the contract (CE-11, CE-12)."""
        self._swap()
        self._begin(contract, self.president)

    def _swap(self) -> None:
        holder = self.holder
        self.hands[holder] = self.hands[holder] - {COUP} | {self.table}

    def _begin(self, contract: str, leader: int) -> None:
        assert contract in self.open_contracts()
        self.contract = contract
        self.played.append(contract)
        attempt = self.attempter is not None
        if contract == "dominoes":
            self.deal = DominoDeal(self.hands, leader, attempt=attempt)
        else:
            table = self.table if attempt else None
            names = self.agreed.names_suit
            self.deal = TrickDeal(self.hands, contract, leader, table, names_suit=names)

    # Play

    def may_lodge(self, seat: int) -> bool:
        """Whether a seat may lodge a secret coup (CE-60, CE-61)."""
        return (
            self.agreed.secret
            and isinstance(self.deal, TrickDeal)
            and self.contract in SECRET
            and self.attempter is None
            and seat != self.president
            and seat not in self.lodged
            and not self.deal.full()
        )

    def lodge(self, seat: int) -> None:
        """Lodge a secret coup."""
        assert self.may_lodge(seat)
        self.lodged |= {seat}

    def act(self, act: Play | Step) -> None:
        """Do what whoever's turn it is does, rightly or wrongly."""
        assert self.deal is not None
        assert not self.shown()
        assert not self.deal.over
        assert act.seat == self.deal.turn
        if isinstance(act, Play):
            assert isinstance(self.deal, TrickDeal)
            assert act in list(self.deal.ways(act.seat, act.card))
            assert act.card in self.deal.hand(act.seat)
            self.deal.acts.append(act)
        else:
            assert isinstance(self.deal, DominoDeal)
            assert act.what == "pass" or act in self.deal.legal()
            assert act.what != "pass" or (self.deal.acts and self.deal.going_on() is None)
            self.deal.acts.append(act)

    def shown(self) -> list[Fault]:
        """Return the wrong acts that the last act showed and on which the table must decide."""
        if self.deal is None:
            return []
        last = len(self.deal.acts) - 1
        faults = self.deal.faults()
        return [fault for fault in faults if fault.shown == last and fault.at not in self.settled]

    def stand(self, fault: Fault) -> None:
        """Let a wrong act stand (CE-26)."""
        assert fault in self.shown()
        assert self.deal is not None
        self.settled[fault.at] = len(self.deal.acts) - 1
        if self.agreed.price:
            self.prices.append(Due(fault.seat, BANK, self.agreed.price, fault.at))

    def pay_prices(self) -> None:
        """Pay for what was let stand, once the table has decided on all that shows."""
        self.books.pay(self.prices)
        self.prices.clear()

    def correct(self, fault: Fault) -> None:
        """Go back to before a wrong act (CE-26)."""
        assert fault in self.shown()
        self.go_back(fault.at)

    def go_back(self, at: int) -> None:
        """Go back to before an act, and hand back what the first trick cost."""
        assert self.deal is not None
        unpaid = {due.act for due in self.prices}
        self.prices.clear()
        for act, since in reversed(self.settled.items()):
            if since >= at and self.agreed.price and act not in unpaid:
                self.books.price_back(self.deal.acts[act].seat, self.agreed.price, act)
        del self.deal.acts[at:]
        self.settled = {one: since for one, since in self.settled.items() if since < at}
        if self.booked is not None and at < self.players:
            self.books.pay([Due(due.payee, due.payer, due.amount) for due in self.booked])
            self.booked = None

    # Money, and what follows a deal

    def outcome(self) -> Result:
        """Return what the deal came to, once it is over."""
        deal = self.deal
        assert deal is not None
        assert deal.over
        common = {
            "contract": self.contract,
            "players": pack(self.players),
            "seats": self.players,
            "president": self.president,
            "attempter": self.attempter,
        }
        if isinstance(deal, TrickDeal):
            tricks = deal.tricks()
            return Result(
                **common,  # type: ignore[arg-type]
                lodged=self.lodged,
                taken=deal.taken(),
                first=tricks[0].winner,
                last=tricks[-1].winner,
            )
        holders = deal.holders()
        empty = next(seat for seat in (act.seat for act in deal.acts) if seat not in holders)
        if self.attempter is None:
            return Result(**common, holder=holders[0])  # type: ignore[arg-type]
        return Result(**common, first_out=empty)  # type: ignore[arg-type]

    def pay(self) -> None:
        """Pay what has fallen due: by the first trick (CE-37, CE-42), or by the deal's end."""
        assert not self.shown()
        deal = self.deal
        tricks = deal.full() if isinstance(deal, TrickDeal) and self.attempter is None else []
        if tricks and self.booked is None:
            self.booked = trick_due(self.contract, self.president, tricks[0].winner)
            self.books.pay(self.booked)
        if deal is not None and deal.over and not self.paid:
            self.paid = True
            self.books.pay(self.outcome().dues())

    def close(self) -> None:
        """End a deal that is paid: the bank, the Presidency, the tour, the match (CE-39, CE-40)."""
        assert self.paid
        assert not self.shown()
        assert not self.books.waiting
        winner = self.outcome().winner_of_coup()
        if winner is not None:
            self.books.empty_bank(winner)
            self.president = winner
        if len(self.played) == self.agreed.per_tour:
            self.books.empty_bank(self.president)
            self.played = []
            self.tour += 1
            self.starter = (self.starter + 1) % self.players
            self.president = self.starter
        self._clear()
        if self.tour == self.players:
            self.over = True
            self.books.settle()

    def ranking(self) -> list[list[int]]:
        """Return the seats by their cash, the richest first, equals together (CE-72)."""
        cash = self.books.cash
        return [
            [seat for seat, own in enumerate(cash) if own == amount]
            for amount in sorted(set(cash), reverse=True)
        ]
