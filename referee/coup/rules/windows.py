"""Windows: challenges, blocks, passes, and how a window closes (CP-20 to CP-23)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Behind, Message, Ruling
from referee.coup.rules.turn import accept_block, continue_after_claim, take_effect
from referee.coup.state import phases
from referee.coup.state.cards import Action
from referee.coup.state.moves import Block, Challenge, MoveOn, NameCard, Pass, WindowClosed, refuse
from referee.coup.state.state import Event, EventKind, State, entitled_seats, nameable
from referee.kit import Played, Refused, Rulings, raise_if


def challenge(
    state: State, window: phases.Challengeable | phases.Counter, move: Challenge
) -> Played[State]:
    """Challenge the standing claim. The claimer must show the card (CP-20, CP-24)."""
    seat = move.seat
    owner = window.play.claimer(state.turn)
    if seat == owner:
        refuse("CP-20", "own_claim", seat=seat)
    if seat in window.passed:
        refuse("CP-22", "has_passed", seat=seat)
    after = replace(state, phase=phases.Show(window.play, seat), window=state.window + 1)
    said = Message(
        "coup.challenges", {"seat": seat, "claimer_seat": owner, "cards": window.play.claims}
    )
    return after, (
        Ruling("CP-20", said, (), (seat, owner)),
        *_first_press_rulings(state, seat, move.behind),
    )


def block(state: State, window: phases.Blockable, move: Block) -> Played[State]:
    """Claim a character against the action. The character may also be named later."""
    seat, card, action = move.seat, move.card, window.play.action
    raise_if(why_not_theirs_to_block(state, window.play, seat))
    if seat in window.passed:
        refuse("CP-22", "has_passed", seat=seat)
    if card:
        _must_block(action, card)
        if card not in nameable(state, window.play):
            refuse(action.rule, "names_none", cards=action.blocks)
    if len(action.blocks) == 1:
        card = action.blocks[0]
    first = _first_press_rulings(state, seat, move.behind)
    blocked = replace(window.play, block=phases.Block(seat, card))
    if card or not state.options.named_block:
        return _claim_block(state, blocked, first)
    said = Message("coup.blocks_and_names", {"seat": seat, "word": action.word})
    asked = replace(state, phase=phases.Naming(blocked), window=state.window + 1)
    return asked, (Ruling(action.rule, said, (), (seat,)), *first)


def why_not_theirs_to_block(state: State, play: phases.Play, seat: int) -> Refused:
    """Return why an action is not for this seat to block, or None if it is."""
    action, target = play.action, play.target
    if seat == state.turn:
        return refuse.refusal(action.rule, "own_action", seat=seat)
    if target is not None and seat != target:
        return refuse.refusal(action.rule, "not_the_target", seat=seat, target_seat=target)
    return None


def name_card(state: State, phase: phases.Naming, move: NameCard) -> Played[State]:
    """Name the character that the blocker claims."""
    seat = move.seat
    if seat != phase.play.claimer(state.turn):
        refuse("CP-21", "nothing_to_name", seat=seat)
    _must_block(phase.play.action, move.card)
    return _claim_block(state, replace(phase.play, block=phases.Block(seat, move.card)), ())


def _must_block(action: Action, card: str) -> None:
    """Raise if the character does not block the action."""
    if card not in action.blocks:
        refuse(action.rule, "does_not_block", word=action.word, cards=action.blocks, given=card)


def _claim_block(state: State, play: phases.Play, first: Rulings) -> Played[State]:
    """Let other players challenge the claim of the block (CP-21)."""
    action, seat, cards = play.action, play.claimer(state.turn), play.claims
    if play.block is not None and play.block.card:
        said = Message("coup.blocks", {"seat": seat, "card": cards[0], "word": action.word})
    else:
        said = Message("coup.blocks_with_one_of", {"seat": seat, "cards": cards})
    after = replace(
        state,
        phase=phases.Counter(play),
        window=state.window + 1,
        history=state.history.plus(Event(EventKind.CLAIMED, seat, cards, state.round)),
    )
    return after, (Ruling(action.rule, said, (), (seat, state.turn)), *first)


def _first_press_rulings(state: State, seat: int, behind: tuple[Behind, ...]) -> Rulings:
    """Return a ruling that says how many milliseconds the first press was ahead (CP-23)."""
    late = [one for one in behind if 0 <= one.seat < len(state.faces) and one.seat != seat]
    if not late:
        return ()
    next_one = min(late, key=lambda one: one.ms)
    key = "coup.first" if next_one.ms > 0 else "coup.first_by_place"
    said = Message(key, {"seat": seat, "behind_seat": next_one.seat, "ms": next_one.ms})
    seats = (seat, *(one.seat for one in late))
    return (Ruling("CP-23", said, (), seats),)


# -- closing a window ------------------------------------------------------------------


def pass_(state: State, window: phases.Window, move: Pass) -> Played[State]:
    """Let a player pass. Once all have passed, the window closes."""
    seat = move.seat
    asked = entitled_seats(state, window)
    if seat not in asked:
        refuse("CP-22", "not_asked", seat=seat)
    if seat in window.passed:
        refuse("CP-22", "has_passed", seat=seat)
    rulings = (Ruling("CP-22", Message("coup.passes", {"seat": seat}), (), (seat,)),)
    passed = (*window.passed, seat)
    if len(passed) == len(asked):
        return _close_window(state, window, rulings)
    return replace(state, phase=replace(window, passed=passed)), rulings


def move_on(state: State, window: phases.Window, move: MoveOn) -> Played[State]:
    """Let the active player close the window."""
    seat = move.seat
    if seat != state.turn:
        refuse("CP-22", "not_yours_to_close", seat=seat, turn_seat=state.turn)
    said = Message("coup.moves_on", {"seat": seat})
    return _close_window(state, window, (Ruling("CP-22", said, (), (seat,)),))


def window_closed(state: State, window: phases.Window, _: WindowClosed) -> Played[State]:
    """Close the window because its time ran out."""
    if not state.options.most_s:
        refuse("CP-22", "no_time_limit")
    said = Message("coup.time_is_up", {"s": state.options.most_s})
    return _close_window(state, window, (Ruling("CP-22", said),))


def _close_window(state: State, window: phases.Window, rulings: Rulings) -> Played[State]:
    """Close a window to which nobody objected. The claim or the action stands."""
    match window:
        case phases.Challengeable():
            return continue_after_claim(state, window.play, rulings)
        case phases.Blockable():
            return take_effect(state, window.play, rulings)
    return accept_block(state, window.play, rulings)
