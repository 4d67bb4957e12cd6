"""The possible meanings of a change, legal or not. The zone of a card decides (PC-80, PC-83).

The rules of the moves decide what is legal. A card at another tribe's place may make sense on that
tribe's turn. It then counts as a move of that tribe's player, who is told whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.contract import IllegalMove, Message
from referee.judging import Choice, Meaning, why_illegal
from referee.kit import compare_cards
from referee.plenty_coups.rules.alliances import accepted_proposal
from referee.plenty_coups.rules.coups import coup_objection
from referee.plenty_coups.rules.defence import lone_weapon_objection as bars_weapon_alone
from referee.plenty_coups.rules.defence import must_be_raided
from referee.plenty_coups.rules.gifts import would_defend
from referee.plenty_coups.rules.play import apply
from referee.plenty_coups.rules.raids import lone_warrior_objection
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.cards import HORSE, STICK, WARRIORS, WEAPONS, clan_of
from referee.plenty_coups.state.open_cards import waiting_card
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import (
    ALLIANCES,
    BREED,
    DISCARD,
    HERDS,
    HUNT,
    MARKET,
    RAIDS,
    SHIELDS,
    STICKS,
)
from referee.plenty_coups.table.layout import layout
from referee.table import (
    CardStatus,
    Change,
    Changes,
    Laid,
    Taken,
    Zone,
    is_face_up,
    laid_face_up,
    picture_ids,
)


def meanings(state: State, change: Change, left: Changes) -> tuple[Meaning, ...] | Choice:
    """Return the moves that a change may be, the likeliest first, or a choice to ask about."""
    if isinstance(change, Taken):
        return tuple(_taken_meanings(state, change, left))
    if not is_face_up(change) or isinstance(state.phase, phases.Over):
        return ()
    found = tuple(_laid_meanings(state, change, left))
    return _question(state, change, found, left) or found


def cards_taken_from(left: Changes, *zones: Zone) -> tuple[Taken, ...]:
    """Return the cards that somebody took from the given zones."""
    return tuple(one for one in left if isinstance(one, Taken) and one.was.zone in zones)


def _taken_meanings(state: State, taken: Taken, left: Changes) -> Iterator[Meaning]:
    """Yield what a taken card means: taken into the hand, cleared, or taken back (PC-4, PC-5)."""
    seat, removed = state.seat, cards_taken_from(left, taken.was.zone)
    cards = tuple(one.was.name for one in removed)
    if taken.was.zone == MARKET:
        if isinstance(state.phase, phases.Taking) and len(removed) >= state.phase.left:
            yield Meaning(moves.Take(seat, cards, picture_ids(removed)), removed)
        elif isinstance(state.phase, phases.Sweeping) and len(removed) == len(state.market):
            yield Meaning(moves.Swept((), picture_ids(removed)), removed)
    elif taken.was == waiting_card(state):
        yield Meaning(moves.TakeBack(seat), (taken,))


def _laid_meanings(state: State, laid: Laid, left: Changes) -> Iterator[Meaning]:
    zone, phase = laid.zone, state.phase
    if isinstance(phase, phases.Turning) and zone == MARKET:
        yield from _market_meanings(state, left)
    elif isinstance(phase, phases.Hunting) and zone in (DISCARD, HUNT):
        yield from _hunt_meanings(state, phase, left)
    elif isinstance(phase, phases.Answering) and zone == DISCARD:
        seat = state.player_of(phase.tribe)
        yield Meaning(moves.Prove(seat, (laid.card,), picture_ids((laid,))), (laid,))
    elif zone is not None:
        for move in _zone_moves(state, laid, zone, left):
            label = action_label(move) if zone == DISCARD else None
            yield Meaning(move, (laid, *_accepted_card_changes(state, move, left)), label)


def _question(state: State, laid: Laid, found: tuple[Meaning, ...], left: Changes) -> Choice | None:
    """Return a question about a legal move, or None if there is nothing to ask (SL-24).

    The question is whether a warrior that came home still lies there (PC-12), or whether a second
    card follows one that is too weak alone.
    """
    if len(found) != 1 or why_illegal(apply, state, found[0].move) is not None:
        return None
    (one,) = found
    weak: IllegalMove | None
    match one.move:
        case moves.Raid(camp=camp):
            old, weak = (
                _returned_warrior(state, RAIDS[camp], left),
                lone_warrior_objection(state, camp, laid.card),
            )
        case moves.Defend():
            raid = must_be_raided(state)
            old, weak = "", bars_weapon_alone(state, raid, laid.card)
        case _:
            return None
    seat = state.seat
    if old:
        said = Message("plenty_coups.amiss.home_first", {"card": old})
        way = replace(one, label=Message("plenty_coups.amiss.lies_on", {"card": old}))
        return Choice(seat, (way,), (laid,), said, "PC-12")
    if weak and _laid_pair(state, laid, left) is None:
        way = replace(one, label=Message("plenty_coups.amiss.second_comes"))
        return Choice(seat, (way,), (laid,), weak.message, weak.rule)
    return None


def _returned_warrior(state: State, zone: Zone, left: Changes) -> str:
    """Return the tribe's warrior that came home but still lies in a zone, or "" (PC-12)."""
    removed = [one.was for one in left if isinstance(one, Taken)]
    to_clear = [card for card in layout(state).cards_in(zone) if card.status is CardStatus.TO_CLEAR]
    mine = state.seat
    own = [card for card in to_clear if clan_of(card.name) >= 0 and card.seat == mine]
    return next((one.name for one in own if one not in removed), "")


