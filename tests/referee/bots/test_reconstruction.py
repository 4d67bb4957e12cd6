"""What is told by the end of a hand is true: played where every card is known."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee import library
from tests.bench.bots.matches import dealt

MATCHES, ACTS, SEATS = 12, 90, 4
RECALLING = [name for name in library.names() if library.game(name).require_bot().reconstruct_hand]

Step = tuple[Any, Any, Any]  # the state before, a move, and the state after


def played(name: str, chance: Random, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Step], Any]:
    """Play at random from a deal, to its end; return all moves, and the worlds by their states."""
    game, tried = library.game(name), list[Step]()

    def apply(state: Any, move: Any) -> Any:
        after, rulings = game.rules.apply(state, move)
        tried.append((state, move, after))
        return after, rulings

    monkeypatch.setattr(f"referee.{name}.table.determinization.apply", apply)
    world: Any = dealt(game, game.rules.begin(library.options(game, {}), SEATS), chance)
    worlds = {id(world.state): world}
    for _ in range(ACTS):
        if world.mover is None:
            break
        acts = [*world.legal_actions(), world.playout_action(chance), world.playout_action(chance)]
        act = chance.choice(acts)
        before, world = world, world.play(act, chance)
        if act.move is None:  # a card was drawn: the state is the same
            worlds.pop(id(before.state))
        worlds[id(world.state)] = world
    by_after, steps, state = {id(step[2]): step for step in tried}, list[Step](), world.state
    while id(state) in by_after:
        steps.append(by_after[id(state)])
        state = steps[-1][0]
    return steps[::-1], worlds


@pytest.mark.parametrize("name", RECALLING)
def test_what_is_told_of_a_hand_was_in_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, told = library.game(name), 0
    reconstruct_hand = game.require_bot().reconstruct_hand
    assert reconstruct_hand is not None
    for seed in range(MATCHES):
        steps, worlds = played(name, Random(seed), monkeypatch)
        states = [*(step[0] for step in steps), steps[-1][2]]
        moves = [step[1] for step in steps]
        for at, state in enumerate(states[:-1]):
            world = worlds.get(id(state))
            if world is None or world.mover is None:
                continue
            for hand, cards in reconstruct_hand(states, moves, at, world.mover).items():
                assert not Counter(cards) - Counter(world.hands[hand]), (seed, at, moves[at])
                told += len(cards)
    assert told > MATCHES * 5


def test_a_whole_hand_is_told_once_a_deal_of_coup_detat_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nearly always: where the Coup card was put away for the table card nobody can tell."""
    game, whole, every = library.game("coup_detat"), 0, 0
    reconstruct_hand = game.require_bot().reconstruct_hand
    assert reconstruct_hand is not None
    for seed in range(MATCHES):
        steps, worlds = played("coup_detat", Random(seed), monkeypatch)
        if steps[-1][2].deals == steps[0][0].deals:
            continue
        states, moves = [step[0] for step in steps], [step[1] for step in steps]
        states.append(steps[-1][2])
        for at, state in enumerate(states[:-1]):
            world = worlds.get(id(state))
            if world is not None and hasattr(moves[at], "cards"):
                told = reconstruct_hand(states, moves, at, world.mover)
                every += 1
                whole += sorted(told.get(world.mover, ())) == sorted(world.hands[world.mover])
    assert every
    assert whole > 0.7 * every
