"""What may be done now in Coup d'État, and each seat's light."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee.contract import (
    AskCards,
    AskChoice,
    AskPlace,
    By,
    Choice,
    Message,
    Offer,
    Offers,
    Press,
    Value,
)
from referee.coup_detat.rules.laying import may_lay
from referee.coup_detat.rules.revokes import before_last, judged, may_take_back, suspected
from referee.coup_detat.rules.tricks import may_correct, may_declare, may_name, waits_for_answers
from referee.coup_detat.state.cards import COLOUR_WORDS, COLOURS, SUIT_WORDS, once
from referee.coup_detat.state.rows import cell
from referee.coup_detat.state.state import (
    GRID,
    Phase,
    State,
    answering,
    contract_of,
    may_play,
    opens,
    others,
    play_of,
    rows_of,
    zone,
)
from referee.coup_detat.view.lights import cues
from referee.coup_detat.view.opening import GRACE_S, claims, draws, loans, names, speaks
from referee.table import Zone

GATHER = Message("coup_detat.want.clear")
COUP_BACK = Message("coup_detat.want.coup_back")
CORRECTED = Message("coup_detat.offer.cards_corrected")
_CLEARED = Message("coup_detat.offer.cleared")


def offers(state: State) -> Offers:
    """Return all that may be done now, and each seat's cue."""
    return Offers(_now(state), cues(state), state.window)


def _now(state: State) -> tuple[Offer, ...]:
    match state.phase:
        case Phase.PLAY:
            return _plays(state)
        case Phase.CLEAR:
            return (_clear(state.lies), *_beside(state))
        case Phase.ROWS:
            return _lays(state)
        case Phase.DRAW:
            return tuple(draws(state))
        case Phase.COUP:
            return speaks(state)
        case Phase.CLAIM:
            return claims(state)
        case Phase.NAME:
            return names(state)
        case Phase.SUIT:
            return (*_suits(state), *_beside(state))
        case Phase.TABLE:
            return (*_turns_up(state), *_beside(state))
        case Phase.LEFT:
            return _left(state)
        case Phase.REVOKE:
            return (*_judges(state), *_corrects(state))
        case Phase.ASKED | Phase.SHORT:
            return loans(state)
        case Phase.OVER:
            return ()


# -- tricks -------------------------------------------------------------------------------------


def _plays(state: State) -> tuple[Offer, ...]:
    """A card is due before one seat; beside it what may be said at any time of a trick."""
    play, seats = play_of(state), state.setup.seats
    trick = play.trick
    more = _beside(state)
    if opens(state) and may_declare(state):
        label = Message("coup_detat.offer.declare_only", {"word": contract_of(state).word})
        declares = Offer("declare_only", label, trick.leader, press=Press.LONG)
        more = (declares, *more)
    if waits_for_answers(state):
        return more
    due = trick.due(seats)
    ask = AskCards("cards", str(zone(due)), 1, 1, once(may_play(state)))
    label, given = _due(due)
    return (Offer("card_played", label, None, given, (ask,), by=By.CAMERA), *more)


@lru_cache
def _due(seat: int) -> tuple[Message, dict[str, int | str]]:
    """Return what to say of a card that is due, and whose it is."""
    return Message("coup_detat.offer.card_played", {"seat": seat}), {"player": seat}


@lru_cache
def card_due(seat: int) -> Message:
    """Ask for a card of a trick."""
    return Message("coup_detat.want.card", {"seat": seat})


def _beside(state: State) -> tuple[Offer, ...]:
    """Answers about a secret coup, a card taken back, a card that was misread."""
    more: tuple[Offer, ...] = ()
    waits: tuple[int, ...] = ()
    if state.answers and not play_of(state).tricks:
        waits = answering(state)
        more = tuple(one for seat in waits for one in _answers(seat))
    if state.fails:
        label = Message("coup_detat.offer.take_back")
        more += tuple(
            Offer("take_back", label, seat, press=None if seat in waits else Press.SHORT)
            for seat in may_take_back(state)
        )
    return (*more, *_corrects(state))


def _corrects(state: State) -> tuple[Offer, ...]:
    """The card read last is another one: also where it seems to show a revoke."""
    if not may_correct(state):
        return ()
    play = play_of(state)
    place = len(play.trick.cards) - 1
    where = zone(play.trick.player(place, state.setup.seats))
    possible = once(may_play(before_last(state)))
    ask = AskCards("cards", str(where), 1, 1, possible)
    return (Offer("cards_corrected", CORRECTED, ask=(ask,), by=By.HOST),)


@lru_cache
def _answers(seat: int) -> tuple[Offer, ...]:
    """Lodge a secret coup by a long press, none by a short one (CE-61)."""
    lodge, no = Message("coup_detat.offer.lodge"), Message("coup_detat.offer.no")
    return (
        Offer("answer", lodge, seat, {"lodge": True}, press=Press.LONG, secret=True),
        Offer("answer", no, seat, {"lodge": False}, press=Press.SHORT, secret=True),
    )