def _accepted_card_changes(state: State, move: moves.Move, left: Changes) -> Iterator[Change]:
    """Yield the change that moved the proposer's accepted card (PC-34)."""
    proposal = accepted_proposal(state, move.cards[0]) if isinstance(move, moves.Accept) else None
    if proposal is not None:
        cards = ((one.card if isinstance(one, Laid) else one.was.name, one) for one in left)
        yield from (one for card, one in cards if card == proposal.card)


def _market_meanings(state: State, left: Changes) -> Iterator[Meaning]:
    """Yield the move that reads the market, once it contains enough cards (PC-6, PC-81)."""
    new, removed = laid_face_up(left, MARKET), cards_taken_from(left, MARKET)
    left_there, _ = compare_cards(state.market, (one.was.name for one in removed))
    if len(left_there) + len(new) >= state.market_target:
        cards = (*left_there, *(one.card for one in new))
        yield Meaning(moves.MarketRead(cards, picture_ids(new)), new)


def _hunt_meanings(state: State, phase: phases.Hunting, left: Changes) -> Iterator[Meaning]:
    """Yield the move that discards cards after a hunt, once enough of them lie there (PC-21)."""
    new = laid_face_up(left, DISCARD, HUNT)
    if len(new) >= phase.drawn:
        seat, cards = state.seat, tuple(one.card for one in new)
        yield Meaning(moves.Hunted(seat, cards, picture_ids(new), new[0].zone), new)


# -- actions -------------------------------------------------------------------------------------


def _zone_moves(state: State, laid: Laid, zone: Zone, left: Changes) -> Iterator[moves.Move]:
    """Yield the actions that a card can mean in a zone."""
    camp = zone.seat
    if zone == BREED:
        yield _own_move(state, moves.Breed, laid, zone=zone)
    elif zone == HUNT:
        yield _own_move(state, moves.Hunt, laid, zone=zone)
    elif zone == DISCARD:
        yield from _discard_moves(state, laid)
    elif camp is None:
        return
    elif zone in RAIDS:
        yield _camp_move(state, laid, camp, left)
    elif zone in SHIELDS and camp == state.turn and laid.card == STICK:
        if coup_objection(state, camp) is not None:  # a stick on the raid marks a coup if it can
            yield _own_move(state, moves.Coup, laid, camp=camp)
    elif zone in SHIELDS and camp == state.turn:
        yield _weapon_move(state, laid, left)
    elif zone in SHIELDS:
        if camp in state.camps and would_defend(state, camp, laid.card):
            yield from _owner_moves(state, moves.Defend, laid, camp)
        else:
            yield _own_move(state, moves.Gift, laid, camp=camp, zone=zone)
    elif zone in HERDS and camp == state.turn:
        yield _own_move(state, moves.Propose, laid)
    elif zone in HERDS:
        if clan_of(laid.card) not in (-1, camp):
            yield from _owner_moves(state, moves.Propose, laid, camp)
        gives = _own_move(state, moves.GiveHorses, laid, camp=camp, zone=zone)
        if not _would_propose(state, laid, camp) or why_illegal(apply, state, gives) is None:
            yield gives
    elif zone in ALLIANCES:
        neutral = clan_of(laid.card) >= len(state.camps)
        kind = moves.Befriend if neutral else moves.Accept
        if camp == state.turn:
            yield _own_move(state, kind, laid)
        else:
            yield from _owner_moves(state, kind, laid, camp)
    elif zone in STICKS:
        yield _own_move(state, moves.Disdain, laid, camp=camp, zone=zone)


def _would_propose(state: State, laid: Laid, camp: int) -> bool:
    """Whether a card by another tribe's herd would be a proposal by your own (SL-4)."""
    proposal = _own_move(state, moves.Propose, laid)
    return clan_of(laid.card) == camp and why_illegal(apply, state, proposal) is None


def _own_move(state: State, kind: Any, laid: Laid, **fields: Any) -> moves.Move:
    """Return an action of the tribe on turn that uses one card."""
    seat = state.seat
    move: moves.Move = kind(seat=seat, cards=(laid.card,), proof=picture_ids((laid,)), **fields)
    return move


def _owner_moves(state: State, kind: Any, laid: Laid, camp: int) -> Iterator[moves.Move]:
    """Yield an action of the player who owns `camp` but is not on turn (PC-1)."""
    if camp in state.camps:
        owner = state.player_of(camp)
        if owner != state.seat:
            yield kind(seat=owner, cards=(laid.card,), proof=picture_ids((laid,)))


