"""Matches of Coup d'État played both by the code and by a model that knows all hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.contract import AskChoice, Ruling
from tests.referee.asks import places, reads
from tests.referee.models import driver
from tests.referee.models.coup_detat import CASH, Agreement, Match, highest
from tests.referee.models.coup_detat_deal import (
    BARRED,
    COUP,
    RANKS,
    ROW,
    SUITS,
    DominoDeal,
    Fault,
    Play,
    Step,
    TrickDeal,
    pack,
    rank,
    suit,
)
from tests.referee.models.coup_detat_money import BANK, CONTRACTS
from tests.referee.models.coup_detat_player import dealt, some_act
from tests.referee.models.driver import Places

TAKES = "coup_detat.takes"
TOLD = ("revoked", "declared_falsely", "passed_able", "passed_able_often")


def says(rulings: Sequence[Ruling]) -> list[tuple[int, int, int]]:
    """Return of each ruling about revokes the seat, the trick or turn, and how many."""
    messages = [
        ruling.message
        for ruling in rulings
        if ruling.message.key.removeprefix("coup_detat.") in TOLD
    ]
    return sorted(
        (message.params["seat"], message.params["number"], message.params.get("times", 1))  # type: ignore[misc]
        for message in messages
    )


@dataclass(frozen=True)
class Odds:
    """Probabilities from 0 to 1: wrong acts, attempts, loans, second thoughts."""

    wrong: float = 0.1
    attempt: float = 0.4
    lodge: float = 0.3
    borrow: float = 0.2
    lend: float = 0.5
    correct: float = 0.4
    take_back: float = 0.1
    misread: float = 0.05


class Comparison(driver.Comparison):
    """Three or four players who attempt, lend, revoke and change their minds."""

    GAME = "coup_detat"

    def __init__(
        self,
        rng: Random,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        odds: Odds | None = None,
    ) -> None:
        seats, options = seats or rng.choice((3, 4)), options or some_options(rng)
        self.odds = odds or some_odds(rng)
        self.answered = set[int]()  # whether they lodge a secret coup
        super().__init__(options, seats, rng)
        self.match = Match(seats, self.draw(), agreed(options))

    @property
    def over(self) -> bool:
        return self.match.over

    def do(self, move: str, **fields: Any) -> tuple[Ruling, ...]:
        """Make a move in the game. It must not change the money or leave anyone below zero."""
        rulings = super().do(move, **fields)
        self.same("CE-2: all money", CASH * self.seats, self.now["CE-2: all money"])
        self.same("CE-71: nobody below zero", True, min(self.now["CE-2: cash"]) >= 0)
        return rulings

    def phase(self, *phases: str) -> None:
        self.same("the phase", True, self.now["phase"] in phases or self.now["phase"])

    def places(self) -> Places | None:
        return tuple(map(tuple, self.match.ranking())) if self.match.over else None

    def sees(self) -> dict[str, object]:
        """Return the money, the Presidency and the tour, between two deals."""
        match, books = self.match, self.match.books
        debts = [(payee(debt.lender), debt.borrower, debt.due) for debt in books.debts]
        sees: dict[str, object] = {
            "CE-2: cash": tuple(books.cash),
            "CE-2: bank": books.bank,
            "CE-70: debts": debts,
            "over": match.over,
        }
        if not match.over:
            sees |= {
                "phase": "coup",
                "CE-4: President": match.president,
                "CE-6: tour": match.tour + 1,
                "CE-6: contracts left": match.open_contracts(),
            }
        return sees

    # -- before a deal ------------------------------------------------------------------------

    def draw(self) -> int:
        """Draw the first President, sometimes with equal cards (CE-3)."""
        drawing = set(range(self.seats))
        ranks = RANKS if self.seats == 4 else RANKS[:-2]
        while True:
            few = self.rng.sample(ranks, self.rng.choice((2, len(ranks))))
            cards = [card for card in pack(self.seats) if rank(card) in few]
            drawn = dict(zip(sorted(drawing), self.rng.sample(cards, len(drawing)), strict=True))
            order = sorted(drawing)
            self.rng.shuffle(order)
            for seat in order:
                self.do("card_drawn", player=seat, cards=[drawn[seat]])
            drawing = highest(drawn)
            self.do("cleared")
            if len(drawing) == 1:
                return drawing.pop()
            self.same("who draws again", tuple(sorted(drawing)), self.now["CE-3: drawing"])

    def loans(self) -> None:
        """Let somebody ask for a loan between two deals (CE-70)."""
        if not (self.options.get("loans", True) and self.chance(self.odds.borrow)):
            return
        books = self.match.books
        borrower, lender = self.rng.sample(range(self.seats), 2)
        most = books.cash[lender] // 100 * 100
        if not most:
            return
        left = self.rng.choice([0, 400, 600, 800])  # what may then lack, or just be lent
        amount = self.rng.choice([max(100, most - left), self.rng.randrange(100, most + 1, 100)])
        self.do("borrow", seat=borrower, lender=lender, amount=amount)
        if self.chance(self.odds.lend):
            self.do("lend", seat=lender)
            books.lend(lender, borrower, amount)
            self.met["loans"] += 1
        else:
            self.do("refuse", seat=lender)
        self.compare()

    def deal(self) -> None:
        """Deal until a hand has the Coup card, attempt or decline, and name a contract."""
        match, president = self.match, self.match.president
        self.answered = set[int]()
        while not match.give(*dealt(self.seats, self.rng)):
            if self.chance(0.5):
                self.do("on_table", seat=president)
            else:
                self.do("coup_shown", cards=[COUP])
                self.do("on_table", seat=president)
                self.do("cleared")
        holder = match.holder
        contract = self.rng.choice(match.open_contracts())
        if self.chance(self.odds.attempt):
            self.met["attempts"] += 1
            self.attempt(holder)
            namer = holder
            match.attempt(contract)
        else:
            self.do("decline", seat=holder)
            namer = president
            match.decline(contract)
        self.named(namer, contract)

    def attempt(self, holder: int) -> None:
        match self.rng.randrange(3):
            case 0:
                self.do("attempt", seat=holder)
            case 1:
                self.do("coup_shown", player=holder, cards=[COUP])
                self.do("cleared")
            case _:
                self.do("coup_shown", cards=[COUP])
                self.do("mine", seat=holder)
                self.do("cleared")

    def named(self, namer: int, contract: str) -> None:
        left = {*self.match.open_contracts(), contract}
        asks = [ask for offer in self.offers for ask in offer.ask if isinstance(ask, AskChoice)]
        offered = [{choice.value for choice in ask.choices} for ask in asks]
        self.same("what may be named", [left], offered)
        if self.chance(0.5):
            self.do("name_contract", seat=namer, contract=contract)
        else:
            self.do("contract_read", cards=[contract])

    # -- a deal -------------------------------------------------------------------------------

    def step(self) -> None:
        """Play a deal to its end on both sides, and compare the results."""
        self.loans()
        self.deal()
        match = self.match
        while not match.paid or match.books.waiting or self.now["phase"] == "left":
            if match.shown() and self.now["phase"] not in ("short", "left"):
                self.judge()
            elif match.books.waiting:
                self.borrow()
            elif self.now["phase"] == "left":
                self.left()
            elif self.now["phase"] == "table":
                self.turn_up()
            elif self.took_back():
                pass
            elif self.now["phase"] == "clear":
                self.do("cleared")
                match.pay()
            else:
                self.answers()
                self.act(some_act(match, self.rng, self.odds.wrong))
        match.close()
        self.compare()
        self.paid()

    def paid(self) -> None:
        """Compare the payments of the deal, in order."""
        paid = [(payee(due.payer), payee(due.payee), due.amount) for due in self.match.books.paid]
        self.same("who paid whom", paid, self.now["who paid whom"])
        self.match.books.paid.clear()

    def borrow(self) -> None:
        """Ask the next lender for a waiting payment, or let its payee lend (CE-70, CE-71)."""
        books = self.match.books
        seat = books.next_lender() if self.options.get("loans", True) else None
        if seat is None:
            books.payee_lends()
            self.rows_paid()
            return
        self.phase("short")
        asked = {offer.seat for offer in self.offers if offer.move in ("lend", "refuse")}
        self.same("who is asked to lend", {seat}, asked)
        most = books.most_of(seat)
        amount = most if self.chance(0.5) else self.rng.randrange(100, most + 1, 100)
        if not self.chance(self.odds.lend):
            amount = 0
            self.do("refuse", seat=seat)
        elif amount == most and self.chance(0.5):
            self.do("lend", seat=seat)
        else:
            self.do("lend", seat=seat, amount=amount)
        self.met["loans"] += amount > 0
        books.share(amount)
        self.rows_paid()

    def answers(self) -> None:
        """Let some seats answer about a secret coup: all of them before the first trick is over."""
        match, deal = self.match, self.match.deal
        seats = [seat for seat in range(self.seats) if match.may_lodge(seat)]
        seats = [seat for seat in seats if seat not in self.answered]
        asked = {offer.seat for offer in self.offers if offer.move == "answer"}
        self.same("who may lodge a secret coup", set(seats), asked)
        if not isinstance(deal, TrickDeal) or not seats:
            return
        last = len(deal.acts) == self.seats - 1
        for seat in seats:
            if last or self.chance(0.3):
                lodge = self.chance(self.odds.lodge)
                self.do("answer", seat=seat, lodge=lodge)
                self.answered.add(seat)
                if lodge:
                    match.lodge(seat)

    def act(self, act: Play | Step) -> None:
        if isinstance(act, Step):
            self.dominoes(act)
        else:
            self.lay(act)

    # -- revokes ------------------------------------------------------------------------------

    def told(self, rulings: Sequence[Ruling]) -> None:
        """Compare the revokes that the last act showed: the seat, and the trick or turn."""
        shown = self.by_the_last_card()
        self.same("what shows", self.sums(shown), says(rulings))
        self.same("the table is asked", bool(shown), self.now["phase"] == "revoke")
        self.met["shown"] += len(shown)

    def by_the_last_card(self) -> list[Fault]:
        """Return the revokes that the last card shows, before any hand is turned up."""
        deal = self.match.deal
        if not isinstance(deal, DominoDeal) or not deal.attempt:
            return self.match.shown()
        return [fault for fault in self.match.shown() if deal.acts[-1].card in self.fitted(fault)]

    def fitted(self, fault: Fault) -> set[str]:
        """Return the fitting cards of a Dominoes player who passed."""
        deal = self.match.deal
        assert isinstance(deal, DominoDeal)
        return set(deal.hand(fault.seat, fault.at) & deal.fitting(fault.at))

    def left(self) -> None:
        """Turn up the cards left after an attempt at Dominoes: one that fitted, or none (CE-51)."""
        match, deal = self.match, self.match.deal
        assert isinstance(deal, DominoDeal)
        (out,) = set(range(self.seats)) - set(deal.holders())
        ((offer, ask),) = places(self.offers)
        seat = offer.given["player"]
        faults = [fault for fault in match.shown() if fault.seat == seat]
        telling = sorted({card for item in faults for card in self.fitted(item) & deal.hand(seat)})
        self.same(
            "what is asked about covers what would show", set(), set(telling) - set(ask.places)
        )
        if not telling:
            self.do("nothing_left", seat=out)
            self.rows_paid()
            return
        card = self.rng.choice(telling)
        row, column = place(card)
        cell = {"card": card, "row": row, "column": column}
        rulings = self.do("card_left", player=seat, laid=cell)
        expected = self.sums([fault for fault in faults if card in self.fitted(fault)])
        self.same("what is shown by it", expected, says(rulings))
        self.met["left"] += 1

    def sums(self, shown: Sequence[Fault]) -> list[tuple[int, int, int]]:
        """Return what is told of revokes: seat and number; of passes the first and how many."""
        all_ = sorted((fault.seat, self.number(fault)) for fault in shown)
        if isinstance(self.match.deal, TrickDeal):
            return [(seat, number, 1) for seat, number in all_]
        seats = [seat for seat, _ in all_]
        firsts = dict(reversed(all_))
        return [(seat, firsts[seat], seats.count(seat)) for seat in sorted(firsts)]

    def number(self, fault: Fault) -> int:
        """Return the number of the trick, or of the turn at Dominoes, counted from one."""
        tricks = isinstance(self.match.deal, TrickDeal)
        return (fault.at // self.seats if tricks else fault.at) + 1

    def judge(self) -> None:
        """Let an opponent decide about the revokes of one player (CE-26)."""
        match, shown = self.match, self.match.shown()
        self.phase("revoke")
        offers = [offer for offer in self.offers if offer.move == "correct"]
        judges = {offer.seat for offer in offers}
        (owner,) = set(range(self.seats)) - judges
        numbers = {offer.given["at"] + 1 for offer in offers}
        own = [fault for fault in shown if fault.seat == owner]
        if self.now["goes on at"] == "rows" and match.deal is not None and match.deal.over:
            own = [fault for fault in own if self.number(fault) in numbers]  # the others: later
        self.same("what may be corrected", {self.number(fault) for fault in own}, numbers)
        judge = self.rng.choice(sorted(judges - {None}, key=str))
        if self.chance(self.odds.correct):
            fault = self.rng.choice(own)
            self.do("correct", seat=judge, at=self.number(fault) - 1)
            match.correct(fault)
            self.met["corrected"] += 1
            return
        self.do("let_stand", seat=judge)
        for fault in own:
            match.stand(fault)
        if self.now["phase"] != "revoke":
            match.pay_prices()
        self.rows_paid()

    def rows_paid(self) -> None:
        """Pay for a finished deal of Dominoes, once no card or price is pending."""
        match = self.match
        waits = match.books.waiting or self.now["phase"] == "left"
        if isinstance(match.deal, DominoDeal) and not match.shown() and not waits:
            match.pay()

    def took_back(self) -> bool:
        """Let a player take back a card that did not follow, before the next lead (CE-26)."""
        deal = self.match.deal
        if not isinstance(deal, TrickDeal) or not deal.acts:
            return False
        trick = deal.tricks()[-1]
        first = len(deal.acts) - len(trick.plays)
        off = {
            play.seat: at
            for at, play in enumerate(trick.plays, first)
            if trick.led and play.card != COUP and suit(play.card) != trick.led
        }
        offered = {offer.seat for offer in self.offers if offer.move == "take_back"}
        self.same("who may take a card back", set(off), offered)
        if not off or not self.chance(self.odds.take_back):
            return False
        seat = self.rng.choice(sorted(off))
        self.do("take_back", seat=seat)
        self.match.go_back(off[seat])
        self.met["taken_back"] += 1
        return True

    # -- tricks -------------------------------------------------------------------------------

    def lay(self, play: Play) -> None:
        """Lay a card to a trick on both sides."""
        match, deal = self.match, self.match.deal
        assert isinstance(deal, TrickDeal)
        self.phase("play")
        barred = "" if deal.acts else BARRED.get(match.contract, "")
        if suit(play.card) and suit(play.card) in barred:
            if self.seats == 3 and len(barred) == 1:
                return  # another card, then
            self.do("declare_only", seat=play.seat)
            self.met["declared"] += 1
        self.may_be_read(deal, barred)
        rulings = self.read(play)
        if play.named:
            self.phase("suit")
            colour = "black" if play.named in "CS" else "red"
            offered = any(offer.given.get("colour") == colour for offer in self.offers)
            if offered and self.chance(0.5):
                self.do("name_colour", seat=play.seat, colour=colour)
            self.do("name_suit", seat=play.seat, suit=play.named)
        match.act(play)
        self.met["cards"] += 1
        self.told(rulings)
        if len(deal.acts) % self.seats == 0:
            takes = [
                ruling.message.params["seat"] for ruling in rulings if ruling.message.key == TAKES
            ]
            self.same("who takes the trick", [deal.tricks()[-1].winner], takes)

    def read(self, play: Play) -> tuple[Ruling, ...]:
        """Read a card, sometimes as a wrong one that is corrected."""
        (ask,) = (ask for offer, ask in reads(self.offers) if offer.move == "card_played")
        others = sorted(set(ask.possible) - {play.card})
        opens = self.match.deal is not None and not self.match.deal.acts
        if others and self.chance(self.odds.misread * (4 if opens else 1)):
            self.do("card_played", player=play.seat, cards=[self.rng.choice(others)])
            self.met["misread"] += 1
            return self.do("cards_corrected", cards=[play.card])
        return self.do("card_played", player=play.seat, cards=[play.card])

    def may_be_read(self, deal: TrickDeal, barred: str) -> None:
        """Check the cards on offer against the table's knowledge of the hands."""
        (ask,) = (ask for offer, ask in reads(self.offers) if offer.move == "card_played")
        declared = self.now["CE-22: declared"]
        seen = {act.card for act in deal.acts} | {deal.table if deal.full() else ""}
        due = {
            card
            for card in pack(self.seats)
            if card not in seen and (declared or suit(card) not in barred)
        }
        held = deal.hand(deal.turn)
        if COUP in held:
            due = {COUP} if len(held) == 1 else due | {COUP}
        self.same("what may be read", due, set(ask.possible))
        self.same("where it may be read", f"seat:{deal.turn}", ask.zone)

    def turn_up(self) -> None:
        """Turn up the table card next to the card that took the first trick (CE-25)."""
        deal = self.match.deal
        assert isinstance(deal, TrickDeal)
        self.same("the trick after which the table card is turned up", 1, len(deal.full()))
        first = deal.full()[0]
        cards = [play.card for play in first.plays if play.seat == first.winner]
        cards.append(self.match.table)
        self.rng.shuffle(cards)
        self.do("table_card_turned", cards=cards)

    # -- Dominoes -----------------------------------------------------------------------------

    def dominoes(self, step: Step) -> None:
        """Lay a card at Dominoes on both sides, pass, or stop after an ace."""
        match, deal = self.match, self.match.deal
        assert isinstance(deal, DominoDeal)
        self.phase("rows")
        ((offer, ask),) = places(self.offers)
        self.same("whose turn it is", deal.turn, offer.given["player"])
        fit = deal.fitting() & set(pack(self.seats))
        self.same("what fits", {card: (place(card),) for card in fit}, ask.places)
        others = {offer.move for offer in self.offers} - {"card_laid", "end_deal"}
        going, begun = deal.going_on() is not None, bool(deal.acts)
        self.same("besides", {"done"} if going else {"pass"} if begun else set(), others)
        if step.what == "lay":
            row, column = place(step.card)
            cell = {"card": step.card, "row": row, "column": column}
            rulings = self.do("card_laid", player=step.seat, laid=cell)
        else:
            rulings = self.do(step.what, seat=step.seat)
        match.act(step)
        self.met["cards"] += 1
        self.told(rulings)
        self.rows_paid()


