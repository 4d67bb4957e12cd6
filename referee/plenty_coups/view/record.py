"""The record of a match: raids, defences, coups, alliances, prestige by round, and highlights.

The record does not know the hands. It counts a missed defence only if everybody saw the tribe take
the weapon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee import statistics as stats
from referee.contract import Against, Column, Figure, Record
from referee.plenty_coups.rules.ending import adding_ally, ranked_result, tribe_result
from referee.plenty_coups.state.cards import WEAPONS, total, value
from referee.plenty_coups.state.phases import Acting, InTurn, Over, Taking
from referee.plenty_coups.state.state import Raid, State, What

FIGURES = ("raids", "defences", "undefended", "coups", "allied_raids")
LAUNCHED = (What.RAID, What.CHASED)
COUPS = (What.COUP, What.PARRIED)

Steps = Sequence[stats.Step[State]]


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, given the state after each of its moves."""
    seats, camps = range(states[0].setup.seats), states[0].camps
    moves, ends = tuple(stats.steps(states)), stats.round_ends(states)
    figures = [figure for seat in seats for figure in _figures(seat, states[-1], moves)]
    figures = [*stats.no_figures(FIGURES, len(seats)), *figures]
    prestige = stats.chart("prestige", ends, camps, _prestige)
    honour = stats.chart("honour", ends, camps, lambda state, at: tribe_result(state, at).honour)
    attacks, columns = tuple(_attacks_on_seats(moves, seats)), tuple(_columns(states[-1]))
    highlights = stats.pick_highlights(states, HIGHLIGHTS)
    return Record(tuple(figures), attacks, (prestige, honour), columns, highlights)


def _prestige(state: State, tribe: int) -> int:
    return tribe_result(state, tribe).total()


def _columns(last: State) -> Iterator[Column]:
    """Yield columns: prestige, its parts on markers and in herds, an ally's share, and horses."""
    own = [tribe_result(last, tribe) for tribe in last.camps]
    ranked = tuple(ranked_result(last, tribe).total() for tribe in last.camps)
    yield Column("prestige", ranked)
    yield Column("honour", tuple(result.honour for result in own))
    yield Column("herd", tuple(item.herd for item in own))
    allies = tuple(all_ - result.total() for all_, result in zip(ranked, own, strict=True))
    if any(allies):
        yield Column("ally", allies)
    yield Column("horses", tuple(result.horses for result in own))


def _figures(seat: int, last: State, moves: Steps) -> Iterator[Figure]:
    yield from _raids(seat, moves)
    raided = [(move, _is_raided(move.after, seat)) for move in moves]
    yield from _used_chances("defences", seat, raided, What.REPELLED)
    yield from _missed_defences(seat, moves)
    chances = [(move, _coup_chances(seat, move)) for move in moves]
    yield from _used_chances("coups", seat, chances, *COUPS)
    if isinstance(last.phase, Over):
        other = adding_ally(last, seat)
        brought = 0 if other is None else tribe_result(last, other).total()
        yield Figure("ally_prestige", seat, brought, ranked_result(last, seat).total())


def _used_chances(
    name: str, seat: int, moves: Iterable[tuple[stats.Step[State], int]], *uses: What
) -> Iterator[Figure]:
    """Yield a figure for each chance: at the move that used it, or else at the move that gave it.

    Each of the `moves` has the number of chances that it gave. One of the kinds `uses` used one.
    """
    open_at: list[int] = []
    for move, given in moves:
        if _did(move.after, seat, *uses):
            yield Figure(name, seat, 1, int(bool(open_at)), state=move.at)
            del open_at[-1:]
        open_at += [move.at] * given
    for at in open_at:
        yield Figure(name, seat, 0, 1, state=at)


def _did(after: State, tribe: int, *kinds: What) -> bool:
    """Whether the last move was a tribe's, and of one of these kinds."""
    return after.last.tribe == tribe and after.last.what in kinds


def _is_raided(after: State, tribe: int) -> bool:
    return after.last.what in LAUNCHED and after.last.target == tribe


# -- raids ---------------------------------------------------------------------------------------


def _raids_home(before: State, after: State) -> Iterator[tuple[int, Raid]]:
    """Yield each raid that the last move brought home, and the camp that it raided."""
    if isinstance(after.phase, Over):
        return
    event = after.last
    for camp, raid in before.raids():
        if after.is_raiding(raid.tribe, camp):
            continue  # The raid is still at the camp, perhaps doubled or with its marker turned.
        driven_off = event.what is What.CHASED and event.target == camp
        repelled = event.what is What.REPELLED and event.tribe == camp
        if not (driven_off or repelled):
            yield camp, raid


def _raids(tribe: int, moves: Steps) -> Iterator[Figure]:
    """Yield the raids of a tribe. A raid that came home counts for the move that sent it."""
    sent_at: dict[int, int] = {}  # By the raided camp.
    for move in moves:
        for camp, raid in _raids_home(move.before, move.after):
            if raid.tribe == tribe:
                yield Figure("raids", tribe, 1, 0, state=sent_at.get(camp, move.at))
        if _did(move.after, tribe, *LAUNCHED):
            if move.after.last.target is not None:
                sent_at[move.after.last.target] = move.at
            allied = _is_stronger_by_alliance(move.after, tribe)
            yield Figure("raids", tribe, 0, 1, state=move.at)
            yield Figure("allied_raids", tribe, int(allied), 1, state=move.at)


def _is_stronger_by_alliance(after: State, tribe: int) -> bool:
    """Whether an alliance adds strength to the launched raid (PC-35, PC-39)."""
    camp = after.last.target
    raid = None if camp is None else after.tribes[camp].raid
    if raid is None or raid.tribe != tribe or after.camp_of(raid.cards[0]) == tribe:
        return False
    return after.strength(tribe, raid.cards) > total(raid.cards)


