"""A turn: drawing, laying, discarding, what ends it (OG-1 … 5); what the camera sees (OG-60)."""

from __future__ import annotations

import pytest

from referee import library
from referee.contract import BadOptions, By
from referee.ogallala import GAME
from referee.ogallala.state.territory import EMPTY, cells
from referee.table import CardStatus, Zone
from referee.words.sentences import say
from tests.referee.ogallala.playing import Match, said, territory

NOBODY = EMPTY


def test_og_60_a_card_that_is_in_the_piles_no_more_is_told_where_the_others_lie() -> None:
    match = Match(territory("", ". soldier"), territory("fur", "", ". . fur"), grounds=("cowboy",))
    assert match.no_lay("soldier", 0, 1) == "OG-60"
    assert match.said.params["spots"] == ("territory:0 B1",)
    assert match.no_lay("fur", 0, 1) == "OG-60"
    assert say(match.said) == (
        "The deck has only 2 of fur, and they are already here: A1, in ▲\xa0Vermilion’s territory"
        " and C3, in ▲\xa0Vermilion’s territory. Look at this card again."
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


def test_og_5_two_to_five_play_and_one_of_them_begins() -> None:
    for seats, starter in ((1, 0), (6, 0), (3, 3), (3, -1)):
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
    assert outcome.reason.params == {"seats": (3,), "count": 0}


# -- what the camera is told ----------------------------------------------------------------------


def test_og_61_the_territories_that_must_stay_name_their_cells_in_every_state() -> None:
    match = Match(territory("fur"), territory("tent . totem"), NOBODY, grounds=("eagle",))

    def lies(seat: int) -> list[tuple[str, tuple[int, int] | None]]:
        within = GAME.table.layout(match.state).cards_in(Zone("territory", seat))
        return [(card.name, card.at) for card in within if card.status is CardStatus.STAYS]

    def due(seat: int) -> list[tuple[str, tuple[int, int] | None]]:
        return [
            (cell.card, (cell.row, cell.column)) for cell in cells(match.state.territories[seat])
        ]

    assert [lies(seat) for seat in range(3)] == [due(0), due(1), []]
    assert Zone("territory", 0) in GAME.table.layout(match.state).floats
    match.discard("bear_left")
    assert [lies(seat) for seat in range(3)] == [due(0), due(1), []]
