"""The arithmetic of a reveal: CY-20 to CY-29, the sheets' examples and the facts' vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee import library
from referee.contract import IllegalMove, Score
from referee.coyote.rules.counting import count
from referee.coyote.state.cards import canonical
from referee.coyote.state.editions import EDITIONS
from tests.referee.coyote.summary import summary_of

ALL = tuple(EDITIONS)
BOTH = ("kidult", "oliphante")  # those in which ×2 doubles cards, not the total


def score(edition: str, cards: str, draws: str = "") -> Score:
    named = [canonical(card) for card in cards.split()]
    return count(named, EDITIONS[edition], [canonical(card) for card in draws.split()])


def keys(score: Score) -> list[str]:
    return [step.message.key.removeprefix("coyote.step.") for step in score.steps]


VECTORS = [
    (("tomahawk",), "20 max- 15 10 6 -5", "", 6),
    (BOTH, "10 5 -5 x2", "", 25),
    (("tomahawk",), "10 5 -5 x2", "", 20),
    (BOTH, "20 15 x2 max0 -10", "", 20),
    (("tomahawk",), "20 15 x2 max0 -10", "", 10),
    (ALL, "20 15 4 max0 max-", "", -11),
    (("oliphante", "kidult"), "20 15 4 max0 max- x2", "", -7),
    (("tomahawk",), "20 15 4 max0 max- x2", "", -22),
    (ALL, "-5 max0 max-", "", -5),
    (ALL, "3 ? 4", "x2", 14),
    (ALL, "3 ? 4", "max0", 3),
    (ALL, "3 ? 4", "night", 7),
    (BOTH, "-5 -10 x2", "", -15),
    (("tomahawk",), "-5 -10 x2", "", -30),
]


def test_the_sums_of_the_facts_in_any_order_of_the_cards() -> None:
    for editions, cards, draws, total in VECTORS:
        for edition in editions:
            assert score(edition, cards, draws).total == total, (edition, cards)
            turned = " ".join(reversed(cards.split()))
            assert score(edition, turned, draws).total == total, (edition, turned)


@pytest.mark.parametrize("edition", ALL)
def test_cy_20_effects_apply_in_their_order(edition: str) -> None:
    counted = score(edition, "night x2 max- max0 ? 20 15", draws="4")
    doubled = "double_total" if edition == "tomahawk" else "double_each"
    assert keys(counted) == ["cards", "draw", "max0", "max_minus", doubled, "night"]


def test_cy_21_a_drawn_card_is_counted_with_the_others_in_its_own_place() -> None:
    counted = score("tomahawk", "3 ? 4", "-10")
    assert counted.total == -3
    assert counted.steps[1].message.params == {"card": "-10"}
    assert [(term.card, term.was, term.now) for term in counted.steps[1].terms] == [
        ("3", 3, 3),
        ("4", 4, 4),
        ("-10", 0, -10),
    ]
    special = score("oliphante", "x2 20 ? 3", "max0")
    assert (keys(special), special.total) == (["cards", "draw", "max0", "double_each"], 6)
    night = score("kidult", "? 3", "night")
    assert (night.total, night.reshuffle) == (3, True)
    two = score("tomahawk", "? ? 3", "4 5")
    assert (keys(two), two.total) == (["cards", "draw", "draw"], 12)
    none = score("tomahawk", "? 3")
    assert (keys(none), none.total) == (["cards", "draw_none"], 3)
    for cards, more in (("3 4", "5"), ("? 4", "5 6")):
        with pytest.raises(IllegalMove, match="CY-21"):
            score("tomahawk", cards, more)


def test_cy_21_a_draw_card_that_draws_another_draws_again_three_times_at_most() -> None:
    assert score("tomahawk", "? 3", "? 4").total == 7
    assert score("tomahawk", "? 3", "? ? ? 4").total == 7
    spent = score("tomahawk", "? 3", "? ? ? ?")
    assert spent.total == 3
    assert keys(spent) == ["cards", *["draw_again"] * 3, "draw_spent"]
    with pytest.raises(IllegalMove, match="CY-21"):
        score("tomahawk", "? 3", "? ? ? ? 4")


@pytest.mark.parametrize("edition", ALL)
def test_cy_22_one_highest_positive_card_counts_0(edition: str) -> None:
    assert score(edition, "10 10 5 max0").total == 15
    assert score(edition, "20 10 5 max0").total == 15
    counted = score(edition, "-5 0 night max0")
    assert counted.total == -5
    assert "max0_none" in keys(counted)


@pytest.mark.parametrize("edition", ["tomahawk", "oliphante"])
def test_cy_23_the_highest_still_counting_is_subtracted_one_only(edition: str) -> None:
    assert score(edition, "10 10 5 max-").total == 5
    assert score(edition, "20 10 max0 max-").total == -10
    assert score(edition, "20 max0 max-").total == 0


def test_cy_24_oliphante_leaves_out_the_card_that_was_turned_negative() -> None:
    counted = score("oliphante", "20 5 max- x2")
    assert counted.total == -10
    assert [(t.card, t.was, t.now) for t in counted.steps[-1].terms] == [
        ("20", -20, -20),
        ("5", 5, 10),
    ]


def test_cy_25_zeros_have_no_value() -> None:
    assert score("kidult", "0 0 night 7").total == 7
    assert score("kidult", "0 0").reshuffle is False
    assert score("kidult", "night").reshuffle is True


def test_cy_26_the_sheets_example() -> None:
    counted = score("tomahawk", "20 15 10 6 -5 max-")
    assert counted.total == -20 + 31 - 5 == 6
    last = counted.steps[-1]
    assert last.message.params == {"card": "20"}
    assert [(t.was, t.now) for t in last.terms] == [(20, -20), (15, 15), (10, 10), (6, 6), (-5, -5)]


@pytest.mark.parametrize(
    ("announced", "announcer_loses"), [((8, 13, 14, 16), True), ((14,), False)]
)
def test_cy_27_the_sheets_round(
    match: Callable[..., Any], announced: tuple[int, ...], announcer_loses: bool
) -> None:
    state = match("oliphante", 5).round(*announced, cards=["10", "3", "1", "-5", "5"])
    assert summary_of(state).result.total == 14
    assert (summary_of(state).result.loser == state.announcer) == announcer_loses


def test_cy_28_any_announcement_fails_at_0_or_below(match: Callable[..., Any]) -> None:
    state = match().round(1, cards=["-5", "3", "2"])
    assert summary_of(state).result.total == 0
    assert summary_of(state).result.loser == state.announcer


def test_cy_29_the_ruling_shows_its_arithmetic_in_the_order_applied(
    match: Callable[..., Any],
) -> None:
    table = match("oliphante", 5)
    table.round(30, cards=["20", "15", "max0", "max-", "x2"])
    ruling = table.ruling("CY-7")
    assert keys(Score(0, ruling.steps)) == ["cards", "max0", "max_minus", "double_each"]
    assert [step.total for step in ruling.steps] == [35, 15, -15, -15]
    assert ruling.message.params["total"] == -15
    assert ruling.message.params["number"] == 30


@pytest.mark.parametrize(
    ("edition", "card"), [("kidult", "0"), ("tomahawk", "night"), ("oliphante", "night")]
)
def test_cy_25_without_a_plain_0_the_0_is_the_night_card_wherever_it_is_named(
    match: Callable[..., Any], edition: str, card: str
) -> None:
    table = match(edition, 3, deck={"0": 1, "7": 8}, actions=edition == "oliphante")
    cards, options = table.game.table.cards, library.options(table.game, {"edition": edition})
    assert table.state.setup.deck == {card: 1, "7": 8}
    assert (cards.called(options, " 0 "), cards.called(options, "7")) == (card, "7")
    assert table.game.table.score(options, ["0", "7"], []).reshuffle is (card == "night")
    table.say(3)
    if table.offered(1).count("know"):
        table.turn("know", card="0")
        assert table.state.acts.named == card
        table.do("cards_read", cards=["0"])
        table.turn("announce", number=5)
    table.turn("challenge")
    table.do("cards_read", cards=["7", "0", "7"])
    assert sorted(table.state.phase.cards) == sorted(["7", card, "7"])
    keys = [ruling.message.key for ruling in table.rulings if ruling.rule == "CY-8"]
    assert keys == ["coyote.shuffle_night" if card == "night" else "coyote.discard"]


def test_aliases_have_one_canonical_name_and_what_is_no_card_has_none() -> None:
    names = {"tipi": "?", "Squaw": "max0", "CHIEF": "x2", "dusk": "night", "max-0": "max0"}
    names |= {"MAX→0": "max0", "max→−": "max-", "×2": "x2", "−5": "-5", " 07 ": "7", "+3": "3"}
    for given, name in {**names, "-0": "0"}.items():
        assert (canonical(given), canonical(name)) == (name, name)
    for given in ("", "banana", "5.5", "--5", "٣", "1e3", "x3", "max"):
        with pytest.raises(ValueError, match="no card named"):
            canonical(given)
