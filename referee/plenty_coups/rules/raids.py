"""Raids: a warrior before a camp, one that drives another off, two together (PC-11 … 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, Refused, Rulings, must, replaced, told_apart
from referee.plenty_coups.rules.turns import (
    ACTIONS,
    acted,
    called_off,
    must_act,
    must_be,
    must_be_player,
    said,
)
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import OF_CLAN, clan_of, total
from referee.plenty_coups.state.hands import (
    laid,
    may_hold,
    may_hold_both,
    must_hold,
    one_card,
    played,
    shown,
)
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.state import (
    Event,
    Phase,
    Raid,
    State,
    What,
    ally,
    at_camp,
    attacks,
    player,
    proposes,
    raid_markers,
    strength,
    summer,
    tribes,
)


def bars_other(state: State, camp: int, rule: str) -> Refused:
    """Say why a camp is not another's: it is one's own, or nobody's."""
    if camp == state.turn or camp not in tribes(state):
        return refuse.because(rule, "no_other", number=camp + 1)
    return None


def bars_own(state: State, camp: int, rule: str) -> Refused:
    """Say why a camp is not another player's: whose turn it is plays it, too (PC-53)."""
    if camp != state.turn and camp in tribes(state):
        same = player(state, camp) == player(state, state.turn)
        return refuse.because(rule, "you_play", camp_seat=camp) if same else None
    return bars_other(state, camp, rule)


def bars_raid(state: State, camp: int) -> Refused:
    """Say why a camp may not be raided, whatever the warrior (PC-11, PC-13, PC-30, 33, 35)."""
    tribe = state.turn
    mine = bars_other(state, camp, "PC-11")
    if mine is not None:
        return mine
    if not at_camp(state, tribe):
        return refuse.because("PC-11", "no_marker", tribe_seat=tribe)
    if attacks(state, tribe, camp):
        return refuse.because("PC-13", "own_raid", camp_seat=camp)
    if ally(state, tribe) == camp:
        return refuse.because("PC-35", "ally", camp_seat=camp)
    if proposes(state, tribe, camp):
        return refuse.because("PC-30", "proposes_to", camp_seat=camp)
    if proposes(state, camp, tribe):
        return refuse.because("PC-33", "proposes_to_you", camp_seat=camp)
    return None


def may_double(state: State) -> bool:
    """Tell whether whose turn it is may still make a double action (PC-14, PC-50)."""
    return summer(state) and state.left == ACTIONS and not state.done


def stands(state: State, camp: int) -> int:
    """Return how strong the raid before a camp is; 0 where none stands."""
    raid = state.raids[camp]
    return 0 if raid is None else strength(state, raid.tribe, raid.cards)


def beats(state: State, camp: int, cards: tuple[str, ...]) -> bool:
    """Tell whether warriors are strong enough for a camp, where a raid may stand (PC-13)."""
    return strength(state, state.turn, cards) > stands(state, camp)


def strong_enough(state: State, camp: int, cards: Iterable[str]) -> Iterator[str]:
    """Yield the warriors that are, alone or with a second one that may come (PC-13, PC-14)."""
    tribe, least, double = state.turn, stands(state, camp), may_double(state)
    for card in cards:
        if strength(state, tribe, (card,)) > least or (double and _may_wait(state, card, least)):
            yield card


def _may_wait(state: State, card: str, least: int) -> bool:
    return any(
        strength(state, state.turn, (card, one)) > least
        and may_hold_both(state, state.turn, card, one)
        for one in OF_CLAN[clan_of(card)]
        if one != card
    )


def seconds(state: State, card: str) -> Iterable[str]:
    """Yield the warriors that may come beside one: of its clan, and perhaps in the same hand."""
    return (
        one for one in OF_CLAN[clan_of(card)] if one != card and may_hold(state, state.turn, one)
    )


def bars_warrior(state: State, camp: int, card: str) -> Refused:
    """Say why a warrior is none, or chases no raid, alone or with a second one (PC-13)."""
    if clan_of(card) < 0:
        return refuse.because("PC-11", "no_warrior", card=card)
    if any(strong_enough(state, camp, (card,))):
        return None
    given, least, who = _weak(state, camp, (card,))
    return refuse.because(
        "PC-13", "too_weak", cards=(card,), strength=given, stands=least, tribe_seat=who
    )


def bars_alone(state: State, camp: int, card: str) -> Refused:
    """Say why a warrior chases no raid without a second one (PC-13)."""
    if beats(state, camp, (card,)):
        return None
    given, least, who = _weak(state, camp, (card,))
    return refuse.because(
        "PC-13", "warrior_alone", cards=(card,), strength=given, stands=least, tribe_seat=who
    )


def bars_both(state: State, camp: int, cards: tuple[str, str]) -> Refused:
    """Say why two warriors together chase no raid (PC-13)."""
    if beats(state, camp, cards):
        return None
    given, least, who = _weak(state, camp, cards)
    return refuse.because(
        "PC-13", "too_weak", cards=cards, strength=given, stands=least, tribe_seat=who
    )


def _weak(state: State, camp: int, cards: tuple[str, ...]) -> tuple[int, int, int]:
    """Return how strong warriors are, how strong the raid that they do not chase, and whose."""
    standing = state.raids[camp]
    assert standing is not None
    return strength(state, state.turn, cards), stands(state, camp), standing.tribe