def _coup_chances(tribe: int, move: stats.Step[State]) -> int:
    """Return how many chances for a coup a move gave this tribe (PC-17, PC-18)."""
    _, before, after = move
    if after.turn != tribe or not isinstance(after.phase, Acting):
        return 0
    opens = before.turn != tribe or isinstance(before.phase, Taking)
    now = after.phase.actions
    return len(now.returned) * opens + (now.parried and not before.actions.parried)


# -- missed defences -----------------------------------------------------------------------------


def _missed_defences(tribe: int, moves: Steps) -> Iterator[Figure]:
    """Yield each turn in which a tribe let a raid stand, and whether it surely held a weapon."""
    could = False
    for at, before, after in moves:
        if before.turn != tribe:
            continue
        raid = before.tribes[tribe].raid
        if raid is not None and isinstance(before.phase, Acting) and before.actions.left:
            could = could or _could_repel(before, raid)
        if after.turn != tribe or isinstance(after.phase, Over):
            removed = _did(after, tribe, What.REPELLED, What.PROPOSED)  # (PC-32)
            if raid is not None and isinstance(before.phase, InTurn) and not removed:
                yield Figure("undefended", tribe, int(could), 1, state=at)
            could = False


def _could_repel(state: State, raid: Raid) -> bool:
    must = state.strength(raid.tribe, raid.cards)
    return any(card in WEAPONS and value(card) >= must for card in state.own_tribe.known)


# -- raids by victim -----------------------------------------------------------------------------


def _attacks_on_seats(moves: Steps, seats: range) -> Iterator[Against]:
    """Yield who raided or disdained whom. Tribes without a seat do not count."""
    for move in moves:
        last = move.after.last
        hostile = last.what in (*LAUNCHED, What.DISDAIN)
        if hostile and last.tribe in seats and last.target in seats and last.target is not None:
            yield Against(last.tribe, last.target, 1, move.at)


# -- highlights ----------------------------------------------------------------------------------


def _raid_candidate(move: stats.Step[State], camp: int, raid: Raid) -> stats.Candidate:
    """Return the candidate for a raid, worth its strength before the move."""
    strength, tribe = move.before.strength(raid.tribe, raid.cards), raid.tribe
    return stats.Candidate(move.at, strength, tribe_seat=tribe, camp_seat=camp, strength=strength)


def _successful_raids(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for move in stats.steps(states):
        for camp, raid in _raids_home(move.before, move.after):
            yield _raid_candidate(move, camp, raid)


def _repelled_raids(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for move in stats.steps(states):
        camp = move.after.last.tribe
        raid = move.before.tribes[camp].raid
        repelled = _did(move.after, camp, What.REPELLED)
        if raid is not None and repelled and move.after.tribes[camp].raid != raid:
            yield _raid_candidate(move, camp, raid)


def _alliances(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, before, after in stats.steps(states):
        for tribe in after.camps:
            other = after.ally(tribe)
            if other is not None and before.ally(tribe) != other:
                yield stats.Candidate(at, seats=(min(tribe, other), max(tribe, other)))


def _good_years(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield each gain of prestige in a round. Of equals, the earliest and highest tribe counts."""
    begun = states[0]
    for at in {state.round: at for at, state in enumerate(states)}.values():
        for tribe in begun.camps:
            gain = _prestige(states[at], tribe) - _prestige(begun, tribe)
            if gain > 0:
                yield stats.Candidate(at, gain, -at, tribe, tribe_seat=tribe, count=gain)
        begun = states[at]


def _coups(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, before, after in stats.steps(states):
        if after.last.what in COUPS and after.last is not before.last:
            yield stats.Candidate(at, tribe_seat=after.last.tribe)


def _disdains(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, before, after in stats.steps(states):
        event = after.last
        disdains = event.what is What.DISDAIN and event is not before.last
        if disdains and event.target is not None:
            yield stats.Candidate(at, tribe_seat=event.tribe, target_seat=event.target)


def _rich_herds(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the herds that are worth prestige."""
    for at, state in enumerate(states):
        for tribe in state.camps:
            result = tribe_result(state, tribe)
            if result.herd:
                yield stats.Candidate(at, tribe_seat=tribe, horses=result.horses)


def _ranked_prestige(state: State) -> dict[int, int]:
    return {seat: ranked_result(state, seat).total() for seat in state.players}


def _lead_changes(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, seat in stats.lead_changes(states, _ranked_prestige):
        yield stats.Candidate(at, tribe_seat=seat)


def _herds(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield every herd. Of equals, the earliest and then the highest tribe counts."""
    for at, state in enumerate(states):
        for tribe, owner in enumerate(state.tribes):
            worth = (owner.horses, -at, tribe)
            yield stats.Candidate(at, *worth, tribe_seat=tribe, count=owner.horses)


HIGHLIGHTS = (  # The most remarkable first. Face-up cards give them all; hands stay secret.
    stats.Best("plenty_coups.highlight.raid", _successful_raids),
    stats.Best("plenty_coups.highlight.repelled", _repelled_raids),
    stats.Last("plenty_coups.highlight.ally", _alliances),
    stats.Best("plenty_coups.highlight.year", _good_years),
    stats.Most("plenty_coups.highlight.coups", _coups),
    stats.Last("plenty_coups.highlight.disdain", _disdains),
    stats.First("plenty_coups.highlight.herd", _rich_herds),
    stats.Last("plenty_coups.highlight.lead", _lead_changes),
    stats.Best("plenty_coups.highlight.horses", _herds),
)