def payee(who: int) -> int | None:
    """Return the seat as the referee has it: None for the bank."""
    return None if who == BANK else who


def place(card: str) -> tuple[int, int]:
    """Return the cell of a domino: a row for each suit, a column for each rank (CE-54)."""
    return SUITS.index(suit(card)), ROW.index(rank(card))


def agreed(options: dict[str, Any]) -> Agreement:
    """Return the model's options, with defaults for the missing ones."""
    simpler = options.get("simpler", False)
    out = {options.get("first_out", "barbu"), options.get("second_out", "prison")}
    return Agreement(
        tuple(name for name in CONTRACTS if not (simpler and name in out)),
        3 if simpler else 6,
        options.get("secret_coup", False),
        options.get("coup_names_suit", True),
        options.get("revoke_price", 0),
    )


def some_options(rng: Random) -> dict[str, Any]:
    """Return random options."""
    first, second = rng.sample(["barbu", "victory", "siege", "prison", "guillotine", "dominoes"], 2)
    return {
        "simpler": rng.random() < 0.3,
        "first_out": first,
        "second_out": second,
        "coup_names_suit": rng.random() < 0.7,
        "secret_coup": rng.random() < 0.6,
        "revoke_price": rng.choice([0, 0, 100, 500]),
        "loans": rng.random() < 0.8,
    }


def some_odds(rng: Random) -> Odds:
    """Return random odds: of good players or bad ones."""
    if rng.random() < 0.3:
        return Odds(wrong=0.0, take_back=0.0)
    return Odds(
        wrong=rng.choice([0.05, 0.2, 0.6]),
        attempt=rng.choice([0.2, 0.5, 0.9]),
        lodge=rng.choice([0.1, 0.6]),
        borrow=rng.choice([0.2, 0.9]),
        lend=rng.choice([0.2, 0.8]),
        correct=rng.choice([0.1, 0.4, 0.7]),
    )
