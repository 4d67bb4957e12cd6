"""The flow of Plenty Coups: what each phase takes, offers and shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from referee.contract import Cue, IllegalMove
from referee.flow import Flow, Handler, Lamps, Row
from referee.plenty_coups.rules import (
    alliances,
    coups,
    defence,
    disdain,
    ending,
    gifts,
    herd,
    host,
    market,
    raids,
    turns,
)
from referee.plenty_coups.rules.checks import must_have_action
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.state import State
from referee.plenty_coups.table import pending
from referee.plenty_coups.view import offers as offered
from referee.plenty_coups.view.focus import phase_focus


def _player(state: State, _phase: phases.Phase) -> tuple[int, ...]:
    return (state.player_of(state.acting),)


_ACTIONS: Mapping[type, Handler[State]] = {
    moves.Breed: herd.breed,
    moves.Raid: raids.raid,
    moves.Reinforce: raids.reinforce,
    moves.Defend: defence.defend,
    moves.Coup: coups.coup,
    moves.Gift: gifts.gift,
    moves.GiveHorses: gifts.give_horses,
    moves.Hunt: herd.hunt,
    moves.Disdain: disdain.disdain,
    moves.Propose: alliances.propose,
    moves.Accept: alliances.accept,
    moves.Befriend: alliances.befriend,
}
_HOST: Mapping[type, Handler[State]] = {
    moves.HorsesSet: host.horses_set,
    moves.PrestigeSet: host.prestige_set,
    moves.Leave: host.leave,
}
_HOST_WITH_HANDS = {**_HOST, moves.HandSet: host.hand_set}  # Nobody is about to draw.
_waiting = partial(Row, lamps=Lamps(idle=Cue.WAIT))  # The table waits for cards.
_second_card = partial(Row, offers=offered.take_back_offers)

ROWS: Mapping[type[phases.Phase], Row[State]] = {
    # Anybody turns up cards until the market has four (PC-6).
    phases.Turning: _waiting(
        {moves.MarketRead: market.market_read, **_HOST}, pending=pending.cards_to_turn_up
    ),
    # Three cards of the market are alike, so anybody clears it (PC-4).
    phases.Sweeping: _waiting(
        {moves.Swept: market.swept, **_HOST}, pending=pending.market_to_clear
    ),
    # The tribe on turn takes cards of the market (PC-5). It may exchange gifts first (PC-35).
    phases.Taking: Row(
        {moves.Take: market.take, moves.Exchange: gifts.exchange, **_HOST_WITH_HANDS},
        pending=pending.cards_to_take,
        offers=offered.exchange_offers,
    ),
    # It makes its actions, and ends its turn (PC-5, PC-50).
    phases.Acting: Row(
        {**_ACTIONS, moves.Exchange: gifts.exchange, moves.Done: turns.done, **_HOST_WITH_HANDS},
        actors=_player,
        offers=offered.turn_offers,
    ),
    # A warrior (PC-14) or a weapon (PC-16) that is too weak alone waits for a second one.
    phases.Raiding: _second_card(
        {moves.Reinforce: raids.join_waiting, moves.TakeBack: raids.take_back},
        pending=pending.second_warrior,
    ),
    phases.Defending: _second_card(
        {moves.Support: defence.support, moves.TakeBack: raids.take_back},
        pending=pending.second_weapon,
    ),
    # After a hunt, the tribe discards as many cards as it drew (PC-21).
    phases.Hunting: Row({moves.Hunted: herd.hunted}, pending=pending.cards_to_discard),
    # A disdained tribe proves its worth or loses prestige (PC-22).
    phases.Answering: Row(
        {moves.Prove: disdain.prove, moves.Bear: disdain.bear},
        answers=_player,
        pending=pending.proof,
        offers=offered.bear_offers,
    ),
    phases.Over: Row(
        actors=lambda state, _phase: ending.ranking(state)[0], lamps=Lamps(actor=Cue.WON)
    ),
}


def _must_have_action(state: State, move: Any) -> None:
    """Raise `IllegalMove` if an action is not the player's, or if none is left (PC-1, PC-5)."""
    if type(move) in _ACTIONS and type(state.phase) is not phases.Over:
        must_have_action(state, move.seat)


def _too_early(state: State, move: moves.Move) -> IllegalMove:
    """Return the reason for refusing a move that the phase does not take.

    It cites the rule of the last pending action, or else of the turn.
    """
    phase = state.phase
    if isinstance(move, moves.Support) and isinstance(phase, phases.Acting):
        defence.must_have_first_weapon(state, phase, move)
    if isinstance(phase, phases.Over):
        return refuse.refusal("PC-3", "over")
    word = f"plenty_coups.does.{phase.name}"
    *_, rule = (state.turn_rule, *(action.rule for action in FLOW.pending(state)))
    return refuse.refusal(rule, "not_now", tribe_seat=state.acting, word=word)


FLOW: Flow[State] = Flow(
    moves=moves.Move,
    phases=get_args(phases.Phase),
    rows=ROWS,
    seats=lambda state: state.setup.seats,
    others=lambda state: offered.host_offers(state, ROWS[type(state.phase)].moves),
    check=_must_have_action,
    early=_too_early,
    focus_of=phase_focus,
)

apply = FLOW.apply
