"""What changes of the table come to in Ogallala (OG-60): placements, cards taken, refusals."""

from __future__ import annotations

import pytest

from referee.ogallala.state.territory import EMPTY, cells
from referee.table import Change, Laid, Moved
from tests.referee.ogallala.playing import Match, territory, thrown
from tests.referee.ogallala.table import (
    GROUNDS,
    gone,
    judge,
    laid,
    lying,
    moved,
    moves,
    refusal,
    taken,
    told,
    uncovered,
    upon,
    ways,
    words,
    zone,
)
from tests.referee.ogallala.test_slips import captured, completed

NOBODY = EMPTY


# -- cards laid -----------------------------------------------------------------------------------


@pytest.mark.parametrize("column", [0, 5, -3])
def test_og_10_the_first_card_lies_anywhere(column: int) -> None:
    match = Match(NOBODY, NOBODY)
    assert moves(judge(match, laid("fur", 0, 1, column))) == ["place pile fur 0:1,0"]


def along(match: Match, by: int) -> list[Change]:
    """Return that each card of the first territory lies some columns further."""
    return [
        moved(match, 0, (cell.row, cell.column), (cell.row, cell.column + by))
        for cell in cells(match.state.territories[0])
    ]


@pytest.mark.parametrize("by", [-4, 1, 2])
def test_og_10_a_territory_moved_along_is_no_change_and_a_new_card_counts_as_it_lies(
    by: int,
) -> None:
    match = Match(territory("fur . totem", "eagle tent"), territory("tent"))
    said = judge(match, *along(match, by))
    assert (moves(said), told(said), gone(said)) == ([], [], [])
    said = judge(match, *along(match, by), laid("soldier", 0, 0, 1 + by))
    assert (moves(said), told(said)) == (["place pile soldier 0:0,1"], [])


def test_og_16_a_push_counts_however_the_territory_was_moved_along() -> None:
    match = Match(territory("empty_bow totem cannon_left . fur", "eagle tent"), NOBODY)
    right = {(0, 2): (0, 3), (0, 4): (0, 5)}
    for by in (-2, 1):
        changes = [
            moved(match, 0, at, (right.get(at, at)[0], right.get(at, at)[1] + by))
            for at in ((one.row, one.column) for one in cells(match.state.territories[0]))
        ]
        said = judge(match, *changes, laid("soldier", 0, 0, 2 + by))
        assert (moves(said), told(said)) == (["place pile right soldier 0:0,2"], [])


def test_og_16_in_a_territory_of_one_canoe_either_side_is_the_same_push() -> None:
    match = Match(territory("totem cannon_left fur"), NOBODY)
    right = judge(match, laid("cannon_right", 0, 0, 2), moved(match, 0, (0, 2), (0, 3)))
    assert moves(right) == ["place pile right cannon_right 0:0,2"]
    left = [moved(match, 0, (0, n), (0, n - 1)) for n in (0, 1)]
    assert moves(judge(match, laid("cannon_right", 0, 0, 1), *left)) == [
        "place pile left cannon_right 0:0,1"
    ]


@pytest.mark.parametrize(
    ("row", "card", "at", "rule", "said"),
    [
        ("fur", "mad_axe", (0, 1), "OG-4", "never goes into a territory"),
        ("fur", "totem", (3, 0), "OG-10", "none of the three rows"),
        (
            "fur . . . . . . . . . . . . totem",
            "tent",
            (1, 14),
            "OG-10",
            "tent at B15, the territory would be wider than 14",
        ),
        ("fur", "totem", (0, 3), "OG-11", "Totem at A4 touches no other card"),
        (
            "warrior_a_red",
            "warrior_a_black",
            (0, 1),
            "OG-12",
            "The canoe at A2 already has warrior A",
        ),
        ("fur", "empty_bow", (0, 1), "OG-13", "Empty bow cannot go to A2"),
        ("fur empty_stern", "totem", (0, 2), "OG-13", "Totem cannot go to A3"),
        ("fur totem", "tent", (0, 1), "OG-15", "Tent cannot go on totem at A2"),
        ("fur . . . fur", "tent", (0, 2), "OG-11", "touches no other card"),
        ("fur totem . . fur", "tent", (0, 2), "OG-15", "Tent at A3 would join two canoes"),
        ("warrior_a_red", "warrior_b_black", (0, 1), "OG-50", "warrior B (black 1) at A2"),
    ],
)
def test_a_refused_placement_gives_the_games_own_reason_and_the_cell(
    row: str, card: str, at: tuple[int, int], rule: str, said: str
) -> None:
    match = Match(territory(row), NOBODY, tribes=True)
    found = judge(match, laid(card, 0, *at))
    assert (moves(found), told(found)) == ([], [(rule, (0,))])
    assert refusal(found).allowed_zones == (zone(0), GROUNDS)
    assert said in words(found)[0]


