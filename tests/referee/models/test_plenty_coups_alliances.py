"""Alliances in the model of Plenty Coups, against examples from the rule file and the sheet."""

from __future__ import annotations

import pytest

from tests.referee.models.plenty_coups import (
    HORSE,
    STICK,
    warrior,
    weapon,
)
from tests.referee.models.plenty_coups_actions import against
from tests.referee.models.plenty_coups_staged import (
    BLACK,
    GREEN,
    RED,
    YELLOW,
    allied,
    finish,
    hold,
    match,
    may,
    play,
    take,
)


def test_pc_34_the_proposer_gains() -> None:
    game = allied()
    table = game.table
    assert [table.prestige(seat) for seat in range(4)] == [1, 0, 0, 0]
    assert (table.tribes[BLACK].ally, table.tribes[YELLOW].ally) == (YELLOW, BLACK)
    assert table.strength(BLACK, [warrior("yellow", 2)]) == 3
    assert against(table, game.turn, ("raid", BLACK, (warrior("red", 4),))) == {"PC-35"}


def test_pc_35_gifts_between_allies_cost_nothing() -> None:
    game = allied()
    card = game.table.tribes[YELLOW].hand[0]
    left = game.turn.left
    game.play(("exchange", card))
    game.play(next(iter(game.legal)))
    assert (game.turn.left, len(game.table.tribes[YELLOW].hand)) == (left, 4)
    assert not may(game, "exchange")


def test_pc_37_disdain_ends_an_alliance() -> None:
    game = allied()
    game.table.gain(YELLOW)
    hold(game, YELLOW, STICK, HORSE, HORSE, weapon(2))
    game.play(("disdain", BLACK))
    assert game.table.prestige(YELLOW) == 0
    assert [tribe.camp for tribe in game.table.tribes] == [None] * 4
    assert {warrior("yellow", 3), warrior("black", 3)} <= {*game.table.discards}


@pytest.mark.parametrize(
    ("proposed", "answered", "changes"),
    [(4, 3, True), (4, 4, True), (4, 2, False), (2, 4, False)],
)
def test_pc_38_the_sheets_example(proposed: int, answered: int, changes: bool) -> None:
    game = allied()
    finish(game)
    take(game)
    hold(game, GREEN, warrior("black", proposed), HORSE, HORSE, HORSE)
    offer = ("propose", warrior("black", proposed))
    assert (offer in game.legal) == (proposed > 3)
    if proposed > 3:
        game.play(offer)
    finish(game)
    take(game)
    finish(game)
    take(game)
    hold(game, BLACK, warrior("green", answered), HORSE, HORSE, HORSE)
    accept = ("accept", warrior("green", answered))
    assert (accept in game.legal) == changes
    if changes:
        game.play(accept)
        table = game.table
        assert [table.tribes[seat].ally for seat in range(4)] == [GREEN, None, BLACK, None]
        assert [table.prestige(seat) for seat in range(4)] == [1, 0, 1, 0]
        assert {warrior("yellow", 3), warrior("black", 3)} <= {*table.discards}


def test_pc_30_pc_32_a_proposal_sends_the_raider_home() -> None:
    game = match(4, [warrior("red", 2)], [warrior("black", 1)])
    take(game)
    game.play(("raid", YELLOW, (warrior("red", 2),)))
    finish(game)
    take(game)
    game.play(("propose", warrior("black", 1)))
    assert not game.table.raids
    assert [tribe.horses for tribe in game.table.tribes] == [2, 0, 1, 1]
    assert not [move for move in may(game, "raid") if move[1] == BLACK]  # PC-30
    finish(game)
    take(game)
    finish(game)
    take(game)
    finish(game)
    take(game)
    hold(game, BLACK, warrior("red", 2), STICK, HORSE, weapon(2))
    assert not may(game, "coup")
    assert YELLOW not in {move[1] for move in may(game, "raid")}  # PC-33


