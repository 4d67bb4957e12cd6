"""A player of any game at a rendered table: what is offered is done with the cards, and read.

A match goes on by its offers alone, unseen up to some moment; from there on each move that cards
make is made by cards, which are laid, pushed, taken or swept up on the mats, and read from the
frames alone. Cards that are to stay or go are followed as people are told, the used ones late.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.reading.submission import Submission
from referee import library
from referee.contract import By, Offers
from referee.reports.questions import Question
from referee.table import Card, CardStatus, Layout, Taken, Zone
from tests.bench.games import deck_of
from tests.bench.rules.promises import same_move
from tests.bench.rules.randomplay import choose
from tests.bench.table.acts import Acts, acts, on_discards
from tests.bench.table.lain import FilmedLain
from tests.bench.table.seen import FRAME_S
from tests.bench.table.watched import ReadRow, Watched, unproven

PATIENCE_S = 10.0
TRIES = 8  # so many moves come to mind where the most eventful is made
HAND = 0.5  # how often a hand is seen over the mat
ELSEWHERE = 0.1  # how often a card goes to the discards, whatever its move's own place
ANSWERS = 3  # that people give at most about the cards of one move


class Drive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played by camera, as its `bench.toml` has it.

    Each match has one of these `seats` and tilts in turn. `unseen` moves at most are made before
    the camera looks; then so many `parts` are, a part being a ``turn`` or a ``round``. As shares of
    the times: an `eventful` move is preferred, after which the same player goes on; one more move
    alike is made `together` with the last, before anybody looks; a used card is `left_lying`; and
    the next card is laid `at_once`, before anybody saw the used ones gone.
    """

    part: str
    parts: int
    seats: tuple[int, ...]
    size: tuple[int, int]
    tilts_deg: tuple[float, ...]
    unseen: int
    options: dict[str, Any] = {}
    eventful: float = 0.0
    together: float = 0.0
    left_lying: float = 0.0
    at_once: float = 0.0


class PlayedRow(ReadRow, frozen=True, kw_only=True):
    """What came of so many `parts`, turns or rounds.

    `alarms` are questions although all lay as it had to, `most` is how many questions came up in
    one part. Cards that are `alike` are not lost: they were laid upon an equal card to the
    millimetre, and nothing tells them.
    """

    NEVER = ("wrong", "lost", "alarms")

    parts: int
    moves: int
    alarms: int
    alike: int
    most: int


