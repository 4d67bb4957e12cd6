"""Cards taken in Ogallala, as no slip of the bed takes them: shot, wrecked and captured."""

from __future__ import annotations

import pytest

from referee.ogallala.state.territory import EMPTY
from tests.referee.ogallala.playing import Match, completed, territory
from tests.referee.ogallala.table import GROUNDS, gone, judge, laid, moves, taken, told, upon, ways

NOBODY = EMPTY


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


@pytest.mark.parametrize("special", ["archer_red", "lasso_red"])
def test_og_24_a_special_that_was_discarded_takes_no_card(special: str) -> None:
    """Both are told: whoever played it, and whose card is gone."""
    match = Match(territory("fur"), territory("bow_red warrior_b_red totem stern_red"), NOBODY)
    match.discard(special)
    put = laid("warrior_b_red", 0, 0, 2) if special == "lasso_red" else upon("warrior_b_red")
    judgement = judge(match, *taken(match, 1, (0, 1)), put)
    assert (moves(judgement), told(judgement)) == ([], [("OG-24", (0, 1))])
