"""A turn: the declared action, its effect, and the next turn (CP-3 to CP-17)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Value
from referee.coup.state import phases
from referee.coup.state.cards import ACTIONS, ASSASSINATE, EXTORTED, INFLUENCE, MUST_COUP, Action
from referee.coup.state.moves import Declare, Exchanged, Move, refuse
from referee.coup.state.state import EventKind, State, clockwise, is_in, treasury
from referee.kit import SeatMove


def must_be_playing(state: State, move: Move) -> None:
    """Raise if the seat of a move does not exist or is out, or if the match is over."""
    if not isinstance(move, SeatMove):
        return
    seat = move.seat
    if not 0 <= seat < len(state.faces):
        refuse("CP-1", "no_such_seat", given=seat + 1, most=len(state.faces))
    if type(state.phase) is phases.Over:
        refuse("CP-7", "over", seat=state.turn)
    if len(state.faces[seat]) == INFLUENCE:
        refuse("CP-6", "out", seat=seat)


def declare(state: State, _phase: phases.Turn, move: Declare) -> State:
    """Declare the action of the turn and pay for it."""
    seat, action, play = move.seat, ACTIONS[move.action], phases.Play(move.action, move.target)
    _must_be_allowed(state, seat, action, move.target)
    if action.cost:
        state = state.pay(seat, -action.cost)
    state = _say_declared(state, seat, action, move.target)
    if action.claims:
        return state.claim(seat, (action.claims,), phases.Challengeable(play))
    return state.to(phases.Blockable(play)) if action.blocks else take_effect(state, play)


def _must_be_allowed(state: State, seat: int, action: Action, target: int | None) -> None:
    if seat != state.turn:
        refuse("CP-3", "not_your_turn", seat=seat, turn_seat=state.turn)
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
        refuse("CP-17", "no_such_target", given=target + 1, most=len(state.faces))
    elif target == seat:
        refuse("CP-17", "own_target", seat=seat)
    elif not is_in(state, target):
        refuse("CP-17", "target_out", seat=target)


def _say_declared(state: State, seat: int, action: Action, target: int | None) -> State:
    """Say which action, claim and target a player declared. An income has no ruling."""
    params: dict[str, Value] = {"seat": seat, "card": action.claims, "word": action.word}
    if target is None:
        if not action.claims and not action.blocks:
            return state
        key = "coup.claims" if action.claims else "coup.asks_for"
        return state.say(action.rule, key, **params)
    if not action.claims:
        key = "coup.pays_against"
    else:
        key = "coup.claims_and_pays" if action.cost else "coup.claims_against"
    params |= {"target_seat": target, "cost": action.cost}
    return state.say(action.rule, key, (seat, target), **params)


# -- effects ----------------------------------------------------------------------------


def take_effect(state: State, play: phases.Play) -> State:
    """Carry out the action. Nobody can stop it any more."""
    action, target = play.action, play.target
    if action.pays:
        state = _take_coins(state, action)
    elif target is None:
        return state.to(phases.EXCHANGE).say(action.rule, "coup.draws", seat=state.turn)
    elif action.name == "extort":
        state = extort(state, target)
    elif is_in(state, target):
        return lose_influence(state, target, phases.Hit(play))
    else:
        state = _say_no_effect(state, "CP-30", action, target)
    return next_turn(state)


def _take_coins(state: State, action: Action) -> State:
    """Pay the player for the action. The Treasury pays only the coins that it has (CP-2)."""
    seat, paid = state.turn, min(action.pays, treasury(state))
    state = state.pay(seat, paid)
    coins = state.coins[seat]
    state = state.say(
        action.rule, "coup.takes", seat=seat, count=paid, coins=coins, word=action.word
    )
    if paid < action.pays:
        state = state.say("CP-2", "coup.treasury_short", seat=seat, due=action.pays, count=paid)
    return state


def extort(state: State, target: int) -> State:
    """Move two coins from the target to the player, or all if the target has fewer (CP-15)."""
    seat, taken = state.turn, min(EXTORTED, state.coins[target])
    state = state.pay(target, -taken).pay(seat, taken)
    params = {"seat": seat, "target_seat": target, "count": taken, "coins": state.coins[seat]}
    return state.say("CP-15", "coup.extorts", (seat, target), **params)


def end_exchange(state: State, _phase: phases.Exchange, move: Exchanged) -> State:
    """End an exchange after two cards were returned to the Court (CP-16, CP-18)."""
    seat = move.seat
    if seat != state.turn:
        refuse("CP-16", "no_exchange", seat=seat)
    return next_turn(state.saw(EventKind.EXCHANGED, seat).say("CP-16", "coup.exchanged", seat=seat))


# -- what comes next --------------------------------------------------------------------


def lose_influence(state: State, seat: int, cause: phases.Cause, shown: str = "") -> State:
    """Make a player turn up a card of their choice (CP-26)."""
    return state.to(phases.Lose(seat, cause, shown)).say("CP-26", "coup.loses", seat=seat)


def resume_turn(state: State, loser: int, cause: phases.Cause) -> State:
    """Continue the turn after a player has lost an influence (CP-21)."""
    if not isinstance(cause, phases.Contest):
        hit = isinstance(cause, phases.Hit)
        return next_turn(state) if hit else _resume_leaving(state, loser)
    play = cause.play
    if play.block is not None:
        return accept_block(state, play) if cause.held else take_effect(state, play)
    return continue_after_claim(state, play, cause) if cause.held else _fail_action(state, play)


def _resume_leaving(state: State, seat: int) -> State:
    """Ask a leaving player for the next card, or continue if they are out (CP-52)."""
    if is_in(state, seat):
        return lose_influence(state, seat, phases.Leaving())
    return next_turn(state) if seat == state.turn else state.to(phases.TURN)


def _fail_action(state: State, play: phases.Play) -> State:
    """End an action because its claim was false, and refund its cost (CP-27, CP-32)."""
    action, seat = play.action, state.turn
    if action.cost and is_in(state, seat):
        state = state.pay(seat, action.cost).say(
            "CP-27", "coup.fails_refunded", seat=seat, word=action.word, count=action.cost
        )
    else:
        state = state.say("CP-27", "coup.fails", seat=seat, word=action.word)
    return next_turn(state)


def continue_after_claim(
    state: State, play: phases.Play, contest: phases.Contest | None = None
) -> State:
    """Let others block an action whose claim stands, or else carry it out."""
    action, target = play.action, play.target
    if target is not None and not is_in(state, target):
        return next_turn(_say_no_effect(state, "CP-31", action, target))
    strict = state.options.strict_contessa and action.name == ASSASSINATE
    if not action.blocks or (strict and contest is not None and contest.challenger == target):
        return take_effect(state, play)
    return state.to(phases.Blockable(play))


def _say_no_effect(state: State, rule: str, action: Action, target: int) -> State:
    """Say that an action against an eliminated player has no effect. Its cost stays spent."""
    key = "coup.falls_away" if action.cost else "coup.falls_away_free"
    return state.say(rule, key, (state.turn, target), word=action.word, target_seat=target)


def accept_block(state: State, play: phases.Play) -> State:
    """End an action because a block stands. The cost of the action stays spent (CP-28)."""
    action, blocker = play.action, play.claimer(state.turn)
    key = "coup.blocked" if action.cost else "coup.blocked_free"
    seats = (state.turn, blocker)
    return next_turn(state.say("CP-28", key, seats, seat=blocker, word=action.word))


def next_turn(state: State) -> State:
    """Give the turn to the next player still in, clockwise (CP-3)."""
    seat = clockwise(state, state.turn)[0]
    seats, starter = len(state.faces), state.options.starter
    again = (seat - starter) % seats <= (state.turn - starter) % seats
    if state.coins[seat] >= MUST_COUP:
        state = state.say("CP-5", "coup.must_coup", seat=seat, coins=state.coins[seat])
    number, window = state.round + again, state.window + 1
    return replace(state, phase=phases.TURN, turn=seat, round=number, window=window)
