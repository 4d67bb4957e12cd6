"""What changes of a table of Plenty Coups come to: whom is told what, and where a card may lie."""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import IllegalMove, Message, Value
from referee.judging import (
    Choice,
    Judge,
    Judgement,
    Missing,
    Refusal,
    face_down,
    face_up,
    missing_card,
    refused,
)
from referee.plenty_coups.rules.play import apply
from referee.plenty_coups.rules.turns import due as market_due
from referee.plenty_coups.state.cards import HORSE, STICK, WEAPONS
from referee.plenty_coups.state.hands import may_hold
from referee.plenty_coups.state.places import (
    ALLIANCES,
    BREED,
    DISCARD,
    HERDS,
    HUNT,
    LAID_AWAY,
    MARKET,
    PILE,
    RAIDS,
    SHIELDS,
    STICKS,
)
from referee.plenty_coups.state.state import Phase, State, acting, player, tribes
from referee.plenty_coups.table import prompts
from referee.plenty_coups.table.layout import layout
from referee.plenty_coups.table.meaning import means, taken_from
from referee.table import Change, Changes, Laid, Lies, Moved, Taken, Zone, laid_up

OPEN = {  # where cards must lie face up, by what the table waits for
    Phase.MARKET: (MARKET,),
    Phase.ACT: (BREED, HUNT, DISCARD),
    Phase.HUNT: (HUNT, DISCARD),
    Phase.ANSWER: (DISCARD,),
}
DUTIES = {Phase.HUNT: "PC-21", Phase.ANSWER: "PC-22"}  # what is due before all else


def amiss(state: State, change: Change) -> Refusal | None:
    """Return why a change is no move at all (PC-80, SL-12)."""
    if state.phase is Phase.OVER:
        return None
    if isinstance(change, Moved):
        return _not_yet_moved(state, change)
    if isinstance(change, Taken):
        return _part_swept(state, change)
    return _face_down(state, change) if change.down else _no_place(state, change)


def _part_swept(state: State, taken: Taken) -> Refusal | None:
    """Say that all four go, where one was taken from a market that is to be cleared (PC-4)."""
    if state.phase is not Phase.SWEEP or taken.was.zone != MARKET:
        return None
    return Refusal("PC-4", prompts.sweep(), (taken,), (player(state, state.turn),), (DISCARD,))


def _not_yet_moved(state: State, moved: Moved) -> Refusal | None:
    """Ask a proposer, whose proposal was accepted, to lay it under the camp (PC-34, SL-11)."""
    was = moved.was
    for tribe in tribes(state):
        if (was.zone, moved.zone) == (ALLIANCES[tribe], HERDS[tribe]):
            said = Message("plenty_coups.alliance.moves", {"tribe_seat": tribe, "card": was.name})
            return Refusal("PC-34", said, (moved,), whose(state, moved), (was.zone,))
    return None


def _face_down(state: State, laid: Laid) -> Refusal | None:
    """Ask for a card to be turned over where it must lie open; elsewhere it is a hand's."""
    camps = (RAIDS, STICKS, ALLIANCES)  # a hand may lie beside herd and shield
    acts = state.phase is Phase.ACT and any(laid.zone in place for place in camps)
    if not acts and laid.zone not in OPEN.get(state.phase, ()):
        return None
    return face_down("PC-4" if laid.zone == MARKET else "SL-12", laid, whose(state, laid))


def _no_place(state: State, laid: Laid) -> Refusal | None:
    """Say that nothing is laid in a zone now, but where it is not complete yet, or legal alone."""
    zone, phase = laid.zone, state.phase
    due = phase is Phase.MARKET and zone == MARKET
    if zone == PILE:
        return face_up(laid, whose(state, laid))
    if due or zone == LAID_AWAY or (phase is Phase.HUNT and zone in (HUNT, DISCARD)):
        return None
    if means(state, laid, (laid,)):
        return None
    seats, where = whose(state, laid), may_lie(state, laid)
    if zone in HERDS:
        said = Message("plenty_coups.amiss.own_herd", {"card": laid.card})
        return Refusal("SL-4", said, (laid,), seats, where)
    if zone == MARKET and phase is Phase.SWEEP:
        return Refusal("PC-4", prompts.sweep(), (laid,), seats, where)
    key = "plenty_coups.refused.market_full" if zone == MARKET else "plenty_coups.refused.nowhere"
    rule = "PC-6" if zone == MARKET else "PC-80"
    return Refusal(rule, Message(key, {"card": laid.card}), (laid,), seats, where)


def whose(state: State, change: Change) -> tuple[int, ...]:
    """Return whom a change concerns: who is to move, and who plays the tribe of that place."""
    now = player(state, acting(state))
    if not isinstance(change, Laid):
        return (now if change.was.seat is None else change.was.seat,)
    if state.phase in (Phase.MARKET, Phase.SWEEP) and change.zone == MARKET:
        return ()  # whoever turns cards
    if state.phase is Phase.ANSWER and change.zone != DISCARD:
        return tuple(dict.fromkeys((player(state, state.turn), now)))
    at = {place[tribe]: tribe for place in (SHIELDS, HERDS, ALLIANCES) for tribe in tribes(state)}
    if change.zone not in at:
        return (now,)
    return tuple(dict.fromkeys((now, player(state, at[change.zone]))))