def test_og_1_the_top_of_the_grounds_that_is_gone_tells_where_a_card_comes_from() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("totem", "tent"))
    assert moves(judge(match, laid("tent", 0, 0, 1))) == ["place pile tent 0:0,1"]
    said = judge(match, laid("tent", 0, 0, 1), uncovered(match))
    assert moves(said) == ["place grounds tent 0:0,1"]
    assert set(said.moves[0].changes) == {laid("tent", 0, 0, 1), uncovered(match)}
    other = judge(match, laid("eagle", 0, 0, 1), uncovered(match))
    assert moves(other) == ["place pile eagle 0:0,1"]


def test_og_3_the_top_of_the_grounds_that_was_taken_and_is_back_was_drawn_and_laid_back() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("totem", "mad_axe"))
    said = judge(match, upon("mad_axe"), uncovered(match))
    assert [type(one.move).__name__ for one in said.moves] == ["LayBack"]
    assert (said.refusals, said.missing) == ((), ())


def test_og_1_with_piles_only_the_top_of_the_grounds_is_not_drawn() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent",), amigo=True)
    said = judge(match, laid("tent", 0, 0, 1), uncovered(match))
    assert (moves(said), told(said)) == ([], [("OG-1", (0,))])
    assert gone(said) == [(("tent",), None)]


def test_og_1_a_push_of_the_top_of_the_grounds() -> None:
    match = Match(territory("totem cannon_left fur", "tent"), NOBODY, grounds=("soldier",))
    changes = (laid("soldier", 0, 0, 2), moved(match, 0, (0, 2), (0, 3)), uncovered(match))
    said = judge(match, *changes)
    assert moves(said) == ["place grounds right soldier 0:0,2"]
    assert set(said.moves[0].changes) == set(changes)


def test_og_2_a_card_that_is_laid_and_then_one_discarded() -> None:
    match = Match(territory("fur"), NOBODY)
    for changes in ((laid("tent", 0, 0, 1), upon("eagle")), (upon("eagle"), laid("tent", 0, 0, 1))):
        said = judge(match, *changes)
        assert moves(said) == ["place pile tent 0:0,1", "discard eagle"]


def test_og_2_a_card_laid_before_the_choices_are_made_does_not_come_now() -> None:
    match = completed("fur", mine=("tent",))
    for change in (laid("eagle", 0, 1, 1), upon("eagle")):
        said = judge(match, change)
        assert (moves(said), told(said)) == ([], [("OG-2", (0,))])
        assert refusal(said).allowed_zones == ()


# -- several captured cards -----------------------------------------------------------------------


def test_og_31_captured_cards_may_be_laid_at_once_in_an_order_that_is_allowed() -> None:
    match = captured("fur . tent . eagle", (0, 0))
    # eagle touches tent alone, which touches what lies there
    cards = [laid("eagle", 0, 2, 1), laid("tent", 0, 1, 1)]
    said = judge(match, *cards)
    assert moves(said) == ["place spoils tent 0:1,1", "place spoils eagle 0:2,1"]
    assert (said.choice, told(said)) == (None, [])


def test_og_32_captured_cards_that_complete_two_canoes_are_asked_in_which_order() -> None:
    mine = ("empty_bow . stern_black", "empty_bow . stern_black")
    match = captured("fur . tent . . eagle", (0, 0), mine)
    cards = [laid("fur", 0, 1, 1), laid("tent", 0, 2, 1)]
    said = judge(match, *cards)
    assert moves(said) == []
    assert said.choice is not None
    assert said.choice.seat == 0
    assert ways(said) == [
        "place spoils fur 0:1,1: one after the other: fur and tent",
        "place spoils tent 0:2,1: one after the other: tent and fur",
    ]


