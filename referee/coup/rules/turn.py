"""A turn: the declared action, its effect, and the next turn (CP-3 to CP-17)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup.state import phases
from referee.coup.state.cards import ACTIONS, ASSASSINATE, EXTORTED, INFLUENCE, MUST_COUP, Action
from referee.coup.state.moves import Declare, Exchanged, Move, refuse
from referee.coup.state.state import Event, EventKind, State, clockwise, is_in, treasury
from referee.kit import Played, Rulings, replaced


def must_be_playing(state: State, move: Move) -> None:
    """Raise if the seat of a move does not exist or is out, or if the match is over."""
    seat = move.mover
    if seat is None:
        return
    if not 0 <= seat < len(state.faces):
        refuse("CP-1", "no_such_seat", given=seat, most=len(state.faces) - 1)
    if type(state.phase) is phases.Over:
        refuse("CP-7", "over", seat=state.turn)
    if len(state.faces[seat]) == INFLUENCE:
        refuse("CP-6", "out", seat=seat)


def declare(state: State, _phase: phases.Turn, move: Declare) -> Played[State]:
    """Declare the action of the turn and pay for it."""
    seat, action = move.seat, ACTIONS[move.action]
    _must_be_allowed(state, seat, action, move.target)
    coins, history, play = state.coins, state.history, phases.Play(action.name, move.target)
    if action.cost:
        coins = replaced(coins, seat, coins[seat] - action.cost)
    phase: phases.Phase = phases.Blockable(play) if action.blocks else phases.TURN
    if action.claims:
        phase = phases.Challengeable(play)
        history = history.plus(Event(EventKind.CLAIMED, seat, (action.claims,), state.round))
    opened = replace(state, coins=coins, phase=phase, window=state.window + 1, history=history)
    rulings = _declaration_rulings(seat, action, move.target)
    return take_effect(opened, play, rulings) if phase is phases.TURN else (opened, rulings)


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
        refuse("CP-17", "no_such_target", given=target, most=len(state.faces) - 1)
    elif target == seat:
        refuse("CP-17", "own_target", seat=seat)
    elif not is_in(state, target):
        refuse("CP-17", "target_out", seat=target)


def _declaration_rulings(seat: int, action: Action, target: int | None) -> Rulings:
    """Return the ruling on the action: its claim and its target. An income has no ruling."""
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


def take_effect(state: State, play: phases.Play, rulings: Rulings) -> Played[State]:
    """Carry out the action. Nobody can stop it any more."""
    action, target = play.action, play.target
    if action.pays:
        state, rulings = _pay(state, action, rulings)
    elif target is None:
        said = Message("coup.draws", {"seat": state.turn})
        rulings = (*rulings, Ruling(action.rule, said, (), (state.turn,)))
        return replace(state, phase=phases.EXCHANGE, window=state.window + 1), rulings
    elif action.name == "extort":
        state, rulings = extort(state, target, rulings)
    elif is_in(state, target):
        return lose_influence(state, target, phases.Hit(play), rulings)
    else:
        rulings = (*rulings, _no_effect_ruling("CP-30", state, action, target))
    return next_turn(state, rulings)


def _pay(state: State, action: Action, rulings: Rulings) -> Played[State]:
    """Pay the player for the action. The Treasury pays only the coins that it has (CP-2)."""
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


def extort(state: State, target: int, rulings: Rulings) -> Played[State]:
    """Move two coins from the target to the player, or all if the target has fewer (CP-15)."""
    seat, coins = state.turn, state.coins
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


def end_exchange(state: State, _phase: phases.Exchange, move: Exchanged) -> Played[State]:
    """End an exchange after two cards were returned to the Court (CP-16, CP-18)."""
    seat = move.seat
    if seat != state.turn:
        refuse("CP-16", "no_exchange", seat=seat)
    said = Message("coup.exchanged", {"seat": seat})
    state = replace(state, history=state.history.plus(Event(EventKind.EXCHANGED, seat)))
    return next_turn(state, (Ruling("CP-16", said, (), (seat,)),))


# -- what comes next --------------------------------------------------------------------


def lose_influence(
    state: State, seat: int, cause: phases.Cause, rulings: Rulings, shown: str = ""
) -> Played[State]:
    """Make a player turn up a card of their choice (CP-26)."""
    losing = replace(state, phase=phases.Lose(seat, cause, shown), window=state.window + 1)
    return losing, (*rulings, Ruling("CP-26", Message("coup.loses", {"seat": seat}), (), (seat,)))


def resume_turn(state: State, loser: int, cause: phases.Cause, rulings: Rulings) -> Played[State]:
    """Continue the turn after a player has lost an influence (CP-21)."""
    if not isinstance(cause, phases.Contest):
        hit = isinstance(cause, phases.Hit)
        return next_turn(state, rulings) if hit else _resume_leaving(state, loser, rulings)
    play = cause.play
    if play.block is None:
        return (
            continue_after_claim(state, play, rulings, cause)
            if cause.held
            else _fail_action(state, play, rulings)
        )
    settle = accept_block if cause.held else take_effect
    return settle(state, play, rulings)


def _resume_leaving(state: State, seat: int, rulings: Rulings) -> Played[State]:
    """Ask a leaving player for the next card, or continue if they are out (CP-52)."""
    if is_in(state, seat):
        return lose_influence(state, seat, phases.Leaving(), rulings)
    if seat == state.turn:
        return next_turn(state, rulings)
    return replace(state, phase=phases.TURN, window=state.window + 1), rulings


def _fail_action(state: State, play: phases.Play, rulings: Rulings) -> Played[State]:
    """End an action because its claim was false, and refund its cost (CP-27, CP-32)."""
    action, seat = play.action, state.turn
    params: dict[str, Value] = {"seat": seat, "word": action.word}
    if action.cost and is_in(state, seat):
        coins = replaced(state.coins, seat, state.coins[seat] + action.cost)
        state = replace(state, coins=coins)
        params["count"] = action.cost
        said = Message("coup.fails_refunded", params)
    else:
        said = Message("coup.fails", params)
    return next_turn(state, (*rulings, Ruling("CP-27", said, (), (seat,))))


def continue_after_claim(
    state: State, play: phases.Play, rulings: Rulings, contest: phases.Contest | None = None
) -> Played[State]:
    """Let others block an action whose claim stands, or else carry it out."""
    action, target = play.action, play.target
    if target is not None and not is_in(state, target):
        return next_turn(state, (*rulings, _no_effect_ruling("CP-31", state, action, target)))
    strict = state.options.strict_contessa and action.name == ASSASSINATE
    if not action.blocks or (strict and contest is not None and contest.challenger == target):
        return take_effect(state, play, rulings)
    return replace(state, phase=phases.Blockable(play), window=state.window + 1), rulings


def _no_effect_ruling(rule: str, state: State, action: Action, target: int) -> Ruling:
    """Return the ruling that an action against an eliminated player has no effect.

    Its cost stays spent.
    """
    params: dict[str, Value] = {"word": action.word, "target_seat": target}
    said = Message("coup.falls_away" if action.cost else "coup.falls_away_free", params)
    return Ruling(rule, said, (), (state.turn, target))


def accept_block(state: State, play: phases.Play, rulings: Rulings) -> Played[State]:
    """End an action because a block stands. The cost of the action stays spent (CP-28)."""
    action, blocker = play.action, play.claimer(state.turn)
    said = Message(
        "coup.blocked" if action.cost else "coup.blocked_free",
        {"seat": blocker, "word": action.word},
    )
    return next_turn(state, (*rulings, Ruling("CP-28", said, (), (state.turn, blocker))))


def next_turn(state: State, rulings: Rulings) -> Played[State]:
    """Give the turn to the next player still in, clockwise (CP-3)."""
    seat = clockwise(state, state.turn)[0]
    seats, starter = len(state.faces), state.options.starter
    again = (seat - starter) % seats <= (state.turn - starter) % seats
    if state.coins[seat] >= MUST_COUP:
        said = Message("coup.must_coup", {"seat": seat, "coins": state.coins[seat]})
        rulings = (*rulings, Ruling("CP-5", said, (), (seat,)))
    number, window = state.round + again, state.window + 1
    after = State(
        state.options, phases.TURN, number, seat, state.coins, state.faces, window, state.history
    )
    return after, rulings