def may_lie(state: State, change: Change) -> tuple[Zone, ...]:
    """Return where a card may lie: where it does what it is for, else where any is discarded."""
    if not isinstance(change, Laid) or change.down:
        return ()
    if state.phase is Phase.HUNT:
        return (DISCARD,)
    others = [camp for camp in tribes(state) if camp != state.turn]
    pays = (HUNT, DISCARD, *(place[camp] for place in (SHIELDS, HERDS) for camp in others))
    return _legal(state, change.card, _for(state, change.card)) or _legal(state, change.card, pays)


def _for(state: State, card: str) -> tuple[Zone, ...]:
    """Return the zones of what a card is for, whoever may lay it."""
    own, raids = state.turn, tuple(RAIDS[camp] for camp in tribes(state))
    if card == HORSE:
        return (BREED,)
    if card == STICK:
        return (*raids, *(STICKS[camp] for camp in tribes(state)))
    if card in WEAPONS:
        return (RAIDS[own], SHIELDS[own])
    return (*raids, HERDS[own], ALLIANCES[own])


def _legal(state: State, card: str, zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    return tuple(zone for zone in zones if _is_legal(state, Laid(card, zone)))


def _is_legal(state: State, laid: Laid) -> bool:
    found = means(state, laid, (laid,))
    if isinstance(found, Choice):
        return True
    return any(refused(apply, state, one.move) is None for one in found)


def due(state: State, left: Changes) -> Iterator[Missing]:
    """Yield what the table waits for, as far as it lies there (SL-6)."""
    seat = player(state, acting(state))
    match state.phase:
        case Phase.MARKET:
            have, count = len(laid_up(left, MARKET)), market_due(state) - len(state.market)
            yield Missing(prompts.market(state), MARKET, None, have, count)
        case Phase.SWEEP:
            have, count = len(taken_from(left, MARKET)), len(state.market)
            yield Missing(prompts.sweep(), MARKET, None, have, count)
        case Phase.TAKE:
            have = len(taken_from(left, MARKET))
            yield Missing(prompts.take(state), MARKET, seat, have, state.left)
        case Phase.RAIDING:
            prompt = prompts.reinforce(state.waits, state.waits_at)
            yield Missing(prompt, RAIDS[state.waits_at], seat, 1, 2)
        case Phase.DEFENDING:
            yield Missing(prompts.support(state.waits), SHIELDS[state.waits_at], seat, 1, 2)
        case Phase.HUNT:
            have = len(laid_up(left, DISCARD, HUNT))
            yield Missing(prompts.hunted(state), DISCARD, seat, have, state.drawn)
        case Phase.ANSWER:
            yield Missing(prompts.prove(state), DISCARD, seat)


def gone(state: State, taken: Taken) -> Missing:
    """Return what is told of a card that must stay and is gone: of the market, why it must."""
    card, left = taken.was.name, state.left
    if taken.was.zone != MARKET or state.phase not in (Phase.MARKET, Phase.ACT):
        return missing_card(taken)
    seat, rule = player(state, state.turn), "PC-6"
    said = Message("plenty_coups.amiss.not_full", {"card": card})
    if state.phase is Phase.ACT:
        params: dict[str, Value] = {"card": card, "tribe_seat": state.turn, "count": left}
        rule, said = "PC-5", Message("plenty_coups.amiss.acts_first", params)
    return Missing(said, MARKET, seat, cards=(card,), gone=True, rule=rule)


def cites(state: State, error: IllegalMove) -> str:
    """Return the rule that is told of a refused card: what is due first, or whose turn it is."""
    if error.rule in ("PC-1", "PC-5") and state.phase in DUTIES:
        return DUTIES[state.phase]
    return "SL-3" if error.rule == "PC-1" else error.rule


_BY_MOVES = Judge(
    apply,
    means,
    amiss,
    whose,
    due,
    where=may_lie,
    gone=gone,
    layout=layout,
    cites=cites,
)


def judge(state: State, changes: Changes) -> Judgement:
    """Return what changes come to; a used card that was taken away may lie on the discards."""
    return _BY_MOVES(state, [one for one in changes if not _is_back(state, one, changes)])


def _is_back(state: State, change: Change, changes: Changes) -> bool:
    """Tell whether a card is one that somebody used, for no hand may hold another."""
    if not isinstance(change, Laid) or change.zone != DISCARD:
        return False
    taken = [one.was for one in changes if isinstance(one, Taken) and one.was.seat is not None]
    used = any(was.name == change.card and was.lies is Lies.GOES for was in taken)
    return used and not any(may_hold(state, tribe, change.card) for tribe in tribes(state))
