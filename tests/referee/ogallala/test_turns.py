"""A turn: drawing, laying, discarding, what ends it (OG-1 … 5); what the camera sees (OG-60)."""

from __future__ import annotations

import pytest

from referee import library
from referee.contract import AskPlace, BadOptions, By
from referee.ogallala import GAME
from referee.ogallala.state.territory import EMPTY, cells
from referee.pending import Lay
from referee.table import CardStatus, Zone
from referee.words.sentences import say
from tests.referee.asks import places, reads
from tests.referee.ogallala.playing import Match, said, territory

NOBODY = EMPTY


def test_og_1_a_card_comes_from_a_pile_or_from_the_top_of_the_hunting_grounds() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent", "totem"))
    assert match.no_lay("tent", 0, 1, source="grounds") == "OG-1"
    match.lay("totem", 0, 1, source="grounds")
    match.lay("tent", 0, 2, source="grounds")
    assert match.no_lay("eagle", 0, 3, source="grounds") == "OG-1"
    match.lay("eagle", 0, 3)
    assert match.state.turn == 0


def test_og_60_a_card_that_is_in_the_piles_no_more_is_told_where_the_others_lie() -> None:
    match = Match(territory("", ". soldier"), territory("fur", "", ". . fur"), grounds=("cowboy",))
    assert match.no_lay("soldier", 0, 1) == "OG-60"
    assert match.said.params["spots"] == ("territory:0 B1",)
    assert match.no_lay("fur", 0, 1) == "OG-60"
    assert say(match.said) == (
        "The deck has only 2 of fur, and they are already here: A1, in ▲\xa0vermilion’s territory"
        " and C3, in ▲\xa0vermilion’s territory. Look at this card again."
    )
    assert match.no_lay("cowboy", 0, 1) == "OG-60"
    assert match.said.params["spots"] == ("grounds",)
    assert match.refused(move="discard", player=0, cards=["cowboy"]) == "OG-60"
    assert match.refused(move="discard", player=0, cards=["banana"]) == "OG-1"


def test_og_1_with_the_option_piles_only_the_hunting_grounds_become_new_piles() -> None:
    last = {"fur": 1}
    match = Match(NOBODY, NOBODY, grounds=("tent", "totem"), stock=last, amigo=True)
    assert match.no_lay("totem", 0, 0, source="grounds") == "OG-1"
    assert match.refused(move="lay_back", seat=0) == "OG-1"
    rulings = match.discard("fur")
    assert rulings[-1].message.params == {"count": 3}
    assert match.state.stock == {"fur": 1, "tent": 1, "totem": 1}
    assert (match.phase, match.state.turn, match.state.grounds) == ("draw", 1, ())


def test_og_2_a_player_draws_until_the_turn_ends() -> None:
    match = Match(NOBODY, NOBODY)
    for column, card in enumerate(("fur", "totem", "tent", "eagle")):
        assert said(match.lay(card, 0, column)) == [("OG-2", "laid.pile")]
        assert match.state.turn == 0
    assert match.refused(move="discard", player=0, cards=["bear_left", "bear_right"]) == "OG-2"


def test_og_3_a_card_that_lies_there_already_ends_the_turn_whatever_its_colour() -> None:
    match = Match(territory("warrior_a_red . . fur", "totem tent eagle"), NOBODY)
    rulings = match.lay("warrior_a_black", 2, 0)
    assert said(rulings)[1:] == [("OG-3", "ends.alike"), ("OG-5", "next")]
    assert match.state.turn == 1


def test_og_3_cards_of_complete_canoes_count_and_ends_of_both_kinds_differ() -> None:
    match = Match(territory("empty_bow fur empty_stern"), NOBODY)
    match.lay("bow_red", 1, 0)
    assert match.state.turn == 0
    match.lay("empty_stern", 1, 3)
    assert match.state.turn == 1


def test_og_3_a_completed_canoe_ends_the_turn() -> None:
    match = Match(territory("empty_bow fur"), NOBODY)
    rulings = match.lay("empty_stern", 0, 2)
    assert ("OG-3", "ends.canoe") in said(rulings)
    assert match.state.turn == 1