def raid(state: State, move: moves.Raid) -> Played[State]:
    """Launch a raid, or have a warrior that is too weak alone wait for a second one."""
    must_act(state, move.seat)
    camp = move.camp
    must(bars_raid(state, camp))
    card = laid(state, move.cards)
    must(bars_warrior(state, camp, card))
    if beats(state, camp, (card,)):
        fresh = camp if may_double(state) else None
        return _launched(state, camp, (card,), 1, fresh, move.proof)
    state = shown(state, state.turn, card)
    last = Event(What.OTHER, state.turn)
    state = replace(state, phase=Phase.RAIDING, waits=card, waits_at=camp, last=last)
    return state, (
        said("plenty_coups.raid.waits", "PC-14", state, move.proof, card=card, camp_seat=camp),
    )


def reinforce(state: State, move: moves.Reinforce) -> Played[State]:
    """Make a raid of one warrior a double attack (PC-14)."""
    tribe, camp = state.turn, move.camp
    if state.phase is Phase.RAIDING:
        must_be_player(state, move.seat)
        first = state.waits
        if camp != state.waits_at:
            refuse("PC-14", "not_beside", card=first)
        second = _beside(move.cards, first)
        must_hold(state, tribe, (first, second))
        must(bars_both(state, camp, (first, second)))
        state = replace(state, waits="")
        return _launched(state, camp, (first, second), state.left, None, move.proof)
    must_act(state, move.seat)
    standing = state.raids[camp] if camp in tribes(state) else None
    if state.fresh != camp or standing is None:
        refuse("PC-14", "no_second")
    second = _beside(move.cards, standing.cards[0])
    must_hold(state, tribe, (second,))
    state = played(state, tribe, second)
    both = (*standing.cards, second)
    raids = replaced(state.raids, camp, replace(standing, cards=both))
    state = replace(state, raids=raids)
    params: dict[str, Value] = {"camp_seat": camp, "cards": both}
    double = said(
        "plenty_coups.raid.double",
        "PC-14",
        state,
        move.proof,
        **params,
        strength=strength(state, tribe, both),
    )
    rulings = (double, *_bonus(state, both, "PC-14"))
    return acted(state, rulings, cost=state.left, event=Event(What.OTHER, tribe, camp))


def _beside(cards: tuple[str, ...], first: str) -> str:
    """Return the second of two warriors of one clan (PC-14)."""
    new, gone = told_apart(cards, (first,))
    if gone:
        refuse("PC-14", "first_gone", card=first)
    second = one_card(tuple(new))
    if clan_of(second) < 0:
        refuse("PC-14", "no_warrior", card=second)
    if clan_of(second) != clan_of(first):
        refuse("PC-14", "two_clans", card=second, first_card=first)
    return second


def _launched(
    state: State,
    camp: int,
    cards: tuple[str, ...],
    cost: int,
    fresh: int | None,
    proof: tuple[str, ...],
) -> Played[State]:
    tribe, standing = state.turn, state.raids[camp]
    rulings: Rulings = ()
    state = played(state, tribe, *cards)
    if standing is not None:
        state = called_off(state, camp, standing)
        params: dict[str, Value] = {"tribe_seat": standing.tribe, "cards": standing.cards}
        chased = Message("plenty_coups.raid.chased", params)
        rulings = (Ruling("PC-13", chased, (), (player(state, standing.tribe),)),)
    turned = not raid_markers(state, tribe)
    state = replace(state, raids=replaced(state.raids, camp, Raid(tribe, cards, turned)))
    key = "plenty_coups.raid.turned" if turned else "plenty_coups.raid.launched"
    by = strength(state, tribe, cards)
    rule = "PC-14" if len(cards) > 1 else "PC-11"
    launched = said(key, rule, state, proof, camp_seat=camp, cards=cards, strength=by)
    rulings = (launched, *_bonus(state, cards, rule), *rulings)
    event = Event(What.CHASED if standing else What.RAID, tribe, camp)
    return acted(state, rulings, cost=cost, event=event, fresh=fresh)


def _bonus(state: State, cards: tuple[str, ...], rule: str) -> Rulings:
    """Say how a raid is stronger than what its cards show, where it is (PC-11, PC-14, PC-35)."""
    printed, by = total(cards), strength(state, state.turn, cards)
    if by == printed:
        return ()
    own = clan_of(cards[0]) == state.turn
    key = "plenty_coups.raid.own" if own else "plenty_coups.raid.ally"
    return (said(key, rule, state, printed=printed, strength=by),)


def take_back(state: State, move: moves.TakeBack) -> Played[State]:
    """Take the card back that waited for a second one."""
    if state.phase not in (Phase.RAIDING, Phase.DEFENDING):
        must_be(state, Phase.RAIDING)
    must_be_player(state, move.seat)
    rule = "PC-14" if state.phase is Phase.RAIDING else "PC-16"
    back = said("plenty_coups.taken_back", rule, state, card=state.waits)
    last = Event(What.OTHER, state.turn)
    return replace(state, phase=Phase.ACT, waits="", last=last), (back,)
