"""What may be done now in a match of Coup, each seat's cue, and what must lie where.

The grammar of presses: a short one doubts (challenge), a long one lets be (pass, move on,
concede, done), two play a card against it (block). See ``referee/README.md``.
"""

from __future__ import annotations

from referee.contract import (
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
    Want,
    Watch,
)
from referee.coup.cards import ACTIONS, MUST_COUP
from referee.coup.faces import corrected_seat, may_correct, may_turn
from referee.coup.host import may_leave, most_coins
from referee.coup.state import (
    MIDDLE,
    WINDOWS,
    Phase,
    State,
    acting,
    claimed,
    claimer,
    clockwise,
    declared,
    is_in,
    left,
    may_name,
    waiting,
    zone,
)

GRACE_S = 0.7  # a press that was meant for the moment before must not act in this one

_CHALLENGE = Message("coup.offer.challenge")
_PASS = Message("coup.offer.pass")
_MOVE_ON = Message("coup.offer.move_on")
_CLOSE = Message("coup.offer.window_closed")


def offers(state: State) -> Offers:
    """Return all that may be done now, and each seat's cue."""
    return Offers((*_now(state), *_host(state)), _cues(state), state.window)


def wanted(state: State) -> tuple[Want, ...]:
    """Return the cards face up that must stay (CP-41), and the shown one that must go (CP-42)."""
    if state.phase is Phase.OVER:
        return ()
    keeps = tuple(
        Want(
            zone(seat),
            Watch.KEEP,
            Message("coup.want.keep", {"seat": seat, "cards": cards}),
            cards,
        )
        for seat, cards in enumerate(state.faces)
        if cards and not (seat == state.loser and state.phase is Phase.LOSE)  # read anew there
    )
    if state.phase is not Phase.RETURN:
        return keeps
    label = Message("coup.want.clear", {"seat": claimer(state)})
    return (Want(MIDDLE, Watch.CLEAR, label), *keeps)


def _now(state: State) -> tuple[Offer, ...]:
    match state.phase:
        case Phase.TURN:
            return _actions(state)
        case Phase.CHALLENGE | Phase.BLOCK | Phase.COUNTER:
            return _window(state)
        case Phase.NAME:
            return _names(state)
        case Phase.SHOW:
            return _show(state)
        case Phase.LOSE:
            label = Message("coup.offer.card_turned")
            return (Offer("card_turned", label, ask=(_ask_turned(state),), by=By.CAMERA),)
        case Phase.RETURN:
            label, ask = Message("coup.offer.card_returned"), AskCards("cards", MIDDLE, 0, 0, {})
            return (Offer("card_returned", label, ask=(ask,), by=By.CAMERA),)
        case Phase.EXCHANGE:
            label, press = Message("coup.offer.exchanged"), Press.LONG
            return (Offer("exchanged", label, state.turn, press=press, after_s=GRACE_S),)
        case Phase.OVER:
            return ()


def _actions(state: State) -> tuple[Offer, ...]:
    """Every action that the seat on turn can pay, or a coup where they must (CP-4, CP-5)."""
    seat, purse = state.turn, state.coins[state.turn]
    if purse >= MUST_COUP:
        able = [ACTIONS["coup"]]
    else:
        able = [action for action in ACTIONS.values() if action.cost <= purse]
    target = AskSeat("target", tuple(clockwise(state, seat)))
    return tuple(
        Offer(
            "declare",
            Message(f"coup.offer.{action.name}"),
            seat,
            {"action": action.name},
            (target,) if action.targets else (),
            effect=Message(f"coup.effect.{action.name}"),
        )
        for action in able
    )


