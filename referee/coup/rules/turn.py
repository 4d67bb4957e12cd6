"""A turn: the action that is declared, its effect, and whose turn is next (CP-3 to CP-17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup.state.cards import ACTIONS, ASSASSINATE, EXTORTED, INFLUENCE, MUST_COUP, Action
from referee.coup.state.moves import Declare, Exchanged, refuse
from referee.coup.state.state import (
    BLOCK,
    CHALLENGE,
    CLAIMED,
    EXCHANGE,
    EXCHANGED,
    LOSE,
    OVER,
    RETURN,
    TURN,
    Event,
    State,
    Then,
    claimer,
    clockwise,
    declared,
    is_in,
    treasury,
)
from referee.kit import Played, Rulings, replaced


def declare(state: State, move: Declare) -> Played[State]:
    """The active player declares an action and pays for it."""
    seat, action = move.seat, ACTIONS[move.action]
    must_play(state, seat)
    _must_be_allowed(state, seat, action, move.target)
    coins = state.coins
    if action.cost:
        coins = replaced(coins, seat, coins[seat] - action.cost)
    claims, target = action.claims, move.target
    phase, history = BLOCK if action.blocks else TURN, state.history
    if claims:
        phase = CHALLENGE
        history = history.plus(Event(CLAIMED, seat, (claims,), state.round))
    opened = replace(
        state,
        coins=coins,
        action=action.name,
        target=target,
        window=state.window + 1,
        phase=phase,
        history=history,
    )
    rulings = _declared(opened, action)
    return take_effect(opened, rulings) if phase is TURN else (opened, rulings)


def must_play(state: State, seat: int) -> None:
    """Refuse a seat that does not exist or is out, and anything once the match is over."""
    if not 0 <= seat < len(state.faces):
        refuse("CP-1", "no_such_seat", given=seat, most=len(state.faces) - 1)
    if state.phase is OVER:
        refuse("CP-7", "over", seat=state.turn)
    if len(state.faces[seat]) == INFLUENCE:
        refuse("CP-6", "out", seat=seat)


def _nothing_is_due_of_another(state: State) -> None:
    """Refuse what somebody does while a card of another is due (SL-11)."""
    if state.phase is LOSE and state.loser is not None and state.then is not Then.LEFT:
        refuse("CP-26", "turns_up_first", seat=state.loser)
    if state.phase is RETURN:
        refuse("CP-42", "returns_first", seat=claimer(state))
    if state.phase is EXCHANGE:
        refuse("CP-16", "exchanges_first", seat=state.turn)


def _must_be_allowed(state: State, seat: int, action: Action, target: int | None) -> None:
    if seat != state.turn:
        _nothing_is_due_of_another(state)
        refuse("CP-3", "not_your_turn", seat=seat, turn_seat=state.turn)
    if state.phase is LOSE and state.then is Then.LEFT:
        refuse("CP-52", "leaves_first", seat=cast(int, state.target))
    if state.phase is not TURN:
        refuse("CP-4", "one_action", seat=seat, word=declared(state).word)
    purse = state.coins[seat]
    if purse >= MUST_COUP and action.name != "coup":
        refuse("CP-5", "must_coup", seat=seat, coins=purse)
    if purse < action.cost:
        refuse("CP-4", "cannot_pay", word=action.word, cost=action.cost, coins=purse)
    if not action.targets:
        if target is not None:
            refuse("CP-17", "no_target", word=action.word)
    elif target is None:
        refuse("CP-17", "target_missing", word=action.word)
    elif not 0 <= target < len(state.faces):
        refuse("CP-17", "no_such_target", given=target, most=len(state.faces) - 1)
    elif target == seat:
        refuse("CP-17", "own_target", seat=seat)
    elif not is_in(state, target):
        refuse("CP-17", "target_out", seat=target)


def _declared(state: State, action: Action) -> Rulings:
    """Say what an action claims, and against whom; an income speaks for itself."""
    seat, target = state.turn, state.target
    params: dict[str, Value] = {"seat": seat, "card": action.claims, "word": action.word}
    if target is None:
        if not action.claims and not action.blocks:
            return ()
        key = "coup.claims" if action.claims else "coup.asks_for"
        return (Ruling(action.rule, Message(key, params), (), (seat,)),)
    params["target_seat"] = target
    params["cost"] = action.cost
    if not action.claims:
        key = "coup.pays_against"
    else:
        key = "coup.claims_and_pays" if action.cost else "coup.claims_against"
    return (Ruling(action.rule, Message(key, params), (), (seat, target)),)


# -- effects ----------------------------------------------------------------------------


def take_effect(state: State, rulings: Rulings) -> Played[State]:
    """The action happens: nobody can stop it any more."""
    action = declared(state)
    target = state.target
    if action.pays:
        state, rulings = _paid(state, action, rulings)
    elif action.name == "exchange":
        said = Message("coup.draws", {"seat": state.turn})
        rulings = (*rulings, Ruling(action.rule, said, (), (state.turn,)))
        return replace(state, phase=EXCHANGE, window=state.window + 1), rulings
    elif target is not None and action.name == "extort":
        state, rulings = extorted(state, rulings)
    elif target is not None:
        if is_in(state, target):
            return lose(state, target, Then.END, rulings)
        rulings = (*rulings, _falls_away("CP-30", state, target))
    return next_turn(state, rulings)


def _paid(state: State, action: Action, rulings: Rulings) -> Played[State]:
    """The Treasury pays; where it holds less, what is left (CP-2)."""
    seat, coins = state.turn, state.coins
    there = treasury(state)
    paid = min(action.pays, there)
    purse = coins[seat] + paid
    params: dict[str, Value] = {"seat": seat, "count": paid, "coins": purse, "word": action.word}
    rulings = (*rulings, Ruling(action.rule, Message("coup.takes", params), (), (seat,)))
    if paid < action.pays:
        params = {"seat": seat, "due": action.pays, "count": paid}
        rulings = (*rulings, Ruling("CP-2", Message("coup.treasury_short", params), (), (seat,)))
    return replace(state, coins=replaced(coins, seat, purse)), rulings


def extorted(state: State, rulings: Rulings) -> Played[State]:
    """The target gives two coins, or what it has (CP-15)."""
    seat, target, coins = state.turn, state.target or 0, state.coins
    taken = min(EXTORTED, coins[target])
    purse = coins[seat] + taken
    coins = replaced(replaced(coins, target, coins[target] - taken), seat, purse)
    params: dict[str, Value] = {
        "seat": seat,
        "target_seat": target,
        "count": taken,
        "coins": purse,
    }
    ruling = Ruling("CP-15", Message("coup.extorts", params), (), (seat, target))
    return replace(state, coins=coins), (*rulings, ruling)


def exchanged(state: State, move: Exchanged) -> Played[State]:
    """The player has chosen, and two cards lie in the Court again (CP-16, CP-18)."""
    seat = move.seat
    must_play(state, seat)
    if state.phase is not EXCHANGE or seat != state.turn:
        refuse("CP-16", "no_exchange", seat=seat)
    said = Message("coup.exchanged", {"seat": seat})
    state = replace(state, history=state.history.plus(Event(EXCHANGED, seat)))
    return next_turn(state, (Ruling("CP-16", said, (), (seat,)),))


# -- what comes next --------------------------------------------------------------------


def lose(state: State, seat: int, then: Then, rulings: Rulings) -> Played[State]:
    """A player is to turn up a card of their choice (CP-26)."""
    losing = replace(state, phase=LOSE, loser=seat, then=then, window=state.window + 1)
    return losing, (*rulings, Ruling("CP-26", Message("coup.loses", {"seat": seat}), (), (seat,)))


def go_on(state: State, rulings: Rulings) -> Played[State]:
    """Take the turn up again after a challenge was settled (CP-21)."""
    return _THEN[state.then](state, rulings)


def _leave(state: State, rulings: Rulings) -> Played[State]:
    """Whoever leaves turns up the next card, or is out: then the turn that was next is (CP-52)."""
    seat = cast(int, state.target)
    if is_in(state, seat):
        return lose(state, seat, Then.LEFT, rulings)
    if seat == state.turn:
        return next_turn(state, rulings)
    return _turn_of(state, state.turn, state.round), rulings


def _fail(state: State, rulings: Rulings) -> Played[State]:
    """An action whose claim did not hold fails, and what it cost is returned (CP-27, CP-32)."""
    action, seat = declared(state), state.turn
    params: dict[str, Value] = {"seat": seat, "word": action.word}
    if action.cost and is_in(state, seat):
        coins = replaced(state.coins, seat, state.coins[seat] + action.cost)
        state = replace(state, coins=coins)
        params["count"] = action.cost
        said = Message("coup.fails_refunded", params)
    else:
        said = Message("coup.fails", params)
    return next_turn(state, (*rulings, Ruling("CP-27", said, (), (seat,))))


def after_claim(state: State, rulings: Rulings) -> Played[State]:
    """The action's claim was not challenged, or held: it may be blocked, or happens."""
    action, target = declared(state), state.target
    if target is not None and not is_in(state, target):
        return next_turn(state, (*rulings, _falls_away("CP-31", state, target)))
    lost = state.setup.strict and action.name == ASSASSINATE and state.challenger == target
    if not action.blocks or lost:
        return take_effect(state, rulings)
    opened = replace(state, phase=BLOCK, passed=(), challenger=None, window=state.window + 1)
    return opened, rulings


