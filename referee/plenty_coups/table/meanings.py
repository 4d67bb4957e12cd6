"""The possible meanings of a change, legal or not. The zone of a card decides (PC-80, PC-83).

The rules of each move decide whether it is legal. A card at another tribe's place may make sense
on that tribe's turn. It then counts as a move of that tribe's player, who is told whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from referee.contract import IllegalMove, Message
from referee.judging import Ambiguity, Meaning, why_illegal
from referee.kit import compare_cards
from referee.plenty_coups.flow import apply
from referee.plenty_coups.rules.alliances import accepted_proposal
from referee.plenty_coups.rules.coups import coup_objection
from referee.plenty_coups.rules.defence import lone_weapon_objection as bars_weapon_alone
from referee.plenty_coups.rules.defence import must_be_raided
from referee.plenty_coups.rules.gifts import would_defend
from referee.plenty_coups.rules.raids import weakness_objection
from referee.plenty_coups.state import moves, phases, zones
from referee.plenty_coups.state.cards import HORSE, STICK, WEAPONS, clan_of
from referee.plenty_coups.state.open_cards import waiting_card
from referee.plenty_coups.state.state import State, What
from referee.plenty_coups.table import double_actions as actions
from referee.plenty_coups.table.layout import layout
from referee.table import (
    CardStatus,
    Change,
    Changes,
    Laid,
    Taken,
    Zone,
    card_of,
    cards_taken_from,
    is_face_up,
    laid_face_up,
    picture_ids,
)


def meanings(state: State, change: Change, left: Changes) -> tuple[Meaning, ...] | Ambiguity:
    """Return the moves that a change may be, the likeliest first, or a choice to ask about."""
    if isinstance(change, Taken):
        return tuple(_taken_meanings(state, change, left))
    if not is_face_up(change) or isinstance(state.phase, phases.Over):
        return ()
    if (barred := actions.barred_pair(state, change, left)) is not None:
        return barred
    result = tuple(_laid_meanings(state, change, left))
    return _question(state, change, result, left) or result


def _taken_meanings(state: State, taken: Taken, left: Changes) -> Iterator[Meaning]:
    """Yield what a taken card means: taken into the hand, cleared, or taken back (PC-4, PC-5)."""
    seat, removed = state.seat, cards_taken_from(left, taken.was.zone)
    cards = tuple(change.was.name for change in removed)
    if taken.was.zone == zones.MARKET:
        if isinstance(state.phase, phases.Taking) and len(removed) >= state.phase.left:
            yield Meaning(moves.Take(seat, cards, picture_ids(removed)), removed)
        elif isinstance(state.phase, phases.Sweeping) and len(removed) == len(state.market):
            yield Meaning(moves.Swept((), picture_ids(removed)), removed)
    elif taken.was == waiting_card(state):
        yield Meaning(moves.TakeBack(seat), (taken,))


def _laid_meanings(state: State, laid: Laid, left: Changes) -> Iterator[Meaning]:
    zone, phase = laid.zone, state.phase
    if isinstance(phase, phases.Turning) and zone == zones.MARKET:
        yield from _market_meanings(state, left)
    elif isinstance(phase, phases.Hunting) and zone in (zones.DISCARD, zones.HUNT):
        yield from _hunt_meanings(state, phase, left)
    elif isinstance(phase, phases.Answering) and zone == zones.DISCARD:
        seat = state.player_of(phase.tribe)
        yield Meaning(moves.Prove(seat, (laid.card,), picture_ids((laid,))), (laid,))
    else:
        asks = zone == zones.DISCARD or laid.card == STICK
        moves_in = None if zone is None else _MOVES_BY_ZONE.get(zone.kind)
        camp = -1 if zone is None or zone.seat is None else zone.seat
        for move in moves_in(state, laid, camp, left) if moves_in else ():
            label = action_label(state, move) if asks else None
            yield Meaning(move, (laid, *_accepted_card_changes(state, move, left)), label)


def _question(
    state: State, laid: Laid, candidates: tuple[Meaning, ...], left: Changes
) -> Ambiguity | None:
    """Return a question about a legal move, or None if there is nothing to ask (SL-24).

    The question is whether a warrior that came home was left on the table (PC-12), or whether a
    second card follows a card that is too weak alone.
    """
    if len(candidates) != 1 or why_illegal(apply, state, candidates[0].move) is not None:
        return None
    (meaning,) = candidates
    weak: IllegalMove | None
    match meaning.move:
        case moves.Raid(camp=camp):
            old = _returned_warrior(state, zones.RAIDS[camp], left)
            alone = "plenty_coups.refused.warrior_alone"
            weak = weakness_objection(state, camp, (laid.card,), alone)
        case moves.Defend():
            old, weak = "", bars_weapon_alone(state, must_be_raided(state), laid.card)
        case _:
            return None
    seat = state.seat
    if old:
        message = Message("plenty_coups.amiss.home_first", {"card": old})
        way = replace(meaning, label=Message("plenty_coups.amiss.lies_on", {"card": old}))
        return Ambiguity(seat, (way,), (laid,), message, "PC-12")
    if weak and actions.laid_pair(state, laid, left) is None:
        way = replace(meaning, label=Message("plenty_coups.amiss.second_comes"))
        return Ambiguity(seat, (way,), (laid,), weak.message, weak.rule)
    return None


def _returned_warrior(state: State, zone: Zone, left: Changes) -> str:
    """Return the tribe's warrior that came home but still lies in a zone, or "" (PC-12)."""
    removed = [change.was for change in left if isinstance(change, Taken)]
    to_clear = [card for card in layout(state).cards_in(zone) if card.status is CardStatus.TO_CLEAR]
    own = [card for card in to_clear if clan_of(card.name) >= 0 and card.seat == state.seat]
    return next((card.name for card in own if card not in removed), "")


