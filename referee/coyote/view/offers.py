"""The legal moves of Coyote, and the cards that the camera should look for.

A short press doubts (challenge); a long press accepts (approve, skip, sit out). See
``referee/README.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskSeat,
    By,
    Choice,
    Cue,
    Message,
    Offer,
    Offers,
    Press,
)
from referee.coyote.rules.actions import AFTER_ANNOUNCING, may_sit_out, may_use
from referee.coyote.rules.leaving import may_leave
from referee.coyote.rules.pending import PendingCards, pending_cards
from referee.coyote.rules.readings import last_reading
from referee.coyote.rules.reveal import new_cards
from referee.coyote.state.action_effects import MAT, NO_EFFECTS
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.phases import (
    Again,
    Alone,
    Answer,
    Challenged,
    Counted,
    Draw,
    Guess,
    Guessed,
    Over,
    Reveal,
    Talking,
    Uncounted,
)
from referee.coyote.state.state import (
    State,
    cards_held,
    clockwise,
    returnable_discards,
    undiscarded,
)

_OPENING = Message("coyote.offer.announce")
_RAISE = Message("coyote.offer.raise")
_LOWER = Message("coyote.offer.lower")
_HIGHER = Message("coyote.offer.higher")
_CHALLENGE = Message("coyote.offer.challenge")
_READ = Message("coyote.offer.cards_read")
_CORRECT = Message("coyote.offer.cards_corrected")
_SIT_OUT = Message("coyote.offer.sit_out")
_TARGETED = frozenset({"extra", "next_is"})  # These actions need another seat as their target.
_ACTIONS = {  # The name and effect of each action.
    action: (Message(f"coyote.action.{action}"), Message(f"coyote.effect.{action}"))
    for edition in EDITIONS.values()
    for action in edition.actions
}
_PRESSES = {"approve": Press.LONG, "skip": Press.LONG}


def offers(state: State) -> Offers:
    """Return the legal moves and each seat's cue."""
    phase = state.phase
    if type(phase) is Talking or type(phase) is Counted:
        now = _talk_moves(state)
    elif phase.reading_rule:
        now = (Offer("cards_read", _READ, ask=(_ask_cards(state),), by=By.CAMERA),)
    else:
        now = () if isinstance(phase, Over) else _limited_moves(state)
    if phase.cards or state.acts is not NO_EFFECTS:
        now += _correction(state)
    leaves = [_leave_offer(seat) for seat in may_leave(state)]
    return Offers((*now, *leaves), cues(state))


@lru_cache(maxsize=16)
def _leave_offer(seat: int) -> Offer:
    return Offer("leave", Message("coyote.offer.leave", {"seat": seat}), seat, by=By.HOST)


# -- the talk -----------------------------------------------------------------------------


def _talk_moves(state: State) -> tuple[Offer, ...]:
    """Return the moves of the seat to move: announce, or challenge a standing announcement."""
    seat = state.turn
    standing = state.number if state.said and type(state.phase) is Talking else 0
    ask: tuple[Ask, ...] = (AskNumber("number", standing + 1),)
    announce = Offer("announce", _RAISE if standing else _OPENING, seat, ask=ask)
    now: tuple[Offer, ...] = (announce,)
    if standing and seat != state.announcer:
        now = (announce, Offer("challenge", _CHALLENGE, seat, press=Press.SHORT))
    return (*now, *_actions(state)) if state.setup.tokens else now


def _limited_moves(state: State) -> tuple[Offer, ...]:
    """Return the moves of the seat to move after an action has limited them."""
    phase, seat, number = state.phase, state.turn, state.number
    if isinstance(phase, Again):
        beats = state.acts.beats
        lower = (_announce(_LOWER, seat, beats, number - 1),) if beats < number - 1 else ()
        return (_announce(_HIGHER, seat, number), *lower)
    announce = _announce(_RAISE if number else _OPENING, seat, number)
    if isinstance(phase, Answer):
        return (announce, Offer("challenge", _CHALLENGE, seat, press=Press.SHORT))
    if isinstance(phase, Guessed) and may_sit_out(state):
        return (announce, Offer("sit_out", _SIT_OUT, seat, press=Press.LONG))
    return (announce,)


