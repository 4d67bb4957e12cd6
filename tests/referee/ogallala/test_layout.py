"""What lies where in Ogallala, as every screen draws it and the camera expects it."""

from __future__ import annotations

from referee.contract import Message
from referee.ogallala import GAME
from referee.ogallala.state.territory import EMPTY
from referee.pending import draws_of
from referee.table import Card, CardStatus, Layout, Outline, Piece, Pile, Zone
from tests.referee.ogallala.playing import Match, territory

NOBODY = EMPTY
GROUNDS = Zone("grounds")
MINE, THEIRS = Zone("territory", 0), Zone("territory", 1)


def layout(match: Match) -> Layout:
    return GAME.table.layout(match.state)


def grounds(match: Match) -> Pile:
    """Return the hunting grounds of a match."""
    found = layout(match).pile(GROUNDS)
    assert found is not None
    return found


def lies(match: Match, lies: CardStatus, zone: Zone) -> list[str]:
    """Return the cards of a zone that lie there for so long."""
    return [card.name for card in layout(match).cards_in(zone) if card.status is lies]


def test_territories_lie_in_cells_from_any_origin_and_each_canoe_is_outlined() -> None:
    match = Match(territory("empty_bow fur stern_red . tent", "", "totem"), territory("eagle"))
    found = layout(match)
    assert found.cards_in(MINE)[1] == Card("fur", MINE, (0, 1), CardStatus.STAYS, 0)
    assert [card.at for card in found.cards_in(MINE)] == [(0, 0), (0, 1), (0, 2), (0, 4), (2, 0)]
    assert found.floats == (MINE, THEIRS)
    whole, *loose = [one for one in found.outlines if one.zone == MINE]
    on_it = (Piece("strength", MINE, 1, seat=0), Piece("point", MINE, 13, seat=0))
    assert whole == Outline(MINE, ((0, 0), (0, 1), (0, 2)), on_it, True)
    assert [(one.cells, one.whole) for one in loose] == [(((0, 4),), False), (((2, 0),), False)]
    assert found.pieces == (Piece("point", MINE, 13, seat=0), Piece("point", THEIRS, 0, seat=1))


def test_draw_piles_say_who_draws_and_are_empty_with_the_last_card() -> None:
    match = Match(territory("fur"), NOBODY, grounds=("tent",), stock={"totem": 1})
    piles = [pile for pile in layout(match).piles if pile.zone.kind == "pile"]
    assert [(pile.zone.index, pile.count) for pile in piles] == [(0, None), (1, None), (2, None)]
    assert drawers(match) == {Zone("pile", index=number): 0 for number in range(3)}
    assert layout(match).words[0][1] == Message("ogallala.fact.left", {"count": 1})
    match.lay("totem", 0, 1)
    piles = [pile for pile in layout(match).piles if pile.zone.kind == "pile"]
    assert {pile.count for pile in piles} == {0}
    assert drawers(match) == {}


def drawers(match: Match) -> dict[Zone, int | None]:
    """Return the seat that draws from each pile."""
    return {one.source: one.seat for one in draws_of(GAME.table.pending(match.state))}


def test_the_top_of_the_hunting_grounds_may_be_drawn_but_with_piles_only() -> None:
    assert grounds(Match(NOBODY, NOBODY)) == Pile(GROUNDS, 0)
    two = ("eagle", "tent")
    assert grounds(Match(NOBODY, NOBODY, grounds=two)) == Pile(
        GROUNDS, 2, "tent", ("eagle",), leaves=True
    )
    amigo = Match(NOBODY, NOBODY, grounds=two, amigo=True)
    assert grounds(amigo) == Pile(GROUNDS, 2, "tent", ("eagle",))


def test_what_may_be_taken_now_may_lie_or_go_and_all_else_stays() -> None:
    theirs = territory("empty_bow tent empty_stern", "warrior_a_red . . eagle totem")
    match = Match(territory("fur"), theirs)
    assert lies(match, CardStatus.FREE, THEIRS) == []
    match.lay("archer_red", 0, 1)
    assert lies(match, CardStatus.FREE, THEIRS) == ["warrior_a_red"]
    match = Match(territory("fur"), theirs)
    match.lay("lasso_red", 0, 1)
    assert lies(match, CardStatus.FREE, THEIRS) == ["warrior_a_red", "eagle", "totem"]
    assert lies(match, CardStatus.STAYS, MINE) == ["fur", "lasso_red"]
    match = Match(territory("bow_red warrior_g_red"), theirs)
    match.lay("stern_red", 0, 2)
    assert lies(match, CardStatus.STAYS, THEIRS) == ["eagle", "totem"]  # whose totem protects it


