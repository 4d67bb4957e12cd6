"""What may be done now in Coup d'État, and each seat's light."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import (
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    By,
    Choice,
    Cue,
    Message,
    Offer,
    Offers,
    Press,
)
from referee.coup_detat.cards import COUP, SUIT_WORDS, once
from referee.coup_detat.laying import may_lay
from referee.coup_detat.money import STEP
from referee.coup_detat.opening import may_draw
from referee.coup_detat.paying import able, most_lent
from referee.coup_detat.revokes import cut, judged, may_take_back
from referee.coup_detat.rows import cell
from referee.coup_detat.state import (
    GRID,
    MIDDLE,
    SEATS_ZONE,
    Phase,
    State,
    answering,
    contract_of,
    contracts_left,
    may_play,
    namer,
    others,
    play_of,
    rows_of,
    seats_of,
    zone,
)
from referee.coup_detat.tricks import may_correct, may_declare, may_name, waits_for_answers

GRACE_S = 0.8  # a press that was meant for the moment before must not act in this one

_CLEARED = Message("coup_detat.offer.cleared")


def offers(state: State) -> Offers:
    """Return all that may be done now, and each seat's cue."""
    return Offers(_now(state), cues(state), state.window)


def _now(state: State) -> tuple[Offer, ...]:
    match state.phase:
        case Phase.PLAY:
            return _plays(state)
        case Phase.CLEAR:
            return (_clear(state.lies, _leads_next(state)), *_beside(state))
        case Phase.ROWS:
            return _lays(state)
        case Phase.DRAW:
            return tuple(_draws(state))
        case Phase.COUP:
            return _opens(state)
        case Phase.CLAIM:
            return _claims(state)
        case Phase.NAME:
            return _names(state)
        case Phase.SUIT:
            return (*_suits(state), *_beside(state))
        case Phase.TABLE:
            return (*_turns_up(state), *_beside(state))
        case Phase.REVOKE:
            return _judges(state)
        case Phase.ASKED:
            assert state.asked is not None
            return _loan(state, state.asked.lender, state.asked.amount)
        case Phase.SHORT:
            lacks = state.accounts.short()
            return tuple(one for seat in able(state) for one in _loan(state, seat, lacks))
        case Phase.OVER:
            return ()


# -- a deal begins ------------------------------------------------------------------------------


def _draws(state: State) -> list[Offer]:
    """One card before each who draws, in whichever order (CE-3)."""
    possible = once(may_draw(state))
    found = []
    for seat in state.drawing:
        if not state.drawn[seat]:
            label = Message("coup_detat.offer.card_drawn", {"seat": seat})
            prompt = Message("coup_detat.want.draw", {"seat": seat})
            found.append(_camera("card_drawn", label, seat, possible, prompt))
    return found


def _camera(
    tag: str, label: Message, seat: int | None, possible: dict[str, int], prompt: Message
) -> Offer:
    """Return the offer of one card that the camera reads before a seat, or in the middle."""
    ask = AskCards("cards", MIDDLE if seat is None else zone(seat), 1, 1, possible, prompt=prompt)
    given = {} if seat is None else {"player": seat}
    return Offer(tag, label, None, given, (ask,), by=By.CAMERA)


def _opens(state: State) -> tuple[Offer, ...]:
    """The holder of the Coup card attempts or declines; before that one may borrow (CE-10, 11)."""
    said = _coup_offers(state.setup.seats, state.president)
    return (*said, *_borrows(state.accounts.cash)) if state.setup.loans else said


@lru_cache
def _coup_offers(seats: int, president: int) -> tuple[Offer, ...]:
    tries, declines = Message("coup_detat.offer.attempt"), Message("coup_detat.offer.decline")
    coup, label = once((COUP,)), Message("coup_detat.offer.coup_shown")
    before = [Message("coup_detat.offer.coup_before", {"seat": seat}) for seat in range(seats)]
    show, show_before = Message("coup_detat.want.coup"), Message("coup_detat.want.coup_before")
    return (
        *(Offer("attempt", tries, seat, press=Press.DOUBLE) for seat in range(seats)),
        *(Offer("decline", declines, seat, press=Press.LONG) for seat in range(seats)),
        Offer("on_table", Message("coup_detat.offer.on_table"), president),
        _camera("coup_shown", label, None, coup, show),
        *(_camera("coup_shown", before[seat], seat, coup, show_before) for seat in range(seats)),
    )


