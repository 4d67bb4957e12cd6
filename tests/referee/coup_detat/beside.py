"""A match of Coup d'État played twice: by the model, which knows all hands, and by the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import AskChoice, IllegalMove, Offers, Ruling
from referee.coup_detat.state.state import State
from tests.referee.asks import places, reads
from tests.referee.coup_detat import seen
from tests.referee.coup_detat.seen import Seen
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
from tests.referee.models.coup_detat_money import BANK, CONTRACTS, Debt, Due
from tests.referee.models.coup_detat_player import dealt, some_act
from tests.referee.models.coup_detat_search import francs, worths

GAME = library.game("coup_detat")
ORDER = [value + letter for letter in SUITS for value in ROW] + [COUP]  # of cards that tie
Decision = tuple[int, int, str]  # whose, in which trick, and the card that was played
Other = tuple[str, int]  # another card, and by how much it is better
TAKES = "coup_detat.takes"
TOLD = ("revoked", "declared_falsely", "passed_able")


@dataclass(frozen=True)
class Odds:
    """How often something happens, out of one: wrong acts, attempts, loans, second thoughts."""

    wrong: float = 0.1
    attempt: float = 0.4
    lodge: float = 0.3
    borrow: float = 0.2
    lend: float = 0.5
    correct: float = 0.4
    take_back: float = 0.1
    odd: float = 0.05
    misread: float = 0.05


@dataclass
class Tally:
    """What was met in so many deals."""

    deals: int = 0
    cards: int = 0
    shown: int = 0
    corrected: int = 0
    left: int = 0  # cards that show a pass, left after an attempt at Dominoes
    stood: int = 0
    taken_back: int = 0
    declared: int = 0
    misread: int = 0
    attempts: int = 0
    coups: int = 0
    secret: int = 0
    loans: int = 0
    refused: int = 0


class Pair:
    """One match in both; a difference tells how it came about."""

    def __init__(self, seats: int, options: dict[str, Any], rng: Random, odds: Odds) -> None:
        self.seats, self.options, self.rng, self.odds = seats, options, rng, odds
        self.moves: list[dict[str, Any]] = []
        self.searched = 0  # so many of each deal's last tricks are searched in both
        self.answered = set[int]()  # whether they lodge a secret coup
        self.tally = Tally()
        self.state: State = GAME.begin(library.options(GAME, options), seats)
        self.rulings: tuple[Ruling, ...] = ()
        self.match = Match(seats, self.draw(), agreed(options))
        self.compare()

    # -- the two ------------------------------------------------------------------------------

    def same(self, what: str, model: object, referee: object) -> None:
        """Fail where the two differ, with the match so far."""
        if model != referee:
            lines = [
                what,
                f"model:   {model}",
                f"referee: {referee}",
                f"{self.seats} seats, {self.options}, {self.match_now()}",
                *(str(move) for move in self.moves[-80:]),
            ]
            pytest.fail("\n".join(lines), pytrace=False)

    def match_now(self) -> str:
        match: Match | None = getattr(self, "match", None)
        if match is None:
            return ""
        return f"{match.contract} president {match.president} attempter {match.attempter}"

    @property
    def seen(self) -> Seen:
        """The referee's state, as far as the model is held to it."""
        return seen.seen(self.state)

    def offers(self) -> Offers:
        return GAME.offers(self.state)

    def do(self, tag: str, **fields: Any) -> tuple[Ruling, ...]:
        """Make a move that the referee must offer and take."""
        move = {"move": tag, **fields}
        self.moves.append(move)
        made = library.move(GAME, move)
        self.same(f"{move} is offered", True, made in self.offers())
        try:
            self.state, self.rulings = GAME.apply(self.state, made)
        except IllegalMove as refusal:
            self.same(f"{move} is taken", True, str(refusal))
        accounts = self.seen.accounts
        self.same("the sum of money", CASH * self.seats, accounts.total)
        self.same("nobody below zero", True, min(accounts.cash) >= 0)
        return self.rulings

    def cannot(self, rule: str, tag: str, **fields: Any) -> None:
        """Make a move that the referee must refuse by a rule, and not offer."""
        move = {"move": tag, **fields}
        made = library.move(GAME, move)
        self.same(f"{move} is offered", False, made in self.offers())
        self.tally.refused += 1
        try:
            GAME.apply(self.state, made)
        except IllegalMove as refusal:
            self.same(f"{move} is refused by", rule, refusal.rule)
        else:
            self.same(f"{move} is taken", False, True)

    def phase(self, *phases: str) -> None:
        self.same("the phase", True, self.seen.phase in phases or self.seen.phase)

    def chance(self, odds: float) -> bool:
        return self.rng.random() < odds

    def compare(self) -> None:
        """Compare money, the Presidency, the tour and what is left of it between two deals."""
        match, state = self.match, self.seen
        self.same("cash", tuple(match.books.cash), state.accounts.cash)
        self.same("bank", match.books.bank, state.accounts.bank)
        debts = [
            Debt(BANK if debt.lender is None else debt.lender, debt.borrower, debt.owed)
            for debt in state.debts
        ]
        self.same("debts", match.books.debts, debts)
        self.same("over", match.over, state.phase == "over")
        if match.over:
            outcome = GAME.outcome(self.state)
            assert outcome is not None
            places = tuple(map(tuple, match.ranking()))
            self.same("ranking", places, outcome.ranking)
            self.same("winners", places[0], outcome.winners)
            return
        self.phase("coup")
        self.same("President", match.president, state.president)
        self.same("tour", match.tour + 1, state.tour)
        self.same("contracts left", match.open_contracts(), state.left)

    # -- before a deal ------------------------------------------------------------------------

    def draw(self) -> int:
        """Draw the first President, now and then with equals (CE-3)."""
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
            self.same("who draws again", tuple(sorted(drawing)), self.seen.drawing)

    def loans(self) -> None:
        """Let somebody ask for a loan between two deals (CE-70)."""
        if not (self.options.get("loans", True) and self.chance(self.odds.borrow)):
            return
        books = self.match.books
        borrower, lender = self.rng.sample(range(self.seats), 2)
        most = books.cash[lender] // 100 * 100
        if self.chance(self.odds.odd):
            for amount in (most + 100, 0, 150):
                self.cannot("CE-70", "borrow", seat=borrower, lender=lender, amount=amount)
        if not most:
            return
        left = self.rng.choice([0, 400, 600, 800])  # what may then lack, or just be lent
        amount = self.rng.choice([max(100, most - left), self.rng.randrange(100, most + 1, 100)])
        self.do("borrow", seat=borrower, lender=lender, amount=amount)
        self.cannot("CE-70", "lend", seat=borrower)
        if self.chance(self.odds.lend):
            self.do("lend", seat=lender)
            books.lend(lender, borrower, amount)
            self.tally.loans += 1
        else:
            self.do("refuse", seat=lender)
        self.compare()

    def deal(self) -> None:
        """Deal until the Coup card is in a hand; attempt or decline; name a contract."""
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
            self.tally.attempts += 1
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
        asks = [ask for offer in self.offers() for ask in offer.ask if isinstance(ask, AskChoice)]
        offered = [{choice.value for choice in ask.choices} for ask in asks]
        self.same("what may be named", [left], offered)
        if self.chance(self.odds.odd):
            for name in self.match.played[:-1]:
                self.cannot("CE-13", "name_contract", seat=namer, contract=name)
            other = (namer + 1) % self.seats
            self.cannot("CE-12", "name_contract", seat=other, contract=contract)
        if self.chance(0.5):
            self.do("name_contract", seat=namer, contract=contract)
        else:
            self.do("contract_read", cards=[contract])

    # -- a deal -------------------------------------------------------------------------------

    def play(self) -> None:
        """Play a deal to its end in both, and compare what it led to."""
        self.loans()
        self.deal()
        match = self.match
        while not match.paid or match.books.waiting or self.seen.phase == "left":
            if match.shown() and self.seen.phase not in ("short", "left"):
                self.judge()
            elif match.books.waiting:
                self.borrow()
            elif self.seen.phase == "left":
                self.left()
            elif self.seen.phase == "table":
                self.turn_up()
            elif self.took_back():
                pass
            elif self.seen.phase == "clear":
                self.do("cleared")
                match.pay()
            else:
                self.answers()
                self.act(some_act(match, self.rng, self.odds.wrong))
        self.count()
        others = self.other_cards() if self.searched else {}
        match.close()
        self.compare()
        self.paid()
        if others:
            self.same("what another card would have meant", others, self.judged())

    def paid(self) -> None:
        """Compare who paid whom in the deal, in order."""
        flows = seen.flows(self.state)
        each = [
            Due(
                BANK if flow.payer is None else flow.payer,
                BANK if flow.payee is None else flow.payee,
                flow.amount,
            )
            for flow in flows
        ]
        self.same("who paid whom", self.match.books.paid, each)
        self.match.books.paid.clear()

    def count(self) -> None:
        """Add the deal to the tally."""
        deal, result = self.match.deal, self.match.outcome()
        assert deal is not None
        won = result.winner_of_coup()
        self.tally.deals += 1
        self.tally.coups += won is not None
        self.tally.secret += won is not None and result.attempter is None
        self.tally.stood += len(deal.faults())

    def other_cards(self) -> dict[Decision, Other]:
        """Return the best other card of each late decision, and what it is better by, by trial."""
        deal, found = self.match.deal, {}
        if not isinstance(deal, TrickDeal):
            return {}
        acts = list(deal.acts)
        for at in range((8 - self.searched) * self.seats, len(acts)):
            deal.acts[:] = acts[:at]
            seat, card = acts[at].seat, acts[at].card
            worth: dict[str, int] = {}
            for play, line in worths(deal, lambda _: francs(self.match), ORDER).items():
                worth[play.card] = max(worth.get(play.card, line[seat]), line[seat])
            if card in worth and len(worth) > 1:
                other = max((one for one in worth if one != card), key=worth.__getitem__)
                found[seat, at // self.seats, card] = (other, worth[other] - worth[card])
            deal.acts[:] = acts
        return found

    def judged(self) -> dict[Decision, Other]:
        """Return the same as the referee has it."""
        return {
            (one.seat, one.trick, one.card): (one.instead, one.better)
            for one in seen.others(self.state).others
            if one.trick >= 8 - self.searched
        }

    def borrow(self) -> None:
        """Ask the next for the payment that waits, or let its payee lend (CE-70, CE-71)."""
        books = self.match.books
        seat = books.next_lender() if self.options.get("loans", True) else None
        if seat is None:
            books.payee_lends()
            self.rows_paid()
            return
        self.phase("short")
        asked = {offer.seat for offer in self.offers() if offer.move in ("lend", "refuse")}
        self.same("who is asked to lend", {seat}, asked)
        most = books.most_of(seat)
        if self.chance(self.odds.odd):
            for amount in (0, 50, most + 100):
                self.cannot("CE-70", "lend", seat=seat, amount=amount)
            for other in range(self.seats):
                if other != seat:
                    self.cannot("CE-70", "lend", seat=other)
        amount = most if self.chance(0.5) else self.rng.randrange(100, most + 1, 100)
        if not self.chance(self.odds.lend):
            amount = 0
            self.do("refuse", seat=seat)
        elif amount == most and self.chance(0.5):
            self.do("lend", seat=seat)
        else:
            self.do("lend", seat=seat, amount=amount)
        self.tally.loans += amount > 0
        books.share(amount)
        self.rows_paid()

    def answers(self) -> None:
        """Let some answer whether they lodge a secret coup, all before the first trick is over."""
        match, deal = self.match, self.match.deal
        seats = [seat for seat in range(self.seats) if match.may_lodge(seat)]
        seats = [seat for seat in seats if seat not in self.answered]
        asked = {offer.seat for offer in self.offers() if offer.move == "answer"}
        self.same("who may lodge a secret coup", set(seats), asked)
        if not isinstance(deal, TrickDeal) or not seats:
            return
        last = len(deal.acts) == self.seats - 1
        if last and self.chance(self.odds.odd):
            card = sorted(deal.hand(deal.turn))[0]
            self.cannot("CE-61", "card_played", player=deal.turn, cards=[card])
        for seat in seats:
            if last or self.chance(0.3):
                lodge = self.chance(self.odds.lodge)
                self.do("answer", seat=seat, lodge=lodge)
                self.answered.add(seat)
                if lodge:
                    match.lodge(seat)
                self.cannot("CE-61", "answer", seat=seat, lodge=not lodge)
        if self.chance(self.odds.odd):
            self.cannot("CE-61", "answer", seat=match.president, lodge=True)

    def act(self, act: Play | Step) -> None:
        if isinstance(act, Step):
            self.step(act)
        else:
            self.lay(act)

    # -- revokes ------------------------------------------------------------------------------

    def told(self, rulings: Sequence[Ruling]) -> None:
        """Compare what the last act showed: whose, and which trick or turn."""
        shown = self.by_the_last_card()
        says = [
            (ruling.message.params["seat"], ruling.message.params["number"])
            for ruling in rulings
            if ruling.message.key.removeprefix("coup_detat.") in TOLD
        ]
        self.same("what shows", sorted((one.seat, self.number(one)) for one in shown), sorted(says))
        self.same("the table is asked", bool(shown), self.seen.phase == "revoke")
        self.tally.shown += len(shown)

    def by_the_last_card(self) -> list[Fault]:
        """Return what the last act shows by itself: no hand is turned up yet."""
        deal = self.match.deal
        if not isinstance(deal, DominoDeal) or not deal.attempt:
            return self.match.shown()
        return [one for one in self.match.shown() if deal.acts[-1].card in self.fitted(one)]

    def fitted(self, fault: Fault) -> set[str]:
        """Return the cards with which a player of Dominoes passed although they fitted."""
        deal = self.match.deal
        assert isinstance(deal, DominoDeal)
        return set(deal.hand(fault.seat, fault.at) & deal.fitting(fault.at))

    def left(self) -> None:
        """Turn up what is left after an attempt at Dominoes: what fitted, or nothing (CE-51)."""
        match, deal = self.match, self.match.deal
        assert isinstance(deal, DominoDeal)
        (out,) = set(range(self.seats)) - set(deal.holders())
        ((offer, ask),) = places(self.offers())
        seat = offer.given["player"]
        faults = [one for one in match.shown() if one.seat == seat]
        telling = sorted({card for one in faults for card in self.fitted(one) & deal.hand(seat)})
        self.same(
            "what is asked about covers what would show", set(), set(telling) - set(ask.places)
        )
        if not telling:
            self.cannot("CE-51", "nothing_left", seat=seat)
            self.do("nothing_left", seat=out)
            self.rows_paid()
            return
        card = self.rng.choice(telling)
        row, column = place(card)
        cell = {"card": card, "row": row, "column": column}
        self.cannot("CE-51", "card_left", player=out, laid=cell)
        rulings = self.do("card_left", player=seat, laid=cell)
        expected = sorted(self.number(one) for one in faults if card in self.fitted(one))
        keys = [one.message for one in rulings if one.message.key == "coup_detat.passed_able"]
        self.same("what is shown by it", expected, sorted(one.params["number"] for one in keys))
        self.tally.left += 1

    def number(self, fault: Fault) -> int:
        """Return the number of the trick, or of the turn at Dominoes, counted from one."""
        tricks = isinstance(self.match.deal, TrickDeal)
        return (fault.at // self.seats if tricks else fault.at) + 1

    def judge(self) -> None:
        """Let an opponent decide on what shows of one player (CE-26)."""
        match, shown = self.match, self.match.shown()
        self.phase("revoke")
        offers = [offer for offer in self.offers() if offer.move == "correct"]
        judges = {offer.seat for offer in offers}
        (owner,) = set(range(self.seats)) - judges
        numbers = {offer.given["at"] + 1 for offer in offers}
        own = [fault for fault in shown if fault.seat == owner]
        if self.seen.rows_wait and match.deal is not None and match.deal.over:
            own = [fault for fault in own if self.number(fault) in numbers]  # the others: later
        self.same("what may be corrected", {self.number(fault) for fault in own}, numbers)
        self.cannot("CE-26", "let_stand", seat=owner)
        judge = self.rng.choice(sorted(judges - {None}, key=str))
        if self.chance(self.odds.correct):
            fault = self.rng.choice(own)
            self.do("correct", seat=judge, at=self.number(fault) - 1)
            match.correct(fault)
            self.tally.corrected += 1
            return
        self.do("let_stand", seat=judge)
        for fault in own:
            match.stand(fault)
        if self.seen.phase != "revoke":
            match.pay_prices()
        self.rows_paid()

    def rows_paid(self) -> None:
        """Pay for a deal of Dominoes that is over, once all is turned up and no price waits."""
        match = self.match
        waits = match.books.waiting or self.seen.phase == "left"
        if isinstance(match.deal, DominoDeal) and not match.shown() and not waits:
            match.pay()

    def took_back(self) -> bool:
        """Let a card be taken back that did not follow, before anybody leads again (CE-26)."""
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
        offered = {offer.seat for offer in self.offers() if offer.move == "take_back"}
        self.same("who may take a card back", set(off), offered)
        if not off or not self.chance(self.odds.take_back):
            return False
        seat = self.rng.choice(sorted(off))
        self.do("take_back", seat=seat)
        self.match.go_back(off[seat])
        self.tally.taken_back += 1
        return True

    # -- tricks -------------------------------------------------------------------------------

    def lay(self, play: Play) -> None:
        """Lay a card to a trick in both."""
        match, deal = self.match, self.match.deal
        assert isinstance(deal, TrickDeal)
        self.phase("play")
        barred = "" if deal.acts else BARRED.get(match.contract, "")
        if suit(play.card) and suit(play.card) in barred:
            self.cannot("CE-22", "card_played", player=play.seat, cards=[play.card])
            if self.seats == 3 and len(barred) == 1:
                self.cannot("CE-22", "declare_only", seat=play.seat)
                return  # another card, then
            self.do("declare_only", seat=play.seat)
            self.tally.declared += 1
        self.may_be_read(deal, barred)
        if self.chance(self.odds.odd):
            self.odd(deal)
        rulings = self.read(play)
        if play.named:
            self.phase("suit")
            for named in barred:
                self.cannot("CE-22", "name_suit", seat=play.seat, suit=named)
            colour = "black" if play.named in "CS" else "red"
            offered = any(one.given.get("colour") == colour for one in self.offers())
            if offered and self.chance(0.5):
                self.do("name_colour", seat=play.seat, colour=colour)
            self.do("name_suit", seat=play.seat, suit=play.named)
        match.act(play)
        self.tally.cards += 1
        self.told(rulings)
        if len(deal.acts) % self.seats == 0:
            takes = [one.message.params["seat"] for one in rulings if one.message.key == TAKES]
            self.same("who takes the trick", [deal.tricks()[-1].winner], takes)

    def read(self, play: Play) -> tuple[Ruling, ...]:
        """Read a card, now and then first as another one that could be there, then corrected."""
        (ask,) = (ask for offer, ask in reads(self.offers()) if offer.move == "card_played")
        others = sorted(set(ask.possible) - {play.card})
        opens = self.match.deal is not None and not self.match.deal.acts
        if others and self.chance(self.odds.misread * (4 if opens else 1)):
            self.do("card_played", player=play.seat, cards=[self.rng.choice(others)])
            self.tally.misread += 1
            return self.do("cards_corrected", cards=[play.card])
        return self.do("card_played", player=play.seat, cards=[play.card])

    def may_be_read(self, deal: TrickDeal, barred: str) -> None:
        """Hold what the camera may read, and where, to what the table can know of the hands."""
        (ask,) = (ask for offer, ask in reads(self.offers()) if offer.move == "card_played")
        declared = self.seen.declared
        laid = {act.card for act in deal.acts} | {deal.table if deal.full() else ""}
        due = {
            card
            for card in pack(self.seats)
            if card not in laid and (declared or suit(card) not in barred)
        }
        held = deal.hand(deal.turn)
        if COUP in held:
            due = {COUP} if len(held) == 1 else due | {COUP}
        self.same("what may be read", due, set(ask.possible))
        self.same("where it may be read", f"seat:{deal.turn}", ask.zone)

    def odd(self, deal: TrickDeal) -> None:
        """Try what must be refused: a card seen, one out of turn, one of no player (CE-27)."""
        turn = deal.turn
        if deal.acts:
            seen = self.rng.choice(deal.acts).card
            rule = "CE-24" if seen == COUP else "CE-27"
            self.cannot(rule, "card_played", player=turn, cards=[seen])
        other = (turn + 1) % self.seats
        card = self.rng.choice(sorted(deal.hand(other)) or ["AH"])
        self.cannot("CE-27", "card_played", player=other, cards=[card])
        if self.seats == 3:
            self.cannot("CE-27", "card_played", player=turn, cards=["8H"])
        if COUP not in deal.hand(turn):
            rule = "CE-11" if self.match.attempter is None else "CE-24"
            self.cannot(rule, "card_played", player=turn, cards=[COUP])

    def turn_up(self) -> None:
        """Turn up the table card beside the card that took the first trick (CE-25)."""
        deal = self.match.deal
        assert isinstance(deal, TrickDeal)
        self.same("the trick after which the table card is turned up", 1, len(deal.full()))
        first = deal.full()[0]
        cards = [play.card for play in first.plays if play.seat == first.winner]
        cards.append(self.match.table)
        self.rng.shuffle(cards)
        self.do("table_card_turned", cards=cards)

    # -- Dominoes -----------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """Lay a card at Dominoes in both, pass, or end what an ace began."""
        match, deal = self.match, self.match.deal
        assert isinstance(deal, DominoDeal)
        self.phase("rows")
        ((offer, ask),) = places(self.offers())
        self.same("whose turn it is", deal.turn, offer.given["player"])
        fit = deal.fitting() & set(pack(self.seats))
        self.same("what fits", {card: (place(card),) for card in fit}, ask.places)
        others = {offer.move for offer in self.offers()} - {"card_laid"}
        going, begun = deal.going_on() is not None, bool(deal.acts)
        self.same("besides", {"done"} if going else {"pass"} if begun else set(), others)
        if self.chance(self.odds.odd):
            self.odd_step(deal)
        if step.what == "lay":
            row, column = place(step.card)
            cell = {"card": step.card, "row": row, "column": column}
            rulings = self.do("card_laid", player=step.seat, laid=cell)
        else:
            rulings = self.do(step.what, seat=step.seat)
        match.act(step)
        self.tally.cards += 1
        self.told(rulings)
        self.rows_paid()

    def odd_step(self, deal: DominoDeal) -> None:
        """Try what must be refused: a card that does not fit, one laid before, a wrong place."""
        turn = deal.turn
        for card in self.rng.sample(pack(self.seats), 4):
            row, column = place(card)
            cell = {"card": card, "row": row, "column": column}
            other = (turn + 1) % self.seats
            self.cannot("CE-27", "card_laid", player=other, laid=cell)
            if card in deal.laid():
                self.cannot("CE-27", "card_laid", player=turn, laid=cell)
            elif card not in deal.fitting():
                self.cannot("CE-51", "card_laid", player=turn, laid=cell)
            else:
                self.cannot("CE-54", "card_laid", player=turn, laid={**cell, "row": row + 1})


def place(card: str) -> tuple[int, int]:
    """Return where a card of Dominoes lies: the suits across, the ranks along (CE-54)."""
    return SUITS.index(suit(card)), ROW.index(rank(card))


def agreed(options: dict[str, Any]) -> Agreement:
    """Return the model's words for what a table agreed on; what is not said is as in the box."""
    simpler = options.get("simpler", False)
    out = {options.get("first_out", "barbu"), options.get("second_out", "prison")}
    return Agreement(
        tuple(name for name in CONTRACTS if not (simpler and name in out)),
        3 if simpler else 6,
        options.get("secret_coup", False),
        options.get("coup_names_suit", True),
        options.get("revoke_price", 0),
    )
