"""Cards played to tricks: whose turn, what is refused, who takes a trick (CE-20 … 25, 27)."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup_detat.rules.opening import cleared_first, must_sit, one_of
from referee.coup_detat.rules.revokes import cut, prices_back, shows
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import (
    COLOUR_WORDS,
    COLOURS,
    COUP,
    PACK,
    SUIT_WORDS,
    of_suits,
    pack,
    without,
)
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import (
    SEATS,
    Fail,
    Phase,
    Play,
    State,
    answering,
    barred,
    contract_of,
    has_only_coup,
    opens,
    play_of,
)
from referee.kit import Played


def card_played(state: State, move: moves.CardPlayed) -> Played[State]:
    """Take the card that lies before the player who is due."""
    return _played(state, move.player, one_of(move.cards), move.proof)


def waits_for_answers(state: State) -> bool:
    """Tell whether the card that would end the first trick waits for answers (CE-61)."""
    if not state.answers:
        return False
    play = play_of(state)
    last = len(play.trick.cards) == state.setup.seats - 1
    return last and not play.tricks and bool(answering(state))


def _played(state: State, seat: int, card: str, proof: tuple[str, ...]) -> Played[State]:
    play = play_of(state)
    due = play.trick.due(state.setup.seats)
    if seat != due:
        must_sit(state, seat)
        _refuse_turn(play, seat, due, card)
    if waits_for_answers(state):
        refuse("CE-61", "answers_first", seats=answering(state))
    if card == COUP:
        if play.coup != seat:
            _refuse_coup(state, play)
    elif card not in play.unseen:
        _refuse_card(state, card)
    elif has_only_coup(state):
        refuse("CE-24", "only_the_coup_card", seat=seat)
    elif card[-1] in barred(state):
        refuse("CE-22", "barred", seat=seat, card=card, word=contract_of(state).word)
    return _taken(state, play, seat, card, proof)


def _refuse_turn(play: Play, seat: int, due: int, card: str) -> NoReturn:
    """Say whose turn it is (CE-27)."""
    if play.trick.cards:
        refuse("CE-27", "out_of_turn", seat=seat, turn_seat=due, card=card)
    refuse("CE-27", "out_of_lead", seat=seat, turn_seat=due, card=card)


def _taken(state: State, play: Play, seat: int, card: str, proof: tuple[str, ...]) -> Played[State]:
    trick, number = play.trick, len(play.tricks)
    seats = state.setup.seats
    rulings: tuple[Ruling, ...]
    said = Message("coup_detat.played", {"seat": seat, "card": card})
    rulings = (Ruling("CE-24" if card == COUP else "CE-23", said, (), (seat,), proof),)
    picture = proof[0] if proof else ""
    fails = state.fails
    shown: tuple[Fail, ...] = ()
    if card == COUP:
        after = replace(play, trick=trick.plus(card, picture), coup=None)
    else:
        at = play.unseen.index(card)
        unseen = play.unseen[:at] + play.unseen[at + 1 :]
        after = replace(play, trick=trick.plus(card, picture), unseen=unseen)
        if fails:
            own = [fail for fail in fails if fail.seat == seat]
            shown = tuple([fail for fail in own if fail.is_shown_by(seat, card)])
        if not trick.follows(card):
            fails = (*fails, Fail(seat, number, of_suits(trick.suit)))
        elif not trick.cards and not number and play.declared:
            bars = contract_of(state).bars
            if card[-1] in bars:
                rest = "".join(suit for suit in "CDHS" if suit not in bars)
                fails = (*fails, Fail(seat, 0, of_suits(rest), declared=True))
    phase = _phase(state, after)
    if phase is not Phase.PLAY:
        if phase is not Phase.SUIT:
            winner = after.trick.winner(seats)
            params: dict[str, Value] = {"seat": winner, "cards": after.trick.cards}
            taken = Message("coup_detat.takes", params)
            rulings = (*rulings, Ruling("CE-23", taken, (), (winner,)))
        lies, window = SEATS if phase is Phase.CLEAR else state.lies, state.window + 1
        result = replace(
            state, play=after, fails=fails, phase=phase, lies=lies, window=window, then=Phase.PLAY
        )
    else:
        result = replace(state, play=after, fails=fails)
    return shows(result, shown, rulings) if shown else (result, rulings)


def _phase(state: State, play: Play) -> Phase:
    """Return the phase that follows on a trick as it lies there."""
    trick = play.trick
    if len(trick.cards) == state.setup.seats:
        turns_up = state.attempter is not None and not play.tricks and not play.table
        return Phase.TABLE if turns_up else Phase.CLEAR
    if trick.cards == (COUP,) and not trick.suit and state.setup.names_suit:
        return Phase.SUIT
    return Phase.PLAY


def _refuse_coup(state: State, play: Play) -> NoReturn:
    """Say why the Coup card cannot be played: out of play, another's, or played (CE-11, CE-24)."""
    if state.attempter is None:
        refuse("CE-11", "coup_away")
    if play.coup is not None:
        refuse("CE-24", "coup_of", seat=play.coup)
    _refuse_seen(state, COUP, "CE-24")


def _refuse_card(state: State, card: str) -> NoReturn:
    """Say why a card cannot be played: it is none of this game, or was seen before (CE-27)."""
    if card in pack(state.setup.seats):
        _refuse_seen(state, card, "CE-27")
    if card in PACK:
        refuse("CE-27", "taken_out_low", card=card)
    refuse("CE-27", "no_playing_card", card=card)


