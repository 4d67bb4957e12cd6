"""Open cards: shown after a challenge, or turned up for good (CP-24 to CP-42)."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup.rules.ending import eliminate
from referee.coup.rules.turn import extort, lose_influence, resume_turn
from referee.coup.state import moves, phases
from referee.coup.state.cards import CHARACTERS
from referee.coup.state.moves import refuse
from referee.coup.state.state import (
    MIDDLE,
    EventKind,
    State,
    challenge_of_shown,
    claimer,
    hidden_cards,
    influence,
    is_in,
    seat_zone,
)
from referee.kit import compare_cards, replaced

# -- a claim is challenged ----------------------------------------------------------------


def card_shown(state: State, show: phases.Show, move: moves.CardShown) -> State:
    """Judge the challenged player's card against the claim (CP-24)."""
    return _judge_shown(state, show, _single_card(move.cards), move.proof)


def concede(state: State, show: phases.Show, move: moves.Concede) -> State:
    """Let the challenged player lose the challenge without showing a card."""
    seat = move.seat
    if seat != show.play.claimer(state.turn):
        refuse("CP-24", "nothing_to_concede", seat=seat)
    state = state.saw(EventKind.FAILED, seat, (), show.challenger)
    state = state.say("CP-24", "coup.concedes", seat=seat, cards=show.play.claims)
    return _lose_challenge(state, phases.Contest(show.play, show.challenger, held=False))


def _judge_shown(state: State, show: phases.Show, card: str, proof: tuple[str, ...]) -> State:
    play, challenger = show.play, show.challenger
    seat = play.claimer(state.turn)
    _must_be_hidden(state, card)
    contest = phases.Contest(play, challenger, held=card in play.claims)
    event = EventKind.SHOWN if contest.held else EventKind.FAILED
    state = state.saw(event, seat, (card,), challenger)
    params: dict[str, Value] = {"seat": seat, "card": card}
    if contest.held:
        # The claim was true. Once the challenger has lost a card, the action or block goes on
        # (CP-29).
        state = state.say("CP-24", "coup.shows", (seat, challenger), proof, **params)
        return lose_influence(state, challenger, contest, card)
    params["claimed_cards"] = play.claims
    state = state.say("CP-24", "coup.shows_another", (seat,), proof, **params)
    return replace(_lose_challenge(state, contest), phase=phases.Return(contest, card, seat))


def _lose_challenge(state: State, contest: phases.Contest) -> State:
    """Let the challenged player lose. The action (CP-27) or the block (CP-28) fails."""
    seat, play = contest.play.claimer(state.turn), contest.play
    if play.block is not None:
        seats, word = (seat, state.turn), play.action.word
        state = state.say("CP-28", "coup.block_fails", seats, seat=seat, word=word)
    return lose_influence(state, seat, contest)


def card_returned(state: State, phase: phases.Return, move: moves.CardReturned) -> State:
    """Continue once the shown card has left the middle (CP-25, CP-42)."""
    if move.cards:
        refuse("CP-42", "still_there", cards=move.cards)
    seat, card, contest = claimer(state), phase.shown, phase.contest
    if phase.loser is not None:  # it is not the claimed card, so it goes back to the hand
        state = state.to(phases.Lose(phase.loser, contest))
        return state.say("CP-42", "coup.takes_back", seat=seat)
    state = state.saw(EventKind.REPLACED, seat, (card,))
    state = state.say("CP-25", "coup.returns", seat=seat, card=card)
    return resume_turn(state, contest.challenger, contest)


# -- an influence is lost -----------------------------------------------------------------


def turnable_cards(state: State, seat: int) -> dict[str, int]:
    """Return how many copies of each card may lie face up before a seat that loses an influence."""
    results = {card: _turnable_count(state, seat, card) for card in state.options.deck}
    return {card: number for card, number in results.items() if number}


def _turnable_count(state: State, seat: int, card: str) -> int:
    """Return how many copies of a card may lie face up before the seat that loses an influence.

    These are the copies that are already face up, and one more.
    """
    up = state.faces[seat].count(card)
    if influence(state, seat) == 1 and state.history:
        last = state.history[-1]
        if last.what is EventKind.FAILED and last.seat == seat and last.cards:
            return up + (card == last.cards[0])  # the only card left; it was not the claimed one
    in_middle = card == state.phase.shown
    hidden = state.options.deck.get(card, 0) - in_middle
    for cards in state.faces:
        hidden -= cards.count(card)
    return max(0, up + hidden)