def test_mad_axe_lies_upon_the_grounds_while_a_canoe_is_given_to_it() -> None:
    mine = territory("empty_bow fur empty_stern", "empty_bow tent empty_stern")
    match = Match(mine, NOBODY, grounds=("wood_left",))
    match.discard("mad_axe")
    assert grounds(match) == Pile(GROUNDS, 2, "mad_axe", ("wood_left",))
    assert len(lies(match, CardStatus.FREE, MINE)) == 6
    match.take("wreck", "fur", 0, 1)
    assert grounds(match) == Pile(GROUNDS, 2, "mad_axe", ("wood_left",))
    assert lies(match, CardStatus.TO_CLEAR, MINE) == ["empty_bow", "empty_stern"]
    assert lies(match, CardStatus.STAYS, MINE) == ["empty_bow", "tent", "empty_stern"]
    match.do(move="top_read", cards=["fur"])
    assert (grounds(match).top, grounds(match).count) == ("fur", 5)
    assert lies(match, CardStatus.TO_CLEAR, MINE) == []


def test_a_captured_canoe_may_lie_there_until_it_lies_elsewhere() -> None:
    match = Match(
        territory("bow_red warrior_g_red"), territory("bow_black fur . eagle"), grounds=("tent",)
    )
    match.lay("stern_red", 0, 2)
    match.take("attack", "fur", 0, 1, target=1)
    assert lies(match, CardStatus.TO_CLEAR, THEIRS) == ["bow_black", "eagle"]
    assert grounds(match).top == "tent"
    match.lay("eagle", 1, 0, source="spoils")
    assert lies(match, CardStatus.TO_CLEAR, THEIRS) == ["bow_black"]
    match.lay("fur", 1, 1, source="spoils")
    assert (grounds(match).top, grounds(match).under) == ("bow_black", ("tent",))
    assert lies(match, CardStatus.TO_CLEAR, THEIRS) == ["bow_black"]
    match.lay("totem", 2, 0)  # that seat lays its next card
    assert lies(match, CardStatus.TO_CLEAR, THEIRS) == []


def test_of_cards_discarded_together_none_is_known_to_lie_on_top() -> None:
    match = Match(territory("bow_red warrior_g_red"), territory("bow_black empty_stern"))
    match.lay("stern_red", 0, 2)
    match.take("attack", "bow_black", 0, 0, target=1)
    assert grounds(match) == Pile(GROUNDS, 0)  # nothing lies there yet
    match.do(move="top_read", cards=["bow_black"])
    assert grounds(match) == Pile(GROUNDS, 2, "bow_black", ("empty_stern",), leaves=True)
    match.lay("bow_black", 0, 0, source="grounds")
    assert grounds(match) == Pile(GROUNDS, 1, "empty_stern", leaves=True)


def test_of_a_layer_that_came_up_any_card_may_show() -> None:
    match = Match(territory("empty_bow totem empty_stern"), NOBODY)
    match.discard("mad_axe")
    match.do(move="top_read", cards=["totem"])
    match.lay("totem", 0, 0, source="grounds")
    assert match.phase == "top"
    assert grounds(match) == Pile(GROUNDS, 3, "", ("empty_bow", "empty_stern", "mad_axe"))


def test_discards_that_are_to_be_shuffled_into_new_piles_lie_there_until_they_are() -> None:
    last = {"fur": 1}
    match = Match(NOBODY, NOBODY, grounds=("tent", "totem"), stock=last, amigo=True)
    match.discard("fur")
    assert grounds(match) == Pile(GROUNDS, 3, "fur", leaves=True)
    match.lay("tent", 0, 0)
    assert grounds(match) == Pile(GROUNDS, 0)


def test_once_it_is_over_all_may_lie_or_go() -> None:
    match = Match(territory("fur"), NOBODY, stock={"totem": 1})
    match.lay("totem", 0, 1)
    assert match.phase == "over"
    assert {card.status for card in layout(match).cards} == {CardStatus.USED}