def _refuse_seen(state: State, card: str, rule: str) -> NoReturn:
    """Say where a card was seen before in the deal: there is one of it."""
    play, seats = play_of(state), state.setup.seats
    for number, trick in enumerate(play.all(), 1):
        if card in trick.cards:
            seat = trick.player(trick.cards.index(card), seats)
            refuse(rule, "seen", card=card, seat=seat, number=number)
    refuse(rule, "seen_table", card=card)


def may_declare(state: State) -> bool:
    """Tell whether a hand may hold nothing but what is barred (CE-22)."""
    bars = contract_of(state).bars
    return len(bars) > 1 or (len(bars) == 1 and state.setup.seats > 3)


def declare_only(state: State, move: moves.DeclareOnly) -> Played[State]:
    """Take the word of who leads first that they hold nothing else (CE-22)."""
    play = play_of(state)
    if move.seat != play.trick.leader or not opens(state):
        refuse("CE-22", "no_declaration", number=move.seat + 1)
    if not may_declare(state):
        refuse("CE-22", "cannot_be", seat=move.seat)
    said = Message("coup_detat.declares", {"seat": move.seat, "word": contract_of(state).word})
    after = replace(state, play=replace(play, declared=True), window=state.window + 1)
    return after, (Ruling("CE-22", said, (), (move.seat,)),)


def may_name(state: State) -> tuple[str, ...]:
    """Return the suits that may be named with a led Coup card (CE-22, CE-24)."""
    bars = "" if play_of(state).tricks else contract_of(state).bars
    return tuple(suit for suit in "CDHS" if suit not in bars)


def _named_by(state: State, seat: int) -> Play:
    """Return the trick play whose led Coup card `seat` names; refuse all others (CE-24)."""
    play = play_of(state)
    if seat != play.trick.leader:
        refuse("CE-24", "not_yours_to_name", seat=play.trick.leader)
    return play


def name_suit(state: State, move: moves.NameSuit) -> Played[State]:
    """Take the suit to follow, as the player of the led Coup card names it (CE-24)."""
    play = _named_by(state, move.seat)
    word = SUIT_WORDS[move.suit]
    if move.suit not in may_name(state):
        refuse("CE-22", "barred_suit", word=word)
    said = Message("coup_detat.suit_named", {"seat": move.seat, "word": word})
    trick = replace(play.trick, suit=move.suit)
    after = replace(
        state, play=replace(play, trick=trick), phase=Phase.PLAY, window=state.window + 1, colour=""
    )
    return after, (Ruling("CE-24", said, (), (move.seat,)),)


def may_choose(state: State) -> tuple[str, ...]:
    """Return the colours that have two suits which may be named, or none once one is chosen."""
    suits = may_name(state)
    return tuple(
        colour for colour, two in COLOURS.items() if not state.colour and set(two) <= set(suits)
    )


def name_colour(state: State, move: moves.NameColour) -> Played[State]:
    """Take the colour of the suit to follow; which of the two is asked next (CE-24)."""
    _named_by(state, move.seat)
    word = COLOUR_WORDS[move.colour]
    if move.colour not in may_choose(state):
        refuse("CE-24", "no_such_colour", word=word)
    said = Message("coup_detat.colour_named", {"seat": move.seat, "word": word})
    after = replace(state, colour=move.colour, window=state.window + 1)
    return after, (Ruling("CE-24", said, (), (move.seat,)),)


def table_card_turned(state: State, move: moves.TableCardTurned) -> Played[State]:
    """Take the table card, which its winner turned up beside their own card (CE-25)."""
    play, seats = play_of(state), state.setup.seats
    winner = play.trick.winner(seats)
    own = play.trick.card(winner, seats)
    if len(move.cards) != 2 or own not in move.cards:
        refuse("CE-25", "beside", seat=winner, card=own)
    card = next((one for one in move.cards if one != own), own)
    if card not in play.unseen:
        _refuse_card(state, card)
    after = replace(play, table=card, unseen=without(play.unseen, (card,)))
    said = Message("coup_detat.table_card", {"seat": winner, "card": card})
    state = cleared_first(replace(state, play=after), SEATS, Phase.PLAY)
    return state, (Ruling("CE-25", said, (), (winner,), move.proof),)


def cards_corrected(state: State, move: moves.CardsCorrected) -> Played[State]:
    """Take another card for the one of this trick that was read last."""
    if not may_correct(state):
        refuse("CE-27", "nothing_to_correct")
    play, card = play_of(state), one_of(move.cards)
    place = len(play.trick.cards) - 1
    before, back = prices_back(state, cut(state, len(play.tricks), place))
    seat = play.trick.player(place, state.setup.seats)
    after, rulings = _played(before, seat, card, move.proof)
    was = Message("coup_detat.corrected", {"was_card": play.trick.cards[place], "card": card})
    return after, (Ruling("CE-27", was, (), (seat,)), *back, *rulings)


def may_correct(state: State) -> bool:
    """Tell whether the card read last lies there still, and nothing followed from it yet."""
    play = state.play
    if play is None or not play.trick.cards or (play.table and not play.tricks):
        return False
    return state.phase in (Phase.PLAY, Phase.SUIT, Phase.TABLE, Phase.REVOKE) or (
        state.phase is Phase.CLEAR
    )
