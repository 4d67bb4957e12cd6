"""What the table says when people err at Ogallala (SL-1 …): by the changes that they make."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.ogallala.state.territory import EMPTY
from referee.table import Laid, Moved, Taken, Zone
from tests.referee.ogallala.playing import READY, Match, captured, territory
from tests.referee.ogallala.table import (
    GROUNDS,
    gone,
    judge,
    laid,
    lying,
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


def test_sl_3_a_card_discarded_after_ones_turn_is_never_the_next_players() -> None:
    match = Match(territory("fur"), territory("tent"))
    judgement = judge(match, laid("fur", 0, 1, 1), upon("eagle"))  # a second fur ends the turn
    assert judgement.choice is not None  # which of them ends the turn?
    assert (judgement.choice.seat, len(judgement.choice.meanings), judgement.moves) == (0, 2, ())
    match.lay("fur", 1, 1)
    late = replace(upon("eagle"), turn=0)
    assert told(judge(match, late)) == [("OG-3", (0, 1))]
    assert "Take eagle back" in words(judge(match, late))[0]
    assert moves(judge(match, late, laid("bear_hunter", 1, 0, 1))) == [
        "place pile bear_hunter 1:0,1"
    ]
    assert moves(judge(match, upon("eagle"))) == ["discard eagle"]


def test_sl_11_a_canoe_that_must_go_is_named_until_it_is_gone() -> None:
    match = captured("bow_black warrior_c_black stern_black", (0, 0))
    left = taken(match, 1, (0, 1), (0, 2))
    (pending,) = judge(match).pending
    assert (pending.seat, pending.message.key) == (0, "ogallala.want.sweep")
    assert pending.message.params["cards"] == ("warrior_c_black", "stern_black")
    (pending,) = judge(match, left[0], upon("warrior_c_black")).pending
    assert pending.message.params["cards"] == ("stern_black",)
    (pending,) = judge(match, *left).pending
    assert pending.message.key == "ogallala.focus.top"
    early = judge(match, laid("eagle", 1, 1, 1))
    assert told(early) == [("OG-3", (0, 1))]
    assert "must discard the whole canoe" in words(early)[0]
    axe = Match(territory(f"{READY} stern_red", "", "empty_bow fur empty_stern"), NOBODY)
    axe.discard("mad_axe")
    text = words(judge(axe, laid("eagle", 1, 0, 0)))[0]
    assert "must discard a complete canoe" in text


def test_sl_4_a_captured_card_in_another_territory_belongs_in_ones_own() -> None:
    match = captured("fur . tent", (0, 0))
    assert match.phase == "spoils"
    answer = judge(match, laid("fur", 1, 2, 0))
    assert told(answer) == [("OG-3", (0, 1))]
    assert refusal(answer).allowed_zones == (zone(0),)
    answer = judge(match, Laid("fur", Zone("pile", index=0), id="a"))
    assert told(answer) == [("OG-31", (0,))]
    assert "must put it in their own territory" in words(answer)[0]
    assert told(judge(match, Laid("fur", Zone("drawn"), id="a"))) == []
    assert told(judge(match, Laid("eagle", Zone("drawn"), id="a"))) == [("OG-3", (0,))]


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


def test_og_21_who_shoots_a_card_may_not_keep_it() -> None:
    match = Match(territory("fur"), territory("warrior_a_red tent"), grounds=("totem",))
    match.lay("archer_red", 0, 1)
    hit = taken(match, 1, (0, 0))  # how the table sees it: a card that may go, and an equal one
    kept = judge(match, *hit, laid("warrior_a_red", 0, 0, 2))
    assert (moves(kept), kept.choice, told(kept)) == ([], None, [("OG-21", (0,))])
    assert moves(judge(match, *hit, upon("warrior_a_red"))) == ["shoot warrior_a_red 1:0,0"]
    prize = judge(match, Moved(lying(match, 1, 0, 1), zone(0), (0, 2), id="a"))
    assert moves(prize) == []
    assert not any("was hit" in word for word in words(prize))
    match.take("shoot", "warrior_a_red", 0, 0, target=1)
    judgement = judge(match, uncovered(match), laid("warrior_a_red", 0, 0, 2))
    assert (moves(judgement), told(judgement)) == ([], [("OG-21", (0,))])
    assert refusal(judgement).allowed_zones == (GROUNDS,)
    assert words(judgement) == [
        "Warrior A (red 1) was hit by the archer. Put it on the discard pile."
    ]


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


# -- Ogallala's own ------------------------------------------------------------------------------


def test_sl_23_a_third_card_amiss_leaves_the_order_of_the_two_others() -> None:
    match = Match(territory("fur"), NOBODY)
    judgement = judge(match, laid("eagle", 0, 0, 1), laid("tent", 0, 1, 0), laid("totem", 0, 2, 5))
    assert (moves(judgement), len(ways(judgement))) == ([], 1)
    assert told(judgement) == [("OG-11", (0,))]


@pytest.mark.parametrize("phase", ["lasso", "set", "archer", "attack", "spoils", "end", "top"])
def test_sl_23_while_a_duty_is_open_the_next_players_card_is_told_whose_it_is(phase: str) -> None:
    theirs = territory("bow_black warrior_a_red fur", "empty_bow soldier empty_stern")
    third = ("empty_bow empty_stern", "empty_bow empty_stern") if phase == "end" else ()
    mine = (
        territory(READY, *third) if phase not in ("lasso", "set", "archer") else territory("tent")
    )
    match = Match(mine, theirs)
    if phase in ("lasso", "set"):
        match.lay("lasso_red", 0, 1)
    elif phase == "archer":
        match.lay("archer_red", 0, 1)
    else:
        match.lay("stern_red", 0, 2)
    if phase == "set":
        match.take("lasso", "fur", 0, 2, target=1)
    elif phase == "end":
        match.do(move="spare", seat=0)
    elif phase in ("spoils", "top"):
        match.take("attack", "fur", 0, 2, target=1)
    if phase == "top":
        match.lay("fur", 1, 0, source="spoils")
    assert match.phase == phase
    for card, row, column in (("eagle", 0, 3), ("eagle", 2, 0)):
        judgement = judge(match, laid(card, 1, row, column), *_swept(match))
        assert (moves(judgement), judgement.choice, gone(judgement)) == ([], None, [])
        assert told(judgement) == [("OG-3", (0, 1))]
        assert words(judgement)[0].startswith("First ● Blue ")


def _swept(match: Match) -> tuple[Taken, ...]:
    """Return that all cards that go were taken away."""
    sweep = match.state.sweep
    return (
        () if sweep is None else taken(match, sweep.seat, *((c.row, c.column) for c in sweep.cells))
    )