def _announce(label: Message, seat: int, beats: int, most: int | None = None) -> Offer:
    ask: tuple[Ask, ...] = (AskNumber("number", beats + 1, most),)
    return Offer("announce", label, seat, ask=ask)


def _actions(state: State) -> tuple[Offer, ...]:
    """Return the optional actions of the seat to move and, after announcing, of the announcer."""
    offered = []
    for action in state.setup.tokens:
        seat = state.announcer if action in AFTER_ANNOUNCING else state.turn
        if seat is None or not may_use(state, seat, action):
            continue
        ask: tuple[Ask, ...] = ()
        if action in _TARGETED:
            ask = (AskSeat("target", clockwise(state, seat)),)
        elif action == "know":
            ask = (AskChoice("card", tuple(_face_choice(card) for card in state.setup.deck)),)
        label, effect = _ACTIONS[action]
        press = _PRESSES.get(action)
        offered.append(Offer(action, label, seat, ask=ask, press=press, effect=effect))
    return tuple(offered)


def _face_choice(card: str) -> Choice:
    return Choice(card, Message("coyote.offer.face", {"card": card}))


# -- the camera -----------------------------------------------------------------------------


def _ask_cards(state: State) -> AskCards:
    """Return the question for all cards that must lie face up now, including the known ones."""
    phase, wait = state.phase, cast(PendingCards, pending_cards(state))
    if isinstance(phase, Reveal):
        return _ask_count(state, wait.known)
    if isinstance(phase, Draw):
        return _ask_count(state, wait.known, len(wait.known) + 1)
    possible = undiscarded(state)
    if isinstance(phase, Alone):
        possible = _minus(possible, new_cards(wait.known, state.acts.open_cards()))
    zone, count = str(wait.zone), wait.number
    return AskCards("cards", zone, count, count, possible, wait.known)


def _minus(possible: dict[str, int], elsewhere: Sequence[str]) -> dict[str, int]:
    """Return how many copies of each card are possible if those `elsewhere` are left out."""
    return dict(Counter(possible) - Counter(elsewhere)) if elsewhere else possible


def _ask_count(state: State, known: tuple[str, ...], least: int = 0) -> AskCards:
    """Return the question for the players' cards and the cards that draw cards turned up.

    A swapped-out draw card lies there too, but draws nothing.
    """
    cards = most = cards_held(state)
    if state.acts is not NO_EFFECTS:
        most -= state.acts.swapped_out().count(DRAW)
    possible, again = undiscarded(state), returnable_discards(state)
    return AskCards("cards", MAT, least or cards, most, possible, known, {DRAW: 1}, again)


def _correction(state: State) -> tuple[Offer, ...]:
    """Return the host's offer to correct the last reading, if there is one."""
    if state.phase.cards and not isinstance(state.phase.result, Guess):
        ask = _ask_count(state, state.acts.swapped_out())
    elif (last := last_reading(state)) is None:
        return ()
    else:
        cards = len(last.cards)
        possible = _minus(undiscarded(state), last.elsewhere)
        ask = AskCards("cards", last.zone, cards, cards, possible, last.known)
    return (Offer("cards_corrected", _CORRECT, ask=(ask,), by=By.HOST),)


# -- the lights -----------------------------------------------------------------------------


def cues(state: State) -> tuple[Cue, ...]:
    """Return each seat's cue. The loser of a round sees LOST unless they start the next one.

    Actions after announcing have no button and therefore no light.
    """
    phase, limit = state.phase, state.setup.limit
    idle = Cue.WAIT if phase.reading_rule else Cue.IDLE
    found = [idle if strikes < limit else Cue.OUT for strikes in state.strikes]
    if type(phase) is Talking or type(phase) is Answer:
        challenges = state.said and state.turn != state.announcer
        found[state.turn] = Cue.MAY_CHALLENGE if challenges else Cue.TURN
    elif phase.result is not None:
        found[phase.result.loser] = Cue.LOST
        if type(phase) is not Uncounted:
            found[state.turn] = Cue.WON if type(phase) is Over else Cue.TURN
    elif not isinstance(phase, Challenged):
        found[state.turn] = Cue.TURN
    return tuple(found)
