"""The bots in a match: when each bot acts, and how. All bots share one supervised thread."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from random import Random
from typing import Any

import msgspec

from firmware.bots.bot_process import (
    Answer,
    Decision,
    Failed,
    HandMismatch,
    MoveRequest,
    move_of,
    new_process,
)
from firmware.bots.hands import Chore, Hands
from firmware.service.supervisor import Worker
from referee import library
from referee.actor import Actor, bot
from referee.contract import By, Message, RefereeError
from referee.match.commands import Move
from referee.match.desk import Snapshot, StaleMove
from referee.match.journal.bodies import BACK, REDO, UNDO
from referee.proposals import Agree, Object
from referee.reports.status import Coming
from referee.reports.virtual_acts import Deal

_log = logging.getLogger(__name__)

# A bot waits this long, so that a person who presses within a second comes first. With half this
# time, a person who is still reading would come too late. With double, three bots that pass in turn
# take ten seconds.
BREATH_S = (1.2, 2.0)
# Bots wait this long after a bot's move that every screen shows large or that people must follow,
# and after a deal. With half, the next move comes before the banner has gone.
SAID_S = 3.5
# After an undo, bots wait this long for further undos or another move.
UNDONE_S = 8.0
# A bot waits this long before it gives up its chance to act. Until then, others may act on facts
# that the bot cannot see. While a person holds a card that tells against it, the bot waits on.
LATE_S = 20.0
# Once people may propose what all must agree to, such as an early end of a deal, bots wait this
# long before they play on. With half, nobody can read the offer and press.
PROPOSE_S = 8.0
# Pause between two card moves. With half, nobody can follow the cards.
CHORE_S = 0.7
# Cards to clear or to count stay visible for this long. With half, a trick is gone before everybody
# has seen who took it. A hand that does not fit is told after this time.
LOOK_S = 3.0
# A final count stays visible for this long before the next deal. With half, nobody can check it.
READ_S = 7.0
# If people play, and are not out, one of them deals once all have read the count. Bots deal only
# after this time.
PEOPLE_READ_S = 40.0
# Time to read each step of a teach-in. With half, the reveal comes while people still read.
TAUGHT_S = 5.0
# People who ask for time to look at the cards get this much more.
MORE_S = 30.0
IDLE_S = 0.5

DueAct = tuple[float, Callable[[], None]]  # How many seconds a bot waits, and what it does then.


class Bots:
    """Lets the bots act. `run` is their thread.

    `snapshot` returns the match. `do` makes a move in the same way as a seat's page does. `hands`
    move the cards. `think` decides what a seat does; without it, the bot process does.
    """

    def __init__(
        self,
        snapshot: Callable[[], Snapshot | None],
        do: Callable[[Move, Actor], Any],
        hands: Hands,
        clock: Callable[[], float] = time.monotonic,
        think: Callable[[MoveRequest], Answer] | None = None,
    ) -> None:
        self._snapshot, self._do, self._hands = snapshot, do, hands
        self._clock = clock
        self._process = new_process()
        self._think = think or partial(move_of, self._process)
        self._wake = threading.Event()
        self._seq = -1  # Number (seq) of the match at the last step.
        self._since_s = 0.0  # Time at which the match reached that number.
        self._moved_s = 0.0  # Time at which a hand last moved a card.
        self._deals = False  # Whether the cards were not dealt at the last step.
        self._dealt_s = -SAID_S  # Time at which the cards were dealt.
        self._proposable_s: float | None = None  # Time since when people may propose something.
        self._taught = False  # Whether the match is a teach-in.
        self._thought: dict[
            tuple[int, tuple[tuple[int, Any], ...]], Answer
        ] = {}  # By seat and the cards that the seat sees.
        self._looks_until_s = 0.0  # Time until which people asked to look at the cards.
        self.coming: Coming | None = None  # A hand's next act, once people have looked.
        self.trouble: Message | None = None  # Reason why a bot cannot go on.

    def wake(self) -> None:
        """Make `run` look at the match and the table again, because one of them has changed."""
        self._wake.set()

    def run(self, worker: Worker) -> None:
        """Let the bots act until stopped."""
        try:
            while not worker.stop.is_set():
                worker.beat()
                self._wake.clear()
                self._wake.wait(self.step())
        finally:
            self._process.close()

    def step(self) -> float:
        """Act if a move or chore is due, and return in how many seconds to call again."""
        match, now_s = self._snapshot(), self._clock()
        self.coming = None
        if match is None or match.outcome is not None or not match.players.levels:
            self._process.close()  # Frees the memory of the idle process.
            self.trouble = None
            return IDLE_S
        if match.seq != self._seq:
            self._seq, self._since_s, self._thought = match.seq, now_s, {}
            self._taught = match.lesson
        if match.paused:
            return IDLE_S
        if not _may_propose(match):
            self._proposable_s = None
        elif self._proposable_s is None:
            self._proposable_s = now_s
        if match.proposal is not None:
            asked = [seat for seat in match.proposal.missing if seat in match.players.levels]
            answer = partial(self._answer_proposal, match, *asked[:1])
            self._proposable_s = None  # Bots answer at their usual pace.
            return self._act_when_due(self._breath_s(match), answer) if asked else IDLE_S
        chore = self._hands.next_chore(match, match.players.levels)
        deals, self._deals = self._deals, chore is not None and isinstance(chore.act, Deal)
        if deals and not self._deals:
            self._dealt_s = now_s
        if chore is not None:
            looks_s = _looks_s(match, chore)
            return self._act_when_due(looks_s, partial(self._move, chore), chore.message)
        due = min(self._due_moves(match, now_s), key=itemgetter(0), default=None)
        return IDLE_S if due is None else self._act_when_due(*due)

    def _due_moves(self, match: Snapshot, now_s: float) -> Iterator[DueAct]:
        """Yield the next act of each bot that has one. Note the trouble of a bot that has none."""
        trouble = None
        for seat in match.players.levels:
            match self._answer(match, seat):
                case Decision(late=True) as decision if self._is_gainsaid(match, decision):
                    _log.debug("The bot at seat %s waits for what a person holds.", seat)
                case Decision(late=late) as decision:
                    wait_s = self._breath_s(match)
                    if late:  # If no person may act, other bots still come first.
                        leaves = _leaves_to_others(match, seat)
                        wait_s = LATE_S if leaves else wait_s + CHORE_S
                    yield wait_s, partial(self._carry_out, match, seat, decision)
                case HandMismatch():
                    if (draw := self._hands.draw_chore(seat)) is not None:
                        yield CHORE_S, partial(self._move, draw)
                        continue
                    # A hand may be busy, or the match may have moved on meanwhile.
                    still = now_s - max(self._since_s, self._moved_s) >= LOOK_S
                    if still and all(action.seat == seat for action in match.pending):
                        trouble = Message("table.bots.unfit", {"seat": seat})
                case Failed():
                    trouble = Message("table.bots.failed", {"seat": seat})
        self.trouble = trouble

    def _is_gainsaid(self, match: Snapshot, decision: Decision) -> bool:
        """Whether a person holds a card that tells against what a bot would say for everybody."""
        play = match.game.bot
        if play is None or decision.move is None:
            return False
        move = library.move(match.game, decision.move)
        persons = (seat for seat in range(match.seats) if seat not in match.players.levels)
        return not all(
            play.agrees(match.state, move, seat, self._held(match, seat)) for seat in persons
        )

    def _held(self, match: Snapshot, seat: int) -> tuple[str, ...]:
        """Return the hand of a seat, as far as it is known."""
        return tuple(self._hands.visible_cards(match, seat).get(seat, ()))

    def _answer_proposal(self, match: Snapshot, seat: int) -> None:
        """Answer a proposal honestly: a bot objects only if its own cards tell against it."""
        asked = match.proposal
        assert asked is not None
        agrees, play = True, match.game.bot
        if asked.move is not None and play is not None:
            move = asked.move
            move = library.move(match.game, move) if isinstance(move, dict) else move
            agrees = play.agrees(match.state, move, seat, self._held(match, seat))
        answer = Agree(seat) if agrees else Object(seat)
        try:
            self._do(Move(answer, match.seq), bot(seat))
        except RefereeError as error:
            _log.info("The answer of the bot at seat %s came too late: %s", seat, error)

    def give_time(self) -> None:
        """Let people look at the cards for longer before a hand moves them."""
        self._looks_until_s = self._clock() + MORE_S
        self.wake()

    def _act_when_due(
        self, wait_s: float, act: Callable[[], None], message: Message | None = None
    ) -> float:
        """Call `act` once neither the match nor any card has changed for long enough.

        Until then, people read its `message`.
        """
        least_s = TAUGHT_S if self._taught else 0.0
        due_s = max(self._since_s + max(wait_s, least_s), self._moved_s + CHORE_S)
        due_s = max(due_s, self._dealt_s + SAID_S)
        if message is not None:
            due_s = max(due_s, self._looks_until_s)
            of_s = due_s - max(self._since_s, self._looks_until_s - MORE_S)
            self.coming = Coming(message, round(1000 * due_s), round(1000 * of_s))
        if self._proposable_s is not None:
            due_s = max(due_s, self._proposable_s + PROPOSE_S)
        left_s = due_s - self._clock()
        if left_s > 0:
            return min(left_s, IDLE_S)
        act()
        return 0.0

    def _breath_s(self, match: Snapshot) -> float:
        """Return how many seconds a bot waits before it moves."""
        if match.log and match.log[-1].kind in (UNDO, BACK, REDO):
            return UNDONE_S
        if match.log and match.log[-1].by in map(bot, range(match.seats)):
            banners = library.data(match.game.name).banners
            if any(banners.takes_time(ruling.message.key) for ruling in match.log[-1].rulings):
                return SAID_S
        return Random(f"{match.match} {match.seq}").uniform(*BREATH_S)

    def _answer(self, match: Snapshot, seat: int) -> Answer:
        """Return a seat's decision. It is computed only once for the same state and cards."""
        key = self._seen_by(match, seat)
        if key not in self._thought:
            state, level = library.to_plain(match.state), match.players.levels[seat]
            seed = f"{match.match} {match.seq} {seat}"
            asked = MoveRequest(match.game.name, state, seat, dict(key[1]), level, seed)
            self._thought[key] = self._think(asked)
            if isinstance(failed := self._thought[key], Failed):
                _log.error("The bot at seat %s found no move: %s", seat, failed.reason)
        return self._thought[key]

    def _seen_by(self, match: Snapshot, seat: int) -> tuple[int, Any]:
        """Return a seat and the cards that it may see."""
        return seat, tuple(self._hands.visible_cards(match, seat).items())

    def _carry_out(self, match: Snapshot, seat: int, decision: Decision) -> None:
        if decision.move is None:
            if (draw := self._hands.draw_chore(seat)) is not None:
                self._move(draw)
            return
        chores = self._hands.move_chores(match, seat, decision)
        if chores is None:
            self._moved_s = self._clock()  # People were asked to move the cards.
            return
        for chore in chores:
            self._move(chore)
        if decision.kept:  # If the move is refused, the next attempt must not put cards back again.
            self._thought[self._seen_by(match, seat)] = msgspec.structs.replace(decision, kept=())
        try:
            self._do(Move(decision.move, match.seq), bot(seat))
        except StaleMove:
            pass  # Somebody else acted first.
        except RefereeError as error:
            _log.info("A move of the table's player at seat %s was refused: %s", seat, error)
            self._moved_s = self._clock()  # It may be too early; the bot tries again later.

    def _move(self, chore: Chore) -> None:
        """Do a chore if it is still possible."""
        self._moved_s = self._clock()
        try:
            self._hands.do(chore)
        except (RefereeError, LookupError) as error:
            _log.info("A hand of the table's could not do %s: %s", chore.act, error)


def _leaves_to_others(match: Snapshot, seat: int) -> bool:
    """Whether a person may act instead of this bot, or the clock does."""
    may = {offer.seat for offer in match.offers if offer.by is By.SEAT and not offer.shown.aside}
    return seat not in may or not may <= {*match.players.levels}


def _may_propose(match: Snapshot) -> bool:
    """Whether a person is plainly offered a move to which all must agree."""
    return any(
        offer.needs_all and not offer.shown.aside and offer.seat not in match.players.levels
        for offer in match.offers
        if offer.by is By.SEAT
    )


def _looks_s(match: Snapshot, chore: Chore) -> float:
    """Return how many seconds people get to look at the cards before a chore is done."""
    if isinstance(chore.act, Deal) and match.can_undo:
        return PEOPLE_READ_S if match.playing_people else READ_S
    return CHORE_S if chore.message is None else LOOK_S
