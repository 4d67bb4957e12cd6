"""What each game that a player of the table's own can play guesses, and what may be done in it."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from referee import library
from referee.bots.levels import Level, choose_action
from referee.contract import Game
from referee.determinization import ImpossibleHand
from tests.bench.bots.matches import dealt

MATCHES = 1
ACTS = 150  # of each match
GUESSED = [name for name in library.names() if library.game(name).bot]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "coyote": [{"edition": name, "actions": True} for name in ("kidult", "tomahawk", "oliphante")],
    "coup": [{}, {"named_block": False}],
}
each_game = pytest.mark.parametrize("name", GUESSED)


def tables(name: str) -> list[tuple[Game[Any, Any, Any], Any, int]]:
    """Return a game with its options, each at three and at four seats."""
    game = library.game(name)
    return [
        (game, library.options(game, plain), seats)
        for plain in OPTIONS.get(name, [{}])
        for seats in (3, 4)
    ]


@each_game
def test_what_may_be_done_in_a_world_is_what_the_referee_offers(name: str) -> None:
    for game, options, seats in tables(name):
        chance = Random(seats)
        for _ in range(MATCHES):
            world: Any = dealt(game, game.rules.begin(options, seats), chance)
            for _ in range(ACTS):
                if world.mover is None:
                    if game.rules.outcome(world.state) is not None:
                        break
                    world = dealt(game, world.state, chance)
                acts = world.legal_actions()
                offers = game.rules.offers(world.state)
                assert acts
                assert [
                    act for act in acts if act.move is not None and act.move not in offers
                ] == []
                likely = world.playout_action(chance)
                assert likely in acts
                world = world.play(chance.choice([*acts, likely]), chance)
                assert all(0 <= worth <= 1 for worth in world.evaluate())


@each_game
def test_a_choice_is_one_of_those_that_may_be_made_and_the_same_again(name: str) -> None:
    for game, options, seats in tables(name):
        state, chance = game.rules.begin(options, seats), Random(5)
        world: Any = dealt(game, state, chance)
        state, seat = world.state, world.mover
        own = {hand: world.hands[hand] for hand in game.table.visible_hands(state, seat)}
        chosen = [choose_action(game, state, seat, own, Level.GENTLE, Random(3)) for _ in range(2)]
        assert chosen[0] == chosen[1]
        move = chosen[0].move
        offered = move is not None and move in game.rules.offers(state)
        assert offered or chosen[0] in world.legal_actions()


@each_game
def test_a_bot_chooses_nothing_before_it_is_offered(name: str) -> None:
    """What it would do once cards are drawn or read is no choice yet."""
    for game, options, seats in tables(name):
        state = game.rules.begin(options, seats)
        for seat in range(seats):
            with suppress(LookupError):
                act = choose_action(game, state, seat, {}, Level.GENTLE, Random(3))
                assert act.move is None or act.move in game.rules.offers(state)


@each_game
def test_cards_that_cannot_be_held_are_refused(name: str) -> None:
    """Too few, too many, more of one than there are, and such as are no cards of the game."""
    for game, options, seats in tables(name):
        world: Any = dealt(game, game.rules.begin(options, seats), Random(2))
        state, seat = world.state, world.mover
        own = {hand: world.hands[hand] for hand in game.table.visible_hands(state, seat)}
        hand = next(iter(own))
        held = own[hand]
        for wrong in ((*held, *held, "?", "?", "?"), ("nothing",) * max(1, len(held))):
            with pytest.raises(ImpossibleHand):
                choose_action(game, state, seat, {**own, hand: wrong}, Level.GENTLE, Random(3))
        if held:
            with pytest.raises(ImpossibleHand):
                choose_action(game, state, seat, {**own, hand: held[1:]}, Level.GENTLE, Random(3))
