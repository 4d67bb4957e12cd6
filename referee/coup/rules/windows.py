"""Windows: challenges, blocks, passes, and how a window closes (CP-20 to CP-23)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Behind, Message, Ruling
from referee.coup.rules.turn import (
    after_claim,
    block_stands,
    must_play,
    take_effect,
)
from referee.coup.state.moves import Block, Challenge, MoveOn, NameCard, Pass, WindowClosed, refuse
from referee.coup.state.state import (
    BLOCK,
    CHALLENGE,
    CLAIMED,
    COUNTER,
    NAME,
    SHOW,
    WINDOWS,
    Event,
    State,
    claimed,
    claimer,
    declared,
    entitled,
    may_name,
)
from referee.kit import Played, Rulings


def challenge(state: State, move: Challenge) -> Played[State]:
    """A player doubts the claim that stands; who made it is to show the card (CP-20, CP-24)."""
    seat = move.seat
    must_play(state, seat)
    if state.phase is BLOCK and not declared(state).claims:
        refuse("CP-20", "claims_nothing")
    if state.phase is not CHALLENGE and state.phase is not COUNTER:
        refuse("CP-22", "nothing_to_challenge", seat=seat)
    owner = claimer(state)
    if seat == owner:
        refuse("CP-20", "own_claim", seat=seat)
    if seat in state.passed:
        refuse("CP-22", "has_passed", seat=seat)
    after = replace(state, phase=SHOW, challenger=seat, passed=(), window=state.window + 1)
    said = Message(
        "coup.challenges", {"seat": seat, "claimer_seat": owner, "cards": claimed(state)}
    )
    return after, (Ruling("CP-20", said, (), (seat, owner)), *_first(state, seat, move.behind))


def block(state: State, move: Block) -> Played[State]:
    """A player claims a character against the action; which one may be named afterwards."""
    seat, card = move.seat, move.card
    must_play(state, seat)
    if state.phase is not BLOCK:
        refuse("CP-21", "nothing_to_block", seat=seat)
    action, target = declared(state), state.target
    if seat == state.turn:
        refuse(action.rule, "own_action", seat=seat)
    if target is not None and seat != target:
        refuse(action.rule, "not_the_target", seat=seat, target_seat=target)
    if seat in state.passed:
        refuse("CP-22", "has_passed", seat=seat)
    if card and card not in action.blocks:
        refuse(action.rule, "does_not_block", word=action.word, cards=action.blocks, given=card)
    if card and card not in may_name(state):
        refuse(action.rule, "names_none", cards=action.blocks)
    if len(action.blocks) == 1:
        card = action.blocks[0]
    first = _first(state, seat, move.behind)
    if card or not state.setup.named:
        return _claim(replace(state, blocker=seat), card, first)
    said = Message("coup.blocks_and_names", {"seat": seat, "word": action.word})
    asked = replace(state, phase=NAME, blocker=seat, passed=(), window=state.window + 1)
    return asked, (Ruling(action.rule, said, (), (seat,)), *first)


def name_card(state: State, move: NameCard) -> Played[State]:
    """The blocker names the character that the block claims."""
    seat, card = move.seat, move.card
    must_play(state, seat)
    if state.phase is not NAME or seat != state.blocker:
        refuse("CP-21", "nothing_to_name", seat=seat)
    action = declared(state)
    if card not in action.blocks:
        refuse(action.rule, "does_not_block", word=action.word, cards=action.blocks, given=card)
    return _claim(state, card, ())


def _claim(state: State, card: str, first: Rulings) -> Played[State]:
    """The block stands as a claim, and may be challenged in its turn (CP-21)."""
    action, seat = declared(state), claimer(state)
    if card:
        cards: tuple[str, ...] = (card,)
        said = Message("coup.blocks", {"seat": seat, "card": card, "word": action.word})
    else:
        cards = action.blocks
        said = Message("coup.blocks_with_one_of", {"seat": seat, "cards": cards})
    claim = Event(CLAIMED, seat, cards, state.round)
    after = replace(
        state,
        phase=COUNTER,
        block=card,
        passed=(),
        challenger=None,
        window=state.window + 1,
        history=state.history.plus(claim),
    )
    return after, (Ruling(action.rule, said, (), (seat, state.turn)), *first)


def _first(state: State, seat: int, behind: tuple[Behind, ...]) -> Rulings:
    """Say by how much a press was first (CP-23)."""
    late = [one for one in behind if 0 <= one.seat < len(state.faces) and one.seat != seat]
    if not late:
        return ()
    next_one = min(late, key=lambda one: one.ms)
    key = "coup.first" if next_one.ms > 0 else "coup.first_by_place"
    said = Message(key, {"seat": seat, "behind_seat": next_one.seat, "ms": next_one.ms})
    seats = (seat, *(one.seat for one in late))
    return (Ruling("CP-23", said, (), seats),)


# -- how a window closes ------------------------------------------------------------------


def pass_(state: State, move: Pass) -> Played[State]:
    """A player lets it stand; the window closes when all have."""
    seat = move.seat
    must_play(state, seat)
    _must_be_open(state)
    asked = entitled(state)
    if seat not in asked:
        refuse("CP-22", "not_asked", seat=seat)
    if seat in state.passed:
        refuse("CP-22", "has_passed", seat=seat)
    after = replace(state, passed=(*state.passed, seat))
    rulings = (Ruling("CP-22", Message("coup.passes", {"seat": seat}), (), (seat,)),)
    return (after, rulings) if len(after.passed) < len(asked) else _close(after, rulings)


def move_on(state: State, move: MoveOn) -> Played[State]:
    """The active player closes the window."""
    seat = move.seat
    must_play(state, seat)
    _must_be_open(state)
    if seat != state.turn:
        refuse("CP-22", "not_yours_to_close", seat=seat, turn_seat=state.turn)
    said = Message("coup.moves_on", {"seat": seat})
    return _close(state, (Ruling("CP-22", said, (), (seat,)),))


def window_closed(state: State, _: WindowClosed) -> Played[State]:
    """The set time has run out."""
    _must_be_open(state)
    if not state.setup.most_s:
        refuse("CP-22", "no_time_limit")
    said = Message("coup.time_is_up", {"s": state.setup.most_s})
    return _close(state, (Ruling("CP-22", said),))


def _must_be_open(state: State) -> None:
    if state.phase not in WINDOWS:
        refuse("CP-22", "no_window")


def _close(state: State, rulings: Rulings) -> Played[State]:
    """Nobody objected: the claim or the action stands."""
    if state.phase is CHALLENGE:
        return after_claim(state, rulings)
    if state.phase is BLOCK:
        return take_effect(state, rulings)
    return block_stands(state, rulings)
