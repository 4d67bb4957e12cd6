"""What lies where in Ogallala, as every screen draws it and the camera expects it."""

from __future__ import annotations

from referee.ogallala import GAME
from referee.ogallala.state.territory import EMPTY
from referee.table import CardStatus, Layout, Pile, Zone
from tests.referee.ogallala.playing import Match, territory

NOBODY = EMPTY
GROUNDS = Zone("grounds")
MINE, THEIRS = Zone("territory", 0), Zone("territory", 1)


def layout(match: Match) -> Layout:
    return GAME.table.layout(match.state)


def grounds(match: Match) -> Pile:
    """Return the hunting grounds of a match."""
    pile = layout(match).pile(GROUNDS)
    assert pile is not None
    return pile


def lies(match: Match, lies: CardStatus, zone: Zone) -> list[str]:
    """Return the cards of a zone that lie there for so long."""
    return [card.name for card in layout(match).cards_in(zone) if card.status is lies]


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


def test_of_cards_discarded_together_none_is_known_to_lie_on_top() -> None:
    match = Match(territory("bow_red warrior_g_red"), territory("bow_black empty_stern"))
    match.lay("stern_red", 0, 2)
    match.take("attack", "bow_black", 0, 0, target=1)
    assert grounds(match) == Pile(GROUNDS, 0)  # nothing lies there yet
    match.do(move="top_read", cards=["bow_black"])
    assert grounds(match) == Pile(GROUNDS, 2, "bow_black", ("empty_stern",), leaves=True)
    match.lay("bow_black", 0, 0, source="grounds")
    assert grounds(match) == Pile(GROUNDS, 1, "empty_stern", leaves=True)
