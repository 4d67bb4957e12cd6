"""A made-up game whose mat says what a card does: the contract's zones, on a game unlike any other.

On turn a seat takes one or two wares off the market. Then it lays one at the stall, where it is
sold, or given away; or on the guard, where it must be worth more than what stands there, and a
second of the same kind may join it. The bank plays without a seat.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from referee import pending
from referee.contract import (
    AskCards,
    By,
    Cards,
    Cue,
    Focus,
    Frozen,
    Game,
    IllegalMove,
    Message,
    Offer,
    Offers,
    OnTable,
    Outcome,
    Party,
    Presentation,
    Press,
    Rules,
    Ruling,
    SeatView,
    Shown,
    Token,
    View,
)
from referee.judge import Judge
from referee.judging import Meaning, Refusal
from referee.kit import MoveBase, SeatMove
from referee.table import Card, CardStatus, Change, Changes, Laid, Layout, Piece, Taken, Zone

WARES = {"fur": 1, "salt": 2, "silk": 3}  # what each is worth
DECK = dict.fromkeys(WARES, 12)
TURNS = 12


class Ware(SeatMove):
    """The fields of every move: with which cards, read from which pictures."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Take(Ware, tag="take"):
    pass


class Fill(MoveBase, tag="fill"):
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Sell(Ware, tag="sell"):
    pass


class Give(Ware, tag="give"):
    pass


class Guard(Ware, tag="guard"):
    pass


class Join(Ware, tag="join"):
    pass


class Done(SeatMove, tag="done"):
    pass


class Bazaar(Frozen):
    """`guard` is what stands there; while it `grows` a second may join it."""

    seats: int
    market: tuple[str, ...] = ("fur", "fur", "salt", "silk")
    guard: tuple[str, ...] = ()
    took: bool = False
    grows: bool = False
    played: int = 0
    traded: tuple[str, ...] = ()  # at the stall, done with
    bank: int = 0

    @property
    def turn(self) -> int:
        return self.played % self.seats


class NoOptions(Frozen):
    pass


def say(key: str, **params: Any) -> Message:
    return Message(f"bazaar.{key}", params)


def offers(state: Bazaar) -> Offers:
    seat, items = state.turn, []
    lies = (*state.market, *state.guard, *state.traded)
    hands = dict(Counter(DECK) - Counter(lies))

    def by_seat(move: str, zone: str, possible: dict[str, int], **more: Any) -> Offer:
        ask = AskCards("cards", zone, 1, more.pop("most", 1), possible, **more)
        among = say("trade") if zone == "stall" else None
        return Offer(move, Presentation(say(move), among=among), seat, ask=(ask,))

    if state.played >= TURNS:
        return Offers((), (Cue.IDLE,) * state.seats)
    if not state.took:
        items = [*pending.offers_of(pending_actions(state))]
    else:
        least = WARES[state.guard[0]] if state.guard else 0
        sold = {ware: many for ware, many in hands.items() if WARES[ware] > 1}
        over = {ware: many for ware, many in hands.items() if WARES[ware] > least}
        items = [by_seat("sell", "stall", sold), by_seat("give", "stall", hands)]
        if state.grows:
            more = dict(Counter({state.guard[0]: hands.get(state.guard[0], 0)}))
            ask = AskCards("cards", "guard", 2, 2, {state.guard[0]: more[state.guard[0]] + 1})
            ask = msgspec.structs.replace(ask, known=state.guard)
            join = Offer("join", Presentation(say("join")), seat, ask=(ask,))
            done = Offer("done", Presentation(say("done"), press=Press.LONG), seat)
            items = [*([join] if more[state.guard[0]] else []), done]
        else:
            items += [by_seat("guard", "guard", over)] if over else []
    cues = tuple(Cue.TURN if item == seat else Cue.IDLE for item in range(state.seats))
    return Offers(tuple(items), cues)


