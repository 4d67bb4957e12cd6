"""The end of a match and its score (OG-40 … 43)."""

from __future__ import annotations

import pytest

from referee.ogallala import GAME
from referee.ogallala.rules.scoring import score, total
from referee.ogallala.state.territory import EMPTY
from tests.referee.ogallala.playing import Match, said, territory

NOBODY = EMPTY
TWO = ("empty_bow empty_stern", "empty_bow empty_stern")
FOUR = ("empty_bow empty_stern bow_red stern_red", "empty_bow empty_stern bow_red stern_red")


def test_og_40_a_third_canoe_gives_the_choice_to_end() -> None:
    match = Match(territory(*TWO, "bow_black"), NOBODY)
    match.lay("stern_black", 2, 1)
    assert match.phase == "end"
    assert {offer.move for offer in GAME.rules.offers(match.state)} == {"end", "play_on"}
    assert match.refused(move="end", seat=1) == "OG-5"
    rulings = match.do(move="end", seat=0)
    assert said(rulings) == [("OG-40", "over.ended"), ("OG-41", "points"), ("OG-41", "points")]
    outcome = GAME.rules.outcome(match.state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))


def test_og_40_who_plays_on_may_end_at_the_next_canoe_and_the_fifth_ends() -> None:
    match = Match(territory(*TWO, "bow_black"), NOBODY)
    match.lay("stern_black", 2, 1)
    assert said(match.do(move="play_on", seat=0)) == [("OG-40", "plays_on"), ("OG-5", "next")]
    assert match.refused(move="end", seat=1) == "OG-40"
    match = Match(territory(*FOUR, "bow_black"), NOBODY)
    rulings = match.lay("stern_black", 2, 1)
    assert ("OG-40", "over.fifth") in said(rulings)
    assert match.phase == "over"


def test_og_40_any_other_player_may_end_on_completing_a_third() -> None:
    match = Match(territory(*FOUR), territory(*TWO, "bow_black"), seat=1)
    match.lay("stern_black", 2, 1)
    match.do(move="spare", seat=1)
    assert (match.phase, match.state.turn) == ("end", 1)


def test_og_40_counts_are_of_canoes_complete_now() -> None:
    match = Match(territory(*TWO, "bow_black stern_black"), NOBODY)
    match.discard("mad_axe")
    match.take("wreck", "bow_black", 2, 0)
    match.do(move="top_read", cards=["mad_axe"])
    match.discard("fur")
    match.lay("bow_red", 2, 0)
    match.lay("stern_red", 2, 1)
    assert match.phase == "end"  # a third one anew
    one = Match(territory(TWO[0], "bow_black"), NOBODY)
    one.lay("stern_black", 1, 1)
    assert (one.phase, one.state.turn) == ("draw", 1)


def test_og_40_three_empty_piles_end_it_with_that_turn() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent", "eagle"), stock={"totem": 1})
    match.lay("totem", 0, 1)
    assert match.phase == "draw"
    match.lay("eagle", 0, 2, source="grounds")
    assert match.phase == "draw"
    rulings = match.do(move="lay_back", seat=0)
    assert ("OG-40", "over.piles") in said(rulings)
    assert match.phase == "over"


def test_og_40_a_third_canoe_by_the_last_card_of_the_piles_gives_no_choice() -> None:
    match = Match(territory(*TWO, "bow_black"), NOBODY, grounds=("fur",), stock={"stern_black": 1})
    assert ("OG-40", "over.piles") in said(match.lay("stern_black", 2, 1))
    assert match.phase == "over"
    match = Match(territory(*FOUR, "bow_black"), NOBODY, stock={"stern_black": 1})
    assert ("OG-40", "over.fifth") in said(match.lay("stern_black", 2, 1))


def test_og_40_canoes_of_earlier_turns_give_no_choice() -> None:
    match = Match(territory(*FOUR), NOBODY)
    match.discard("fur")
    assert (match.phase, match.state.turn) == ("draw", 1)
    match = Match(territory(*FOUR, "bow_black stern_black"), NOBODY)
    match.discard("fur")
    assert (match.phase, match.state.turn) == ("draw", 1)


def test_og_40_where_nothing_is_left_to_draw_the_match_is_over() -> None:
    for amigo in (False, True):  # nor is there anything to shuffle anew
        match = Match(territory("fur"), NOBODY, stock={"totem": 1}, amigo=amigo)
        assert ("OG-40", "over.piles") in said(match.lay("totem", 0, 1))


