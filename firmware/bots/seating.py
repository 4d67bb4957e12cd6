"""When the table's own players are there: from the first match on in which one has a seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from firmware.reading.judged_pass import BY_RULES
from firmware.service.supervisor import Supervisor
from referee import library
from referee.actor import Actor
from referee.contract import BadOptions, Message
from referee.judging import Judgement
from referee.match.commands import Begin, Command, HandOver
from referee.match.desk import Snapshot
from referee.reports.status import Part, PendingBotAction, Question
from referee.table import Changes

if TYPE_CHECKING:
    from firmware.bots.bots import Bots
    from firmware.bots.hands import Hands
    from firmware.bots.real_hands import RealHands

NICENESS = 5  # a press goes first


class HandsFactory(NamedTuple):
    """Who moves the bots' cards, made with the first; `secret` where no player sees them.

    Where people do, who see them, the hands are `RealHands`.
    """

    hands: Callable[[], Hands]
    secret: bool


class Seating:
    """Follows the match, and starts the bots' thread once a seat is one's.

    `do` makes a move as a page does. Without somebody to `serve` there are no bots. Where people
    move the bots' cards, `looked` is called once something else is wanted of them, which `tell`
    is to say aloud; and what they did is judged here (`firmware.reading.judged_pass.Judges`).
    """

    def __init__(
        self,
        supervisor: Supervisor,
        snapshot: Callable[[], Snapshot | None],
        do: Callable[[Command, Actor], Any],
        serve: HandsFactory | None,
        looked: Callable[[], None] = lambda: None,
        tell: Callable[[Message], None] = lambda _said: None,
    ) -> None:
        self._supervisor = supervisor
        self._looked, self._tell = looked, tell
        self._people: RealHands | None = None  # who move the bots' cards, where there are such
        self._snapshot, self._do, self._serve = snapshot, do, serve
        self._bots: Bots | None = None
        self.seats: Collection[int] = ()  # those of bots

    def follow(self, match: Snapshot) -> None:
        """Let the bots know of the match, if there are any."""
        self.seats = match.players.levels
        if self._bots is None and match.players.levels and self._serve is not None:
            from firmware.bots.bots import Bots  # nothing of it is there before

            hands = self._serve.hands()
            if not self._serve.secret:
                self._people = cast("RealHands", hands)
                self._people.changed, self._people.shown = self._said, self.wake
            self._bots = Bots(self._snapshot, self._do, hands)
            self._supervisor.start("bots", self._bots.run, NICENESS)
        self.wake()

    def parts(self) -> tuple[Part, ...]:
        """Return what keeps a bot from going on, if anything does."""
        amiss = None if self._bots is None else self._bots.amiss
        return () if amiss is None else (Part("bots", False, amiss),)

    def no_bots(self, name: str) -> Message | None:
        """Return why no bot sits down at a game here; None where one may."""
        game = library.game(name)
        if self._serve is None or game.sample_hidden is None:
            return Message("desk.no_bots", {"game_word": f"game.{name}"})
        if not (self._serve.secret or game.open_handed):
            return Message("table.bots.secret", {"game_word": f"game.{name}"})
        return None

    def check(self, command: object, match: Snapshot | None) -> None:
        """Raise `BadOptions` for a command that seats a bot who cannot play here."""
        match command:
            case Begin(game=game, levels=levels):
                seats = any(levels)
            case HandOver(level=level) if match is not None:
                game, seats = match.game.name, bool(level)
            case _:
                return
        if seats and (why := self.no_bots(game)) is not None:
            raise BadOptions("table", why)

    # -- where people move their cards -----------------------------------------------------------

    def wanted(self) -> PendingBotAction | None:
        """Return what a bot waits for people to do with its cards."""
        return None if self._people is None else self._people.wanted(self._snapshot())

    def questions(self, sees: bool, asked: tuple[Question, ...] = ()) -> tuple[Question, ...]:
        """Return what is `asked` about cards, and which of a bot's they are; `sees` a camera?"""
        if self._people is None:
            return asked
        match = self._snapshot()
        first, last = self._people.misread(match), self._people.question(match, sees)
        return (*filter(None, (first,)), *asked, *filter(None, (last,)))

    def asks(self, question: str) -> bool:
        """Tell whether a question is asked here."""
        return any(one.id == question for one in self.questions(sees=False))

    def answer(self, question: str, item: str, card: str | None, _by: Actor) -> None:
        """Take a person's word on which card was drawn; raises `LookupError`, `ValueError`."""
        match = self._snapshot()
        if self._people is None or match is None:
            raise LookupError(question)
        self._people.answer(match, question, item, card)

    def choose(self, question: str, _way: str | None, _by: Actor) -> None:
        """Raise `LookupError`: nothing is to be chosen here."""
        raise LookupError(question)

    def judgement_basis(self, match: Snapshot) -> object:
        """Return what a judgement rests on beside the match and what differs."""
        return None if self._people is None else self._people.judgement_basis(match)

    def judge(self, match: Snapshot, changes: Changes, counted: Changes) -> Judgement:
        """Return what changes come to: of a bot's cards what it wants, and nothing else."""
        if self._people is not None:
            return self._people.judge(match, changes, counted)
        return BY_RULES.judge(match, changes, counted)

    def seat_served(self, match: Snapshot) -> int | None:
        """Return the bot whose cards people move now."""
        return None if self._people is None else self._people.seat_served(match)

    def take_pictured(self, match: Snapshot, cards: Sequence[str | None]) -> Message | None:
        """Take the cards of a picture as a bot's, where those are waited for."""
        return None if self._people is None else self._people.take_pictured(match, cards)

    def _said(self, said: Message) -> None:
        self._looked()
        self._tell(said)

    def wake(self) -> None:
        """Let the bots look at the table again."""
        if self._bots is not None:
            self._bots.wake()
