"""The reveal: what a reading may be, who takes the strike, and who starts next."""

from __future__ import annotations

from typing import cast

from referee.contract import Message, Ruling, Score
from referee.coyote.cards import DRAW, named
from referee.coyote.counting import count
from referee.coyote.editions import Starts
from referee.coyote.moves import CardsCorrected, CardsRead, refuse
from referee.coyote.state import Phase, Result, Shuffle, State, due, held, may_return, pile
from referee.kit import Played, replaced


def cards_read(state: State, move: CardsRead) -> Played[State]:
    """All cards lie face up and were read (CY-6), or one more than before (CY-21)."""
    if state.phase is Phase.REVEAL:
        return _judge(state, named(move.cards), (), move.proof)
    if state.phase is not Phase.DRAW:
        refuse("CY-6", "no_cards_wanted")
    cards = named(move.cards)
    known = list(state.cards)
    new = []
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            new.append(card)
    if known:
        refuse("CY-11", "card_gone", cards=tuple(known))
    if not new:
        refuse("CY-21", "draw_missing", count=due(state))
    new.sort(key=lambda card: card != DRAW)  # a draw card turned up what lies there with it
    return _judge(state, cards, (*state.drawn, *new), move.proof)


def cards_corrected(state: State, move: CardsCorrected) -> Played[State]:
    """The table sets the last reading right; all that followed from it is worked out anew."""
    if state.phase is Phase.REVEAL or state.phase is Phase.TALKING:
        refuse("CY-11", "nothing_to_correct")
    strikes = state.strikes
    if state.result is not None:
        loser = state.result.loser
        strikes = replaced(strikes, loser, strikes[loser] - state.result.strikes)
    before = State(
        state.setup,
        Phase.REVEAL,
        state.round,
        cast(int, state.challenger),
        strikes,
        state.discards,
        state.number,
        state.announcer,
        state.challenger,
    )
    cards = named(move.cards)
    after, rulings = _judge(before, cards, (), move.proof or state.proof)
    said = Message("coyote.corrected", {"was_cards": state.cards, "cards": cards})
    return after, (Ruling("CY-11", said, proof=after.proof), *rulings)


def next_round(state: State) -> State:
    """Return the state once the cards of the last round are laid away (CY-8)."""
    discards = {} if cast(Result, state.result).shuffle else _laid_away(state, state.cards)
    return State(state.setup, Phase.TALKING, state.round + 1, state.turn, state.strikes, discards)


# -- what a reading may be --------------------------------------------------------------


def _judge(
    state: State, cards: tuple[str, ...], drawn: tuple[str, ...], proof: tuple[str, ...]
) -> Played[State]:
    """Count the cards, or ask for the one that a draw card still has to turn up."""
    players = held(state)
    more = len(cards) - players
    if more < 0:
        refuse("CY-11", "too_few", given=len(cards), wanted=players, count=-more)
    still_due = cards.count(DRAW) - more
    if still_due < 0:
        refuse("CY-11", "too_many", given=len(cards), count=-still_due)
    _must_be_in_deck(state, cards, more)
    if still_due and len(cards) < state.setup.size:
        return _ask_for_draw(state, cards, drawn, proof, still_due)
    base = list(cards)
    for card in drawn:
        base.remove(card)
    counted = count(base, state.setup.rules, drawn, among=more - len(drawn))
    return _decide(state, cards, drawn, proof, counted)


def _must_be_in_deck(state: State, cards: tuple[str, ...], more: int) -> None:
    """Refuse a reading that the deck cannot hold, given what lies on the discards (CY-11).

    Where draw cards turned up more than the pile held, the discards had been shuffled for
    it: so many cards may come from among them.
    """
    deck, discards = state.setup.deck, state.discards
    from_discards = more - pile(state) if more > pile(state) and may_return(state) else 0
    for card in dict.fromkeys(cards):
        there = deck.get(card, 0)
        if not there:
            refuse("CY-11", "not_in_deck", card=card)
        number = cards.count(card)
        if number > there:
            refuse("CY-11", "more_than_deck", card=card, given=number, most=there)
        gone = discards.get(card, 0)
        from_discards -= max(0, number - (there - gone))
        if from_discards < 0:
            refuse("CY-11", "discarded", card=card, given=number, most=there, gone=gone)


def _ask_for_draw(
    state: State,
    cards: tuple[str, ...],
    drawn: tuple[str, ...],
    proof: tuple[str, ...],
    still_due: int,
) -> Played[State]:
    waiting = State(
        state.setup,
        Phase.DRAW,
        state.round,
        state.turn,
        state.strikes,
        state.discards,
        state.number,
        state.announcer,
        state.challenger,
        cards,
        drawn,
        proof,
    )
    empty = len(cards) - held(state) >= pile(state)
    key = "coyote.draw_from_discards" if empty else "coyote.draw"
    return waiting, (Ruling("CY-21", Message(key, {"count": still_due}), proof=proof),)


# -- what follows from the total --------------------------------------------------------


def _decide(
    state: State,
    cards: tuple[str, ...],
    drawn: tuple[str, ...],
    proof: tuple[str, ...],
    counted: Score,
) -> Played[State]:
    """Give the strike (CY-7), and say who is out, who has won or who starts."""
    setup = state.setup
    number = state.number
    announcer, challenger = cast(int, state.announcer), cast(int, state.challenger)
    total = counted.total
    if total >= number:
        key, loser, winner = "coyote.reached", challenger, announcer
    else:
        key, loser, winner = "coyote.missed", announcer, challenger
    strikes = replaced(state.strikes, loser, state.strikes[loser] + 1)
    out = strikes[loser] == setup.limit
    playing = len(strikes) - strikes.count(setup.limit)
    over = playing == 1
    shuffle = Shuffle.NO
    if not over:
        if counted.reshuffle:
            shuffle = Shuffle.NIGHT
        elif setup.size - sum(_laid_away(state, cards).values()) < playing:
            shuffle = Shuffle.FEW
    starter = winner if out or setup.rules.starts is Starts.WINNER else loser
    decided = State(
        setup,
        Phase.OVER if over else Phase.COUNTED,
        state.round,
        starter,
        strikes,
        state.discards,
        number,
        announcer,
        challenger,
        cards,
        drawn,
        proof,
        Result(total, loser, winner, 1, shuffle),
    )
    said = Message(
        key,
        {
            "total": total,
            "number": number,
            "seat": loser,
            "winner_seat": winner,
            "strikes": strikes[loser],
            "limit": setup.limit,
        },
    )
    rulings = [Ruling("CY-7", said, counted.steps, (loser, winner), proof)]
    if out:
        said = Message("coyote.out", {"seat": loser, "strikes": strikes[loser]})
        rulings.append(Ruling("CY-9", said, (), (loser,)))
    if over:
        said = Message("coyote.won", {"seat": winner})
        rulings.append(Ruling("CY-9", said, (), (winner,)))
        return decided, tuple(rulings)
    if shuffle:
        rulings.append(Ruling("CY-8", Message(f"coyote.shuffle_{shuffle.value}")))
    rulings.append(Ruling("CY-1", Message("coyote.starts", {"seat": starter}), (), (starter,)))
    return decided, tuple(rulings)


def _laid_away(state: State, cards: tuple[str, ...]) -> dict[str, int]:
    """Return the discards once `cards` lie on them."""
    shuffled = len(cards) - held(state) > pile(state)  # the old ones, to turn a card up
    discards = {} if shuffled else dict(state.discards)
    for card in cards:
        discards[card] = discards.get(card, 0) + 1
    return discards
