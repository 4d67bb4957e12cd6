"""What whole matches of the models seldom reach. All else is held against the games themselves."""

from __future__ import annotations

from random import Random

from tests.referee.models.coup_detat import CASH
from tests.referee.models.coup_detat_deal import pack
from tests.referee.models.coup_detat_money import BANK, Books, Debt, Due, Result
from tests.referee.models.ogallala import legal_cells
from tests.referee.models.plenty_coups import warrior
from tests.referee.models.plenty_coups_random import dealt


def guillotine(cards: str) -> Result:
    """Return a deal at guillotine in which seat 1, who lodged a secret Coup, takes these cards."""
    own = set(cards.split())
    piles = [set(pack(4)) - own, own, set[str](), set[str]()]
    lodged = frozenset({1})
    return Result("guillotine", pack(4), 4, 0, None, lodged, piles, first=1, last=1)


def test_ce_60_a_secret_coup_at_guillotine_is_set_right_at_the_end() -> None:
    books = Books([CASH] * 4)
    books.pay([Due(1, 0, 400)])  # as usual at the first trick
    books.pay(guillotine("KH QC QD QH QS AS 10S KS JS 9S 8S 7S").dues())
    assert books.cash == [8_500, 14_500, 8_500, 8_500]
    books = Books([CASH] * 4)
    books.pay([Due(1, 0, 400)])
    books.pay(guillotine("QC").dues())
    assert (books.cash, books.bank) == ([10_000, 9_000, 10_000, 10_000], 1_000)


def test_ce_71_a_price_is_given_back_with_what_the_bank_lent_towards_it() -> None:
    books = Books([0, 300, 0])
    books.pay([Due(1, BANK, 500, act=7)])
    books.payee_lends()
    assert (books.cash, books.bank, books.debts) == ([0, 0, 0], 300, [Debt(BANK, 1, 240)])
    books.price_back(1, 500, 7)
    assert (books.cash, books.bank, books.debts) == ([0, 300, 0], 0, [])


def test_pc_7_a_marker_that_comes_home_as_prestige_counts_like_the_others() -> None:
    table = dealt(Random(0), 3).table
    table.lose(0)
    assert table.prestige(0) == 0
    for _ in range(3):
        table.gain(0)
    table.send(0, 1, (warrior("red", 1),))
    table.gain(0)
    assert table.raids[0].prestige_up
    assert table.prestige(0) == 4
    table.gain(0)
    assert table.prestige(0) == 4
    table.bring_home(table.raids[0])
    assert table.tribes[0].prestige_markers == 4


def test_og_10_the_first_card_goes_anywhere() -> None:
    assert len(legal_cells({}, "fur")) == 42