def apply(state: Bazaar, move: Any) -> tuple[Bazaar, tuple[Ruling, ...]]:
    change = msgspec.structs.replace
    if isinstance(move, Guard) and state.took and state.guard and len(move.cards) == 1:
        (ware,) = move.cards
        if WARES.get(ware, 0) <= WARES[state.guard[0]]:
            raise IllegalMove("BZ-2", say("too_weak", card=ware, other_card=state.guard[0]))
    if move not in offers(state):
        raise IllegalMove("BZ-1", say("refused"))
    over = change(state, played=state.played + 1, took=False, grows=False)
    match move:
        case Fill():
            after = change(state, market=move.cards)
        case Take():
            left = Counter(state.market) - Counter(move.cards)
            after = change(state, market=tuple(left.elements()), took=True)
        case Sell():
            after = change(
                over, bank=state.bank + WARES[move.cards[0]], traded=(*state.traded, *move.cards)
            )
        case Give():
            after = change(over, traded=(*state.traded, *move.cards))
        case Guard():
            after = change(state, guard=move.cards, grows=True)
        case Join():
            after = change(over, guard=move.cards)
        case _:
            after = over
    name = type(move).__struct_config__.tag
    proof = getattr(move, "proof", ())
    cards = getattr(move, "cards", ())
    return after, (Ruling("BZ-3", say(f"ruled.{name}", cards=cards), proof=proof),)


STALL, MARKET, GUARD = Zone("stall"), Zone("market"), Zone("guard")


def layout(state: Bazaar) -> Layout:
    taking = not state.took and len(state.market) == 4
    lies = CardStatus.FREE if taking else CardStatus.STAYS
    return Layout(
        (
            *(Card(ware, MARKET, status=lies) for ware in state.market),
            *(Card(ware, GUARD) for ware in state.guard),
            *(
                Card(ware, STALL, status=CardStatus.TO_CLEAR, seat=state.turn)
                for ware in state.traded
            ),
        ),
        pieces=(Piece("coin", STALL, state.bank),),
    )


def meanings(state: Bazaar, change: Change, _left: Changes) -> tuple[Meaning, ...] | None:
    seat = state.turn
    if not state.took and (isinstance(change, Taken) or change.zone == MARKET):
        return None
    if not isinstance(change, Laid) or change.zone is None:
        return ()
    proof = (change.id,) if change.id else ()
    if change.zone == STALL:
        wares = (Sell(seat, (change.card,), proof), Give(seat, (change.card,), proof))
        return tuple(Meaning(ware, (change,), say(tag(ware))) for ware in wares)
    if change.zone == GUARD and state.grows:
        return (Meaning(Join(seat, (*state.guard, change.card), proof), (change,)),)
    if change.zone == GUARD:
        return (Meaning(Guard(seat, (change.card,), proof), (change,)),)
    return ()


def tag(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def misplaced(state: Bazaar, change: Change) -> Refusal | None:
    if not isinstance(change, Laid) or change.down or (change.zone == MARKET and not state.took):
        return None
    return Refusal(
        "BZ-1", say("nowhere", card=change.card), (change,), (state.turn,), (STALL, GUARD)
    )


def pending_actions(state: Bazaar) -> tuple[pending.PendingAction, ...]:
    if state.played >= TURNS or state.took:
        return ()
    many = 4 - len(state.market)
    if many:
        ask = AskCards("cards", "market", 4, 4, dict(DECK), known=state.market)
        message = say("fill", count=many)
        return (
            pending.Lay(
                message, MARKET, count=many, move="fill", ask=ask, shown=Presentation(message)
            ),
        )
    ask = AskCards("cards", "market", 1, 2, dict(Counter(state.market)))
    message, by = say("take"), By.SEAT
    return (
        pending.Take(
            message, MARKET, state.turn, move="take", ask=ask, shown=Presentation(message), by=by
        ),
    )


judge = Judge(
    apply,
    meanings,
    misplaced,
    lambda state, _change: (state.turn,),
    actions=pending_actions,
    moves=Take | Fill | Sell | Give | Guard | Join | Done,
)


def view(state: Bazaar, seat: int | None) -> View:
    bank = Party(say("bank"), (Token("coin", state.bank),), state.guard, (say("open"),))
    seats = tuple(SeatView(one, cue) for one, cue in enumerate(offers(state).cues))
    focus = Focus(say("turn"), seat=state.turn)
    return View("bazaar", 1, say("turn"), focus, seats, seat, others=(bank,))


def outcome(state: Bazaar) -> Outcome | None:
    return Outcome(say("over"), (0,)) if state.played >= TURNS else None


BAZAAR: Game[NoOptions, Bazaar, Any] = Game(
    name="bazaar",
    seats=range(2, 6),
    rules=Rules(
        options=NoOptions,
        state=Bazaar,
        move=Take | Fill | Sell | Give | Guard | Join | Done,
        begin=lambda _options, seats: Bazaar(seats),
        apply=apply,
        offers=offers,
        outcome=outcome,
    ),
    table=OnTable(
        cards=Cards(str.lower, lambda _options: DECK),
        layout=layout,
        judge=judge,
        pending=pending_actions,
    ),
    shown=Shown(
        view=view,
    ),
)