@lru_cache
def _borrows(cash: tuple[int, ...]) -> tuple[Offer, ...]:
    """Every loan that somebody may ask for, in hundreds (CE-70)."""
    return tuple(
        Offer(
            "borrow",
            Message("coup_detat.offer.borrow", {"lender_seat": lender}),
            seat,
            {"lender": lender},
            (AskNumber("amount", STEP, most_lent(cash[lender]), STEP),),
            aside=True,
        )
        for seat in range(len(cash))
        for lender in range(len(cash))
        if lender != seat and cash[lender] >= STEP
    )


def _loan(state: State, lender: int, amount: int) -> tuple[Offer, ...]:
    """Lend by a long press, or not by a short one."""
    asked = state.asked.borrower if state.asked else state.accounts.dues[0].payer
    lends = Message("coup_detat.offer.lend", {"borrower_seat": asked, "amount": amount})
    return (
        Offer("lend", lends, lender, press=Press.LONG, after_s=GRACE_S),
        Offer(
            "refuse", Message("coup_detat.offer.refuse"), lender, press=Press.SHORT, after_s=GRACE_S
        ),
    )


def _claims(state: State) -> tuple[Offer, ...]:
    """The Coup card lies in the middle: its holder says so, or the President deals again."""
    mine, again = Message("coup_detat.offer.mine"), Message("coup_detat.offer.on_table")
    return (
        *(Offer("mine", mine, seat, press=Press.SHORT) for seat in seats_of(state)),
        Offer("on_table", again, state.president, press=Press.LONG),
    )


def _names(state: State) -> tuple[Offer, ...]:
    """A contract is named, or its card laid in the middle (CE-12)."""
    left, seat = contracts_left(state), namer(state)
    choices = tuple(Choice(name, Message(f"card.{name}")) for name in left)
    label = Message("coup_detat.offer.name_contract")
    prompt = Message("coup_detat.want.contract", {"seat": seat})
    ask = AskCards("cards", MIDDLE, 1, 1, once(left), prompt=prompt)
    read = Message("coup_detat.offer.contract_read")
    return (
        Offer("name_contract", label, seat, ask=(AskChoice("contract", choices),)),
        Offer("contract_read", read, ask=(ask,), by=By.CAMERA),
    )


# -- tricks -------------------------------------------------------------------------------------


def _plays(state: State) -> tuple[Offer, ...]:
    """A card is due before one seat; beside it what may be said at any time of a trick."""
    play, seats = play_of(state), state.setup.seats
    trick = play.trick
    more = _beside(state)
    opening = not trick.cards and not play.tricks
    if opening and not play.declared and may_declare(state):
        label = Message("coup_detat.offer.declare_only", {"word": contract_of(state).word})
        declares = Offer("declare_only", label, trick.leader, press=Press.LONG)
        more = (declares, *more)
    if waits_for_answers(state):
        return more
    number = len(trick.cards)
    where, label, prompt, given, then = _due(trick.due(seats), seats - number - 1, seats)
    ask = AskCards("cards", where, 1, 1, once(may_play(state)), prompt=prompt, then=then)
    return (Offer("card_played", label, None, given, (ask,), by=By.CAMERA), *more)


@lru_cache
def _due(
    seat: int, after: int, seats: int
) -> tuple[str, Message, Message, dict[str, int | str], tuple[str, ...]]:
    """Return where a card is due, what to say of it, whose it is, and where the next ones are."""
    then = tuple(zone((seat + step) % seats) for step in range(1, after + 1))
    label = Message("coup_detat.offer.card_played", {"seat": seat})
    return (
        zone(seat),
        label,
        Message("coup_detat.want.card", {"seat": seat}),
        {"player": seat},
        then,
    )


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
    if may_correct(state):
        play = play_of(state)
        place = len(play.trick.cards) - 1
        where = zone(play.trick.player(place, state.setup.seats))
        possible = once(may_play(cut(state, len(play.tricks), place)))
        ask = AskCards("cards", where, 1, 1, possible)
        label = Message("coup_detat.offer.cards_corrected")
        more += (Offer("cards_corrected", label, ask=(ask,), by=By.HOST),)
    return more


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
    return (Offer("name_suit", label, leader, ask=(AskChoice("suit", choices),)),)


