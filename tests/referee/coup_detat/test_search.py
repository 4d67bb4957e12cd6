"""The search for better cards, against brute force that settles whole deals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from referee.coup_detat.state.state import Result
from referee.coup_detat.state.trick import Trick, legal_cards
from referee.coup_detat.state.tricks import Tricks
from referee.coup_detat.view import review, search
from referee.coup_detat.view.search import analyse_deal
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.dealing import Table, settings
from tests.referee.coup_detat.playing import CoupDetat

ORDER = [rank + suit for suit in "CDHS" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]
STRONG = ["7", "8", "9", "J", "Q", "K", "10", "A"]
GAIN = {"barbu": 600, "victory": 1000, "siege": 1000, "prison": 600, "guillotine": 1500}
Played = list[tuple[int, list[str], str]]  # leader, cards, suit to follow


def price(contract: str, card: str) -> int:
    king, queen, spade = card == "KH", card[0] == "Q", card[-1] == "S"
    return {
        "barbu": 800 * king,
        "victory": 200 * queen,
        "siege": 100 * spade,
        "prison": 0,
        "guillotine": 800 * king + 200 * queen + 100 * spade,
    }[contract]


def winner(trick: tuple[int, list[str], str], seats: int) -> int:
    leader, cards, suit = trick
    if "coup" in cards:
        return (leader + cards.index("coup")) % seats
    best = max((c for c in cards if c[-1] == suit), key=lambda c: STRONG.index(c[:-1]))
    return (leader + cards.index(best)) % seats


def settle(tricks: Played, result: Result, table: str, seats: int) -> list[int]:
    """Return each seat's gain or loss in a whole deal, by the rule file."""
    deal, money = result.deal, [0] * seats
    assert isinstance(deal, Tricks)
    contract = deal.contract
    wins = [winner(trick, seats) for trick in tricks]
    piles: list[list[str]] = [[] for _ in range(seats)]
    for who, (_, cards, _) in zip(wins, tricks, strict=True):
        piles[who] += [card for card in cards if card != "coup"]
    if table:
        piles[wins[0]].append(table)
    ends = contract in ("prison", "guillotine")

    def all_of_it(seat: int) -> bool:
        mine = not any(price(contract, c) for n in range(seats) if n != seat for c in piles[n])
        return mine and (not ends or wins[0] == wins[-1] == seat)

    def pay(payer: int, payee: int | None, amount: int) -> None:
        money[payer] -= amount
        if payee is not None:
            money[payee] += amount

    tries = deal.answers.lodged if deal.attempter is None else (deal.attempter,)
    success = next((seat for seat in tries if all_of_it(seat)), None)
    if success is not None:
        for seat in range(seats):
            if seat != success:
                pay(seat, success, GAIN[contract])
        return money
    if deal.attempter is not None:
        pay(deal.attempter, None, 800)
        return money
    for seat in range(seats):
        if seat != result.president:
            cost = sum(price(contract, card) for card in piles[seat])
            cost += 400 * (ends and wins[0] == seat) + 400 * (ends and wins[-1] == seat)
            pay(seat, None if seat in deal.answers.lodged else result.president, cost)
    return money


class Brute:
    """All lines, each to the end of the deal."""

    def __init__(self, result: Result, table: str, seats: int, names: bool) -> None:
        self.result, self.table, self.seats, self.names = result, table, seats, names

    def ways(self, hands: list[list[str]], tricks: Played) -> Iterator[tuple[str, Played]]:
        leader, cards, suit = tricks[-1]
        hand = sorted(hands[(leader + len(cards)) % self.seats], key=[*ORDER, "coup"].index)
        follow = [card for card in hand if card[-1] == suit]
        for card in (
            hand if not follow or not suit else [*follow, *(c for c in hand if c == "coup")]
        ):
            named = [suit] if cards else [card[-1]] if card != "coup" else list("CDHS")
            if not cards and card == "coup" and not self.names:
                named = [""]
            for one in named:
                yield card, [*tricks[:-1], (leader, [*cards, card], one)]

    def best(self, hands: list[list[str]], tricks: Played) -> list[int]:
        if len(tricks[-1][1]) == self.seats:
            if not any(hands):
                return settle(tricks, self.result, self.table, self.seats)
            return self.best(hands, [*tricks, (winner(tricks[-1], self.seats), [], "")])
        seat = (tricks[-1][0] + len(tricks[-1][1])) % self.seats
        found: list[list[int]] = []
        for card, after in self.ways(hands, tricks):
            left = [[c for c in hand if c != card] for hand in hands]
            found.append(self.best(left, after))
        return max(found, key=lambda money: money[seat])

    def after(self, hands: list[list[str]], tricks: Played, card: str) -> int:
        """Return the player's final result after a card."""
        seat = (tricks[-1][0] + len(tricks[-1][1])) % self.seats
        left = [[c for c in hand if c != card] for hand in hands]
        return max(
            self.best(left, after)[seat] for one, after in self.ways(hands, tricks) if one == card
        )