def _falls_away(rule: str, state: State, target: int) -> Ruling:
    """Say that an action has no effect on a target who is out; what it may have cost is spent."""
    action = declared(state)
    params: dict[str, Value] = {"word": action.word, "target_seat": target}
    said = Message("coup.falls_away" if action.cost else "coup.falls_away_free", params)
    return Ruling(rule, said, (), (state.turn, target))


def block_stands(state: State, rulings: Rulings) -> Played[State]:
    """The block was not challenged, or held: the action fails, its cost stays spent (CP-28)."""
    params: dict[str, Value] = {"seat": claimer(state), "word": declared(state).word}
    said = Message("coup.blocked" if declared(state).cost else "coup.blocked_free", params)
    return next_turn(state, (*rulings, Ruling("CP-28", said, (), (state.turn, claimer(state)))))


def next_turn(state: State, rulings: Rulings) -> Played[State]:
    """The next player still in is on turn, clockwise (CP-3)."""
    seat = clockwise(state, state.turn)[0]
    seats, starter = len(state.faces), state.setup.starter
    again = (seat - starter) % seats <= (state.turn - starter) % seats
    if state.coins[seat] >= MUST_COUP:
        said = Message("coup.must_coup", {"seat": seat, "coins": state.coins[seat]})
        rulings = (*rulings, Ruling("CP-5", said, (), (seat,)))
    return _turn_of(state, seat, state.round + again), rulings


def _turn_of(state: State, seat: int, round_: int) -> State:
    setup, coins, faces, window = state.setup, state.coins, state.faces, state.window + 1
    return State(setup, TURN, round_, seat, coins, faces, window, state.history, read=state.read)


_THEN: dict[Then, Callable[[State, Rulings], Played[State]]] = {
    Then.END: next_turn,
    Then.FAILED: _fail,
    Then.BLOCK: after_claim,
    Then.BLOCKED: block_stands,
    Then.EFFECT: take_effect,
    Then.LEFT: _leave,
}
