"""Why a move of Coup was good: one fact that everybody could see, or that was shown later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from referee.contract import Message
from referee.coup.state import moves, phases
from referee.coup.state.cards import ACTIONS, ASSASSINATE, DUKE, EXTORTED, MUST_COUP
from referee.coup.state.state import EventKind, State, claimer, influence
from referee.coup.table.reconstruction import reconstruct_hand

MANY = 3  # A claim made this often without a challenge is worth telling.

_ACTION_REASONS = {
    "income": "coup.reason.income",
    "foreign_aid": "coup.reason.foreign_aid",
    "coup": "coup.reason.coup",
    "tax": "coup.reason.tax",
    "assassinate": "coup.reason.assassinate",
    "exchange": "coup.reason.exchange",
}


def explain(
    states: Sequence[State], made: Sequence[moves.Move], at: int, move: moves.Move
) -> Message | None:
    """Return the fact that matters most, or None if none is certain."""
    seat = move.mover
    if seat is None:
        return None
    held = reconstruct_hand(states, made, at, seat).get(seat, ())
    return next(_reasons(states[at], seat, held, move), None)


def _reasons(state: State, seat: int, held: tuple[str, ...], move: moves.Move) -> Iterator[Message]:
    """Yield what speaks for a move, the strongest first. `held` are the known cards of the seat."""
    match move:
        case moves.Declare():
            yield from _of_action(state, move, held)
        case moves.Challenge():
            yield from _of_challenge(state, seat, held)
        case moves.Pass():
            yield from _of_pass(state, seat)
        case moves.Block(card=card):
            yield from _of_block(state, seat, card, held)
        case moves.NameCard(card=card) if card in held:
            yield Message("coup.reason.held", {"seat": seat, "card": card})


def _of_action(state: State, move: moves.Declare, held: tuple[str, ...]) -> Iterator[Message]:
    seat, target, action = move.seat, move.target, ACTIONS[move.action]
    if state.coins[seat] >= MUST_COUP:
        return
    if action.claims in held:
        yield Message("coup.reason.held", {"seat": seat, "card": action.claims})
    if move.action == "foreign_aid" and not _hidden_copies(state, DUKE, held):
        yield Message("coup.reason.gone", {"seat": seat, "card": DUKE})
    if move.action == "coup" and target is not None and influence(state, target) == 1:
        yield Message("coup.reason.coup_out", {"target_seat": target})
    if move.action == "extort":
        if target is not None and state.coins[target] >= EXTORTED:
            yield Message("coup.reason.extort", {"seat": seat, "target_seat": target})
        return
    yield Message(_ACTION_REASONS[move.action])


def _of_challenge(state: State, seat: int, held: tuple[str, ...]) -> Iterator[Message]:
    play, other = state.phase.play, claimer(state)
    if play is None:
        return
    if len(play.claims) == 1:
        (card,) = play.claims
        hidden = _hidden_copies(state, card, held)
        if not hidden:
            yield Message("coup.reason.gone", {"seat": seat, "card": card})
        elif hidden == 1 and len(held) == influence(state, seat):
            yield Message("coup.reason.one_left", {"seat": seat, "card": card})
    key = "coup.reason.stake_out" if influence(state, other) == 1 else "coup.reason.stake"
    yield Message(key, {"claimer_seat": other})


def _of_pass(state: State, seat: int) -> Iterator[Message]:
    phase = state.phase
    if isinstance(phase, phases.Blockable):
        yield Message("coup.reason.false_block")
        return
    play, other = phase.play, claimer(state)
    if play is None:
        return
    times = _times_claimed(state, other, play.claims)
    if len(play.claims) == 1 and times >= MANY:
        yield Message(
            "coup.reason.repeated", {"claimer_seat": other, "card": play.claims[0], "number": times}
        )
    if influence(state, seat) == 1:
        yield Message("coup.reason.last_card", {"seat": seat})
    elif play.name != ASSASSINATE or play.target != seat:
        yield Message("coup.reason.wrong_challenge", {"seat": seat})


def _of_block(state: State, seat: int, card: str, held: tuple[str, ...]) -> Iterator[Message]:
    play = state.phase.play
    if play is None:
        return
    if card in held:
        yield Message("coup.reason.held", {"seat": seat, "card": card})
    if play.name == ASSASSINATE:
        key = "coup.reason.saves_out" if influence(state, seat) == 1 else "coup.reason.saves"
        yield Message(key, {"seat": seat})
    elif play.name == "foreign_aid":
        yield Message("coup.reason.aided", {"turn_seat": state.turn})
    elif state.coins[seat]:
        yield Message("coup.reason.robbed", {"seat": seat, "turn_seat": state.turn})


def _hidden_copies(state: State, card: str, held: tuple[str, ...]) -> int:
    """Return how many copies of a card are neither face up nor among the `held` ones."""
    up = sum(cards.count(card) for cards in state.faces)
    return state.options.deck.get(card, 0) - up - held.count(card)


def _times_claimed(state: State, seat: int, cards: tuple[str, ...]) -> int:
    """Return how often a seat made a claim since its cards last changed. Nobody challenged it."""
    own = (event for event in reversed(state.history) if event.seat == seat)
    claims = takewhile(lambda event: event.what is EventKind.CLAIMED, own)
    return sum(event.cards == cards for event in claims)