def _accepted_card_changes(state: State, move: moves.Move, left: Changes) -> Iterator[Change]:
    """Yield the change that moved the proposer's accepted card (PC-34)."""
    proposal = accepted_proposal(state, move.cards[0]) if isinstance(move, moves.Accept) else None
    if proposal is not None:
        yield from (change for change in left if card_of(change) == proposal.card)


def _market_meanings(state: State, left: Changes) -> Iterator[Meaning]:
    """Yield the move that reads the market, once it contains enough cards (PC-6, PC-81)."""
    new, removed = laid_face_up(left, zones.MARKET), cards_taken_from(left, zones.MARKET)
    left_there, _ = compare_cards(state.market, (change.was.name for change in removed))
    if len(left_there) + len(new) >= state.market_target:
        cards = (*left_there, *(laid.card for laid in new))
        yield Meaning(moves.MarketRead(cards, picture_ids(new)), new)


def _hunt_meanings(state: State, phase: phases.Hunting, left: Changes) -> Iterator[Meaning]:
    """Yield the move that discards cards after a hunt, once enough cards are discarded (PC-21)."""
    new = laid_face_up(left, zones.DISCARD, zones.HUNT)
    if len(new) >= phase.drawn:
        seat, cards = state.seat, tuple(change.card for change in new)
        yield Meaning(moves.Hunted(seat, cards, picture_ids(new), new[0].zone), new)


# -- actions -------------------------------------------------------------------------------------


# The moves that a card can be in a zone of a kind. The number is the camp of the zone, or -1.
_ZoneMoves = Callable[[State, Laid, int, Changes], Iterator[moves.Move]]


def _before_a_camp(state: State, laid: Laid, camp: int, left: Changes) -> Iterator[moves.Move]:
    """Yield what a card before a camp does: a raid, a defence, or a stick on a warrior."""
    if laid.card == STICK:
        yield _stick_move(state, laid, camp)
        if camp == state.turn:
            yield from _disdain_of_raider(state, laid, left)
    elif laid.card in WEAPONS and camp == state.turn:
        yield actions.weapon_move(state, laid, left)
    else:
        pair = actions.second_card_move(state, laid, left)
        yield pair or actions.own_move(state, moves.Raid, laid, camp=camp)


def _on_a_shield(state: State, laid: Laid, camp: int, left: Changes) -> Iterator[moves.Move]:
    if camp == state.turn and laid.card == STICK:
        if coup_objection(state, camp) is not None:  # a stick on the raid marks a coup if it can
            yield actions.own_move(state, moves.Coup, laid, camp=camp)
    elif camp == state.turn:
        yield actions.weapon_move(state, laid, left)
    elif _is_of_another_player(state, camp) and would_defend(state, camp, laid.card):
        yield from actions.owner_moves(state, moves.Defend, laid, camp)
    else:
        yield actions.own_move(state, moves.Gift, laid, camp=camp, zone=laid.zone)


def _is_of_another_player(state: State, camp: int) -> bool:
    return camp in state.camps and state.player_of(camp) != state.seat


