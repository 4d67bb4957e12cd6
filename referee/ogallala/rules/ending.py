"""The next step after a move: spoils, attacks, the end of the turn or match (OG-40 … 43).

`settle` goes on to the next thing that a player must do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

from msgspec.structs import replace

from referee.contract import Message, Outcome, Ruling, Value
from referee.kit import left_behind, outcome_of, ranked
from referee.ogallala.rules.early import must_be_turn
from referee.ogallala.rules.laying import fits
from referee.ogallala.rules.scoring import prize_count, score, total
from referee.ogallala.state import moves, phases
from referee.ogallala.state.moves import Objection, refuse
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.state import (
    MAY_END,
    MOST_CANOES,
    Event,
    EventKind,
    State,
    attacking_canoe,
    complete_canoe_count,
    discard_layers,
    opponents,
    own_territory,
    remaining_players,
)
from referee.ogallala.state.territory import Territory, cells, complete_canoes, each_canoe


def settle(state: State) -> State:
    """Go on to the next step: spoils, discards, attacks, or the end of the turn or match."""
    held, going = state.phase.held, state.phase.going
    if held:
        tribes = state.options.tribes
        if any(fits(own_territory(state), card, tribes) for card in held):
            return state
        state = state.say("OG-31", "ogallala.unfit", seat=state.turn, cards=held)
    if held or going:
        layers = discard_layers((*going, *held))
        state = replace(state, grounds=(*state.grounds, *layers))
    if state.grounds and len(state.grounds[-1]) > 1:
        return _in_phase(state, phases.TOP)
    while state.done:
        if any(attackable_canoes(state, seat) for seat in opponents(state)):
            return _in_phase(state, phases.ATTACK)
        state = replace(state, done=state.done[1:])
        state = state.say("OG-30", "ogallala.nobody_weaker", seat=state.turn)
    return _end_turn(state) if state.ending else _draw(state)


def _in_phase(state: State, phase: Phase) -> State:
    return state if state.phase is phase else replace(state, phase=phase)


def attack_objection(mine: Canoe, theirs: Canoe, tribes: bool) -> Objection | None:
    """Return the rule that forbids one canoe to attack another (OG-23, OG-30, OG-51, OG-52)."""
    if theirs.crew.totem:
        return "OG-23", "ogallala.refused.totem"
    if theirs.crew.strength >= mine.crew.strength:
        return "OG-30", "ogallala.refused.not_weaker"
    if tribes and mine.crew.colours & theirs.crew.colours:
        return "OG-51", "ogallala.refused.own_tribe"
    return None


def attackable_canoes(state: State, seat: int) -> tuple[tuple[int, Canoe], ...]:
    """Return each opposing canoe that the attacking canoe may capture, with its row."""
    mine, tribes = attacking_canoe(state), state.options.tribes
    return tuple(
        (row, canoe)
        for row, canoe in each_canoe(state.territories[seat])
        if attack_objection(mine, canoe, tribes) is None
    )


def _end_turn(state: State) -> State:
    """End the match, ask whether to end it, or pass the turn on (OG-40)."""
    empty = not state.stock and not _can_renew(state)
    if state.finished:
        many = complete_canoe_count(state, state.turn)
        if many >= MOST_CANOES:
            return end_match(state, "ogallala.over.fifth")
        if many >= MAY_END and not empty:
            return _in_phase(state, phases.END)
    return end_match(state, "ogallala.over.piles") if empty else next_turn(state)


def _can_renew(state: State) -> bool:
    """Whether the hunting grounds can become new piles, which happens only once."""
    return state.options.amigo and not state.renewed


def next_turn(state: State) -> State:
    """Pass the turn to the next player who has not left (OG-5)."""
    turn, round_ = state.turn, state.round
    while turn == state.turn or turn in state.left:
        turn = (turn + 1) % len(state.territories)
        round_ += turn == state.options.starter
    finisher = None if state.finisher == turn else state.finisher
    state = replace(state, turn=turn, round=round_, ending=False, finisher=finisher)
    return _draw(state.say("OG-5", "ogallala.next", seat=turn))


def _draw(state: State) -> State:
    """Let the player draw, or end the match if nothing is left to draw (OG-40)."""
    if state.stock or (state.grounds and not state.options.amigo):
        return _in_phase(state, phases.DRAW)
    if not state.grounds or not _can_renew(state):
        return end_match(state, "ogallala.over.piles")
    stock = dict(sorted(Counter(card for layer in state.grounds for card in layer).items()))
    last = replace(state.last, shuffled=state.grounds[-1][0])
    state = replace(
        state, stock=stock, grounds=(), phase=phases.DRAW, renewed=True, last=last, sweep=None
    )
    return state.say("OG-1", "ogallala.refilled", count=sum(stock.values()))


def end(state: State, _phase: Phase, move: moves.End) -> State:
    """End the match after the third or a later completed canoe (OG-40)."""
    must_be_turn(state, move.seat)
    return end_match(state, "ogallala.over.ended")


def play_on(state: State, _phase: Phase, move: moves.PlayOn) -> State:
    """Play on instead of ending the match (OG-40)."""
    must_be_turn(state, move.seat)
    return next_turn(state.say("OG-40", "ogallala.plays_on", seat=state.turn))


# -- a player leaves, which the rule sheet does not cover ------------------------------------------


def may_leave(state: State) -> tuple[int, ...]:
    """Return the seats that may leave now: only before a draw, after the first move."""
    begun = state.last.what is not EventKind.NOTHING
    return remaining_players(state) if isinstance(state.phase, phases.Draw) and begun else ()


def leave(state: State, _phase: Phase, move: moves.Leave) -> State:
    """Skip a player's turns from now on. Their cards stay, and others may take them."""
    seat, stays = move.seat, remaining_players(state)
    if seat not in stays:
        refuse("OG-5", "gone", seat=seat)
    if not may_leave(state):
        refuse("OG-5", "not_begun")
    swept = state.sweep.cells if state.sweep is not None and state.sweep.seat == seat else ()
    cards_left = (*cells(state.territories[seat]), *swept)
    behind = left_behind((cell.card for cell in cards_left), seat)
    state = state.say("OG-5", "ogallala.leaves", seat=seat).add(*behind)
    last = Event(EventKind.LEFT, seat, shuffled=state.last.shuffled)
    state = replace(state, left=tuple(sorted((*state.left, seat))), last=last)
    if len(stays) == 2:
        (alone,) = remaining_players(state)
        return end_match(replace(state, turn=alone), "ogallala.over.alone")
    return next_turn(state) if seat == state.turn else state


