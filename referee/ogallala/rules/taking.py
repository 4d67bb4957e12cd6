"""Taking cards: the lasso thrower, the archer, Mad Axe, and attacks by canoes (OG-20 … 32, 51)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee.contract import Cell, Value
from referee.kit import replaced
from referee.ogallala.rules.early import must_be_turn
from referee.ogallala.rules.ending import attack_objection, settle
from referee.ogallala.rules.laying import fits
from referee.ogallala.state import moves, phases
from referee.ogallala.state.cards import INDIANS, MAD_AXE, PRIZES
from referee.ogallala.state.moves import Objection, raise_if, refuse
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.state import (
    Event,
    EventKind,
    State,
    attacking_canoe,
    complete_canoe_count,
    opponents,
    own_territory,
    sweep_of,
)
from referee.ogallala.state.territory import Territory, canoe_at, complete_canoes, each_canoe


@lru_cache(maxsize=256)
def lasso_targets(mine: Territory, theirs: Territory, tribes: bool) -> tuple[Cell, ...]:
    """Return the cards of an opponent's incomplete canoes that fit into your own territory."""
    return tuple(
        Cell(card, row, column)
        for row, canoe in each_canoe(theirs)
        for column, card in canoe.cells()
        if lasso_objection(mine, canoe, card, tribes) is None
    )


def lasso_objection(mine: Territory, canoe: Canoe, card: str, tribes: bool) -> Objection | None:
    """Return the rule that forbids the lasso to take a card from an opponent's canoe."""
    if canoe.complete:
        return "OG-20", "ogallala.refused.complete"
    return None if fits(mine, card, tribes) else ("OG-20", "ogallala.refused.fits_nowhere")


@lru_cache(maxsize=256)
def archer_targets(theirs: Territory) -> tuple[Cell, ...]:
    """Return the Indians that may be shot: those in incomplete canoes without a totem."""
    return tuple(
        Cell(card, row, column)
        for row, canoe in each_canoe(theirs)
        for column, card in canoe.cells()
        if shot_objection(canoe, card) is None
    )


def shot_objection(canoe: Canoe, card: str) -> Objection | None:
    """Return the rule that forbids the archer to shoot a card of an opponent's canoe."""
    if canoe.complete:
        return "OG-21", "ogallala.refused.complete"
    if card not in INDIANS:
        return "OG-21", "ogallala.refused.no_indian"
    return ("OG-23", "ogallala.refused.totem") if canoe.crew.totem else None


def start_lasso(state: State) -> State:
    """Ask for a card to take, or let the lasso lapse if none can be laid (OG-20)."""
    mine, tribes = own_territory(state), state.options.tribes
    theirs = (state.territories[seat] for seat in opponents(state))
    if any(lasso_targets(mine, their, tribes) for their in theirs):
        return replace(state, phase=phases.LASSO)
    return settle(state.say("OG-20", "ogallala.lapses.lasso", seat=state.turn))


def start_archer(state: State) -> State:
    """Ask for an Indian to shoot, or let the archer lapse if there is none (OG-21)."""
    if any(archer_targets(state.territories[seat]) for seat in opponents(state)):
        return replace(state, phase=phases.ARCHER)
    return settle(state.say("OG-21", "ogallala.lapses.archer", seat=state.turn))


def play_axe(state: State, proof: tuple[str, ...]) -> State:
    """Discard Mad Axe and a complete canoe, if the player has one. This ends the turn (OG-22)."""
    seat, many = state.turn, complete_canoe_count(state, state.turn)
    last = Event(EventKind.DISCARDED, seat, (MAD_AXE,))
    state = replace(state, phase=phases.AXE, ending=True, last=last)
    key = "ogallala.axe.rages" if many else "ogallala.axe.alone"
    state = state.say("OG-22", key, (seat,), proof, seat=seat)
    if many > 1:
        return state
    if not many:
        return settle(state)
    ((row, canoe),) = complete_canoes(own_territory(state))
    return _wreck_canoe(state, row, canoe, None)


def _wreck_canoe(
    state: State, row: int, canoe: Canoe, taken: Cell | None, proof: tuple[str, ...] = ()
) -> State:
    seat, cards = state.turn, canoe.cards
    state = _remove_canoe(state, seat, row, canoe, taken)
    spoils = phases.Spoils((), (*state.phase.going, *cards))
    state = replace(state, phase=spoils, last=Event(EventKind.WRECKED, seat, cards))
    return settle(state.say("OG-22", "ogallala.axe.wrecks", (seat,), proof, seat=seat, cards=cards))