def test_og_31_of_captured_cards_the_right_ones_are_booked() -> None:
    match = captured("fur . tent . eagle", (0, 0))
    said = judge(match, laid("tent", 0, 1, 1), laid("eagle", 0, 2, 5), laid("fur", 0, 1, 2))
    assert moves(said) == ["place spoils tent 0:1,1", "place spoils fur 0:1,2"]
    assert told(said) == [("OG-11", (0,))]


def test_og_31_what_fits_is_laid_and_not_discarded_nor_is_another_card_laid() -> None:
    match = captured("fur . warrior_a_black", (0, 0))
    said = judge(match, upon("fur"))
    assert told(said) == [("OG-31", (0,))]
    assert refusal(said).allowed_zones == (zone(0),)
    assert "Fur fits into ● Blue’s territory" in words(said)[0]
    assert told(judge(match, upon("warrior_a_black"))) == []  # it belongs there
    assert told(judge(match, upon("eagle"))) == [("OG-2", (0,))]
    assert told(judge(match, laid("eagle", 0, 1, 1))) == [("OG-31", (0,))]


# -- cards taken ----------------------------------------------------------------------------------


def test_og_20_a_card_taken_with_the_lasso_and_perhaps_laid_at_once() -> None:
    match = thrown("tent . totem", "eagle")
    (theirs,) = taken(match, 1, (0, 2))
    assert moves(judge(match, theirs)) == ["lasso totem 1:0,2"]
    said = judge(match, laid("totem", 0, 1, 0), theirs)
    assert moves(said) == ["lasso totem 1:0,2", "place lasso totem 0:1,0"]
    said = judge(match, Moved(lying(match, 1, 0, 2), zone(0), (1, 0), id="a"))
    assert moves(said) == ["lasso totem 1:0,2"]  # the next look sees where it lies


def test_og_20_the_thrower_and_what_it_takes_between_two_looks() -> None:
    match = Match(territory("fur"), territory("tent . totem"))
    (theirs,) = taken(match, 1, (0, 2))
    said = judge(match, laid("totem", 0, 1, 1), theirs, laid("lasso_red", 0, 0, 1))
    assert (moves(said), told(said)) == (
        ["place pile lasso_red 0:0,1", "lasso totem 1:0,2", "place lasso totem 0:1,1"],
        [],
    )


def test_og_20_of_several_cards_that_are_gone_the_one_that_is_laid_was_taken() -> None:
    match = thrown("tent . totem", "eagle")
    two = (*taken(match, 1, (0, 0)), *taken(match, 2, (0, 0)))
    said = judge(match, *two)
    assert moves(said) == []
    assert said.choice is not None
    assert said.choice.seat == 0
    assert ways(said) == ["lasso tent 1:0,0: tent", "lasso eagle 2:0,0: eagle"]
    said = judge(match, *two, laid("eagle", 0, 1, 0))
    assert moves(said) == ["lasso eagle 2:0,0", "place lasso eagle 0:1,0"]


def test_og_20_what_the_lasso_does_not_take_is_told_so_and_belongs_back() -> None:
    match = thrown("empty_bow tent empty_stern . eagle")
    said = judge(match, *taken(match, 1, (0, 1)))
    assert (moves(said), told(said)) == ([], [("OG-20", (0,))])
    assert gone(said) == [(("tent",), 1)]
    assert refusal(said).allowed_zones == (zone(1),)
    assert "complete canoe" in words(said)[0]
    assert gone(judge(match, *taken(match, 0, (0, 0)))) == [(("fur",), 0)]  # one's own


def test_og_20_a_card_that_fits_nowhere_is_not_taken() -> None:
    pairs = "empty_bow empty_stern "
    crew = "tent eagle companion tobacco dynamite firewater soldier cowboy warrior_a_red"
    last = f"bow_red fur {crew} warrior_b_red"
    match = Match(territory(pairs * 7, pairs * 7, last), territory("fur . . gold_digger"))
    match.lay("lasso_red", 2, 12)
    said = judge(match, *taken(match, 1, (0, 0)))
    assert (moves(said), told(said)) == ([], [("OG-20", (0,))])
    assert "fits nowhere" in words(said)[0]
    assert moves(judge(match, *taken(match, 1, (0, 3)))) == ["lasso gold_digger 1:0,3"]