# -- the end of the match ------------------------------------------------------------------------


def end_match(state: State, why: str) -> State:
    """End the match with a ruling on each seat's points (OG-41, OG-42)."""
    state = replace(state, phase=phases.Over(why)).say("OG-40", why, seat=state.turn)
    return state.add(*_point_rulings(state))


def _point_rulings(state: State) -> Iterator[Ruling]:
    """Yield the points of each player, the best first, and then what broke each tie."""
    ended = outcome(state)
    ranking = ended.ranking if ended else ()
    for seat in chain(*ranking):
        counted = score(state.territories[seat], seat)
        message = Message("ogallala.points", {"seat": seat, "count": counted.total})
        yield Ruling("OG-41", message, counted.steps, (seat,))
    for first, second in pairwise(ranking):
        yield from _tie_rulings(state, first, second)


def _tie_rulings(state: State, first: tuple[int, ...], second: tuple[int, ...]) -> Iterator[Ruling]:
    """Yield a ruling if players with equal points take different places (OG-43)."""
    (points, *ahead), (less, *behind) = (standing(state, seats[0]) for seats in (first, second))
    if points != less or ahead <= behind:  # If the second is not behind, it left the match.
        return
    at = int(ahead[0] == behind[0])
    params: dict[str, Value] = {"seats": first, "count": points}
    params |= {"more": ahead[at], "less": behind[at]}
    key = "ogallala.tie.prizes" if at else "ogallala.tie.canoes"
    yield Ruling("OG-43", Message(key, params), (), (*first, *second))


def ranking_key(territory: Territory) -> tuple[int, int, int]:
    """Return the sort key of the ranking: points, complete canoes, and prizes in them (OG-43)."""
    whole = complete_canoes(territory)
    return total(territory), len(whole), sum(prize_count(canoe) for _, canoe in whole)


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return how well a seat stands: as at the end of the match (OG-43)."""
    return ranking_key(state.territories[seat])


def outcome(state: State) -> Outcome | None:
    """Return the winners and the ranking, or None during the match."""
    if not isinstance(state.phase, phases.Over):
        return None
    stays = remaining_players(state)
    keys = map(ranking_key, state.territories)
    places = ranked({seat: (seat in stays, *key) for seat, key in enumerate(keys)})
    return outcome_of(places, "ogallala.outcome", count=total(state.territories[places[0][0]]))