class Player(Watched):
    """A match that is played by camera; `over` is one that ended, or went astray."""

    COUNTS = ("wrong", "lost", "asked", "alarms", "alike")

    def __init__(
        self, game: str, drive: Drive, seats: int, tilt_deg: float, random: Random
    ) -> None:
        super().__init__(game, drive.options, seats)
        self.drive, self.random = drive, random
        deck = deck_of(game, self.snapshot.options)
        size = drive.size
        self.table = FilmedLain(game, deck, seats, size, tilt_deg, random, drive.left_lying)
        self.moves = self.parts = self.most = self._in_part = 0
        self.over = False
        self._taken: set[str] = set()  # zones from which used cards were taken that nobody saw go

    # -- what is to be done ---------------------------------------------------------------------

    def chosen(self) -> dict[str, Any]:
        """Return a random move of a player or of the table, often an eventful one."""
        if self.random.random() >= self.drive.eventful:
            return self._any(self.snapshot.offers)
        seat = self.snapshot.view(None).focus.seat
        moves = [self._any(self.snapshot.offers) for _ in range(TRIES)]
        return next((one for one in moves if self._focus(self.after(one)) == seat), moves[0])

    def _any(self, offers: Offers) -> dict[str, Any]:
        """Return a move that is offered: first which kind, then which."""
        mine = [one for one in offers if one.by is not By.HOST]
        kind = self.random.choice(sorted({one.move for one in mine}))
        return choose(Offers(tuple(one for one in mine if one.move == kind), ()), self.random)

    def acts_of(self, move: dict[str, Any]) -> Acts | None:
        """Return what is done with the cards for a move, and perhaps for some more with it."""
        state = self.snapshot.state
        typed = [library.move(self.game, move)]
        done = acts(self.game, state, *typed)
        while done is not None and self.random.random() < self.drive.together:
            after = self.after(*typed)
            if (
                self._focus(after) != self._focus(state)
                or self.game.rules.outcome(after) is not None
            ):
                break
            again = [one for one in self.game.rules.offers(after) if one.move == move["move"]]
            if not again:
                break
            typed.append(library.move(self.game, choose(Offers(tuple(again), ()), self.random)))
            more = acts(self.game, state, *typed)
            if more is None:
                break
            done = more
        if done is not None and self.random.random() < ELSEWHERE:
            done = on_discards(self.game, state, done) or done
        return done

    def after(self, *moves: Any) -> Any:
        """Return the state after some more moves, typed or as plain data."""
        state = self.snapshot.state
        for move in moves:
            typed = library.move(self.game, move) if isinstance(move, dict) else move
            state, _ = self.game.rules.apply(state, typed)
        return state

    def _focus(self, state: Any) -> int | None:
        seat: int | None = self.game.shown.view(state, None).focus.seat
        return seat

    @property
    def part(self) -> int | None:
        """The turn or the round that is played."""
        view = self.snapshot.view(None)
        return view.round if self.drive.part == "round" else view.focus.seat

    # -- play -----------------------------------------------------------------------------------

    def unseen(self, moves: int) -> None:
        """Play some moves that nobody reads, on to where a part begins; the cards are laid."""
        for _ in range(moves):
            self._unseen()
        part = self.part
        while not self.over and self.part == part:
            self._unseen()
        self.rest()

    def _unseen(self) -> None:
        if not self.over:
            self.make(self.chosen())
            self.over = self.snapshot.outcome is not None
            self.table.follow(self.lies)

    def step(self) -> None:
        """Make one random move, with cards where it has some, else by hand."""
        move, part = self.chosen(), self.part
        done = self.acts_of(move)
        if done is not None and self.table.has_room(done.changes):
            self.moves += len(done.moves)
            self.by_camera(done)
        else:
            self.moves += 1
            self.make(move)
        if self.part != part:
            self.parts, self.most = self.parts + 1, max(self.most, self._in_part)
            self._in_part = 0
        self.rest()

    def by_camera(self, done: Acts) -> None:
        """Do something with the cards; take what is read for it, answer what is asked."""
        where = ", ".join(sorted(zones := zones_of(done)))
        made = f"made {[library.to_plain(one) for one in done.moves]} in {where}"
        if zones & self._taken:
            self.see_rest()
        meant = self._end(*done.moves)
        self.table.do(done.changes, done.after)
        left, told = list(done.moves), self.look()
        read: list[dict[str, Any]] = []
        for _ in range(len(left) + ANSWERS):
            if isinstance(told, Question):
                self._in_part += 1
                ways = [one.label.key for one in told.choices]
                self.note("asked", f"{told.message} {ways}, {made}")
                if not self.answered(told, left, done.changes):
                    break
            elif told is not None:
                self.make(told.move)
                read.append(unproven(told))
                left = _without(left, library.move(self.game, told.move))
            if told is None or not left:
                break
            told = self.look()
        if (left and told is None) or isinstance(told, Question):
            alike = self.table.hides_alike(zones)
            self.note("alike" if alike else "lost", f"{told}, {made}")
            self.make(*(library.to_plain(one) for one in left))
        if self._end() != meant:
            self.note("wrong", f"{read}, {made}")
            self.over = True

    # -- what is seen ---------------------------------------------------------------------------

    def rest(self) -> None:
        """Have all lie as it must; nothing may come of that but that a zone is to be emptied.

        Now and then play goes on at once, elsewhere on the mat than where used cards were taken.
        """
        self.over = self.over or self.snapshot.outcome is not None
        if self.over:
            return
        laid, taken = self.table.follow(self.lies)
        self._taken |= taken
        if laid or self.random.random() >= self.drive.at_once:
            self.see_rest()

    @property
    def lies(self) -> Layout:
        """What lies there: where taking away what goes is a move, that stays for now."""
        layout = self.snapshot.layout
        goes = tuple(Taken(one) for one in layout.cards if one.status is CardStatus.TO_CLEAR)
        if not goes or not self.game.table.judge(self.snapshot.state, goes).moves:
            return layout
        return replace(layout, cards=tuple(_staying(one) for one in layout.cards))

    def see_rest(self) -> None:
        """See that all lies as it must."""
        self._taken.clear()
        told = self.look()
        cards = self.snapshot.layout.cards
        swept = {str(card.zone) for card in cards if card.status is CardStatus.TO_CLEAR}
        if told is not None and not (isinstance(told, Question) and told.zone in swept):
            self.note("alarms", f"{told}")

    def look(self) -> Question | Submission | None:
        """Look until cards make a move, or until people had time to be asked."""
        if self.random.random() < HAND:
            self.consider(self.table.look(self.table.hand()), FRAME_S)
        for seen in self.table.looks():
            if (told := self.consider(seen, FRAME_S)) is not None:
                return told
        for _ in range(3):
            if (told := self.consider(seen, PATIENCE_S)) is not None:
                return told
        return self.asker.question

    def consider(self, seen: Any, later_s: float) -> Submission | None:
        """Judge what is seen, so much later than what was seen before."""
        self.now_s += later_s
        return self.asker.consider(self.snapshot, seen, self.now_s, self.table.grids)

    def _end(self, *moves: Any) -> tuple[Any, ...]:
        """Return what moves come to for all to see, wherever columns count from."""
        state = self.after(*moves)
        return shown(self.game.table.layout(state)), self.game.shown.view(state, None)

    def row(self, where: str) -> PlayedRow:
        """Return what came of it."""
        return PlayedRow(
            parts=self.parts,
            moves=self.moves,
            frames=self.table.frames,
            most=max(self.most, self._in_part),
            **self.came_of(where),
        )


def zones_of(done: Acts) -> set[str]:
    """Return the zones in which something is done."""
    return {str(one.was.zone if isinstance(one, Taken) else one.zone) for one in done.changes}


def shown(layout: Layout) -> tuple[Any, ...]:
    """Return what lies there, columns of a zone that floats counted from the leftmost."""
    lefts = {zone: _left(layout.cards_in(zone)) for zone in layout.floats}
    cards = sorted(
        (str(one.zone), one.name, _from(one, lefts), one.status)
        for one in layout.cards
        if one.status is not CardStatus.TO_CLEAR
    )
    return cards, layout.piles, layout.pieces


def _left(cards: Sequence[Card]) -> int:
    return min(
        (at[1] for one in cards if (at := one.at) and one.status is not CardStatus.TO_CLEAR),
        default=0,
    )


def _from(card: Card, lefts: dict[Zone, int]) -> tuple[int, ...]:
    return () if card.at is None else (card.at[0], card.at[1] - lefts.get(card.zone, 0))


def _staying(card: Card) -> Card:
    return replace(card, lies=CardStatus.STAYS) if card.status is CardStatus.TO_CLEAR else card


def _without(moves: Iterable[Any], made: Any) -> list[Any]:
    """Return the moves that are left once one is made, or else all but the first."""
    left = list(moves)
    left.remove(next((one for one in left if same_move(one, made)), left[0]))
    return left
