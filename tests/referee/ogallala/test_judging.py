"""What changes of the table come to in Ogallala (OG-60): placements, cards taken, refusals."""

from __future__ import annotations

import pytest

from referee.ogallala.state.territory import EMPTY, cells
from referee.table import Change
from tests.referee.ogallala.playing import Match, captured, completed, territory
from tests.referee.ogallala.table import (
    GROUNDS,
    gone,
    judge,
    laid,
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

NOBODY = EMPTY


# -- cards laid -----------------------------------------------------------------------------------


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
    judgement = judge(match, *along(match, by))
    assert (moves(judgement), told(judgement), gone(judgement)) == ([], [], [])
    judgement = judge(match, *along(match, by), laid("soldier", 0, 0, 1 + by))
    assert (moves(judgement), told(judgement)) == (["place pile soldier 0:0,1"], [])


def test_og_16_a_push_counts_however_the_territory_was_moved_along() -> None:
    match = Match(territory("empty_bow totem cannon_left . fur", "eagle tent"), NOBODY)
    right = {(0, 2): (0, 3), (0, 4): (0, 5)}
    for by in (-2, 1):
        changes = [
            moved(match, 0, at, (right.get(at, at)[0], right.get(at, at)[1] + by))
            for at in ((cell.row, cell.column) for cell in cells(match.state.territories[0]))
        ]
        answer = judge(match, *changes, laid("soldier", 0, 0, 2 + by))
        assert (moves(answer), told(answer)) == (["place pile right soldier 0:0,2"], [])


# -- several captured cards -----------------------------------------------------------------------


def test_og_31_captured_cards_may_be_laid_at_once_in_an_order_that_is_allowed() -> None:
    match = captured("fur . tent . eagle", (0, 0))
    # eagle touches tent alone, which touches what lies there
    cards = [laid("eagle", 0, 2, 1), laid("tent", 0, 1, 1)]
    judgement = judge(match, *cards)
    assert moves(judgement) == ["place spoils tent 0:1,1", "place spoils eagle 0:2,1"]
    assert (judgement.choice, told(judgement)) == (None, [])


def test_og_32_captured_cards_that_complete_two_canoes_are_asked_in_which_order() -> None:
    mine = ("empty_bow . stern_black", "empty_bow . stern_black")
    match = captured("fur . tent . . eagle", (0, 0), mine)
    cards = [laid("fur", 0, 1, 1), laid("tent", 0, 2, 1)]
    judgement = judge(match, *cards)
    assert moves(judgement) == []
    assert judgement.choice is not None
    assert judgement.choice.seat == 0
    assert ways(judgement) == [
        "place spoils fur 0:1,1: one after the other: fur and tent",
        "place spoils tent 0:2,1: one after the other: tent and fur",
    ]


def test_og_31_what_fits_is_laid_and_not_discarded_nor_is_another_card_laid() -> None:
    match = captured("fur . warrior_a_black", (0, 0))
    judgement = judge(match, upon("fur"))
    assert told(judgement) == [("OG-31", (0,))]
    assert refusal(judgement).allowed_zones == (zone(0),)
    assert "Fur fits into ● Blue’s territory" in words(judgement)[0]
    assert told(judge(match, upon("warrior_a_black"))) == []  # it belongs there
    assert told(judge(match, upon("eagle"))) == [("OG-2", (0,))]
    assert told(judge(match, laid("eagle", 0, 1, 1))) == [("OG-31", (0,))]


# -- cards taken ----------------------------------------------------------------------------------


def test_og_20_the_thrower_and_what_it_takes_between_two_looks() -> None:
    match = Match(territory("fur"), territory("tent . totem"))
    (theirs,) = taken(match, 1, (0, 2))
    judgement = judge(match, laid("totem", 0, 1, 1), theirs, laid("lasso_red", 0, 0, 1))
    assert (moves(judgement), told(judgement)) == (
        ["place pile lasso_red 0:0,1", "lasso totem 1:0,2", "place lasso totem 0:1,1"],
        [],
    )


def test_og_21_a_card_shot_and_laid_on_the_hunting_grounds() -> None:
    match = Match(territory("fur"), territory("bow_red warrior_a_red tent"), grounds=("totem",))
    match.lay("archer_red", 0, 1)
    (prey,) = taken(match, 1, (0, 0))
    assert moves(judge(match, prey)) == ["shoot bow_red 1:0,0"]
    judgement = judge(match, upon("bow_red"), prey)
    assert moves(judgement) == ["shoot bow_red 1:0,0"]
    assert set(judgement.moves[0].changes) == {prey, upon("bow_red")}
    assert (gone(judgement), told(judgement)) == ([], [])  # what it covers is not missing
    waits = judge(match, upon("bow_red"))  # where it lay is still to be seen
    assert (moves(waits), told(waits)) == ([], [])
    both = taken(match, 1, (0, 0), (0, 1))
    assert len(ways(judge(match, *both))) == 2
    assert moves(judge(match, *both, upon("warrior_a_red"))) == ["shoot warrior_a_red 1:0,1"]
    match.take("shoot", "bow_red", 0, 0, target=1)
    assert moves(judge(match)) == []


def test_og_22_a_canoe_given_to_mad_axe_card_by_card_or_whole() -> None:
    mine = territory("empty_bow fur empty_stern . eagle", "bow_red tent stern_red")
    match = Match(mine, NOBODY, grounds=("wood_left",))
    assert moves(judge(match, upon("mad_axe"))) == ["discard mad_axe"]
    match.discard("mad_axe")
    change, two, three = taken(match, 0, (0, 0), (0, 1), (0, 2))
    judgement = judge(match, two)
    assert moves(judgement) == ["wreck fur 0:0,1"]
    judgement = judge(match, change, two, three)
    assert moves(judgement) == ["wreck empty_bow 0:0,0"]
    assert set(judgement.moves[0].changes) == {change, two, three}
    assert told(judge(match, upon("fur"))) == []  # it is still to be seen where that lay
    judgement = judge(match, change, *taken(match, 0, (1, 1)))
    assert ways(judgement) == ["wreck empty_bow 0:0,0: empty bow", "wreck tent 0:1,1: tent"]
    judgement = judge(match, change, *taken(match, 0, (1, 1)), upon("tent"))
    assert moves(judgement) == ["wreck tent 0:1,1"]
    judgement = judge(match, *taken(match, 0, (0, 4)))
    assert (moves(judgement), told(judgement)) == ([], [("OG-22", (0,))])
    assert told(judge(match, upon("totem"))) == [("OG-2", (0,))]


def test_og_22_the_cards_that_mad_axe_covers_are_not_missing_and_one_lies_on_top() -> None:
    match = Match(territory("empty_bow tent empty_stern"), NOBODY, grounds=("wood_left",))
    match.discard("mad_axe")
    assert match.phase == "top"
    idle = judge(match)
    assert gone(idle) == []
    assert [(action.seat, action.zone) for action in idle.pending] == [(0, GROUNDS)]
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
    judgement = judge(match, fur, warrior, laid("fur", 0, 1, 0))
    assert moves(judgement) == ["attack fur 1:0,0", "place spoils fur 0:1,0"]
    assert (gone(judgement), told(judgement)) == ([], [])
    two = (fur, *taken(match, 2, (0, 0)))
    assert ways(judge(match, *two)) == ["attack fur 1:0,0: fur", "attack eagle 2:0,0: eagle"]
    assert moves(judge(match, *two, laid("eagle", 0, 1, 0))) == [
        "attack eagle 2:0,0",
        "place spoils eagle 0:1,0",
    ]


# -- the hunting grounds --------------------------------------------------------------------------


def test_og_31_which_card_lies_on_top_is_read_once_all_are_there() -> None:
    match = completed("bow_black empty_stern")
    match.take("attack", "bow_black", 0, 0, target=1)
    assert match.phase == "top"
    assert moves(judge(match, upon("bow_black"))) == []
    (stern,) = taken(match, 1, (0, 1))
    assert moves(judge(match, upon("bow_black"), stern)) == ["top_read bow_black"]
    judgement = judge(match, upon("fur"), stern)
    assert (moves(judgement), told(judgement)) == ([], [("OG-31", (0,))])
    assert refusal(judgement).allowed_zones == (GROUNDS,)


def test_sl_11_a_card_that_is_to_lie_on_the_hunting_grounds_is_asked_for_by_name() -> None:
    match = Match(territory("fur"), territory("warrior_a_red tent"), grounds=("totem",))
    match.lay("archer_red", 0, 1)
    match.take("shoot", "warrior_a_red", 0, 0, target=1)
    assert match.state.turn == 1
    (due,) = judge(match, uncovered(match)).pending
    assert (due.seat, due.cards, due.zone) == (0, ("warrior_a_red",), GROUNDS)
    on = judge(match, uncovered(match), laid("eagle", 1, 1, 1))  # who is next plays on
    assert moves(on) == ["place pile eagle 1:1,1"]
    match = captured("fur . warrior_a_red", (0, 0))
    match.lay("fur", 1, 0, source="spoils")
    (due,) = judge(match, uncovered(match)).pending
    assert (due.seat, due.cards) == (0, ("warrior_a_red",))


@pytest.mark.parametrize(
    ("special", "how", "rule"),
    [
        ("archer_red", "lassoed", "OG-20"),
        ("lasso_red", "lassoed", "OG-20"),
        ("archer_red", "lapsed", "OG-21"),
        ("lasso_red", "lapsed", "OG-20"),
        ("archer_red", "discarded", "OG-24"),
        ("lasso_red", "discarded", "OG-24"),
    ],
)
def test_og_20_a_special_without_effect_takes_no_card(special: str, how: str, rule: str) -> None:
    """Both are told: whoever played it, and whose card is gone."""
    safe = "bow_red warrior_b_red totem stern_red"  # complete, and with a totem
    theirs = territory(f"{special} . . warrior_b_red") if how == "lassoed" else territory(safe)
    match = Match(territory("fur"), theirs, NOBODY)
    if how == "lassoed":
        match.lay("lasso_black", 0, 1)
        match.take("lasso", special, 0, 0, target=1)
        match.lay(special, 1, 0, source="lasso")
    elif how == "lapsed":
        match.lay(special, 0, 1)
    else:
        match.discard(special)
    assert (match.phase, match.state.turn) == ("draw", 1)
    column = 3 if how == "lassoed" else 1
    gone_ = taken(match, 1, (0, column))
    put = laid("warrior_b_red", 0, 0, 2) if special == "lasso_red" else upon("warrior_b_red")
    judgement = judge(match, *gone_, put)
    assert (moves(judgement), told(judgement)) == ([], [(rule, (0, 1))])
    assert refusal(judgement).allowed_zones == (zone(1),)
    assert "has no effect, so warrior B (red 1) stays" in words(judgement)[0]