def deals(number: int, seats: int, secret: bool) -> Iterator[tuple[Result, bool]]:
    """Play deals of tricks with real cards."""
    random = Random(f"searched {seats} {secret}")
    while number:
        plain, _ = settings(random)
        plain |= {"secret_coup": secret, "simpler": False, "loans": False}
        table, rounds = Table(plain, seats, random), 0
        while table.phase != "over" and number:
            table.step()
            if len(table.state.results) > rounds:
                rounds += 1
                result = summary.last(table.state)
                if isinstance(result.deal, Tricks):
                    number -= 1
                    yield result, table.options.coup_names_suit


@pytest.mark.parametrize(("seats", "tricks"), [(3, 3), (4, 2)])
@pytest.mark.parametrize("secret", [True, False])
def test_the_search_finds_what_brute_force_finds(
    seats: int, tricks: int, secret: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "SEARCHED_TRICKS", tricks)
    analyse_deal.cache_clear()
    decisions, differ, kinds = 0, 0, set()
    for result, names in deals(25, seats, secret):
        deal = result.deal
        assert isinstance(deal, Tricks)
        brute = Brute(result, deal.table, seats, names)
        told = {(one.seat, one.trick): one for one in analyse_deal(result, names).others}
        done: Played = [(t.leader, list(t.cards), t.suit) for t in deal.tricks]
        real = settle(done, result, deal.table, seats)
        for number in range(8 - tricks, 8):
            leader, cards, suit = done[number]
            for place, card in enumerate(cards):
                seat = (leader + place) % seats
                hands = [held_by(done, number, place, one, seats) for one in range(seats)]
                now = [*done[:number], (leader, cards[:place], suit if place else "")]
                may = {one for one, _ in brute.ways(hands, now)}
                if len(may) == 1:
                    assert (seat, number) not in told
                    continue
                values = {one: brute.after(hands, now, one) for one in may}
                one = told[seat, number]
                best = max(values[other] for other in may if other != card)
                assert values[one.instead] == best
                after, before = best - values[card], best - real[seat]
                assert one.better == (min(after, before, key=abs) if after * before > 0 else 0)
                if {deal.attempter, *deal.answers.lodged} == {None} and seat != result.president:
                    assert one.better <= max(0, -real[seat])  # they can only save what they paid
                decisions += 1
                differ += one.better != 0
        kinds.add((deal.contract, deal.attempter is not None))
    assert decisions > 30
    assert differ >= 3
    assert len(kinds) > 4
    analyse_deal.cache_clear()


def held_by(done: Played, number: int, place: int, seat: int, seats: int) -> list[str]:
    """Return a seat's hand before the card in that place."""
    left = []
    for at, (leader, cards, _) in enumerate(done):
        its = (seat - leader) % seats
        if at > number or (at == number and its >= place):
            left.append(cards[its])
    return left


def test_only_the_last_four_tricks_are_told_of_and_how_many_cards_were_tried() -> None:
    match = CoupDetat()
    match.named("prison")
    match.play_out("10000003")
    found = summary.others(match.state)
    assert {one.trick for one in found.others} <= {4, 5, 6}, "the last card is forced"
    remarks = {said.key: said.params for said in match.game.shown.remarks(match.state)}
    told = remarks.get("coup_detat.remark.searched") or remarks["coup_detat.remark.nothing"]
    assert told == {"count": found.count}
    assert found.count > 100


def test_nothing_is_told_before_the_deal_is_over_or_where_the_table_wants_none() -> None:
    for analysis in (True, False):
        match = CoupDetat(analysis=analysis)
        match.named("victory")
        match.trick("AC 10C KC QC")
        assert not match.game.shown.remarks(match.state)
        match = CoupDetat(analysis=analysis)
        match.named("victory")
        match.play_out("11223311")
        keys = [said.key for said in match.game.shown.remarks(match.state)]
        tried = {"coup_detat.remark.searched", "coup_detat.remark.nothing"} & set(keys)
        assert len(tried) == analysis


def test_a_revoke_that_stood_is_not_judged() -> None:
    trick = Trick(0, 4, ("7C",), "C")
    assert legal_cards(("AD", "8C", "coup"), trick.suit) == ("8C", "coup")
    assert legal_cards(("AD", "coup"), trick.suit) == ("AD", "coup")


def test_balances_best_and_worst_deals_and_who_paid_whom_most() -> None:
    match = CoupDetat(3, simpler=True)
    match.named("victory")
    match.play_out("11000000")  # 1: two queens less
    match.named("siege", 2)
    match.play_out("22222222", coup=2)
    results = tuple(match.state.results)
    victory, siege = review.balances(results, 1, 3)
    assert (victory.contract, victory.gained, victory.mean) == ("victory", -200, 0)
    assert (siege.gained, siege.mean) == (-1000, 0)
    assert review.largest_total_paid(results, 3) == (0, 2, 1000)
    match.named("guillotine")
    match.play_out("22222222")
    for _ in range(2):
        for name in ("victory", "siege", "guillotine"):
            match.named(name)
            match.play_out(str(match.president) * 8)
    view = match.game.shown.view(match.state, None)
    assert view.outcome is not None
    assert view.outcome.ranking == ((2,), (0,), (1,))
    notes = {note.key: note.params for note in view.seats[1].notes}
    assert notes["coup_detat.note.worst"]["amount"] == -1000
    assert [fact.key for fact in view.facts] == ["coup_detat.fact.paid_most"]
    assert msgspec.json.encode(view)
