"""The arithmetic of a reveal: CY-20 to CY-29, the sheets' examples and the facts' vectors."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

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


@pytest.mark.parametrize(
    ("edition", "cards", "draws", "total"),
    [(edition, *rest) for editions, *rest in VECTORS for edition in editions],
)
def test_vectors(edition: str, cards: str, draws: str, total: int) -> None:
    assert score(edition, cards, draws).total == total


@pytest.mark.parametrize("edition", ALL)
def test_order_of_the_cards_on_the_mat_never_changes_the_total(edition: str) -> None:
    for cards in itertools.permutations(["20", "15", "4", "max0", "max-", "x2"]):
        expected = -22 if edition == "tomahawk" else -7
        assert count(cards, EDITIONS[edition]).total == expected


@pytest.mark.parametrize("edition", ALL)
def test_cy_20_effects_apply_in_their_order(edition: str) -> None:
    counted = score(edition, "night x2 max- max0 ? 20 15", draws="4")
    doubled = "double_total" if edition == "tomahawk" else "double_each"
    assert keys(counted) == ["cards", "draw", "max0", "max_minus", doubled, "night"]


def test_cy_21_a_drawn_number_is_counted_with_the_others() -> None:
    counted = score("tomahawk", "3 ? 4", "-10")
    assert counted.total == -3
    assert counted.steps[1].message.params == {"card": "-10"}
    assert [(term.card, term.was, term.now) for term in counted.steps[1].terms] == [
        ("3", 3, 3),
        ("4", 4, 4),
        ("-10", 0, -10),
    ]


def test_cy_21_a_drawn_special_takes_its_own_place_in_the_order() -> None:
    counted = score("oliphante", "x2 20 ? 3", "max0")
    assert keys(counted) == ["cards", "draw", "max0", "double_each"]
    assert counted.total == 6


def test_cy_21_a_drawn_night_counts_nothing_and_forces_the_reshuffle() -> None:
    counted = score("kidult", "? 3", "night")
    assert (counted.total, counted.reshuffle) == (3, True)


def test_cy_21_each_of_two_draw_cards_draws() -> None:
    counted = score("tomahawk", "? ? 3", "4 5")
    assert counted.total == 12
    assert keys(counted) == ["cards", "draw", "draw"]


def test_cy_21_a_draw_card_that_draws_another_draws_again_three_times_at_most() -> None:
    assert score("tomahawk", "? 3", "? 4").total == 7
    assert score("tomahawk", "? 3", "? ? ? 4").total == 7
    spent = score("tomahawk", "? 3", "? ? ? ?")
    assert spent.total == 3
    assert keys(spent) == ["cards", *["draw_again"] * 3, "draw_spent"]
    with pytest.raises(IllegalMove, match="CY-21"):
        score("tomahawk", "? 3", "? ? ? ? 4")


def test_cy_21_with_nothing_to_draw_it_counts_0_and_says_so() -> None:
    counted = score("tomahawk", "? 3")
    assert counted.total == 3
    assert keys(counted) == ["cards", "draw_none"]


def test_cy_21_more_turned_up_than_is_due_is_refused() -> None:
    with pytest.raises(IllegalMove, match="CY-21"):
        score("tomahawk", "3 4", "5")
    with pytest.raises(IllegalMove, match="CY-21"):
        score("tomahawk", "? 4", "5 6")


@pytest.mark.parametrize("edition", ALL)
def test_cy_22_of_equal_highest_cards_one_only_counts_0(edition: str) -> None:
    assert score(edition, "10 10 5 max0").total == 15
    assert score(edition, "20 10 5 max0").total == 15


@pytest.mark.parametrize("edition", ALL)
def test_cy_22_without_a_positive_card_no_effect(edition: str) -> None:
    counted = score(edition, "-5 0 night max0")
    assert counted.total == -5
    assert "max0_none" in keys(counted)


@pytest.mark.parametrize("edition", ["tomahawk", "oliphante"])
def test_cy_23_the_highest_still_counting_is_subtracted_one_only(edition: str) -> None:
    assert score(edition, "10 10 5 max-").total == 5
    assert score(edition, "20 10 max0 max-").total == -10
    assert score(edition, "20 max0 max-").total == 0


def test_cy_24_kidult_doubles_each_positive_card_that_still_counts() -> None:
    assert score("kidult", "20 5 max0 x2 -10 0").total == 0
    assert score("kidult", "5 4 x2 -10").total == 8


def test_cy_24_oliphante_leaves_out_the_card_that_was_turned_negative() -> None:
    counted = score("oliphante", "20 5 max- x2")
    assert counted.total == -10
    assert [(t.card, t.was, t.now) for t in counted.steps[-1].terms] == [
        ("20", -20, -20),
        ("5", 5, 10),
    ]


def test_cy_24_tomahawk_doubles_the_final_total_negatives_included() -> None:
    assert score("tomahawk", "5 -10 x2").total == -10
    assert score("tomahawk", "20 5 max- x2").total == -30


@pytest.mark.parametrize("edition", ALL)
def test_cy_25_zeros_have_no_value(edition: str) -> None:
    assert score(edition, "0 0 night 7").total == 7
    assert score(edition, "0 0").reshuffle is False
    assert score(edition, "night").reshuffle is True


def test_cy_26_the_sheets_example() -> None:
    counted = score("tomahawk", "20 15 10 6 -5 max-")
    assert counted.total == -20 + 31 - 5 == 6
    last = counted.steps[-1]
    assert last.message.params == {"card": "20"}
    assert [(t.was, t.now) for t in last.terms] == [(20, -20), (15, 15), (10, 10), (6, 6), (-5, -5)]


@pytest.mark.parametrize("number", [16, 14])
def test_cy_27_the_sheets_round(match: Callable[..., Any], number: int) -> None:
    table = match("oliphante", 5)
    announced = [8, 13, 14, 16] if number == 16 else [8, 12, 13, 14]
    state = table.round(*announced, cards=["10", "3", "1", "-5", "5"])
    announcer, challenger = 3, 4
    assert summary_of(state).result.total == 14
    assert summary_of(state).result.loser == (announcer if number == 16 else challenger)


@pytest.mark.parametrize("cards", [["-5", "3", "2"], ["-10", "1", "2"]])
def test_cy_28_any_announcement_fails_at_0_or_below(
    match: Callable[..., Any], cards: list[str]
) -> None:
    state = match().round(1, cards=cards)
    assert summary_of(state).result.total <= 0
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


@pytest.mark.parametrize("edition", ALL)
def test_cy_29_every_step_follows_from_the_one_before(edition: str) -> None:
    """What a card counted before a step is what it counted after the last one."""
    counted = score(edition, "20 15 5 -5 0 ? max0 max- x2 night", "10")
    for before, after in itertools.pairwise(counted.steps):
        was = {term.card: term.now for term in before.terms}
        assert all(term.was == was.get(term.card, 0) for term in after.terms)
        if not after.message.key.endswith("double_total"):
            change = sum(term.now - term.was for term in after.terms)
            assert after.total - before.total == change


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("tipi", "?"),
        ("Squaw", "max0"),
        ("CHIEF", "x2"),
        ("dusk", "night"),
        ("max-0", "max0"),
        ("MAX→0", "max0"),
        ("max→−", "max-"),
        ("×2", "x2"),
        ("−5", "-5"),
        (" 07 ", "7"),
        ("+3", "3"),
        ("-0", "0"),
    ],
)
def test_aliases_have_one_canonical_name(given: str, name: str) -> None:
    assert canonical(given) == name
    assert canonical(name) == name


@pytest.mark.parametrize("given", ["", "banana", "5.5", "--5", "٣", "1e3", "x3", "max"])
def test_what_is_no_card_is_said_to_be_none(given: str) -> None:
    with pytest.raises(ValueError, match="no card named"):
        canonical(given)