def _camp_move(state: State, laid: Laid, camp: int, left: Changes) -> moves.Move:
    """Return what a card before a camp does: a raid, a defence, or a stick on a warrior."""
    if laid.card == STICK:
        return _stick_move(state, laid, camp)
    if laid.card in WEAPONS and camp == state.turn:
        return _weapon_move(state, laid, left)
    return _second_card_move(state, laid, left) or _own_move(state, moves.Raid, laid, camp=camp)


def _stick_move(state: State, laid: Laid, camp: int) -> moves.Move:
    """Return what a stick on a warrior means: a coup, or disdain of the warrior's tribe (PC-22)."""
    raid = state.tribes[camp].raid if camp in state.camps else None
    if raid is None or raid.tribe == state.turn or coup_objection(state, camp) is None:
        return _own_move(state, moves.Coup, laid, camp=camp)
    return _own_move(state, moves.Disdain, laid, camp=raid.tribe, zone=laid.zone)


def _discard_moves(state: State, laid: Laid) -> Iterator[moves.Move]:
    """Yield each move that a discarded card may pay for (PC-80, PC-83)."""
    if laid.card == HORSE:
        yield _own_move(state, moves.Breed, laid, zone=DISCARD)
    yield _own_move(state, moves.Hunt, laid, zone=DISCARD)
    for kind in (moves.Gift, moves.GiveHorses):
        for camp in state.camps:
            if camp != state.turn:
                yield _own_move(state, kind, laid, camp=camp, zone=DISCARD)


# -- two cards -----------------------------------------------------------------------------------


def _weapon_move(state: State, laid: Laid, left: Changes) -> moves.Move:
    """Return the defence with a card that lies on the tribe's own shield, or on the raid.

    A weapon too weak alone waits for a second one on the shield, but not on the raid itself.
    """
    raid, upon = state.own_tribe.raid, laid.zone == RAIDS[state.turn]
    second = _second_card_move(state, laid, left)
    if second is not None:
        return second
    paired = _laid_pair(state, laid, left) is not None
    if (
        upon
        and raid is not None
        and not paired
        and bars_weapon_alone(state, raid, laid.card) is not None
    ):
        return _own_move(state, moves.Support, laid, zone=laid.zone)
    return _own_move(state, moves.Defend, laid, zone=laid.zone)


def _second_card_move(state: State, laid: Laid, left: Changes) -> moves.Move | None:
    """Return the double action of two cards, laid together or one after the other."""
    first, zone = _waiting_cards(state, laid.zone)
    if first:
        removed = [one.was.name for one in cards_taken_from(left, zone)]
        return _double_move(state, laid, tuple(card for card in first if card not in removed))
    pair = _laid_pair(state, laid, left)
    return _double_move(state, laid, (pair[0].card,)) if pair and pair[1] == laid else None


def _waiting_cards(state: State, zone: Zone | None) -> tuple[tuple[str, ...], Zone]:
    """Return the cards that a second card in this zone would join, and their zone."""
    phase, fresh, own = state.phase, state.actions.fresh, state.turn
    if isinstance(phase, phases.Defending) and zone in (SHIELDS[own], RAIDS[own]):
        return (phase.card,), SHIELDS[own]
    if isinstance(phase, phases.Raiding) and zone == RAIDS[phase.camp]:
        return (phase.card,), RAIDS[phase.camp]
    if fresh is not None and zone == RAIDS[fresh]:
        raid = state.tribes[fresh].raid
        return raid.cards if raid is not None else (), RAIDS[fresh]
    return (), MARKET


def _laid_pair(state: State, laid: Laid, left: Changes) -> tuple[Laid, Laid] | None:
    """Return two cards that were laid together as one action, in their order, or None.

    If they are weapons, the one that is too weak alone comes first.
    """
    kind = WEAPONS if laid.card in WEAPONS else WARRIORS
    both = [one for one in laid_face_up(left, laid.zone) if one.card in kind]
    if len(both) != 2 or laid not in both:
        return None
    for first, second in (both, both[::-1]):
        alone = _lone_move(state, first)
        if why_illegal(apply, state, alone) is None:
            after, _ = apply(state, alone)
            if why_illegal(apply, after, _double_move(state, second, (first.card,))) is None:
                return first, second
    return None


def _lone_move(state: State, laid: Laid) -> moves.Move:
    camp = laid.zone.seat if laid.zone is not None else None
    if camp == state.turn:
        return _own_move(state, moves.Defend, laid, zone=laid.zone)
    return _own_move(state, moves.Raid, laid, camp=camp)


def _double_move(state: State, laid: Laid, first: tuple[str, ...]) -> moves.Move:
    seat, cards, proof = state.seat, (*first, laid.card), picture_ids((laid,))
    camp = laid.zone.seat if laid.zone is not None else None
    if camp == state.turn or camp is None:
        return moves.Support(seat, cards, proof, laid.zone)
    return moves.Reinforce(seat, camp, cards, proof)


# -- labels --------------------------------------------------------------------------------------


def action_label(move: moves.Move) -> Message:
    """Return the label of an action that a discard pays for, to choose in a question."""
    camp = getattr(move, "camp", None)
    params = {} if camp is None else {"camp_seat": camp}
    return Message(f"plenty_coups.offer.{type(move).__struct_config__.tag}", params)
