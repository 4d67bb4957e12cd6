"""The model's turns of Ogallala against examples from the rule file and the sheet."""

from __future__ import annotations

from random import Random

import pytest

from tests.referee.models.ogallala import Cell, Territory, complete, deck, placements
from tests.referee.models.ogallala_match import DISCARDS, Match, Move, Refused
from tests.referee.models.ogallala_score import ranking
from tests.referee.models.ogallala_territories import lay

PILES = (38, 37, 37)
ONE = "empty_bow warrior_a_red . stern_black"  # strength 2 when closed by a prize


def match(*territories: Territory, two_tribes: bool = False) -> Match:
    """Return a match in which these territories lie already; seat 0 is to draw."""
    begun = Match(len(territories), PILES, two_tribes=two_tribes)
    begun.territories = [dict(territory) for territory in territories]
    for territory in territories:
        begun.unseen.subtract(territory.values())
    return begun


def draw(game: Match, card: str, pile: int | str = 0) -> None:
    game.play(("draw", pile, card))


def put(game: Match, cell: Cell | None = None) -> None:
    """Place the card in a cell, without a shift; in any, where none is named."""
    assert game.moment is not None
    for move in game.legal:
        if move[0] == "place" and cell in (None, move[1]) and move[2] == 0:
            game.play(move)
            return
    raise AssertionError(f"nowhere to place at {cell}: {game.legal}")


def waits(game: Match) -> tuple[str, int] | None:
    return None if game.moment is None else (game.moment.what, game.moment.seat)


def does(game: Match, what: str) -> list[Move]:
    return [move for move in game.legal if move[0] == what]


# The turn


def test_og_2_og_3_draw_and_place_until_a_card_ends_the_turn() -> None:
    game = match({}, {})
    for card in ("fur", "eagle", "warrior_a_red"):
        draw(game, card)
        put(game)
        assert waits(game) == ("draw", 0)
    draw(game, "warrior_a_black")
    put(game)
    assert waits(game) == ("draw", 1)  # it matches one, and was placed (OG-4)
    draw(game, "tent", 2)
    game.play(("discard",))
    assert waits(game) == ("draw", 0)
    draw(game, "tent", DISCARDS)  # OG-1: the top of the discards
    assert game.piles == [34, 37, 36]
    put(game)
    assert waits(game) == ("draw", 0)
    with pytest.raises(Refused):
        draw(game, "bear_left", DISCARDS)


def test_og_3_an_empty_and_a_manned_end_are_different_cards() -> None:
    game = match(lay("empty_bow"), {})
    draw(game, "bow_red")
    put(game)
    assert waits(game) == ("draw", 0)
    draw(game, "bow_black")
    put(game)
    assert waits(game) == ("draw", 1)


def test_og_3_a_card_that_completes_a_canoe_ends_the_turn_after_its_attack() -> None:
    game = match(lay(ONE), lay("fur . . warrior_c_red", "warrior_a_black"), lay("fur totem"))
    draw(game, "bear_left")
    put(game, (0, 2))
    assert waits(game) == ("attack", 0)
    targets = {move[1:] for move in does(game, "attack")}
    assert targets == {(1, ((0, 0),)), (1, ((1, 0),))}  # OG-30: strictly less; OG-23: no totem
    game.play(("attack", 1, ((0, 0),)))
    assert game.legal == [("spoil", "fur")]  # OG-31: what fits must be placed
    game.play(("spoil", "fur"))
    put(game)
    assert waits(game) == ("draw", 1)
    assert (0, 0) not in game.territories[1]


def test_og_30_the_attack_may_be_declined_and_needs_a_weaker_canoe() -> None:
    game = match(lay(ONE), lay("fur"))
    draw(game, "bear_left")
    put(game, (0, 2))
    game.play(("decline",))
    assert waits(game) == ("draw", 1)
    assert game.territories[1] == lay("fur")
    game = match(lay(ONE), lay("warrior_c_red"))
    draw(game, "bear_left")
    put(game, (0, 2))
    assert waits(game) == ("draw", 1)


# Specials


