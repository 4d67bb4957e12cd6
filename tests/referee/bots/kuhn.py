"""Kuhn's poker: three cards, two players, one bet. Its best play is known (Kuhn 1950).

Who begins bets the lowest card at most one time in three, and the highest three times as often.
Who is bet at calls with the highest card, never with the lowest, and one time in three with the
one between.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee import pending
from referee.contract import (
    AskCards,
    AskChoice,
    BotPlay,
    By,
    Cards,
    Choice,
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
    Presentation,
    Rules,
    Ruling,
    SeatView,
    Shown,
    View,
)
from referee.determinization import Hands, Hidden
from referee.kit import SeatMove, replaced
from referee.table import Zone

CARDS = ("jack", "queen", "king")
ENDS = {"pp": 1, "bp": 1, "bb": 2, "pbp": 1, "pbb": 2}  # what is won, by what was said


class Say(SeatMove, tag="say"):
    what: str


class Show(SeatMove, tag="show"):
    cards: tuple[str, ...]


class Table(Frozen):
    """What was said, and the card that each seat showed at the end."""

    said: str = ""
    shown: tuple[str, ...] = ("", "")

    @property
    def is_folded(self) -> bool:
        return self.said.endswith("bp")

    @property
    def shows(self) -> int | None:
        """The seat that must show its card."""
        over = self.said in ENDS and not self.is_folded and not all(self.shown)
        return self.shown.index("") if over else None


class NoOptions(Frozen):
    pass


def say(key: str) -> Message:
    return Message(f"kuhn.{key}")


def apply(state: Table, move: Say | Show) -> tuple[Table, tuple[Ruling, ...]]:
    if move not in offers(state):
        raise IllegalMove("KU-1", say("refused"))
    if isinstance(move, Show):
        state = replace(state, shown=replaced(state.shown, move.seat, move.cards[0]))
    else:
        state = replace(state, said=state.said + move.what)
    return state, ()


def pending_actions(state: Table) -> tuple[pending.Lay, ...]:
    seat = state.shows
    if seat is None:
        return ()
    possible = {card: 1 for card in CARDS if card not in state.shown}
    ask, message = AskCards("cards", f"seat:{seat}", 1, 1, possible), say("show")
    by = By.SEAT
    return (
        pending.Lay(
            message,
            Zone("seat", seat),
            seat,
            move="show",
            ask=ask,
            shown=Presentation(message),
            by=by,
        ),
    )


def offers(state: Table) -> Offers:
    items = pending.offers_of(pending_actions(state))
    if state.said not in ENDS:
        seat, choices = len(state.said) % 2, tuple(Choice(name, say(name)) for name in "pb")
        items = (Offer("say", Presentation(say("say")), seat, ask=(AskChoice("what", choices),)),)
    return Offers(items, (Cue.IDLE, Cue.IDLE))


def outcome(state: Table) -> Outcome | None:
    if state.is_folded:
        return Outcome(say("over"), (state.said.index("b") % 2,))
    if not all(state.shown):
        return None
    return Outcome(say("over"), (max((0, 1), key=lambda one: CARDS.index(state.shown[one])),))


def evaluate(state: Table, _hands: Hands) -> tuple[float, ...]:
    """Return what each has of the four chips that may be on the table, as a share."""
    over = outcome(state)
    assert over is not None
    won = ENDS[state.said] / 4
    return tuple(0.5 + (won if seat in over.winners else -won) for seat in (0, 1))


def view(state: Table, seat: int | None) -> View:
    seats = (SeatView(0, Cue.IDLE), SeatView(1, Cue.IDLE))
    return View("kuhn", 1, say("phase"), Focus(say("phase")), seats, seat, outcome=outcome(state))


def hidden(state: Table) -> Hidden:
    unseen = tuple(card for card in CARDS if card not in state.shown)
    return Hidden(unseen, tuple(0 if card else 1 for card in state.shown))


KUHN: Game[NoOptions, Table, Say | Show] = Game(
    name="kuhn",
    seats=range(2, 3),
    rules=Rules(
        options=NoOptions,
        state=Table,
        move=Say | Show,
        begin=lambda _options, _seats: Table(),
        apply=apply,
        offers=offers,
        outcome=outcome,
    ),
    table=OnTable(
        cards=Cards(str, lambda _options: dict.fromkeys(CARDS, 1)),
        pending=pending_actions,
        hidden=hidden,
    ),
    shown=Shown(view=view),
    bot=BotPlay(evaluate=evaluate, horizon=9, bluffs=True),
)