def test_og_3_a_discard_ends_the_turn() -> None:
    match = Match(territory("fur"), NOBODY)
    assert said(match.discard("tent")) == [("OG-3", "discarded"), ("OG-5", "next")]
    assert (match.state.turn, match.state.grounds) == (1, (("tent",),))


def test_og_3_the_top_that_is_drawn_and_laid_back_is_a_discard() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent",))
    match.do(move="lay_back", seat=0)
    assert (match.state.turn, match.state.grounds) == (1, (("tent",),))


def test_og_4_the_card_that_ends_the_turn_is_laid_all_the_same_but_never_mad_axe() -> None:
    match = Match(territory("fur"), NOBODY)
    assert match.no_lay("mad_axe", 0, 1) == "OG-4"
    asks = [ask for _, ask in places(GAME.rules.offers(match.state))]
    assert not any("mad_axe" in ask.places for ask in asks)


def test_og_4_the_lasso_comes_before_the_attack_of_the_canoe_that_its_thrower_completed() -> None:
    mine = territory("bow_red warrior_g_red . stern_red")
    match = Match(mine, territory("fur . . tent"), NOBODY)
    match.lay("lasso_red", 0, 2)
    assert match.phase == "lasso"
    match.take("lasso", "fur", 0, 0, target=1)
    match.lay("fur", 1, 0, source="lasso")
    assert match.phase == "attack"
    match.take("attack", "tent", 0, 3, target=1)
    match.lay("tent", 1, 1, source="spoils")
    assert (match.phase, match.state.turn) == ("draw", 1)


def test_og_4_a_card_of_the_lasso_that_completes_a_canoe_gives_an_attack_and_the_choice() -> None:
    mine = territory("empty_bow empty_stern", "empty_bow empty_stern", "bow_red warrior_g_red")
    theirs = territory("stern_red . . . tent")
    match = Match(mine, theirs)
    match.lay("lasso_red", 2, 2)
    match.take("lasso", "stern_red", 0, 0, target=1)
    match.lay("stern_red", 2, 3, source="lasso")
    assert match.phase == "attack"
    match.do(move="spare", seat=0)
    assert match.phase == "end"


def test_og_5_play_goes_clockwise_from_the_seat_that_is_named() -> None:
    match = Match(NOBODY, NOBODY, NOBODY, seat=2, starter=2)
    assert match.refused(move="discard", player=0, cards=["fur"]) == "OG-5"
    turns = []
    for _ in range(4):
        turns.append((match.state.turn, match.state.round))
        match.discard("warrior_a_red" if len(turns) < 3 else "tent")
    assert turns == [(2, 1), (0, 1), (1, 1), (2, 2)]


@pytest.mark.parametrize(("seats", "starter"), [(1, 0), (6, 0), (3, 3), (3, -1)])
def test_og_5_two_to_five_play_and_one_of_them_begins(seats: int, starter: int) -> None:
    with pytest.raises(BadOptions):
        GAME.rules.begin(library.options(GAME, {"starter": starter}), seats)


def leaves(match: Match) -> list[int | None]:
    """Return whom the host may say to leave."""
    return [offer.seat for offer in match.offered("leave") if offer.by is By.HOST]


