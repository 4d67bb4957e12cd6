"""The reveal: which readings are possible, who takes the strike, and who starts next."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Score, Step, Value
from referee.coyote.rules.counting import count
from referee.coyote.rules.ending import say_deal, shuffle_reason
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import Starts
from referee.coyote.state.moves import refuse
from referee.coyote.state.phases import (
    TALKING,
    Cards,
    Count,
    Counted,
    Draw,
    Over,
    Reveal,
    Shuffle,
)
from referee.coyote.state.state import (
    State,
    cards_held,
    drawing_cards,
    draws_pending,
    pile_after_deal,
    player_count,
    returnable_discards,
)
from referee.kit import compare_cards, replaced


def read_reveal(state: State, phase: Reveal, cards: Cards, proof: Cards) -> State:
    """Judge the cards of a reveal (CY-6)."""
    if known := state.acts.open_cards():
        new_cards(known, cards)
    return count_or_draw(state, phase.challenger, cards, (), proof)


def read_drawn(state: State, draw: Draw, cards: Cards, proof: Cards) -> State:
    """Judge a reveal again after a draw card has turned up another card (CY-21)."""
    new = new_cards(draw.cards, cards)
    if not new:
        refuse("CY-21", "draw_missing", count=draws_pending(state))
    new.sort(key=lambda card: card != DRAW)  # a new draw card first: it turned up the others
    return count_or_draw(state, draw.challenger, cards, (*draw.drawn, *new), proof)


def recount(last: Draw | Count, state: State, cards: Cards, proof: Cards) -> State:
    """Repeat a count with corrected cards, from the state before the `last` reading."""
    strikes, turn = state.strikes, last.challenger
    if isinstance(last, Count):
        strikes = replaced(strikes, last.loser, strikes[last.loser] - last.strikes)
    before = replace(state, phase=Reveal(turn), turn=turn, strikes=strikes)
    new_cards(state.acts.swapped_out(), cards)
    return count_or_draw(before, turn, cards, (), proof)


def next_round(state: State, counted: Counted) -> State:
    """Return the state after the cards of the last round were discarded (CY-8)."""
    shuffle = counted.result.shuffle
    return State(
        state.setup,
        TALKING,
        state.round + 1,
        state.turn,
        state.strikes,
        {} if shuffle else _discards_with(state, counted.cards),
        earlier=() if shuffle else counted.cards,
    )


# -- which readings are possible --------------------------------------------------------------


def new_cards(known: tuple[str, ...], cards: tuple[str, ...]) -> list[str]:
    """Return the cards that are not `known` yet. Raise if a known card is missing."""
    new, gone = compare_cards(cards, known)
    if gone:
        refuse("CY-11", "card_gone", cards=tuple(gone))
    return new


def count_or_draw(state: State, challenger: int, cards: Cards, drawn: Cards, proof: Cards) -> State:
    """Count the cards, or ask for the cards that draw cards must still turn up."""
    setup = state.setup
    players = cards_held(state)
    more = len(cards) - players
    must_be_in_deck(state, cards, more)
    if more < 0:
        refuse("CY-11", "too_few", given=len(cards), wanted=players, count=-more)
    out = state.acts.swapped_out()
    still_due = drawing_cards(state, cards) - more
    if still_due < 0:
        refuse("CY-11", "too_many", given=len(cards), count=-still_due)
    if still_due and len(cards) < setup.size:
        empty = more >= pile_after_deal(state)
        key = "coyote.draw_from_discards" if empty else "coyote.draw"
        waiting = replace(state, phase=Draw(challenger, cards, drawn, proof))
        return waiting.say("CY-21", key, (), proof, count=still_due)
    base = cards
    if drawn or out:
        base = tuple(compare_cards(cards, (*drawn, *out))[0])
    counted = count(base, setup.rules, drawn, among=more - len(drawn))
    if out:
        first, *others = counted.steps
        message = Message("coyote.step.replaced", {"cards": out})
        counted = replace(counted, steps=(first, Step(message, first.terms, first.total), *others))
    result = _verdict(state, challenger, cards, counted)
    return _say_verdict(_with_verdict(state, result, cards, proof), result, counted, proof)


def must_be_in_deck(state: State, cards: tuple[str, ...], more: int = 0) -> None:
    """Raise if the deck cannot hold these cards in addition to the discards (CY-11).

    If draw cards turned up more cards than the pile held, the discards were shuffled into the pile.
    Then that many of the cards may come from the discards.
    """
    deck, discards = state.setup.deck, state.discards
    beyond = 0  # how many of the cards must come from the discards
    for card in dict.fromkeys(cards):
        number, there, gone = cards.count(card), deck.get(card, 0), discards.get(card, 0)
        if not there:
            refuse("CY-11", "not_in_deck", card=card)
        if number > there:
            refuse("CY-11", "more_than_deck", card=card, count=number, most=there)
        if number + gone > there:
            beyond += number + gone - there
            if beyond > more - pile_after_deal(state) or not returnable_discards(state):
                refuse("CY-11", "discarded", card=card, count=number, most=there, gone=gone)


# -- what follows from the total --------------------------------------------------------


def _verdict(state: State, challenger: int, cards: Cards, counted: Score) -> Count:
    """Return who takes how many strikes (CY-7), and whether all cards are shuffled next (CY-8)."""
    announced, limit = state.said[-1], state.setup.limit
    loser, winner = announced.seat, challenger
    if counted.total >= announced.number:
        loser, winner = winner, loser
    left = limit - state.strikes[loser]
    gained = min(2, left) if state.acts.doubled else 1  # CY-72
    playing = player_count(state) - (gained == left)
    shuffle = Shuffle.NO
    if playing > 1:
        shuffle = shuffle_reason(state, cards, playing, night=counted.reshuffle)
    return Count(counted.total, loser, winner, challenger, gained, shuffle)


def _with_verdict(state: State, result: Count, cards: Cards, proof: Cards) -> State:
    """Return the state after the strikes. The match ends, or the seat that starts is on turn."""
    setup, loser, winner = state.setup, result.loser, result.winner
    strikes = replaced(state.strikes, loser, state.strikes[loser] + result.strikes)
    out = strikes[loser] == setup.limit
    over = out and player_count(state) == 2
    starter = winner if out or setup.rules.starts is Starts.WINNER else loser
    ended = Over(result, cards, proof) if over else Counted(result, cards, proof)
    return replace(state, phase=ended, turn=starter, strikes=strikes)


def _say_verdict(after: State, result: Count, counted: Score, proof: Cards) -> State:
    """Say what a verdict means: the strike, who is out, and who has won or starts."""
    loser, winner, strikes = result.loser, result.winner, after.strikes[result.loser]
    reached = loser == result.challenger
    if result.strikes == 2:
        key = "coyote.reached_twice" if reached else "coyote.missed_twice"
    else:
        key = "coyote.reached" if reached else "coyote.missed"
    params: dict[str, Value] = {
        "total": result.total,
        "number": after.number,
        "seat": loser,
        "winner_seat": winner,
        "strikes": strikes,
        "limit": after.setup.limit,
    }
    after = after.add(Ruling("CY-7", Message(key, params), counted.steps, (loser, winner), proof))
    if after.acts.doubled and result.strikes == 1:  # The limit allows no second one.
        after = after.say("CY-72", "coyote.double_capped", seat=loser)
    elif after.acts.doubled:
        after = after.say(after.setup.rules.actions["double"], "coyote.double_counts", seat=loser)
    if strikes == after.setup.limit:
        after = after.say("CY-9", "coyote.out", seat=loser, strikes=strikes)
    if isinstance(after.phase, Over):
        return after.say("CY-9", "coyote.won", seat=winner)
    return say_deal(after, result.shuffle)


def _discards_with(state: State, cards: tuple[str, ...]) -> dict[str, int]:
    """Return the discards together with `cards`."""
    discards = state.discards
    shuffled = sum(discards.values()) + len(cards) > state.setup.size  # shuffled for a draw card
    discards = {} if shuffled else dict(discards)
    for card in cards:
        discards[card] = discards.get(card, 0) + 1
    return discards
