"""Attacks by completed canoes, and the captured cards (OG-23, OG-30 … 32, OG-51, OG-52)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, replaced
from referee.ogallala.rules.early import must_be_turn
from referee.ogallala.rules.ending import attack_objection, settle
from referee.ogallala.rules.specials import canoe_of_card, must_be_opponent
from referee.ogallala.state import moves, phases
from referee.ogallala.state.cards import PRIZES
from referee.ogallala.state.moves import raise_if
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.state import Event, EventKind, State, attacking_canoe, sweep_of


def attack(state: State, _phase: Phase, move: moves.Attack) -> Played[State]:
    """Capture the canoe of the `taken` card (OG-30)."""
    must_be_opponent(state, move.target)
    theirs, mine = state.territories[move.target], attacking_canoe(state)
    canoe = canoe_of_card(theirs, move.taken)
    strengths = {"strength": canoe.crew.strength, "own": mine.crew.strength}
    raise_if(attack_objection(mine, canoe, state.options.tribes), card=move.taken.card, **strengths)
    cards = tuple(card for card in canoe.cards if card)
    left = theirs.minus(move.taken.row, *(column for column, _ in canoe.cells()))
    params: dict[str, Value] = {
        "seat": state.turn,
        "target_seat": move.target,
        "strength": mine.crew.strength,
        "other": canoe.crew.strength,
        "cards": cards,
    }
    said = Message("ogallala.captured", params)
    prizes = tuple(card for card in cards if card in PRIZES)
    others = tuple(card for card in cards if card not in PRIZES)
    state = replace(
        state,
        territories=replaced(state.territories, move.target, left),
        phase=phases.Spoils(prizes, others),
        done=state.done[1:],
        last=Event(EventKind.CAPTURED, state.turn, cards, move.target, move.taken),
        sweep=sweep_of(move.target, move.taken.row, canoe, move.taken),
    )
    seats = (state.turn, move.target)
    return settle(state, (Ruling("OG-30", said, (), seats, move.proof),))


def spare(state: State, _phase: Phase, move: moves.Spare) -> Played[State]:
    """Attack nobody with the completed canoe (OG-30)."""
    must_be_turn(state, move.seat)
    said = Message("ogallala.spared", {"seat": state.turn})
    last = Event(EventKind.SPARED, state.turn)
    state = replace(state, done=state.done[1:], last=last)
    return settle(state, (Ruling("OG-30", said, (), (state.turn,)),))