def _remove_canoe(state: State, seat: int, row: int, canoe: Canoe, taken: Cell | None) -> State:
    """Return the state without a canoe. Its cards must leave after the `taken` one."""
    left = state.territories[seat].minus(row, *(column for column, _ in canoe.cells()))
    territories = replaced(state.territories, seat, left)
    return replace(state, territories=territories, sweep=sweep_of(seat, row, canoe, taken))


# -- the choices ---------------------------------------------------------------------------------


def wreck(state: State, _phase: Phase, move: moves.Wreck) -> State:
    """Give up the complete canoe of the `taken` card (OG-22)."""
    canoe = canoe_of_card(own_territory(state), move.taken)
    if not canoe.complete:
        refuse("OG-22", "not_complete", card=move.taken.card)
    return _wreck_canoe(state, move.taken.row, canoe, move.taken, move.proof)


def take_with_lasso(state: State, _phase: Phase, move: moves.Lasso) -> State:
    """Take an opponent's card with the lasso (OG-20)."""
    card = move.taken.card
    canoe = _target_canoe(state, move, "OG-20")
    raise_if(lasso_objection(own_territory(state), canoe, card, state.options.tribes), card=card)
    last = Event(EventKind.LASSOED, state.turn, (card,), move.target, move.taken)
    after = replace(_remove_target(state, move), phase=phases.Lassoed((card,)), last=last)
    return _say_taken(after, "OG-20", "ogallala.lassoed", move, card=card)


def shoot(state: State, _phase: Phase, move: moves.Shoot) -> State:
    """Put an opponent's Indian on the hunting grounds (OG-21)."""
    card = move.taken.card
    raise_if(shot_objection(_target_canoe(state, move, "OG-21"), card), card=card)
    last = Event(EventKind.SHOT, state.turn, (card,), move.target, move.taken)
    grounds = (*state.grounds, (card,))
    after = replace(_remove_target(state, move), grounds=grounds, last=last)
    return settle(_say_taken(after, "OG-21", "ogallala.shot", move, card=card))


def _target_canoe(state: State, move: moves.TakeFromOther, rule: str) -> Canoe:
    """Return the canoe that contains the opponent's chosen card."""
    if move.target not in opponents(state):
        refuse(rule, "no_opponent", seat=move.target)
    return canoe_of_card(state.territories[move.target], move.taken)


def _remove_target(state: State, move: moves.TakeFromOther) -> State:
    """Return the state without the opponent's card."""
    theirs = state.territories[move.target]
    left = theirs.minus(move.taken.row, move.taken.column)
    return replace(state, territories=replaced(state.territories, move.target, left))


def _say_taken(
    state: State, rule: str, key: str, move: moves.TakeFromOther, **what: Value
) -> State:
    seats = {"seat": state.turn, "target_seat": move.target}
    return state.say(rule, key, (state.turn, move.target), move.proof, **seats, **what)


def canoe_of_card(territory: Territory, cell: Cell) -> Canoe:
    """Return the canoe of the card in a cell; raise `IllegalMove` if the card is not there."""
    canoe = canoe_at(territory, cell.row, cell.column)
    if canoe is None or territory.card_at(cell.row, cell.column) != cell.card:
        refuse("OG-60", "not_there", given=cell.card)
    return canoe


# -- attacks ------------------------------------------------------------------------------------


def attack(state: State, _phase: Phase, move: moves.Attack) -> State:
    """Capture the canoe of the `taken` card (OG-30)."""
    canoe, mine = _target_canoe(state, move, "OG-30"), attacking_canoe(state)
    strength, own = canoe.crew.strength, mine.crew.strength
    objection = attack_objection(mine, canoe, state.options.tribes)
    raise_if(objection, card=move.taken.card, strength=strength, own=own)
    state = _remove_canoe(state, move.target, move.taken.row, canoe, move.taken)
    cards = tuple(card for _, card in canoe.cells())
    prizes = tuple(card for card in cards if card in PRIZES)
    others = tuple(card for card in cards if card not in PRIZES)
    last = Event(EventKind.CAPTURED, state.turn, cards, move.target, move.taken)
    state = replace(state, phase=phases.Spoils(prizes, others), done=state.done[1:], last=last)
    known: dict[str, Value] = {"strength": own, "other": strength, "cards": cards}
    return settle(_say_taken(state, "OG-30", "ogallala.captured", move, **known))


def spare(state: State, _phase: Phase, move: moves.Spare) -> State:
    """Attack nobody with the completed canoe (OG-30)."""
    must_be_turn(state, move.seat)
    last = Event(EventKind.SPARED, state.turn)
    state = replace(state, done=state.done[1:], last=last)
    return settle(state.say("OG-30", "ogallala.spared", seat=state.turn))