def test_og_40_with_piles_only_they_are_renewed_once_and_the_second_time_they_end_it() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent",), stock={"eagle": 1}, amigo=True)
    match.lay("eagle", 0, 1)
    assert (match.phase, match.state.stock, match.state.grounds) == ("draw", {"tent": 1}, ())
    rulings = match.discard("tent")
    assert ("OG-40", "over.piles") in said(rulings)
    amid = Match(territory("fur"), NOBODY, grounds=("tent",), stock={"eagle": 1}, amigo=True)
    amid.discard("eagle")
    amid.lay("tent", 0, 0)
    assert ("OG-40", "over.piles") in said(amid.lay("eagle", 0, 1))  # nothing is left to draw


def test_og_40_with_piles_only_a_third_canoe_gives_no_choice_once_the_new_piles_are_empty() -> None:
    three = territory(*TWO, "bow_black")
    match = Match(NOBODY, three, grounds=("tent",), stock={"stern_black": 1}, seat=1, amigo=True)
    match.lay("stern_black", 2, 1)
    assert match.phase == "end"
    match.do(move="play_on", seat=1)
    assert match.state.renewed
    match = Match(NOBODY, three, grounds=("stern_black",), stock={"fur": 1}, amigo=True)
    match.discard("fur")
    match.discard("fur")
    match.lay("stern_black", 0, 0)
    assert match.phase == "over"


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("empty_bow empty_stern", 2),
        ("empty_bow totem warrior_a_red warrior_b_red warrior_c_red warrior_d_red stern_red", 7),
        (
            "empty_bow totem warrior_a_red warrior_b_red warrior_c_red warrior_d_red"
            " warrior_e_red stern_red",
            16,
        ),
        ("empty_bow fur totem", 0),
    ],
)
def test_og_41_complete_canoes_count_a_point_a_card_from_eight_on_two(
    row: str, points: int
) -> None:
    assert total(territory(row)) == points


@pytest.mark.parametrize(
    ("cards", "prizes"),
    [
        ("fur", 10),
        ("cannon_left", 10),
        ("soldier", 10),
        ("cannon_left soldier", 20),
        ("cannon_left cannon_right", 40),
        ("cannon_right cannon_left", 20),
        ("cannon_left totem cannon_right", 20),
        ("cannon_left cannon_right soldier", 90),
        ("soldier cannon_left cannon_right", 90),
        ("soldier totem cannon_left cannon_right", 50),
        ("cannon_left soldier cannon_right", 30),
        ("cannon_left bear_right bear_hunter", 30),
        ("cannon_left cannon_right soldier bear_left bear_right", 130),
        ("cannon_left cannon_left cannon_right", 50),  # an extra half, against OG-12, counts once
        ("cannon_left cannon_right cannon_right soldier", 60),
        ("soldier cannon_left cannon_right soldier", 100),
        ("cannon_left cannon_right soldier cannon_left cannon_right", 130),
    ],
)
def test_og_42_prizes_count_ten_pairs_double_and_triples_three_times(
    cards: str, prizes: int
) -> None:
    laid = territory(f"empty_bow {cards} empty_stern")
    assert total(laid) == prizes + len(cards.split()) + 2
    counted = score(laid)
    assert counted.total == total(laid)
    assert sum(term.now for step in counted.steps for term in step.terms) == counted.total
    assert counted.steps[-1].total == counted.total


def placed(*territories: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the places of a match that ends with these territories."""
    laid = [territory(*one) for one in territories]
    match = Match(*laid, stock={"mad_axe": 1}, seat=len(laid) - 1)
    match.discard("mad_axe")
    if match.phase == "top":
        match.do(move="top_read", cards=["mad_axe"])
    outcome = GAME.rules.outcome(match.state)
    assert outcome is not None
    return outcome.ranking


def test_og_43_of_equals_more_canoes_then_more_prizes_then_shared() -> None:
    five = ("empty_bow totem warrior_a_red warrior_b_red empty_stern",)  # 5 points, one canoe
    three_and_two = ("empty_bow totem empty_stern", "empty_bow empty_stern")  # 5, two canoes
    none: tuple[str, ...] = ("tent",)
    assert placed(five, three_and_two, none) == ((1,), (0,), (2,))
    pair = ("empty_bow cannon_left cannon_right empty_stern",)  # 44, one canoe, two prizes
    four = (
        "empty_bow fur tent eagle empty_stern",  # 35
        "empty_bow totem warrior_a_red warrior_b_red warrior_c_red warrior_d_red stern_red",  # 7
        "bow_red stern_red",  # 2: 44, three canoes
    )
    assert placed(pair, four, none) == ((1,), (0,), (2,))
    assert placed(five, five, none) == ((0, 1), (2,))
