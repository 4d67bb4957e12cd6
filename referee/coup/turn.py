"""A turn: the action that is declared, its effect, and whose turn is next (CP-3 to CP-17)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup.cards import ACTIONS, EXTORTED, MUST_COUP, Action
from referee.coup.moves import Declare, Exchanged
from referee.coup.refusals import refuse
from referee.coup.state import (
    Event,
    Phase,
    State,
    Then,
    What,
    claimer,
    clockwise,
    declared,
    is_in,
    treasury,
)

Rulings = tuple[Ruling, ...]
Played = tuple[State, Rulings]


def declare(state: State, move: Declare) -> Played:
    """The active player declares an action and pays for it."""
    seat, action = move.seat, ACTIONS[move.action]
    must_play(state, seat)
    _must_be_allowed(state, seat, action, move.target)
    coins = state.coins
    if action.cost:
        coins = _with(coins, seat, coins[seat] - action.cost)
    opened = replace(
        state, coins=coins, action=action.name, target=move.target, window=state.window + 1
    )
    told = _declared(opened, action)
    if action.claims:
        claim = Event(What.CLAIMED, seat, (action.claims,), state.round)
        opened = replace(opened, phase=Phase.CHALLENGE, history=(*state.history, claim))
        return opened, told
    if action.blocks:
        return replace(opened, phase=Phase.BLOCK), told
    return take_effect(opened, told)


def must_play(state: State, seat: int) -> None:
    """Refuse a seat that does not exist or is out, and anything once the match is over."""
    if not 0 <= seat < len(state.faces):
        refuse("CP-1", "no_such_seat", given=seat, most=len(state.faces) - 1)
    if state.phase is Phase.OVER:
        refuse("CP-7", "over", seat=state.turn)
    if not is_in(state, seat):
        refuse("CP-6", "out", seat=seat)


def _must_be_allowed(state: State, seat: int, action: Action, target: int | None) -> None:
    if seat != state.turn:
        refuse("CP-3", "not_your_turn", seat=seat, turn_seat=state.turn)
    if state.phase is not Phase.TURN:
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


def take_effect(state: State, told: Rulings) -> Played:
    """The action happens: nobody can stop it any more."""
    action = declared(state)
    target = state.target
    if action.pays:
        state, told = _paid(state, action, told)
    elif action.name == "exchange":
        said = Message("coup.draws", {"seat": state.turn})
        told = (*told, Ruling(action.rule, said, (), (state.turn,)))
        return replace(state, phase=Phase.EXCHANGE, window=state.window + 1), told
    elif target is not None and action.name == "extort":
        state, told = extorted(state, told)
    elif target is not None:
        if is_in(state, target):
            return lose(state, target, Then.END, told)
        said = Message("coup.falls_away", {"word": action.word, "target_seat": target})
        told = (*told, Ruling("CP-30", said, (), (state.turn, target)))
    return next_turn(state, told)


def _paid(state: State, action: Action, told: Rulings) -> Played:
    """The Treasury pays; where it holds less, what is left (CP-2)."""
    seat, coins = state.turn, state.coins
    there = treasury(state)
    paid = min(action.pays, there)
    purse = coins[seat] + paid
    params: dict[str, Value] = {"seat": seat, "count": paid, "coins": purse, "word": action.word}
    told = (*told, Ruling(action.rule, Message("coup.takes", params), (), (seat,)))
    if paid < action.pays:
        params = {"seat": seat, "due": action.pays, "count": paid}
        told = (*told, Ruling("CP-2", Message("coup.treasury_short", params), (), (seat,)))
    return replace(state, coins=_with(coins, seat, purse)), told


def extorted(state: State, told: Rulings) -> Played:
    """The target gives two coins, or what it has (CP-15)."""
    seat, target, coins = state.turn, state.target or 0, state.coins
    taken = min(EXTORTED, coins[target])
    purse = coins[seat] + taken
    coins = _with(_with(coins, target, coins[target] - taken), seat, purse)
    params: dict[str, Value] = {
        "seat": seat,
        "target_seat": target,
        "count": taken,
        "coins": purse,
    }
    ruling = Ruling("CP-15", Message("coup.extorts", params), (), (seat, target))
    return replace(state, coins=coins), (*told, ruling)


def exchanged(state: State, move: Exchanged) -> Played:
    """The player has chosen, and two cards lie in the Court again (CP-16, CP-18)."""
    seat = move.seat
    must_play(state, seat)
    if state.phase is not Phase.EXCHANGE or seat != state.turn:
        refuse("CP-16", "no_exchange", seat=seat)
    said = Message("coup.exchanged", {"seat": seat})
    state = replace(state, history=(*state.history, Event(What.EXCHANGED, seat)))
    return next_turn(state, (Ruling("CP-16", said, (), (seat,)),))


# -- what comes next --------------------------------------------------------------------


def lose(state: State, seat: int, then: Then, told: Rulings) -> Played:
    """A player is to turn up a card of their choice (CP-26)."""
    losing = replace(state, phase=Phase.LOSE, loser=seat, then=then, window=state.window + 1)
    return losing, (*told, Ruling("CP-26", Message("coup.loses", {"seat": seat}), (), (seat,)))


def go_on(state: State, told: Rulings) -> Played:
    """Take the turn up again after a challenge was settled (CP-21)."""
    match state.then:
        case Then.END:
            return next_turn(state, told)
        case Then.FAILED:
            return _fail(state, told)
        case Then.BLOCK:
            return after_claim(state, told)
        case Then.BLOCKED:
            return block_stands(state, told)
        case Then.EFFECT:
            return take_effect(state, told)


def _fail(state: State, told: Rulings) -> Played:
    """An action whose claim did not hold fails, and what it cost is returned (CP-27, CP-32)."""
    action, seat = declared(state), state.turn
    params: dict[str, Value] = {"seat": seat, "word": action.word}
    if action.cost and is_in(state, seat):
        coins = _with(state.coins, seat, state.coins[seat] + action.cost)
        state = replace(state, coins=coins)
        params["count"] = action.cost
        said = Message("coup.fails_refunded", params)
    else:
        said = Message("coup.fails", params)
    return next_turn(state, (*told, Ruling("CP-27", said, (), (seat,))))


def after_claim(state: State, told: Rulings) -> Played:
    """The action's claim was not challenged, or held: it may be blocked, or happens."""
    action, target = declared(state), state.target
    if target is not None and not is_in(state, target):
        said = Message("coup.falls_away", {"word": action.word, "target_seat": target})
        return next_turn(state, (*told, Ruling("CP-31", said, (), (state.turn, target))))
    lost = state.setup.strict and action.name == "assassinate" and state.challenger == target
    if not action.blocks or lost:
        return take_effect(state, told)
    opened = replace(state, phase=Phase.BLOCK, passed=(), challenger=None, window=state.window + 1)
    return opened, told


def block_stands(state: State, told: Rulings) -> Played:
    """The block was not challenged, or held: the action fails, its cost stays spent (CP-28)."""
    said = Message("coup.blocked", {"seat": claimer(state), "word": declared(state).word})
    return next_turn(state, (*told, Ruling("CP-28", said, (), (state.turn, claimer(state)))))


def next_turn(state: State, told: Rulings) -> Played:
    """The next player still in is on turn, clockwise (CP-3)."""
    seat = next(clockwise(state, state.turn))
    seats, starter = len(state.faces), state.setup.starter
    again = (seat - starter) % seats <= (state.turn - starter) % seats
    if state.coins[seat] >= MUST_COUP:
        said = Message("coup.must_coup", {"seat": seat, "coins": state.coins[seat]})
        told = (*told, Ruling("CP-5", said, (), (seat,)))
    after = State(
        state.setup,
        Phase.TURN,
        state.round + again,
        seat,
        state.coins,
        state.faces,
        state.window + 1,
        state.history,
        read=state.read,
    )
    return after, told


def _with(coins: tuple[int, ...], seat: int, purse: int) -> tuple[int, ...]:
    return (*coins[:seat], purse, *coins[seat + 1 :])