def _suits(state: State) -> tuple[Offer, ...]:
    choices = tuple(Choice(suit, Message(SUIT_WORDS[suit])) for suit in may_name(state))
    label, leader = Message("coup_detat.offer.name_suit"), play_of(state).trick.leader
    named = Offer("name_suit", label, leader, ask=(AskChoice("suit", choices),))
    return (named, *_pressed(leader, state.colour, may_name(state)))


@lru_cache
def _pressed(leader: int, colour: str, may: tuple[str, ...]) -> tuple[Offer, ...]:
    """Name the suit at a button: black or red, then which; short is the first of two (CE-24)."""
    said = []
    for one, two in COLOURS.items():
        suits = [suit for suit in two if suit in may and colour in ("", one)]
        if len(suits) == 2 and not colour:
            label = Message(COLOUR_WORDS[one])
            said.append(Offer("name_colour", label, leader, {"colour": one}, aside=True))
            continue
        for suit in suits:
            label = Message(SUIT_WORDS[suit])
            said.append(Offer("name_suit", label, leader, {"suit": suit}, aside=True))
    presses = (Press.SHORT, Press.LONG)
    return tuple(replace(one, press=press) for one, press in zip(said, presses, strict=True))


def _turns_up(state: State) -> tuple[Offer, ...]:
    """The table card beside the card that took the trick (CE-25)."""
    play, seats = play_of(state), state.setup.seats
    winner = play.trick.winner(seats)
    own = play.trick.card(winner, seats)
    possible = once((*play.unseen, own))
    ask = AskCards("cards", str(zone(winner)), 2, 2, possible, (own,))
    label = Message("coup_detat.offer.table_card_turned")
    return (Offer("table_card_turned", label, ask=(ask,), by=By.CAMERA),)


@lru_cache
def table_card_due(seat: int) -> Message:
    """Ask for the table card."""
    return Message("coup_detat.want.table_card", {"seat": seat})


@lru_cache
def _clear(lies: Zone | None) -> Offer:
    ask = AskCards("cards", str(lies), 0, 0, {})
    return Offer("cleared", _CLEARED, ask=(ask,), by=By.CAMERA)


def _judges(state: State) -> tuple[Offer, ...]:
    """The opponents correct a revoke by a short press, or let it stand by a long one (CE-26)."""
    these = judged(state)
    owner, stands = these[0].seat, Message("coup_detat.offer.let_stand")
    found = []
    for seat in others(state, owner):
        for number, fail in enumerate(these):
            label = Message("coup_detat.offer.correct", {"number": fail.at + 1})
            if state.play is None:
                label = Message("coup_detat.offer.correct_turn", {"number": fail.at + 1})
            press = None if number else Press.SHORT
            given: dict[str, int | str] = {"at": fail.at}
            found.append(Offer("correct", label, seat, given, press=press, after_s=GRACE_S))
        found.append(Offer("let_stand", stands, seat, press=Press.LONG, after_s=GRACE_S))
    return tuple(found)


# -- Dominoes -----------------------------------------------------------------------------------


def _lays(state: State) -> tuple[Offer, ...]:
    """A card in its place of the grid, or a pass (CE-51); after an ace, done (CE-52)."""
    rows = rows_of(state)
    seat = rows.turn
    ask = _grid(state, may_lay(state))
    label = Message("coup_detat.offer.card_laid")
    lays = Offer("card_laid", label, None, {"player": seat}, (ask,), by=By.CAMERA)
    if rows.may_end:
        return (lays, Offer("done", Message("coup_detat.offer.done"), seat, press=Press.LONG))
    if not rows.may_pass:
        return (lays,)
    return (lays, Offer("pass", Message("coup_detat.offer.pass"), seat, press=Press.LONG))


def row_due(state: State) -> Message:
    """Ask for a card of Dominoes: the first, one more after an ace, or any that fits."""
    rows = rows_of(state)
    params: dict[str, Value] = {"seat": rows.turn}
    if rows.may_end:
        return Message("coup_detat.want.lay_on", params)
    return Message("coup_detat.want.lay" if rows.may_pass else "coup_detat.want.lay_first", params)


def _grid(state: State, cards: tuple[str, ...]) -> AskPlace:
    """Return the question for one of some cards, each in its place beside those that lie there."""
    known = tuple(cell(turn.card) for turn in rows_of(state).lying)
    return AskPlace("laid", str(GRID), known, _places(cards))


@lru_cache(maxsize=1024)
def _places(cards: tuple[str, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    return {card: ((cell(card).row, cell(card).column),) for card in cards}


def _left(state: State) -> tuple[Offer, ...]:
    """A card left to the one in question, in its place; or nothing, says who ran out (CE-51)."""
    found = suspected(state)
    assert found is not None
    seat, cards = found
    params: dict[str, Value] = {"seat": seat}
    ask = _grid(state, cards)
    label = Message("coup_detat.offer.card_left", params)
    card = Offer("card_left", label, None, {"player": seat}, (ask,), by=By.CAMERA)
    no = Message("coup_detat.offer.nothing_left", params)
    return (card, Offer("nothing_left", no, rows_of(state).turn, press=Press.LONG))


@lru_cache
def left_due(seat: int) -> Message:
    """Ask for what is left to somebody."""
    return Message("coup_detat.want.left", {"seat": seat})
