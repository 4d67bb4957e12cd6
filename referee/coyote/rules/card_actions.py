"""The optional actions that lay cards face up (CY-60, CY-64), and the readings of these cards."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import IllegalMove, Value
from referee.coyote.rules.actions import may_sit_out, say_action, use_action
from referee.coyote.rules.ending import say_deal, shuffle_reason
from referee.coyote.rules.reveal import must_be_in_deck, new_cards
from referee.coyote.rules.talk import why_sitting_out
from referee.coyote.state.action_effects import FaceUp
from referee.coyote.state.cards import NIGHT, canonical_names
from referee.coyote.state.moves import Know, Open, SitOut, refuse
from referee.coyote.state.phases import (
    DECLARE,
    GUESSED,
    LOOK,
    OPEN,
    TALKING,
    Cards,
    Counted,
    Guess,
    Guessed,
    Look,
    Replaced,
    Reveal,
    Talking,
    Uncounted,
)
from referee.coyote.state.phases import Open as OpenPhase
from referee.coyote.state.state import (
    State,
    cards_held,
    cards_to_count,
    clockwise,
    next_seat,
    player_count,
)
from referee.kit import replaced as with_item

# -- the actions -------------------------------------------------------------------------------


def open_card(state: State, _phase: Talking, move: Open) -> State:
    """Ask the seat to turn up the top card of the pile. The card will count (CY-60)."""
    after = replace(use_action(state, move), phase=OPEN)
    number = cards_to_count(after)
    return say_action(after, "coyote.opens", move.seat, number=number)


def know(state: State, _phase: Talking, move: Know) -> State:
    """Record which card the seat says it has, before it looks (CY-64)."""
    after = use_action(state, move)
    (card,) = canonical_names((move.card,), state.setup.rules.instead)
    if card not in state.setup.deck:
        refuse("CY-64", "no_such_face", card=card)
    after = replace(after, phase=LOOK, acts=replace(after.acts, named=card))
    return say_action(after, "coyote.knows", move.seat, card=card)


def sit_out(state: State, _phase: Guessed, move: SitOut) -> State:
    """Let the seat sit out until the round ends. The announcement stays (CY-64, CY-73)."""
    seat = move.seat
    if seat != state.turn:
        raise knows_nothing(state, seat)
    if not may_sit_out(state):
        refuse("CY-73", "own_stands", seat=seat)
    acts = replace(state.acts, sitting=(*state.acts.sitting, seat))
    turn = next_seat(state, seat)
    after = replace(state, phase=TALKING, turn=turn, acts=acts)
    key = "coyote.sits_out_first" if state.announcer is None else "coyote.sits_out"
    return say_action(after, key, seat, turn, turn_seat=turn)


def knows_nothing(state: State, seat: int) -> IllegalMove:
    """Return why a seat that has guessed no card may not sit out."""
    return why_sitting_out(state, seat) or refuse.refusal("CY-64", "nothing_known", seat=seat)


# -- the readings -------------------------------------------------------------------------------


def read_open_card(state: State, _phase: OpenPhase, cards: Cards, proof: Cards) -> State:
    """Record the open card that was read. Its seat must announce now."""
    seat, card = state.turn, new_card(state, state.turn, cards)
    acts = replace(state.acts, up=(*state.acts.up, FaceUp(seat, card)))
    after = replace(state, phase=DECLARE, acts=acts)
    return after.say("CY-60", "coyote.opened", (seat,), proof, seat=seat, card=card)


def read_own_card(state: State, _phase: Look, cards: Cards, proof: Cards) -> State:
    """Compare the seat's own card with its guess. A wrong guess ends the round (CY-64)."""
    seat, card, acts = state.turn, new_card(state, state.turn, cards), state.acts
    acts = replace(acts, up=(*acts.up, FaceUp(seat, card, own=True)))
    after = replace(state, phase=GUESSED, acts=acts)
    params: dict[str, Value] = {"seat": seat, "card": card}
    if card == acts.named:
        key = "coyote.knew" if may_sit_out(after) else "coyote.knew_on"
        return after.say("CY-64", key, (seat,), proof, **params)
    limit, taken = state.setup.limit, state.strikes[seat] + 1
    after = replace(
        after,
        phase=Uncounted(Guess(seat)),
        strikes=with_item(state.strikes, seat, taken),
    )
    params |= {"named_card": acts.named, "strikes": taken, "limit": limit}
    after = after.say("CY-64", "coyote.knew_not", (seat,), proof, **params)
    if taken < limit:
        return after
    after = after.say("CY-9", "coyote.out", seat=seat, strikes=limit)
    return replace(after, turn=clockwise(after, seat)[0])


def read_swapped_out(state: State, phase: Replaced, cards: Cards, proof: Cards) -> State:
    """Record the swapped-out cards that were read separately: they do not count (CY-78)."""
    new = new_cards(state.acts.open_cards(), cards)
    must_be_in_deck(state, cards)
    _must_have_count(len(new), state.acts.unread_swaps(), cards)
    acts = replace(state.acts, replaced=tuple(new))
    after = replace(state, phase=Reveal(phase.challenger), acts=acts)
    return after.say("CY-78", "coyote.swapped_out", (), proof, cards=tuple(new), count=len(new))


def read_uncounted(state: State, phase: Uncounted, cards: Cards, proof: Cards) -> State:
    """Discard all cards without counting them after a wrong guess (CY-77)."""
    new_cards(state.acts.open_cards(), cards)
    return discard_uncounted(phase.result, state, cards, proof)


def discard_uncounted(guess: Guess, state: State, cards: Cards, proof: Cards) -> State:
    """Discard the cards of an uncounted round. A 0 among them means that all cards are shuffled."""
    must_be_in_deck(state, cards)
    _must_have_count(len(cards), cards_held(state), cards)
    shuffle = shuffle_reason(state, cards, player_count(state), night=NIGHT in cards)
    after = replace(state, phase=Counted(replace(guess, shuffle=shuffle), cards, proof))
    return say_deal(after.say("CY-77", "coyote.uncounted", (), proof), shuffle)


def new_card(state: State, seat: int, cards: Cards) -> str:
    """Return the only new card among the face-up cards in front of a seat."""
    before = state.acts.face_up_at(seat)
    new = new_cards(before, cards)
    _must_have_count(len(new), 1, cards)
    elsewhere = new_cards(before, state.acts.open_cards())
    must_be_in_deck(state, (*cards, *elsewhere))
    return new[0]


def _must_have_count(given: int, needed: int, cards: Cards) -> None:
    """Raise if a reading has too many or too few cards (CY-11)."""
    if given < needed:
        wanted = len(cards) + needed - given
        refuse("CY-11", "too_few", given=len(cards), wanted=wanted, count=needed - given)
    if given > needed:
        refuse("CY-11", "too_many", given=len(cards), count=given - needed)
