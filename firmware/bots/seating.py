"""Starts the bots' thread in the first match with a bot, and represents the bots to the table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from firmware.reading.judged_pass import Judges
from firmware.service.supervisor import Supervisor
from referee import library
from referee.actor import Actor
from referee.contract import BadOptions, Message
from referee.match.commands import Begin, HandOver, Move
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.reports.questions import Question
from referee.reports.status import Coming, Part

if TYPE_CHECKING:
    from firmware.bots.bots import Bots
    from firmware.bots.hands import Hands
    from firmware.bots.real_hands import RealHands

NICENESS = 5  # Lower priority than the table, so that presses come first.


class HandsFactory(NamedTuple):
    """Returns, when the first bot takes a seat, the hands that move the bots' cards.

    `hands(ask, shown)`: if people move the cards, `ask` tells them each request, and `shown` is
    called after they showed cards. `secret` means that no player sees the bots' cards. Otherwise
    people move them (`RealHands`).
    """

    hands: Callable[[Callable[[Message], None], Callable[[], None]], Hands]
    secret: bool


class Seating:
    """Follows the match, and starts the bots' thread as soon as a seat has a bot.

    `do` makes a move as a page does. Without a hands factory, there are no bots. If people move the
    bots' cards, `looked` is called at each new request to them, and `tell` speaks the request
    aloud. `by_rules` judges changes as long as no bot does.
    """

    def __init__(
        self,
        supervisor: Supervisor,
        snapshot: Callable[[], Snapshot | None],
        do: Callable[[Move, Actor], Any],
        serve: HandsFactory | None,
        looked: Callable[[], None] = lambda: None,
        tell: Callable[[Message], None] = lambda _: None,
        by_rules: Judges | None = None,
    ) -> None:
        self._supervisor = supervisor
        self._looked, self._tell, self._by_rules = looked, tell, by_rules or Judges()
        self._people: RealHands | None = None  # Set only if people move the bots' cards.
        self._snapshot, self._do, self._serve = snapshot, do, serve
        self._bots: Bots | None = None
        self.seats: Collection[int] = ()  # The seats that have a bot.

    def follow(self, match: Snapshot) -> None:
        """Take a new state of the match, and wake the bots."""
        self.seats = match.players.levels
        if self._bots is None and match.players.levels and self._serve is not None:
            from firmware.bots.bots import Bots  # Imported only when needed.

            hands = self._serve.hands(self._announce_wish, self.wake)
            if not self._serve.secret:
                self._people = cast("RealHands", hands)
            self._bots = Bots(self._snapshot, self._do, hands)
            self._supervisor.start("bots", self._bots.run, NICENESS)
        self.wake()

    def parts(self) -> tuple[Part, ...]:
        """Return, if a bot cannot go on, the part that says why."""
        trouble = None if self._bots is None else self._bots.trouble
        return () if trouble is None else (Part("bots", False, trouble),)

    @property
    def coming(self) -> Coming | None:
        """The next act of a bot's hand with cards that people look at, or None."""
        return None if self._bots is None else self._bots.coming

    def give_time(self) -> None:
        """Let people look at the cards for longer."""
        if self._bots is not None:
            self._bots.give_time()

    def no_bots(self, name: str) -> Message | None:
        """Return the reason why bots cannot play a game here, or None if they can."""
        play = library.game(name).bot
        if self._serve is None or play is None:
            return Message("desk.no_bots", {"game_word": f"game.{name}"})
        if not (self._serve.secret or play.open_handed):
            return Message("table.bots.secret", {"game_word": f"game.{name}"})
        return None

    def check(self, command: object, match: Snapshot | None) -> None:
        """Raise `BadOptions` if a command seats a bot that cannot play here."""
        match command:
            case Begin(game=game, levels=levels):
                seats = any(levels)
            case HandOver(level=level) if match is not None:
                game, seats = match.game.name, bool(level)
            case _:
                return
        if seats and (why := self.no_bots(game)) is not None:
            raise BadOptions("table", why)

    # -- if people move the bots' cards -----------------------------------------------------------

    def judges(self) -> Judges:
        """Return who judges changes: with a bot's cards, only the move that it asks for counts."""
        return self._people or self._by_rules

    def wanted(self) -> PendingAction | None:
        """Return what people must do with a bot's cards, or None."""
        return None if self._people is None else self._people.wanted(self._snapshot())

    def questions(self, sees: bool, asked: tuple[Question, ...] = ()) -> tuple[Question, ...]:
        """Return all questions: `asked`, which concern cards on the table, and those about a bot's
        cards.

        `sees` says whether a camera sees the table.
        """
        if self._people is None:
            return asked
        match = self._snapshot()
        first, last = self._people.misread(match), self._people.question(match, sees)
        return (*filter(None, (first,)), *asked, *filter(None, (last,)))

    def asks(self, question: str) -> bool:
        """Whether a question concerns a bot's cards."""
        return any(item.id == question for item in self.questions(sees=False))

    def answer(self, question: str, item: str, card: str | None, _by: Actor) -> None:
        """Take an answer about a drawn card. Raise `LookupError` or `ValueError`."""
        match = self._snapshot()
        if self._people is None or match is None:
            raise LookupError(question)
        self._people.answer(match, question, item, card)

    def choose(self, question: str, _way: str | None, _by: Actor) -> None:
        """Raise `LookupError`, because these questions offer no choices."""
        raise LookupError(question)

    def _announce_wish(self, said: Message) -> None:
        self._looked()
        self._tell(said)

    def wake(self) -> None:
        """Make the bots look at the table again."""
        if self._bots is not None:
            self._bots.wake()