def card_turned(state: State, phase: phases.Lose, move: moves.CardTurned) -> State:
    """Record a card that a player turned up for good (CP-26, CP-41)."""
    seat, cause = phase.loser, phase.cause
    card = _new_card(move.cards, state.faces[seat])
    if move.cards.count(card) > _turnable_count(state, seat, card):
        _must_be_hidden(state, card)
        up, found = state.faces[seat], turnable_cards(state, seat)
        cards = tuple(card for card, number in found.items() if number > up.count(card))
        refuse("CP-26", "cannot_turn", seat=seat, card=card, cards=cards)
    faces = replaced(state.faces, seat, (*state.faces[seat], card))
    state = replace(state.saw(EventKind.TURNED, seat, (card,)), faces=faces)
    state = state.say("CP-26", "coup.turns_up", (seat,), move.proof, seat=seat, card=card)
    if not is_in(state, seat):
        match cause:
            case phases.Contest(phases.Play("extort", target, phases.Block()), held=False) if (
                target == seat
            ):
                # The block has just failed, so take the coins before the purse goes to the Treasury
                state = extort(state, seat)
                cause = phases.Hit(cause.play)
        state = eliminate(state, seat)
        if type(state.phase) is phases.Over:
            return state
    if phase.shown and isinstance(cause, phases.Contest):
        return state.to(phases.Return(cause, phase.shown))
    return resume_turn(state, seat, cause)


# -- a misread card -----------------------------------------------------------------------


def cards_corrected(state: State, _phase: phases.Phase, move: moves.CardsCorrected) -> State:
    """Correct the last reading. Everything that followed from it is judged again."""
    contest, cards = challenge_of_shown(state), move.cards
    params: dict[str, Value] = {"was_cards": _last_read(state, contest), "cards": cards}
    ruling = Ruling("CP-40", Message("coup.corrected", params), proof=move.proof)
    if contest is None:
        return _correct_turned(state, corrected_seat(state), cards).add(ruling)
    show = phases.Show(contest.play, contest.challenger)
    before = replace(state, phase=show, history=state.history[:-1]).add(ruling)
    return _judge_shown(before, show, _single_card(cards), move.proof)


def _last_read(state: State, contest: phases.Contest | None) -> tuple[str, ...]:
    """Return the cards of the last reading, and raise if there is none."""
    if contest is not None:
        return state.history[-1].cards
    if not any(state.faces):
        refuse("CP-40", "nothing_to_correct")
    return state.faces[corrected_seat(state)]


def corrected_seat(state: State) -> int:
    """Return the seat that was the last to turn up a card."""
    return next(event.seat for event in reversed(state.history) if event.what is EventKind.TURNED)


def correctable_cards(state: State, seat: int) -> dict[str, int]:
    """Return how many copies of each card may lie before the seat that was last to turn one up."""
    possible = hidden_cards(state)
    events = reversed(state.history)
    next(event for event in events if event.what is EventKind.TURNED)
    before = next(events, None)
    if (
        before is not None and before.what is EventKind.SHOWN
    ):  # the last card lay in the middle at that time
        possible[before.cards[0]] -= 1
    for card in state.faces[seat]:
        possible[card] = possible.get(card, 0) + 1
    return {card: number for card, number in possible.items() if number > 0}


def _correct_turned(state: State, seat: int, cards: tuple[str, ...]) -> State:
    earlier = state.faces[seat][:-1]
    card = _new_card(cards, earlier)
    if cards.count(card) > correctable_cards(state, seat).get(card, 0):
        _refuse_all_face_up(state, card)
    turned = [n for n, event in enumerate(state.history) if event.what is EventKind.TURNED]
    at = max(n for n in turned if state.history[n].seat == seat)
    history = replaced(state.history, at, replace(state.history[at], cards=(card,)))
    faces = replaced(state.faces, seat, (*earlier, card))
    return replace(state, faces=faces, history=history)


# -- which readings are possible ----------------------------------------------------------------


def _single_card(cards: tuple[str, ...]) -> str:
    if len(cards) != 1:
        refuse("CP-24", "not_one_card", given=len(cards))
    return _known_cards(cards)[0]


def _new_card(cards: tuple[str, ...], before: tuple[str, ...]) -> str:
    """Return the only new card among the face-up cards in front of a player."""
    _known_cards(cards)
    if not before and len(cards) == 1:
        return cards[0]
    new, gone = compare_cards(cards, before)
    if gone:
        refuse("CP-41", "card_gone", cards=tuple(gone))
    if not new:
        refuse("CP-41", "none_turned")
    if len(new) > 1:
        refuse("CP-41", "too_many_turned", given=len(new))
    return new[0]


def _known_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    for card in cards:
        if card not in CHARACTERS:
            refuse("CP-40", "no_such_card", given=card)
    return cards


def _must_be_hidden(state: State, card: str) -> None:
    """Raise if all copies of a card lie face up already (CP-40)."""
    if card not in hidden_cards(state):
        _refuse_all_face_up(state, card)


def _refuse_all_face_up(state: State, card: str) -> NoReturn:
    """Raise because all copies of a card lie face up; the message says where (SL-1)."""
    lie = [seat_zone(seat) for seat, cards in enumerate(state.faces) if card in cards]
    zones = tuple(map(str, [*lie, MIDDLE] if state.phase.shown == card else lie))
    refuse("CP-40", "all_face_up", card=card, most=state.options.deck.get(card, 0), zones=zones)
