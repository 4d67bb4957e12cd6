"""What the table says when people err at Ogallala (SL-1 …): by the changes that they make."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.ogallala.state.territory import EMPTY
from referee.table import Laid, Moved, Taken, Zone
from tests.referee.ogallala.playing import Match, territory
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

NOBODY = EMPTY
READY = "bow_red warrior_g_red"  # one stern_red more: complete, of strength 6


def completed(*others: str, mine: tuple[str, ...] = ()) -> Match:
    """Return a match in which seat 0 has just completed a canoe of strength 6."""
    match = Match(territory(READY, *mine), *map(territory, others))
    match.lay("stern_red", 0, 2)
    return match


def captured(theirs: str, cell: tuple[int, int], mine: tuple[str, ...] = ()) -> Match:
    """Return a match in which seat 0 has captured a canoe of seat 1, by one of its cards."""
    match = completed(theirs, mine=mine)
    match.take("attack", match.state.territories[1].card_at(*cell), *cell, target=1)
    return match


def test_sl_3_a_card_discarded_after_ones_turn_is_never_the_next_players() -> None:
    match = Match(territory("fur"), territory("tent"))
    said = judge(match, laid("fur", 0, 1, 1), upon("eagle"))  # a second fur ends the turn
    assert said.choice is not None  # which of them ends the turn?
    assert (said.choice.seat, len(said.choice.meanings), said.moves) == (0, 2, ())
    match.lay("fur", 1, 1)
    late = replace(upon("eagle"), turn=0)
    assert told(judge(match, late)) == [("OG-3", (0, 1))]
    assert "Take eagle back" in words(judge(match, late))[0]
    assert moves(judge(match, late, laid("bear_hunter", 1, 0, 1))) == [
        "place pile bear_hunter 1:0,1"
    ]
    assert moves(judge(match, upon("eagle"))) == ["discard eagle"]


def test_og_31_a_card_under_the_top_that_was_taken_is_nobodys_late_discard() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("eagle", "totem", "tent"))
    match.state = replace(match.state, grounds=(("eagle", "totem"), ("tent",)))
    match.lay("tent", 1, 0, "grounds")
    seen_before = replace(upon("totem"), turn=1)
    assert moves(judge(match, seen_before)) == ["top_read totem"]


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
    said = words(judge(axe, laid("eagle", 1, 0, 0)))[0]
    assert "must discard a complete canoe" in said


def test_sl_1_a_card_beyond_the_decks_count_names_the_cells_of_the_others() -> None:
    match = Match(territory("fur", ". soldier"), territory("tent", "", "fur"), grounds=("cowboy",))
    said = judge(match, laid("fur", 0, 0, 1))
    assert moves(said) == []
    assert told(said) == [("OG-60", (0,))]
    assert words(said) == [
        "The deck has only 2 of fur, and they are already here: A1, in ● Blue’s territory"
        " and C1, in ▲ Vermilion’s territory. Look at this card again."
    ]
    assert refusal(judge(match, laid("soldier", 0, 0, 1))).message.params["spots"] == (
        "territory:0 B2",
    )
    assert refusal(judge(match, upon("soldier"))).rule == "OG-60"
    # the top of the hunting grounds lies there still
    assert refusal(judge(match, laid("cowboy", 0, 0, 1))).message.params["spots"] == ("grounds",)


def test_sl_3_a_card_laid_out_of_turn_is_told_to_both_and_booked_to_nobody() -> None:
    match = Match(territory("fur"), territory("tent"), NOBODY)
    said = judge(match, laid("eagle", 1, 0, 1))
    assert (moves(said), said.choice, gone(said)) == ([], None, [])
    assert told(said) == [("SL-3", (0, 1))]
    assert refusal(said).allowed_zones == (zone(0), GROUNDS)
    assert words(said) == [
        "It is ● Blue’s turn, but eagle is in ▲ Vermilion’s territory."
        " Take it back, or put it where ● Blue may put it."
    ]
    assert [one.seat for one in said.pending] == [0]  # who still draws
    both = judge(match, laid("eagle", 1, 0, 1), laid("totem", 0, 0, 1))
    assert (moves(both), told(both)) == (["place pile totem 0:0,1"], [("SL-3", (0, 1))])


def test_sl_3_who_comes_next_may_lay_once_the_turn_is_over() -> None:
    match = Match(territory("fur", "warrior_a_red"), territory("tent"), NOBODY)
    said = judge(match, laid("eagle", 1, 0, 1), laid("warrior_a_black", 0, 0, 1))
    assert moves(said) == ["place pile warrior_a_black 0:0,1", "place pile eagle 1:0,1"]
    assert told(said) == []


def test_sl_12_the_top_of_a_pile_lies_open_and_elsewhere_it_is_told_where_it_may_lie() -> None:
    match = Match(territory("fur"), NOBODY)
    said = judge(match, Laid("eagle", Zone("pile", index=1), id="a"))
    assert told(said) == [("SL-12", (0,))]
    assert "it must be face down. Turn it over." in words(said)[0]
    assert told(judge(match, Laid("eagle", Zone("drawn"), id="a"))) == []  # it is shown there
    said = judge(match, Laid("eagle", Zone("hand", seat=0), id="a"))
    assert told(said) == [("OG-2", (0,))]
    assert refusal(said).allowed_zones == (zone(0), GROUNDS)
    assert "must put it in their own territory or on the discard pile" in words(said)[0]


def test_sl_4_a_captured_card_in_another_territory_belongs_in_ones_own() -> None:
    match = captured("fur . tent", (0, 0))
    assert match.phase == "spoils"
    said = judge(match, laid("fur", 1, 2, 0))
    assert told(said) == [("OG-3", (0, 1))]
    assert refusal(said).allowed_zones == (zone(0),)
    said = judge(match, Laid("fur", Zone("pile", index=0), id="a"))
    assert told(said) == [("OG-31", (0,))]
    assert "must put it in their own territory" in words(said)[0]
    assert told(judge(match, Laid("fur", Zone("drawn"), id="a"))) == []
    assert told(judge(match, Laid("eagle", Zone("drawn"), id="a"))) == [("OG-3", (0,))]


def test_sl_5_of_two_cards_that_end_the_turn_each_their_player_says_which() -> None:
    match = Match(territory("warrior_a_red . . warrior_b_red", "", "totem"), NOBODY)
    said = judge(match, laid("warrior_a_black", 0, 1, 3), laid("warrior_b_black", 0, 1, 0))
    assert moves(said) == []
    assert said.choice is not None
    assert said.choice.seat == 0
    assert len(said.choice.changes) == 2
    assert ways(said) == [
        "place pile warrior_a_black 0:1,3: warrior A (black 1)",
        "place pile warrior_b_black 0:1,0: warrior B (black 1)",
    ]


def test_sl_5_what_is_right_is_booked_and_the_rest_refused() -> None:
    match = Match(territory("fur"), territory("tent"))
    said = judge(match, laid("eagle", 0, 0, 1), laid("totem", 0, 2, 5), laid("soldier", 1, 0, 1))
    assert moves(said) == ["place pile eagle 0:0,1"]
    assert told(said) == [("OG-11", (0,)), ("SL-3", (0, 1))]


def test_sl_6_of_captured_cards_those_that_are_to_be_laid_still_are_named() -> None:
    match = captured("fur . tent . eagle", (0, 0))
    said = judge(match)
    assert [(one.cards, one.seat, one.zone) for one in said.pending] == [
        (("fur", "tent", "eagle"), 0, zone(0))
    ]
    match.lay("tent", 1, 0, source="spoils")
    assert [one.cards for one in judge(match).pending] == [("fur", "eagle")]


def test_sl_6_more_cards_than_can_be_told_apart_are_laid_one_by_one() -> None:
    match = Match(territory("totem"), NOBODY)
    cards = ["fur", "eagle", "tent", "tobacco", "companion", "dynamite", "firewater"]
    new = [laid(card, 0, 1, column) for column, card in enumerate(cards)]
    said = judge(match, *new)
    assert (moves(said), said.choice) == ([], None)
    assert told(said) == [("OG-60", (0,))]
    assert refusal(said).message.params["places"] == tuple(f"B{n}" for n in range(1, 8))
    assert refusal(said).changes == tuple(new)


def test_sl_7_a_card_that_is_gone_is_named_with_its_cell_and_owner() -> None:
    match = Match(territory(". fur", "eagle"), territory("tent"), grounds=("totem",), amigo=True)
    said = judge(match, *taken(match, 0, (0, 1)), *taken(match, 1, (0, 0)))
    assert (moves(said), told(said)) == ([], [])
    assert gone(said) == [(("fur",), 0), (("tent",), 1)]
    assert words(said)[0] == "The card at A2 in ● Blue’s territory is gone: fur. Put it back."
    back = judge(match, *taken(match, 0, (0, 1)), laid("fur", 0, 0, 1))
    assert (moves(back), told(back), gone(back)) == ([], [], [])
    assert gone(judge(match, uncovered(match))) == [(("totem",), None)]


def test_sl_8_a_card_that_was_moved_is_told_to_go_back_by_both_cells() -> None:
    match = Match(territory("fur . totem", "eagle tent"), territory("tent soldier"))
    by_id = judge(match, moved(match, 0, (1, 1), (1, 2)))
    anew = judge(match, *taken(match, 0, (1, 1)), laid("tent", 0, 1, 2))
    for said in (by_id, anew):
        assert (moves(said), gone(said)) == ([], [])
        assert told(said) == [("OG-16", (0,))]
        assert refusal(said).allowed_zones == (zone(0),)
        assert words(said) == ["Tent is at B3 in ● Blue’s territory. Put it back at B2."]
    theirs = judge(match, moved(match, 1, (0, 1), (1, 1)))
    assert told(theirs) == [("OG-16", (1,))]  # whose territory it is, whoever's turn


def test_sl_9_another_card_in_the_stead_of_one_counts_not() -> None:
    match = Match(territory("fur totem"), NOBODY)
    said = judge(match, *taken(match, 0, (0, 1)), laid("eagle", 0, 0, 1))
    assert moves(said) == []
    assert told(said) == [("OG-15", (0,))]
    assert gone(said) == [(("totem",), 0)]


def test_sl_9_a_card_that_was_taken_elsewhere_is_no_card_drawn() -> None:
    match = Match(territory("fur"), territory("eagle tent"))
    for change in (laid("eagle", 0, 0, 1), upon("eagle"), laid("eagle", 1, 1, 0)):
        said = judge(match, *taken(match, 1, (0, 0)), change)
        assert moves(said) == []
        assert told(said)[0][0] == "OG-16"
    said = judge(match, *taken(match, 1, (0, 0)), laid("eagle", 0, 0, 1))
    assert told(said) == [("OG-16", (0,))]
    assert refusal(said).allowed_zones == (zone(1),)
    assert "Eagle belongs at A1 in ▲ Vermilion’s territory" in words(said)[0]
    assert gone(said) == [(("eagle",), 1)]


def test_sl_10_what_is_to_be_swept_up_is_named_before_its_seat_lays_the_next_card() -> None:
    match = captured("fur . warrior_a_red", (0, 0))
    match.lay("fur", 1, 0, source="spoils")
    assert (match.phase, match.state.turn) == ("draw", 1)
    said = judge(match, laid("eagle", 1, 0, 0))
    assert moves(said) == []
    assert told(said) == [("OG-31", (1,))]
    assert refusal(said).allowed_zones == (GROUNDS,)
    assert "warrior A (red 1), at A3" in words(said)[0]
    swept = judge(match, laid("eagle", 1, 0, 0), *taken(match, 1, (0, 2)))
    assert (moves(swept), told(swept)) == (["place pile eagle 1:0,0"], [])


def test_sl_10_used_cards_that_went_are_nothing() -> None:
    match = captured("fur . warrior_a_red . bow_red", (0, 0))
    said = judge(match, *taken(match, 1, (0, 2)))
    assert (moves(said), said.choice, told(said), gone(said)) == ([], None, [], [])


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
    assert not any("was hit" in one for one in words(prize))
    match.take("shoot", "warrior_a_red", 0, 0, target=1)
    said = judge(match, uncovered(match), laid("warrior_a_red", 0, 0, 2))
    assert (moves(said), told(said)) == ([], [("OG-21", (0,))])
    assert refusal(said).allowed_zones == (GROUNDS,)
    assert words(said) == ["Warrior A (red 1) was hit by the archer. Put it on the discard pile."]


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
    said = judge(match, *gone_, put)
    assert (moves(said), told(said)) == ([], [(rule, (0, 1))])
    assert refusal(said).allowed_zones == (zone(1),)
    assert "has no effect, so warrior B (red 1) stays" in words(said)[0]


def test_sl_11_the_top_of_the_hunting_grounds_in_a_hand_is_waited_for() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("totem", "tent"))
    match.lay("eagle", 0, 1)
    said = judge(match, uncovered(match))
    assert (moves(said), told(said), gone(said)) == ([], [], [])
    assert [(one.seat, one.cards, one.zone) for one in said.pending] == [(0, ("tent",), zone(0))]


@pytest.mark.parametrize(
    ("card", "where", "is_told"),
    [("", zone(0), True), ("", GROUNDS, True), ("", Zone("drawn"), False)],
)
def test_sl_12_a_card_face_down_where_all_lie_open(card: str, where: Zone, is_told: bool) -> None:
    match = Match(territory("fur"), NOBODY)
    said = judge(match, Laid(card, where, (0, 1) if where == zone(0) else None, "a", down=True))
    assert moves(said) == []
    assert told(said) == [("SL-12", (0,))] * is_told
    assert not is_told or "Turn it face up" in words(said)[0]


# -- Ogallala's own ------------------------------------------------------------------------------


def test_sl_23_new_cards_with_one_legal_order_are_asked_as_that_order() -> None:
    match = Match(territory("warrior_a_red", "totem"), NOBODY)
    ends, opens = laid("warrior_a_black", 0, 1, 2), laid("eagle", 0, 1, 1)
    for changes in ((ends, opens), (opens, ends)):
        said = judge(match, *changes)
        assert (moves(said), told(said)) == ([], [])
        assert ways(said) == [
            "place pile eagle 0:1,1: one after the other: eagle and warrior A (black 1)"
        ]
        assert said.choice is not None
        assert (said.choice.seat, set(said.choice.changes)) == (0, {ends, opens})
    # the rest follows once the first is booked
    match.lay("eagle", 1, 1)
    assert moves(judge(match, ends)) == ["place pile warrior_a_black 0:1,2"]


def test_sl_23_new_cards_whose_order_matters_not_are_asked_once() -> None:
    match = Match(territory("fur"), NOBODY)
    said = judge(match, laid("eagle", 0, 0, 1), laid("tent", 0, 1, 0))
    assert len(ways(said)) == 1


def test_sl_23_a_third_card_amiss_leaves_the_order_of_the_two_others() -> None:
    match = Match(territory("fur"), NOBODY)
    said = judge(match, laid("eagle", 0, 0, 1), laid("tent", 0, 1, 0), laid("totem", 0, 2, 5))
    assert (moves(said), len(ways(said))) == ([], 1)
    assert told(said) == [("OG-11", (0,))]


def test_sl_23_a_shift_that_og_16_allows_is_a_placement() -> None:
    lying_ = territory("empty_bow totem cannon_left . fur", "eagle tent")
    match = Match(lying_, NOBODY)
    right = [moved(match, 0, (0, 2), (0, 3)), moved(match, 0, (0, 4), (0, 5))]
    said = judge(match, laid("soldier", 0, 0, 2), *right)
    assert (moves(said), told(said)) == (["place pile right soldier 0:0,2"], [])
    assert set(said.moves[0].changes) == {laid("soldier", 0, 0, 2), *right}
    left = [moved(match, 0, (0, 0), (0, -1)), moved(match, 0, (0, 1), (0, 0))]
    said = judge(match, laid("soldier", 0, 0, 1), *left)
    assert (moves(said), told(said)) == (["place pile left soldier 0:0,1"], [])


def test_sl_23_a_shift_that_og_16_forbids_is_told_once_with_all_its_cards() -> None:
    match = Match(territory("totem cannon_left eagle", "tent"), NOBODY)
    changes = (laid("fur", 0, 0, 2), moved(match, 0, (0, 2), (0, 3)))
    said = judge(match, *changes)
    assert (moves(said), gone(said)) == ([], [])
    assert told(said) == [("OG-16", (0,))]
    assert set(refusal(said).changes) == set(changes)
    assert "No cards can make room for fur at A3" in words(said)[0]


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
        said = judge(match, laid(card, 1, row, column), *_swept(match))
        assert (moves(said), said.choice, gone(said)) == ([], None, [])
        assert told(said) == [("OG-3", (0, 1))]
        assert words(said)[0].startswith("First ● Blue ")


def _swept(match: Match) -> tuple[Taken, ...]:
    """Return that all cards that go were taken away."""
    sweep = match.state.sweep
    return (
        () if sweep is None else taken(match, sweep.seat, *((c.row, c.column) for c in sweep.cells))
    )