def _by_a_herd(state: State, laid: Laid, camp: int, _left: Changes) -> Iterator[moves.Move]:
    if camp == state.turn:
        yield actions.own_move(state, moves.Propose, laid)
        return
    if state.camp_of(laid.card) not in (-1, camp):
        yield from actions.owner_moves(state, moves.Propose, laid, camp)
    gives = actions.own_move(state, moves.GiveHorses, laid, camp=camp, zone=laid.zone)
    if not _would_propose(state, laid, camp) or why_illegal(apply, state, gives) is None:
        yield gives


def _under_a_camp(state: State, laid: Laid, camp: int, _left: Changes) -> Iterator[moves.Move]:
    neutral = state.camp_of(laid.card) >= len(state.camps)
    kind = moves.Befriend if neutral else moves.Accept
    if camp == state.turn:
        yield actions.own_move(state, kind, laid)
    else:
        yield from actions.owner_moves(state, kind, laid, camp)


def _would_propose(state: State, laid: Laid, camp: int) -> bool:
    """Whether a card by another tribe's herd would be a proposal by your own (SL-4)."""
    proposal = actions.own_move(state, moves.Propose, laid)
    return state.camp_of(laid.card) == camp and why_illegal(apply, state, proposal) is None


def _stick_move(state: State, laid: Laid, camp: int) -> moves.Move:
    """Return what a stick on a warrior means: a coup, or disdain of the warrior's tribe (PC-22)."""
    raid = state.tribes[camp].raid if camp in state.camps else None
    if raid is None or raid.tribe == state.turn or coup_objection(state, camp) is None:
        return actions.own_move(state, moves.Coup, laid, camp=camp)
    return actions.own_move(state, moves.Disdain, laid, camp=raid.tribe, zone=laid.zone)


def _disdain_of_raider(state: State, laid: Laid, left: Changes) -> Iterator[moves.Move]:
    """Yield the disdain that a stick on the warrior of a raid just repelled may mean (PC-80).

    It may mark a coup as well, so people are asked. A stick that can mark no coup there is refused.
    """
    last, zone = state.last, zones.RAIDS[state.turn]
    if not state.actions.parried or last.what is not What.REPELLED or last.target is None:
        return
    removed = [change.was for change in cards_taken_from(left, zone)]
    stay = [card for card in layout(state).cards_in(zone) if card not in removed]
    if any(clan_of(card.name) >= 0 for card in stay):
        yield actions.own_move(state, moves.Disdain, laid, camp=last.target, zone=zone)


def _next_to_a_camp(state: State, laid: Laid, camp: int, _left: Changes) -> Iterator[moves.Move]:
    yield actions.own_move(state, moves.Disdain, laid, camp=camp, zone=laid.zone)


def _discarding(state: State, laid: Laid, _camp: int, _left: Changes) -> Iterator[moves.Move]:
    """Yield each move that a discarded card may pay for (PC-80, PC-83)."""
    if laid.card == HORSE:
        yield actions.own_move(state, moves.Breed, laid, zone=zones.DISCARD)
    yield actions.own_move(state, moves.Hunt, laid, zone=zones.DISCARD)
    for kind in (moves.Gift, moves.GiveHorses):
        for camp in state.other_camps:
            yield actions.own_move(state, kind, laid, camp=camp, zone=zones.DISCARD)


def _single(kind: Any) -> _ZoneMoves:
    """Return the moves of a zone in which a card can mean only one kind of action."""
    return lambda state, laid, *_: iter([actions.own_move(state, kind, laid, zone=laid.zone)])


_MOVES_BY_ZONE: Mapping[str, _ZoneMoves] = {
    zones.BREED.kind: _single(moves.Breed),
    zones.HUNT.kind: _single(moves.Hunt),
    zones.DISCARD.kind: _discarding,
    zones.RAIDS[0].kind: _before_a_camp,
    zones.SHIELDS[0].kind: _on_a_shield,
    zones.HERDS[0].kind: _by_a_herd,
    zones.ALLIANCES[0].kind: _under_a_camp,
    zones.STICKS[0].kind: _next_to_a_camp,
}

# -- labels --------------------------------------------------------------------------------------


def action_label(state: State, move: moves.Move) -> Message:
    """Return the label of an action that a discard or a stick pays for, to choose in a question."""
    if isinstance(move, moves.Coup) and move.camp == state.turn:
        return Message("plenty_coups.offer.coup_in_defence")
    camp = getattr(move, "camp", None)
    params = {} if camp is None else {"camp_seat": camp}
    return Message(f"plenty_coups.offer.{type(move).__struct_config__.tag}", params)
