"""Why an announcement or a challenge was good: what the cards came to, and what was still missing.

The cards are only known after the count. The referee does not know which of them a player had, so
a sentence says what is true with each of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message, Value
from referee.coyote.rules.counting import group_cards
from referee.coyote.state import moves
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import Doubles
from referee.coyote.state.state import State
from referee.coyote.view.analysis import SeatChances, seat_chances
from referee.coyote.view.boldness import in_parts
from referee.kit import compare_cards


def explain(
    states: Sequence[State], made: Sequence[moves.Move], at: int, move: moves.Move
) -> Message | None:
    """Return the chance of the number in question, and what it needed from the player's own card.

    During the round, the reason must wait for the count, because it would tell what others saw.
    """
    if not isinstance(move, moves.Announce | moves.Challenge):
        return None
    seat, number = move.seat, states[at].number
    if isinstance(move, moves.Announce):
        number = int(move.number)
    chances = seat_chances(states, made, at, seat)
    if chances is None:
        now = states[-1]
        goes_on = now.round == states[at + 1].round and now.phase.result is None
        return Message("coyote.reason.later", {"seat": seat}) if goes_on else None
    every = [in_parts(one, 100) for one in chances.chances(number)]
    params: dict[str, Value] = {"seat": seat, "number": number}
    sums = _other_sums(states[at], chances)
    if len(sums) > 1 and min(every) < max(every):
        low, high = min(sums), max(sums)
        params |= {"low": low, "high": high, "least": number - high, "most": number - low}
        params |= {"low_chance": min(every), "high_chance": max(every)}
        key = "coyote.reason.draws" if _draws(chances) else "coyote.reason.range"
        return Message(key, params)
    params |= {"chance": in_parts(chances.mean(number), 100)}
    if len(sums) != 1 or _draws(chances):
        return Message("coyote.reason.chance", params)
    (seen,) = sums
    params |= {"sum": seen, "need": number - seen}
    return Message("coyote.reason.seen", params)


def _draws(chances: SeatChances) -> bool:
    """Whether a draw card lay on the table, so that drawn cards also counted."""
    known = chances.known
    return known is not None and DRAW in known.counting + known.among


def _other_sums(state: State, chances: SeatChances) -> set[int]:
    """Return what the cards without the player's own and the drawn ones may have come to.

    Return nothing if the player had no card of their own or several, or swapped one out.
    """
    known = chances.known
    if known is None or known.own != 1 or known.hidden:
        return set()
    totals = state.setup.rules.doubles is Doubles.TOTAL
    others = [compare_cards(known.among, (own,))[0] for own in {*known.among}]
    return {group_cards((*known.counting, *one)).total(totals=totals) for one in others}
