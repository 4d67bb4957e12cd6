"""An outsider at Coup, who counts cards and compares how each choice leaves the players.

Rules of thumb, besides those in `coup_table`:

- For each choice, weigh what the others may do: a bluff fails as often as it is challenged, and it
  is challenged more if many copies of the character lie face up. Take the best choice.
- The same comparison decides challenges and blocks. With one card left and an assassin coming, I
  challenge or claim the Contessa, because nothing is worse than to pass.
- Keep different cards, first of all the Duke, the Captain and the Assassin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any

from referee.coup.state import moves
from referee.coup.state.cards import ACTIONS
from referee.coup.state.phases import Blockable, Challengeable
from referee.coup.state.phases import Counter as Countered
from referee.determinization import Action, KnownHands
from tests.bench.bots.outsiders.coup_table import WORTH, Table

BLOCK_BLUFF = 0.25  # How likely a target blocks without the card.
DUKE_BLUFF = 0.1  # How likely a player without a Duke blocks foreign aid.


def worth_of(table: Table, act: moves.Declare) -> float:
    """Return what an action of mine is worth."""
    me, target, value, action = table.seat, act.target, table.value, ACTIONS[act.action]
    fails = value({}, [me])
    plain = value({me: 0})
    if action.name == "coup":
        assert target is not None
        return value({me: -7}, [target])
    if action.name == "foreign_aid":
        lets = prod(
            (1 - table.holds(other, "duke")) * (1 - DUKE_BLUFF / len(table.others) ** 0.5)
            for other in table.others
        )
        return float(lets * value({me: 2}) + (1 - lets) * plain)
    if action.name == "income":
        return value({me: 1})
    done, blocked, unblocked = plain, 0.0, plain
    if action.name == "tax":
        done = value({me: 3})
    elif action.name == "exchange":
        poor = 9.0 - sum(WORTH[card] for card in {*table.hand})
        done = plain + max(0.0, 0.012 * poor * (1 - plain))
    else:
        assert target is not None
        held = table.holds(target, *action.blocks)
        blocked = held * 0.97 + (1 - held) * BLOCK_BLUFF
        if action.name == "extort":
            taken = min(2, table.coins[target])
            done, unblocked = value({me: taken, target: -taken}), plain
        else:
            if table.cards[target] == 1:
                blocked = held + (1 - held) * 0.6
            done, unblocked = value({me: -3}, [target]), value({me: -3})
    result = (1 - blocked) * done + blocked * unblocked
    call = table.called(action.claims, target)
    if action.claims in table.hand:
        caller = target if target is not None else table.others[0]
        return (1 - call) * result + call * max(result, value({me: action.pays}, [caller]))
    return (1 - call) * result + call * fails


def answer(table: Table, act: Action) -> float:
    """Return what it is worth to challenge, block or pass."""
    state, me, value = table.state, table.seat, table.value
    phase = state.phase
    play, turn = phase.play, state.turn
    action, target = play.action, play.target
    does: dict[int, int] = {turn: action.pays}
    hit = [target] if action.name == "assassinate" and target is not None else []
    if action.name == "extort":
        taken = min(2, table.coins[target])
        does = {turn: taken, target: -taken}
    happens = value(does, hit)
    stopped = value({})
    if isinstance(phase, Blockable):
        if not isinstance(act.move, moves.Block):
            return happens
        card = act.move.card or next(iter({*action.blocks} & {*table.hand}), action.blocks[0])
        call = table.called(card, turn)
        if card in table.hand:
            return (1 - call) * stopped + call * value({}, [turn])
        return (1 - call) * stopped + call * value(does, [*hit, me])
    claimer = play.claimer(turn)
    true = table.holds(claimer, *play.claims) if claimer != me else 1.0
    challenges = isinstance(act.move, moves.Challenge)
    if isinstance(phase, Countered):
        if not challenges:
            return stopped
        return true * value({}, [me]) + (1 - true) * value(does, [*hit, claimer])
    if challenges:
        refund = {turn: action.cost}
        return true * value(does, [*hit, me]) + (1 - true) * value(refund, [turn])
    if target != me or not action.blocks:
        return happens
    blocks = [0.0]
    for card in action.blocks:
        call = table.called(card, turn)
        caught = value({}, [turn]) if card in table.hand else value(does, [*hit, me])
        blocks.append((1 - call) * stopped + call * caught)
    return max(happens, *blocks)


def keeping(cards: Sequence[str], claimed: dict[str, float]) -> float:
    """Return how good it is to keep cards: different ones, and those that I claimed."""
    return sum(WORTH[card] + 0.5 * (claimed.get(card, 1.0) < 1) for card in {*cards})


def choose(
    _game: Any, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the best action by the rules of thumb."""
    table = Table(state, seat, own)

    def like(act: Action) -> float:
        if isinstance(act.move, moves.Declare):
            return worth_of(table, act.move) + random.uniform(0, 0.01)
        if isinstance(act.move, moves.Exchanged):
            return keeping(act.kept, {})
        if isinstance(act.move, moves.CardTurned):
            left = Counter(table.hand) - (Counter(act.move.cards) - Counter(state.faces[seat]))
            return keeping([*left], table.claims[seat])
        if isinstance(act.move, moves.CardShown):  # Else I concede.
            return 1.0 if act.move.cards[0] in state.phase.play.claims else -1.0
        if isinstance(state.phase, Challengeable | Blockable | Countered):
            return answer(table, act) + random.uniform(0, 0.005)
        return random.random()

    return max(acts, key=like)