def test_og_20_the_lasso_takes_any_card_of_an_incomplete_canoe_that_fits() -> None:
    full = "empty_bow fur empty_stern"
    game = match(lay("eagle"), lay("totem archer_red", full))
    draw(game, "lasso_red")
    put(game, (0, 1))
    assert set(game.legal) == {("take", 1, (0, 0)), ("take", 1, (0, 1))}
    game.play(("take", 1, (0, 1)))
    assert not does(game, "discard")
    put(game)
    assert waits(game) == ("draw", 1)  # OG-20: a special taken so has no effect
    assert game.territories[1] == {**lay("totem"), **lay("", full)}


def test_og_20_the_lasso_lapses_where_nothing_can_be_taken() -> None:
    game = match(lay("eagle"), lay("empty_bow fur empty_stern"))
    draw(game, "lasso_red")
    put(game)
    assert waits(game) == ("draw", 1)


def test_og_24_lasso_and_archer_may_be_discarded_without_effect() -> None:
    for card in ("lasso_red", "archer_red"):
        game = match(lay("eagle"), lay("warrior_a_red"))
        draw(game, card)
        game.play(("discard",))
        assert waits(game) == ("draw", 1)
        assert game.tops() == [card]


def test_og_4_effect_then_attacks_then_the_choice_to_end() -> None:
    # The lasso thrower completes a canoe, and the card taken another one.
    own = lay("empty_bow . empty_stern", "bow_red . stern_red", "empty_bow fur empty_stern")
    game = match(own, lay("tent eagle", "companion"))
    draw(game, "lasso_red")
    put(game, (0, 1))
    assert waits(game) == ("take", 0)
    game.play(("take", 1, (0, 0)))
    put(game, (1, 1))
    assert waits(game) == ("attack", 0)  # the first canoe, of strength 2
    game.play(("attack", 1, ((0, 1),)))
    assert game.tops() == ["eagle"]  # OG-31: beside complete canoes alone it fits nowhere
    assert waits(game) == ("attack", 0)  # the second one
    game.play(("decline",))
    assert set(game.legal) == {("end",), ("play on",)}
    game.play(("end",))
    assert game.end is not None
    assert game.end.why == "chosen"


def test_og_21_the_archer_shoots_an_indian_where_no_totem_stands() -> None:
    other = lay(
        "bow_red fur soldier warrior_a_red",
        "totem warrior_b_red",
        "bow_red warrior_c_red stern_red empty_bow",
    )
    game = match(lay("eagle warrior_d_red"), other)
    draw(game, "archer_red")
    put(game)
    assert set(game.legal) == {("shoot", 1, (0, 0)), ("shoot", 1, (0, 3))}
    game.play(("shoot", 1, (0, 0)))
    assert game.tops() == ["bow_red"]
    assert waits(game) == ("draw", 1)


def test_og_22_mad_axe_takes_a_complete_canoe_totem_or_not() -> None:
    canoe = "empty_bow totem empty_stern"
    game = match(lay(canoe, "fur . eagle"), {})
    draw(game, "mad_axe")
    (move,) = game.legal
    game.play(move)
    assert {card for _, card in game.legal} == {*canoe.split(), "mad_axe"}
    game.play(("top", "totem"))
    assert game.tops() == ["totem"]
    assert waits(game) == ("draw", 1)
    assert game.territories[0] == lay("", "fur . eagle")
    draw(game, "mad_axe")
    assert game.tops() == ["mad_axe"]  # none is complete
    assert waits(game) == ("draw", 0)
    draw(game, "mad_axe", DISCARDS)
    assert game.tops() == ["mad_axe"]
    draw(game, "fur", 1)
    game.play(("discard",))
    assert game.tops() == ["fur"]


def test_the_order_below_the_top_of_several_discards_is_not_known() -> None:
    game = match(lay("empty_bow fur empty_stern"), {})
    draw(game, "mad_axe")
    game.play(game.legal[0])
    game.play(("top", "fur"))
    draw(game, "fur", DISCARDS)
    put(game)
    assert game.tops() == ["empty_bow", "empty_stern", "mad_axe"]


# Chains


def test_og_31_spoils_go_in_the_attackers_order_and_the_rest_is_discarded() -> None:
    game = match(lay(ONE), lay("bow_red fur . tent eagle"))
    draw(game, "bear_left")
    put(game, (0, 2))
    (target,) = does(game, "attack")
    game.play(target)
    for card in ("tent", "fur", "eagle"):
        game.play(("spoil", card))
        put(game)
    assert game.territories[1] == {}
    assert game.tops() == ["bow_red"]  # a single card needs no choice of the top


