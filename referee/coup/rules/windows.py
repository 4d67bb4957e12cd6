"""Windows: challenges, blocks, passes, and how a window closes (CP-20 to CP-23)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Behind
from referee.coup.rules.turn import accept_block, continue_after_claim, take_effect
from referee.coup.state import phases
from referee.coup.state.cards import Action
from referee.coup.state.moves import Block, Challenge, MoveOn, NameCard, Pass, WindowClosed, refuse
from referee.coup.state.state import State, entitled_seats, nameable
from referee.kit import Refused, raise_if


def challenge(
    state: State, window: phases.Challengeable | phases.Counter, move: Challenge
) -> State:
    """Challenge the standing claim. The claimer must show the card (CP-20, CP-24)."""
    seat = move.seat
    owner = window.play.claimer(state.turn)
    if seat == owner:
        refuse("CP-20", "own_claim", seat=seat)
    if seat in window.passed:
        refuse("CP-22", "has_passed", seat=seat)
    params = {"seat": seat, "claimer_seat": owner, "cards": window.play.claims}
    state = state.to(phases.Show(window.play, seat))
    state = state.say("CP-20", "coup.challenges", (seat, owner), **params)
    return _say_first_press(state, seat, move.behind)


def block(state: State, window: phases.Blockable, move: Block) -> State:
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
    blocked = replace(window.play, block=phases.Block(seat, card))
    if card or not state.options.named_block:
        state = _claim_block(state, blocked)
    else:
        state = state.to(phases.Naming(blocked))
        state = state.say(action.rule, "coup.blocks_and_names", seat=seat, word=action.word)
    return _say_first_press(state, seat, move.behind)


def why_not_theirs_to_block(state: State, play: phases.Play, seat: int) -> Refused:
    """Return why an action is not for this seat to block, or None if it is."""
    action, target = play.action, play.target
    if seat == state.turn:
        return refuse.refusal(action.rule, "own_action", seat=seat)
    if target is not None and seat != target:
        return refuse.refusal(action.rule, "not_the_target", seat=seat, target_seat=target)
    return None


def name_card(state: State, phase: phases.Naming, move: NameCard) -> State:
    """Name the character that the blocker claims."""
    seat = move.seat
    if seat != phase.play.claimer(state.turn):
        refuse("CP-21", "nothing_to_name", seat=seat)
    _must_block(phase.play.action, move.card)
    return _claim_block(state, replace(phase.play, block=phases.Block(seat, move.card)))


def _must_block(action: Action, card: str) -> None:
    """Raise if the character does not block the action."""
    if card not in action.blocks:
        refuse(action.rule, "does_not_block", word=action.word, cards=action.blocks, given=card)


def _claim_block(state: State, play: phases.Play) -> State:
    """Let other players challenge the claim of the block (CP-21)."""
    action, seat, cards = play.action, play.claimer(state.turn), play.claims
    state = state.claim(seat, cards, phases.Counter(play))
    seats, params = (seat, state.turn), {"seat": seat, "card": cards[0], "word": action.word}
    if play.block is not None and play.block.card:
        return state.say(action.rule, "coup.blocks", seats, **params)
    return state.say(action.rule, "coup.blocks_with_one_of", seats, seat=seat, cards=cards)


def _say_first_press(state: State, seat: int, behind: tuple[Behind, ...]) -> State:
    """Say how many milliseconds the first press was ahead, if others pressed too (CP-23)."""
    late = [press for press in behind if 0 <= press.seat < len(state.faces) and press.seat != seat]
    if not late:
        return state
    second = min(late, key=lambda press: press.ms)
    key = "coup.first" if second.ms > 0 else "coup.first_by_place"
    seats = (seat, *(press.seat for press in late))
    return state.say("CP-23", key, seats, seat=seat, behind_seat=second.seat, ms=second.ms)


# -- closing a window ------------------------------------------------------------------


def pass_(state: State, window: phases.Window, move: Pass) -> State:
    """Let a player pass. Once all have passed, the window closes."""
    seat = move.seat
    asked = entitled_seats(state, window)
    if seat not in asked:
        refuse("CP-22", "not_asked", seat=seat)
    if seat in window.passed:
        refuse("CP-22", "has_passed", seat=seat)
    state, passed = state.say("CP-22", "coup.passes", seat=seat), (*window.passed, seat)
    if len(passed) == len(asked):
        return _close_window(state, window)
    return replace(state, phase=replace(window, passed=passed))


def move_on(state: State, window: phases.Window, move: MoveOn) -> State:
    """Let the active player close the window."""
    seat = move.seat
    if seat != state.turn:
        refuse("CP-22", "not_yours_to_close", seat=seat, turn_seat=state.turn)
    return _close_window(state.say("CP-22", "coup.moves_on", seat=seat), window)


def window_closed(state: State, window: phases.Window, _: WindowClosed) -> State:
    """Close the window because its time ran out."""
    if not state.options.most_s:
        refuse("CP-22", "no_time_limit")
    state = state.say("CP-22", "coup.time_is_up", s=state.options.most_s)
    return _close_window(state, window)


def _close_window(state: State, window: phases.Window) -> State:
    """Close a window to which nobody objected. The claim or the action stands."""
    match window:
        case phases.Challengeable():
            return continue_after_claim(state, window.play)
        case phases.Blockable():
            return take_effect(state, window.play)
    return accept_block(state, window.play)