def _window(state: State) -> tuple[Offer, ...]:
    """Those who have not answered object or pass, nearest clockwise first (CP-22, CP-23)."""
    seats, turn = waiting(state), state.turn
    # A block is answered at once by those who meant to block too: give their fingers time.
    grace_s = GRACE_S if state.phase is Phase.COUNTER else 0.0
    race = len(seats) > 1
    if state.phase is Phase.BLOCK:
        label = Message("coup.offer.block")
        named = tuple(_name(card) for card in may_name(state))
        names = (AskChoice("card", named),) if named else ()
        objects = [
            Offer("block", label, seat, optional=names, press=Press.DOUBLE, race=race)
            for seat in seats
        ]
    else:
        objects = [
            Offer("challenge", _CHALLENGE, seat, press=Press.SHORT, after_s=grace_s, race=race)
            for seat in seats
        ]
    passes = [Offer("pass", _PASS, seat, press=Press.LONG, after_s=grace_s) for seat in seats]
    least_s, most_s = float(state.setup.least_s), float(state.setup.most_s)
    press = None if turn in seats else Press.LONG  # the own answer comes first
    closes = [Offer("move_on", _MOVE_ON, turn, press=press, after_s=least_s)]
    if most_s:
        closes.append(Offer("window_closed", _CLOSE, by=By.CLOCK, after_s=most_s))
    return (*objects, *passes, *closes)


def _names(state: State) -> tuple[Offer, ...]:
    """Which of two characters the block claims: the first by a short press, else a long one."""
    return tuple(
        Offer(
            "name_card",
            _name(card).label,
            state.blocker,
            {"card": card},
            press=press,
            after_s=GRACE_S,
        )
        for card, press in zip(declared(state).blocks, (Press.SHORT, Press.LONG), strict=True)
    )


def _name(card: str) -> Choice:
    return Choice(card, Message("coup.offer.name_card", {"card": card}))


def _show(state: State) -> tuple[Offer, ...]:
    seat = claimer(state)
    prompt = Message("coup.want.show", {"seat": seat, "cards": claimed(state)})
    ask = AskCards("cards", MIDDLE, 1, 1, left(state), prompt=prompt)
    concede = Message("coup.offer.concede")
    return (
        Offer("card_shown", Message("coup.offer.card_shown"), ask=(ask,), by=By.CAMERA),
        Offer("concede", concede, seat, press=Press.LONG, after_s=GRACE_S),
    )


def _ask_turned(state: State) -> AskCards:
    """All cards before the player who loses an influence, and the new one among them."""
    seat = state.loser or 0
    up = state.faces[seat]
    cards = len(up) + 1
    prompt = Message("coup.want.turn", {"seat": seat})
    return AskCards("cards", zone(seat), cards, cards, may_turn(state, seat), up, prompt=prompt)


def _host(state: State) -> tuple[Offer, ...]:
    """What was misread or miscounted is set right."""
    right: list[Offer] = []
    if state.read:
        label = Message("coup.offer.cards_corrected")
        if state.read == MIDDLE:
            ask = AskCards("cards", MIDDLE, 1, 1, left(state))
        else:
            seat = corrected_seat(state)
            up = state.faces[seat]
            possible = may_correct(state, seat)
            ask = AskCards("cards", zone(seat), len(up), len(up), possible, up[:-1])
        right.append(Offer("cards_corrected", label, ask=(ask,), by=By.HOST))
    if state.phase is not Phase.OVER:
        for seat in range(len(state.faces)):
            if is_in(state, seat):
                ask_coins = AskNumber("coins", 0, most_coins(state, seat))
                label = Message("coup.offer.coins_set", {"seat": seat})
                right.append(Offer("coins_set", label, seat, ask=(ask_coins,), by=By.HOST))
    right += [
        Offer("leave", Message("coup.offer.leave", {"seat": seat}), seat, by=By.HOST)
        for seat in may_leave(state)
    ]
    return tuple(right)


# -- the lights ---------------------------------------------------------------------------


def _cues(state: State) -> tuple[Cue, ...]:
    """A lamp is lit where something can be done: breathing to challenge, blinking to block."""
    phase = state.phase
    idle = Cue.WAIT if phase in (Phase.SHOW, Phase.LOSE, Phase.RETURN) else Cue.IDLE
    cues = [idle if is_in(state, seat) else Cue.OUT for seat in range(len(state.faces))]
    if phase is Phase.OVER:
        cues[state.turn] = Cue.WON
        return tuple(cues)
    cues[acting(state)] = Cue.TURN
    if phase in WINDOWS:
        may = Cue.MAY_BLOCK if phase is Phase.BLOCK else Cue.MAY_CHALLENGE
        for seat in waiting(state):
            cues[seat] = may
    return tuple(cues)