def test_og_21_a_card_shot_and_laid_on_the_hunting_grounds() -> None:
    match = Match(territory("fur"), territory("bow_red warrior_a_red tent"), grounds=("totem",))
    match.lay("archer_red", 0, 1)
    (prey,) = taken(match, 1, (0, 0))
    assert moves(judge(match, prey)) == ["shoot bow_red 1:0,0"]
    said = judge(match, upon("bow_red"), prey)
    assert moves(said) == ["shoot bow_red 1:0,0"]
    assert set(said.moves[0].changes) == {prey, upon("bow_red")}
    assert (gone(said), told(said)) == ([], [])  # what it covers is not missing
    waits = judge(match, upon("bow_red"))  # where it lay is still to be seen
    assert (moves(waits), told(waits)) == ([], [])
    both = taken(match, 1, (0, 0), (0, 1))
    assert len(ways(judge(match, *both))) == 2
    assert moves(judge(match, *both, upon("warrior_a_red"))) == ["shoot warrior_a_red 1:0,1"]
    match.take("shoot", "bow_red", 0, 0, target=1)
    assert moves(judge(match)) == []


def test_og_21_og_23_what_the_archer_does_not_shoot_is_told_so() -> None:
    theirs = territory("bow_red tent", "warrior_a_red totem", "empty_bow warrior_b_red empty_stern")
    match = Match(territory("fur"), theirs)
    match.lay("archer_red", 0, 1)
    for cell, rule in (((0, 1), "OG-21"), ((1, 0), "OG-23"), ((2, 1), "OG-21")):
        said = judge(match, *taken(match, 1, cell))
        assert (moves(said), told(said)) == ([], [(rule, (0,))])
    assert told(judge(match, upon("eagle"))) == [("OG-2", (0,))]


def test_og_22_a_canoe_given_to_mad_axe_card_by_card_or_whole() -> None:
    mine = territory("empty_bow fur empty_stern . eagle", "bow_red tent stern_red")
    match = Match(mine, NOBODY, grounds=("wood_left",))
    assert moves(judge(match, upon("mad_axe"))) == ["discard mad_axe"]
    match.discard("mad_axe")
    one, two, three = taken(match, 0, (0, 0), (0, 1), (0, 2))
    said = judge(match, two)
    assert moves(said) == ["wreck fur 0:0,1"]
    said = judge(match, one, two, three)
    assert moves(said) == ["wreck empty_bow 0:0,0"]
    assert set(said.moves[0].changes) == {one, two, three}
    assert told(judge(match, upon("fur"))) == []  # it is still to be seen where that lay
    said = judge(match, one, *taken(match, 0, (1, 1)))
    assert ways(said) == ["wreck empty_bow 0:0,0: empty bow", "wreck tent 0:1,1: tent"]
    said = judge(match, one, *taken(match, 0, (1, 1)), upon("tent"))
    assert moves(said) == ["wreck tent 0:1,1"]
    said = judge(match, *taken(match, 0, (0, 4)))
    assert (moves(said), told(said)) == ([], [("OG-22", (0,))])
    assert told(judge(match, upon("totem"))) == [("OG-2", (0,))]


def test_og_22_the_cards_that_mad_axe_covers_are_not_missing_and_one_lies_on_top() -> None:
    match = Match(territory("empty_bow tent empty_stern"), NOBODY, grounds=("wood_left",))
    match.discard("mad_axe")
    assert match.phase == "top"
    idle = judge(match)
    assert gone(idle) == []
    assert [(one.seat, one.zone) for one in idle.pending] == [(0, GROUNDS)]
    bow, tent, stern = taken(match, 0, (0, 0), (0, 1), (0, 2))
    some = judge(match, bow, upon("empty_bow"))  # the others lie there still
    assert (moves(some), some.choice, told(some)) == ([], None, [])
    whole = judge(match, bow, tent, stern, upon("tent"))
    assert moves(whole) == ["top_read tent"]
    asked = judge(match, bow, tent, stern)  # in a hand, or under Mad Axe
    assert moves(asked) == []
    assert ways(asked) == ["top_read mad_axe: On top of the discard pile: Mad Axe."]
    assert asked.choice is not None
    assert asked.choice.seat == 0


