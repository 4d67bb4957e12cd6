"""The end of a match and its score (OG-40 … 43)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import words
from referee.ogallala import GAME
from referee.ogallala.rules.ending import end_match
from referee.ogallala.rules.scoring import score
from referee.ogallala.state.territory import EMPTY
from tests.referee.ogallala.playing import Match, said, territory

NOBODY = EMPTY
TWO = ("empty_bow empty_stern", "empty_bow empty_stern")
FOUR = ("empty_bow empty_stern bow_red stern_red", "empty_bow empty_stern bow_red stern_red")


def test_og_40_who_plays_on_may_end_at_the_next_canoe_and_the_fifth_ends() -> None:
    match = Match(territory(*TWO, "bow_black"), NOBODY)
    match.lay("stern_black", 2, 1)
    assert said(match.do(move="play_on", seat=0)) == [("OG-40", "plays_on"), ("OG-5", "next")]
    assert match.refused(move="end", seat=1) == "OG-40"
    match = Match(territory(*FOUR, "bow_black"), NOBODY)
    rulings = match.lay("stern_black", 2, 1)
    assert ("OG-40", "over.fifth") in said(rulings)
    assert match.phase == "over"


def test_og_41_the_count_begins_with_the_winner_and_names_each_canoe_by_owner_and_row() -> None:
    warriors = " ".join(f"warrior_{letter}_red" for letter in "abcde")
    match = Match(
        territory(*FOUR, "bow_black"), territory("", f"empty_bow totem {warriors} stern_red")
    )
    rulings = [ruling for ruling in match.lay("stern_black", 2, 1) if ruling.rule == "OG-41"]
    assert [item.seats for item in rulings] == [(1,), (0,)]
    steps = [words.say(ruling.steps[0].message) for ruling in rulings]
    assert steps == [
        "▲\xa0Vermilion’s canoe 1, row B, 8 cards",
        "●\xa0Blue’s canoe 1, row A, 2 cards",
    ]
    outcome = GAME.rules.outcome(match.state)
    assert outcome is not None
    assert words.say(outcome.reason) == "▲\xa0Vermilion wins with 16 points."


def test_og_42_prizes_count_ten_pairs_double_and_triples_three_times() -> None:
    for cards, prizes in {
        "fur": 10,
        "cannon_left soldier": 20,
        "cannon_left cannon_right": 40,
        "cannon_right cannon_left": 20,
        "cannon_left cannon_right soldier": 90,
        "soldier totem cannon_left cannon_right": 50,
        "cannon_left cannon_left cannon_right": 50,  # outside a match an extra half counts once
    }.items():
        counted = score(territory(f"empty_bow {cards} empty_stern"))
        assert counted.total == prizes + len(cards.split()) + 2, cards
        assert sum(term.now for step in counted.steps for term in step.terms) == counted.total


WARRIORS = "warrior_a_red warrior_b_red"


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (
            ("empty_bow fur empty_stern", "empty_bow empty_stern"),
            (f"empty_bow fur {WARRIORS} empty_stern",),
            "Equal at 15 points: more complete canoes put ▲ Vermilion ahead, 2 against 1.",
        ),
        (
            ("empty_bow fur eagle tobacco tent empty_stern",),
            (f"empty_bow cannon_left cannon_right {WARRIORS} empty_stern",),
            "Equal in points and complete canoes: more prizes, halves and characters in them "
            "put ▲ Vermilion ahead, 4 against 2.",
        ),
        (("empty_bow fur empty_stern",), ("empty_bow eagle empty_stern",), None),
        (("empty_bow fur empty_stern",), NOBODY, None),
    ],
)
def test_og_43_what_breaks_a_tie_is_told(
    first: tuple[str, ...], second: Any, told: str | None
) -> None:
    behind = second if second is NOBODY else territory(*second)
    over = end_match(Match(behind, territory(*first)).state, "ogallala.over.ended")
    ties = [
        words.say(ruling.message).replace("\xa0", " ")
        for ruling in over.rulings
        if ruling.rule == "OG-43"
    ]
    assert ties == ([] if told is None else [told])
    assert GAME.rules.outcome(over) is not None