def test_og_31_what_fits_in_one_canoe_only_goes_there() -> None:
    crew = " ".join(f"warrior_{one}_red" for one in "abcdefg")
    own = lay(f"{ONE} empty_bow fur", "", f"{crew} totem")
    game = match(own, lay("fur warrior_a_black"))
    draw(game, "bear_left")
    put(game, (0, 2))
    game.play(("attack", 1, ((0, 0), (0, 1))))
    game.play(("spoil", "fur"))
    cells = {move[1] for move in does(game, "place")}
    assert not {cell for cell in cells if cell[0] == 0}  # OG-12, 13
    assert {cell[0] for cell in cells} == {1, 2}


def test_og_32_a_canoe_completed_by_spoils_attacks_in_its_turn() -> None:
    own = lay(ONE, "empty_bow warrior_g_red . empty_stern")
    game = match(own, lay("fur", "warrior_e_red"))
    draw(game, "bear_left")
    put(game, (0, 2))
    game.play(("attack", 1, ((0, 0),)))
    game.play(("spoil", "fur"))
    put(game, (1, 2))
    assert does(game, "attack") == [("attack", 1, ((1, 0),))]
    game.play(("attack", 1, ((1, 0),)))
    assert waits(game) == ("draw", 1)
    assert game.territories[1] == {}


# Two tribes


def test_og_51_og_52_a_red_canoe_attacks_black_ones_and_those_without_indians() -> None:
    own = lay("empty_bow warrior_g_red . empty_stern")
    game = match(own, lay("warrior_a_red", "warrior_a_black", "fur"), two_tribes=True)
    draw(game, "bear_left")
    put(game, (0, 2))
    assert {cells for _, _, cells in does(game, "attack")} == {((1, 0),), ((2, 0),)}


# The end


def closing(*others: str) -> Match:
    """Return a match in which seat 0 has these canoes, and completes one more by a tent."""
    rows = ("empty_bow . empty_stern", *others)
    game = match(lay(*rows), {})
    draw(game, "tent")
    put(game, (0, 1))
    return game


def test_og_40_a_third_canoe_or_a_later_one_may_end_it_and_the_fifth_does() -> None:
    pair = "empty_bow empty_stern"
    assert waits(closing(pair)) == ("draw", 1)
    game = closing(pair, pair)
    assert waits(game) == ("end", 0)
    game.play(("play on",))
    assert waits(game) == ("draw", 1)
    assert waits(closing(f"{pair} {pair}", pair)) == ("end", 0)
    game = closing(f"{pair} {pair}", f"{pair} {pair}")
    assert game.end is not None
    assert game.end.why == "fifth"


def test_og_40_three_empty_piles_end_it_at_the_end_of_the_turn() -> None:
    game = match({}, {})
    game.piles = [0, 1, 0]
    game.moment = game.moment._replace(moves=game.draws()) if game.moment else None
    draw(game, "fur", 1)
    game.play(("discard",))
    assert game.end is not None
    assert game.end.why == "piles"
    assert game.end.ranking == [[0, 1]]


def test_with_refills_the_discards_become_a_pile_and_nothing_else_is_drawn_from_them() -> None:
    game = Match(2, (0, 1, 0), refills=True)
    draw(game, "fur", 1)
    game.play(("discard",))
    assert game.legal == [("draw", 0, "fur")]
    game.play(game.legal[0])
    put(game)
    assert game.end is not None  # no card is left anywhere but in territories
    assert game.end.why == "piles"


# Whole matches


@pytest.mark.parametrize("seed", range(2))
def test_a_random_match_keeps_every_card(seed: int) -> None:
    rng = Random(seed)
    game = Match(rng.randint(2, 5), PILES, two_tribes=seed % 2 == 1)
    while game.moment is not None:
        game.play(rng.choice(game.legal))
        shown = sum(len(territory) for territory in game.territories)
        thrown = sum(heap.total() for heap in game.discards)
        in_hand = 112 - sum(game.piles) - shown - thrown
        between = ("place", "spoil", "top", "axe")  # cards on their way
        assert in_hand == 0 or game.moment is None or game.moment.what in between
        assert game.unseen.total() == sum(game.piles)
    assert game.end is not None
    assert game.end.ranking == ranking(game.territories)
    assert deck().total() == sum(PILES)
    for territory in game.territories:
        assert len(complete(territory)) <= 21
        assert all(place.after != territory for place in placements(territory, "tent"))