def test_og_30_a_canoe_attacked_card_by_card_or_whole() -> None:
    match = completed("fur warrior_a_red . . tent", "eagle")
    fur, warrior = taken(match, 1, (0, 0), (0, 1))
    assert moves(judge(match, warrior)) == ["attack warrior_a_red 1:0,1"]
    said = judge(match, fur, warrior, laid("fur", 0, 1, 0))
    assert moves(said) == ["attack fur 1:0,0", "place spoils fur 0:1,0"]
    assert (gone(said), told(said)) == ([], [])
    two = (fur, *taken(match, 2, (0, 0)))
    assert ways(judge(match, *two)) == ["attack fur 1:0,0: fur", "attack eagle 2:0,0: eagle"]
    assert moves(judge(match, *two, laid("eagle", 0, 1, 0))) == [
        "attack eagle 2:0,0",
        "place spoils eagle 0:1,0",
    ]


def test_og_23_og_30_og_51_what_is_not_attacked_is_told_so() -> None:
    theirs = territory("warrior_e_red warrior_f_red", "fur totem", "warrior_a_red . . eagle")
    match = Match(territory("bow_red warrior_g_red"), theirs, tribes=True)
    match.lay("stern_red", 0, 2)
    for cell, rule in (((0, 0), "OG-30"), ((1, 0), "OG-23"), ((2, 0), "OG-51")):
        said = judge(match, *taken(match, 1, cell))
        assert (moves(said), told(said)) == ([], [(rule, (0,))])
        assert gone(said) == [((lying(match, 1, *cell).name,), 1)]


# -- the hunting grounds --------------------------------------------------------------------------


def test_og_31_which_card_lies_on_top_is_read_once_all_are_there() -> None:
    match = completed("bow_black empty_stern")
    match.take("attack", "bow_black", 0, 0, target=1)
    assert match.phase == "top"
    assert moves(judge(match, upon("bow_black"))) == []
    (stern,) = taken(match, 1, (0, 1))
    assert moves(judge(match, upon("bow_black"), stern)) == ["top_read bow_black"]
    said = judge(match, upon("fur"), stern)
    assert (moves(said), told(said)) == ([], [("OG-31", (0,))])
    assert refusal(said).allowed_zones == (GROUNDS,)


def test_og_31_the_card_that_came_up_is_read() -> None:
    match = Match(territory("empty_bow totem empty_stern"), NOBODY)
    match.discard("mad_axe")
    match.do(move="top_read", cards=["totem"])
    said = judge(match, laid("totem", 1, 0, 0), uncovered(match))
    assert moves(said) == ["place grounds totem 1:0,0"]
    match.lay("totem", 0, 0, source="grounds")
    assert moves(judge(match, upon("mad_axe"))) == ["top_read mad_axe"]
    assert told(judge(match, upon("fur"))) == [("OG-31", (1,))]


def test_a_captured_card_that_covers_the_grounds_is_no_discard_of_the_next_player() -> None:
    match = captured("fur . warrior_a_red", (0, 0))
    (warrior,) = taken(match, 1, (0, 2))
    said = judge(match, laid("fur", 0, 1, 0), warrior, upon("warrior_a_red"))
    assert (moves(said), told(said)) == (["place spoils fur 0:1,0"], [])


def test_og_40_once_it_is_over_nothing_is_said() -> None:
    match = Match(territory("fur"), NOBODY, stock={"totem": 1})
    match.lay("totem", 0, 1)
    said = judge(match, *taken(match, 0, (0, 0)), laid("eagle", 1, 0, 0), upon("tent"))
    assert said == judge(match)
    assert not said.to_do


def test_a_card_in_no_territory_of_this_match_does_not_count() -> None:
    match = Match(territory("fur"), NOBODY)
    said = judge(match, laid("eagle", 4, 0, 0))
    assert (moves(said), told(said)) == ([], [("OG-2", (0,))])
    assert isinstance(refusal(said).changes[0], Laid)