def _turns_up(state: State) -> tuple[Offer, ...]:
    """The table card beside the card that took the trick (CE-25)."""
    play, seats = play_of(state), state.setup.seats
    winner = play.trick.winner(seats)
    own = play.trick.card(winner, seats)
    prompt = Message("coup_detat.want.table_card", {"seat": winner})
    possible = once((*play.unseen, own))
    ask = AskCards("cards", zone(winner), 2, 2, possible, (own,), prompt=prompt)
    label = Message("coup_detat.offer.table_card_turned")
    return (Offer("table_card_turned", label, ask=(ask,), by=By.CAMERA),)


def _leads_next(state: State) -> tuple[str, ...]:
    """Return the zones of the next trick, in order: a card may lie there before all is gathered."""
    if state.play is None or state.then is not Phase.PLAY:
        return ()
    seats = state.setup.seats
    winner = state.play.trick.winner(seats)
    return tuple(zone((winner + step) % seats) for step in range(seats))


@lru_cache
def _clear(lies: str, then: tuple[str, ...]) -> Offer:
    trick = Message("coup_detat.want.clear")
    prompt = trick if lies == SEATS_ZONE else Message("coup_detat.want.coup_back")
    ask = AskCards("cards", lies, 0, 0, {}, prompt=prompt, then=then)
    return Offer("cleared", _CLEARED, ask=(ask,), by=By.CAMERA)


def _judges(state: State) -> tuple[Offer, ...]:
    """The opponents correct a revoke by a short press, or let it stand by a long one (CE-26)."""
    these = judged(state)
    owner, stands = these[0].seat, Message("coup_detat.offer.let_stand")
    found = []
    for seat in others(state, owner):
        for number, fail in enumerate(these):
            label = Message("coup_detat.offer.correct", {"number": fail.at + 1})
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
    known = tuple(cell(card) for card in rows.laid)
    places: dict[str, tuple[tuple[int, int], ...]]
    places = {card: ((cell(card).row, cell(card).column),) for card in may_lay(state)}
    prompt = Message("coup_detat.want.lay", {"seat": seat})
    ask = AskPlace("laid", GRID, known, places, prompt)
    label = Message("coup_detat.offer.card_laid")
    lays = Offer("card_laid", label, None, {"player": seat}, (ask,), by=By.CAMERA)
    if rows.run:
        return (lays, Offer("done", Message("coup_detat.offer.done"), seat, press=Press.LONG))
    if not rows.turns:
        return (lays,)
    return (lays, Offer("pass", Message("coup_detat.offer.pass"), seat, press=Press.LONG))


# -- the lights -----------------------------------------------------------------------------------


def cues(state: State) -> tuple[Cue, ...]:
    """A lamp is lit where something can be done, and before whom a card is due or was won."""
    phase = state.phase
    waits = phase in (Phase.PLAY, Phase.TABLE, Phase.CLEAR, Phase.ROWS, Phase.DRAW)
    lit = [Cue.WAIT if waits else Cue.IDLE] * state.setup.seats
    if phase is Phase.OVER:
        best = max(state.accounts.cash)
        return tuple(Cue.WON if cash == best else Cue.IDLE for cash in state.accounts.cash)
    for seat in waits_for(state):
        lit[seat] = Cue.TURN
    if phase in (Phase.COUP, Phase.CLAIM):
        lit = [Cue.MAY_ANSWER] * state.setup.seats
    for seat in answering(state):
        lit[seat] = Cue.MAY_ANSWER
    if phase is Phase.REVOKE:
        for seat in others(state, state.shown[0].seat):
            lit[seat] = Cue.MAY_ANSWER
    return tuple(lit)


def waits_for(state: State) -> tuple[int, ...]:
    """Return whom the table waits for."""
    match state.phase:
        case Phase.PLAY if waits_for_answers(state):
            return ()
        case Phase.PLAY:
            return (play_of(state).trick.due(state.setup.seats),)
        case Phase.TABLE | Phase.CLEAR if state.play is not None and state.lies != MIDDLE:
            return (play_of(state).trick.winner(state.setup.seats),)
        case Phase.SUIT:
            return (play_of(state).trick.leader,)
        case Phase.ROWS:
            return (rows_of(state).turn,)
        case Phase.NAME:
            return (namer(state),)
        case Phase.DRAW:
            return tuple(seat for seat in state.drawing if not state.drawn[seat])
        case Phase.ASKED:
            return (state.asked.lender,) if state.asked else ()
        case Phase.SHORT:
            return able(state)
    return ()