def test_og_5_who_leaves_is_passed_over_and_comes_last_and_the_cards_lie_on() -> None:
    rich = territory("empty_bow fur tent empty_stern")
    match = Match(territory("totem"), rich, territory("eagle"), NOBODY, starter=1)
    match.discard("tobacco")
    assert leaves(match) == [0, 1, 2, 3]
    behind = ("SL-17", "table.left_behind")
    assert said(match.do(move="leave", seat=1)) == [("OG-5", "leaves"), behind, ("OG-5", "next")]
    assert (match.state.turn, leaves(match)) == (2, [0, 2, 3])
    assert match.refused(move="leave", seat=1) == "OG-5"
    assert said(match.do(move="leave", seat=0)) == [("OG-5", "leaves"), behind]  # out of turn
    match.lay("lasso_red", 1, 0)
    assert leaves(match) == []  # something else is due
    assert match.refused(move="leave", seat=2) == "OG-2"
    match.take("lasso", "totem", 0, 0, target=0)
    match.lay("totem", 2, 0, source="lasso")
    assert match.state.turn == 3
    match.discard("companion")
    assert (match.state.turn, match.state.round) == (2, 3)  # past the seat that began
    assert [seat.out for seat in GAME.shown.view(match.state, None).seats] == [
        True,
        True,
        False,
        False,
    ]
    assert match.rows(1)[0] == "empty_bow fur tent empty_stern"
    rulings = match.do(move="leave", seat=2)
    assert ("OG-40", "over.alone") in said(rulings)
    outcome = GAME.rules.outcome(match.state)
    assert outcome is not None
    assert outcome.ranking == ((3,), (1,), (0, 2))
    assert outcome.reason.params == {"seat": 3}


def test_og_5_nobody_leaves_before_the_first_card() -> None:
    match = Match(NOBODY, NOBODY, NOBODY)
    assert leaves(match) == []
    assert match.refused(move="leave", seat=1) == "OG-5"
    match.discard("fur")
    assert leaves(match) == [0, 1, 2]


# -- what the camera is told ----------------------------------------------------------------------


def test_og_60_one_new_card_in_one_cell_of_a_territory_is_what_is_asked_for() -> None:
    match = Match(territory("fur . totem"), territory("tent"), grounds=("eagle",))
    piles, grounds = (
        (offer, ask)
        for offer, ask in places(GAME.rules.offers(match.state))
        if not offer.shown.aside
    )
    for offer, ask in (piles, grounds):
        assert (offer.given["player"], ask.zone) == (0, "territory:0")
        assert ask.known == cells(match.state.territories[0])
    assert (piles[0].given["source"], grounds[0].given["source"]) == ("pile", "grounds")
    assert list(grounds[1].places) == ["eagle"]
    (_, discards), *_ = reads(GAME.rules.offers(match.state))
    assert discards.zone == "grounds"


def test_og_1_one_card_is_waited_for_though_it_may_come_and_go_in_several_ways() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent",))
    ways = [one.zone for one in GAME.table.pending(match.state) if isinstance(one, Lay)]
    assert ways == [Zone("territory", 0), Zone("territory", 0), Zone("grounds")]
    assert [one.zone for one in GAME.table.judge(match.state, ()).pending] == ways[:1]


def test_og_60_cards_moved_aside_are_asked_for_as_they_lie_afterwards() -> None:
    match = Match(territory("totem cannon_left fur"), NOBODY)
    asks = [ask for offer, ask in places(GAME.rules.offers(match.state)) if offer.shown.aside]
    assert asks
    for ask in asks:
        assert isinstance(ask, AskPlace)
        ((card, (cell,)),) = ask.places.items()
        assert {(one.row, one.column) for one in ask.known}.isdisjoint({cell})
        assert card in ("cannon_right", "soldier")
        assert len(ask.known) == 3


def test_og_61_the_territories_that_must_stay_name_their_cells_in_every_state() -> None:
    match = Match(territory("fur"), territory("tent . totem"), NOBODY, grounds=("eagle",))

    def lies(seat: int) -> list[tuple[str, tuple[int, int] | None]]:
        within = GAME.table.layout(match.state).cards_in(Zone("territory", seat))
        return [(card.name, card.at) for card in within if card.status is CardStatus.STAYS]

    def due(seat: int) -> list[tuple[str, tuple[int, int] | None]]:
        return [(one.card, (one.row, one.column)) for one in cells(match.state.territories[seat])]

    assert [lies(seat) for seat in range(3)] == [due(0), due(1), []]
    assert Zone("territory", 0) in GAME.table.layout(match.state).floats
    match.discard("bear_left")
    assert [lies(seat) for seat in range(3)] == [due(0), due(1), []]