def test_pc_39_pc_40_neutral_alliances() -> None:
    game = match(3, [warrior("red", 2), warrior("blue", 1)], [], [warrior("red", 3)])
    take(game)
    game.play(("neutral", warrior("red", 2)))
    assert game.table.strength(BLACK, [warrior("red", 1)]) == 2
    assert ("neutral", warrior("blue", 1)) not in game.legal
    finish(game)
    take(game)
    finish(game)
    take(game)
    game.play(("neutral", warrior("red", 3)))
    assert game.table.tribes[BLACK].camp is None
    assert game.table.prestige(GREEN) == 0


def test_pc_30_two_proposals_and_one_is_withdrawn() -> None:
    game = match(4, [warrior("yellow", 1), warrior("green", 2)], [warrior("black", 1)])
    take(game)
    play(game, ("propose", warrior("yellow", 1)), ("propose", warrior("green", 2)))
    assert game.turn.who == YELLOW
    take(game)
    game.play(("accept", warrior("black", 1)))
    assert not game.table.tribes[BLACK].proposals
    assert warrior("green", 2) in game.table.discards


def test_pc_30_a_proposal_stands_until_the_proposers_turn() -> None:
    game = match(4, [warrior("yellow", 1)])
    take(game)
    game.play(("propose", warrior("yellow", 1)))
    raids = {move[1] for move in may(game, "raid")}
    assert YELLOW not in raids
    finish(game)
    for _ in range(3):
        assert game.table.proposal(BLACK, YELLOW)
        take(game)
        finish(game)
    assert not game.table.proposal(BLACK, YELLOW)


def test_pc_31_a_higher_warrior_outbids() -> None:
    yellow = [warrior("yellow", value) for value in (1, 2, 3)]
    game = match(4, [], [], yellow[1:2], [yellow[0], yellow[2]])
    for _ in (BLACK, YELLOW):
        take(game)
        finish(game)
    take(game)
    game.play(("propose", yellow[1]))
    finish(game)
    take(game)
    assert ("propose", yellow[0]) not in game.legal
    game.play(("propose", yellow[2]))
    assert not game.table.tribes[GREEN].proposals
    assert yellow[1] in game.table.discards


def test_pc_40_a_proposal_accepted_ends_a_neutral_alliance() -> None:
    game = match(4, [warrior("yellow", 1)])
    take(game)
    game.play(("propose", warrior("yellow", 1)))
    finish(game)
    take(game)
    hold(game, YELLOW, warrior("blue", 3), warrior("black", 2), warrior("black", 4), HORSE)
    game.play(("neutral", warrior("blue", 3)))
    assert may(game, "accept") == [("accept", warrior("black", 4))]
    assert not may(game, "propose")
    game.play(("accept", warrior("black", 4)))
    assert game.table.tribes[YELLOW].camp == warrior("black", 4)
    assert warrior("blue", 3) in game.table.discards


def test_pc_84_a_proposal_to_who_then_allied_with_another() -> None:
    game = match(4, [warrior("green", 2)])
    take(game)
    game.play(("propose", warrior("green", 2)))
    finish(game)
    take(game)
    finish(game)
    take(game)
    hold(game, GREEN, warrior("black", 4), warrior("black", 1), HORSE, HORSE)
    assert len(may(game, "accept")) == 2
    game.table.tribes[GREEN].ally, game.table.tribes[RED].ally = RED, GREEN
    game.table.tribes[GREEN].camp = warrior("red", 3)
    game.table.tribes[RED].camp = warrior("green", 1)
    game.again()
    assert may(game, "accept") == [("accept", warrior("black", 4))]
    game.table.tribes[RED].camp = warrior("green", 3)
    game.again()
    assert not may(game, "accept")  # 2 is not above 3


def test_pc_84_the_bonus_goes_with_the_ally() -> None:
    table = allied().table
    table.send(BLACK, GREEN, (warrior("yellow", 2),))
    assert table.strength(BLACK, table.raids[0].warriors) == 3
    table.part(BLACK)
    assert table.strength(BLACK, table.raids[0].warriors) == 2
