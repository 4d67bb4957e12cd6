"""A match in memory: its current moves, its undone moves, and its snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from typing import Any

import msgspec

from referee import lessons, library
from referee.actor import TABLE, Actor
from referee.contract import (
    Cue,
    Focus,
    Game,
    IllegalMove,
    Message,
    Offers,
    Outcome,
    Ruling,
    View,
)
from referee.judging import PendingAction
from referee.match.correcting import Correction, Corrector
from referee.match.correction_rulings import correction_rulings
from referee.match.ending import Ending, ending
from referee.match.journal import bodies
from referee.match.journal.bodies import CORRECT, MOVE
from referee.match.journal.entries import Line
from referee.match.log import AppliedMove, Entry, applied_moves, visible_entries, visible_rulings
from referee.match.open_offers import OpenOffers
from referee.match.players import Players
from referee.table import Layout

__all__ = ["LOG_ENTRIES", "Entry", "RunningMatch", "Snapshot", "visible_entries"]

LOG_ENTRIES = 60
EARLIER = 12  # Number of states. As many moves in a row may leave the cards unchanged.


@dataclass(frozen=True)
class Snapshot:
    """The match at one moment: everything that a front end needs.

    - `seq` rises with every entry, over all matches. The current moves have been the same since
      `steps_seq`: later entries named or seated players, paused the match or gave more time.
    - `rulings` are those of the last move or correction. `log` ends with the newest entry.
    - `lesson` marks a teach-in. `drawn` is the club's mark of a drawn match, or empty.
    - `renamed` has the corrected card of each misread picture, by its id. `cited_pictures` are the
      ids of the pictures behind the current moves.
    - `earlier` are some states before this one, the newest first.
    - `ending` is set once the match has ended.

    Secret rulings, the states, the moves in the `log` and the views of other seats are not for
    everybody. Show a seat, or a stranger (None), only the results of `view`, `rulings_for` and
    `log_for`.
    """

    seq: int
    steps_seq: int
    match: int
    game: Game[Any, Any, Any]
    options: Any
    seats: int
    players: Players
    state: Any
    open_offers: OpenOffers
    rulings: tuple[Ruling, ...]
    log: tuple[Entry, ...]
    outcome: Outcome | None
    can_undo: bool
    can_redo: bool
    ending: Ending | None = None
    lesson: bool = False
    paused: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict)
    cited_pictures: frozenset[str] = frozenset()
    earlier: tuple[Any, ...] = ()
    drawn: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player at each seat. Empty if nobody has a name."""
        return self.players.names

    @property
    def offers(self) -> Offers:
        return self.open_offers.offers

    def is_current(self, seen: int | None) -> bool:
        """Whether the current moves are still those of the state `seen`."""
        return seen is not None and self.steps_seq <= seen <= self.seq

    @cached_property
    def layout(self) -> Layout:
        """The expected place of every card and piece."""
        return self.game.layout(self.state)

    @cached_property
    def pending(self) -> tuple[PendingAction, ...]:
        """What the table waits for. Empty while the match is paused or after it has ended."""
        if self.paused or self.outcome is not None:
            return ()
        return self.game.judge(self.state, ()).pending

    def view(self, seat: int | None) -> View:
        """Return the view of a seat's phone, or of a stranger (None).

        While the match is paused, it says only that, and who can resume it.
        """
        view: View = self.game.view(self.state, seat)
        return _paused_view(view) if self.paused else view

    @cached_property
    def remarks(self) -> tuple[Message, ...]:
        """Return the comments on the last rulings. There are none while the match is paused."""
        return () if self.paused else self.game.remarks(self.state)

    def lesson_texts(self, dealt: bool | None = None) -> lessons.LessonTexts | None:
        """Return the texts of a teach-in, or None in a normal match. `lessons` explains `dealt`."""
        if not self.lesson:
            return None
        moves = (entry.move for entry in self.log if entry.kind == MOVE and not entry.undone)
        made = {move.__struct_config__.tag for move in moves}
        return lessons.lesson_texts(self.game.name, self.game.view(self.state, None), made, dealt)

    def rulings_for(self, seat: int | None) -> tuple[Ruling, ...]:
        """Return those of the last rulings that a seat may see."""
        return visible_rulings(self.rulings, seat)

    def log_for(self, seat: int | None) -> tuple[Entry, ...]:
        """Return the log without other seats' secrets. Fully secret moves are left out."""
        if seat not in self._logs:
            self._logs[seat] = visible_entries(self.log, seat)
        return self._logs[seat]

    @cached_property
    def _logs(self) -> dict[int | None, tuple[Entry, ...]]:
        return {}

    def new_entries(self, after: int) -> tuple[Entry, ...]:
        """Return the current moves and corrections after entry `after` that everybody may see."""
        made = (entry for entry in self.log_for(None) if entry.kind in (MOVE, CORRECT))
        return tuple(entry for entry in made if entry.seq > after and not entry.undone)


def _paused_view(view: View) -> View:
    """Return the view of a paused match: nobody has the turn, and nothing can be dealt."""
    seats = tuple(
        msgspec.structs.replace(one, cue=Cue.OUT if one.out else Cue.PAUSED) for one in view.seats
    )
    phase, focus = Message("desk.paused"), Focus(Message("desk.paused.who"), seat=None)
    return msgspec.structs.replace(view, seats=seats, phase=phase, focus=focus, deal=None)


@dataclass(frozen=True)
class _Step:
    """What one undo takes back: a move or correction, with the last moves before and after it.

    `cut` are the entries that a correction took back.
    """

    entry: Entry
    before: AppliedMove | None
    after: AppliedMove
    cut: frozenset[int] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)


class RunningMatch:
    """The moves of one match. Every change is first tried, then written, then applied.

    In a teach-in (`lesson`), `real` has the options of the match that follows it.
    """

    def __init__(self, line: Line) -> None:
        body = line.body
        if not isinstance(body, bodies.Begun):
            raise LookupError(f"no match begins with an entry of the kind {line.kind!r}")
        self.match = line.match
        self.seq = self.steps_seq = line.seq
        self.game = library.game(body.game)
        self.options = library.options(self.game, body.options)
        self.lesson = isinstance(body, bodies.Taught)
        self.real = body.real if isinstance(body, bodies.Taught) else body.options
        self.seats = body.seats
        self.drawn = body.drawn
        self.players = Players.at_start(body.seats, body.names, body.levels, body.drawn)
        self._begun = self.game.begin(self.options, self.seats)
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._log = [Entry(line.seq, line.kind, line.by, line.at_s)]  # All in their first form.
        self._undone_by: dict[int, Actor] = {}
        self.open_offers = OpenOffers()  # Those of the newest snapshot.
        self.paused = False
        self._goes_on = False  # Whether exactly one move was made since that snapshot.

    @property
    def last(self) -> AppliedMove | None:
        return self._done[-1].after if self._done else None

    @property
    def state(self) -> Any:
        """The state after the last move."""
        return self._begun if self.last is None else self.last.state

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(self._current_entries(self._log))

    @property
    def states(self) -> tuple[Any, ...]:
        """The state at the beginning, and the state after each current move."""
        return (self._begun, *(made.state for made in [*applied_moves(self.last)][::-1]))

    @property
    def moves(self) -> tuple[Any, ...]:
        """The current moves, in order."""
        return tuple(made.entry.move for made in applied_moves(self.last))[::-1]

    def ending(self) -> Ending:
        """Return what the ending would be if the match ended now."""
        made = [one.entry for one in [*applied_moves(self.last)][::-1]]
        return ending(self.game, self.states, (self._log[0], *made), self.seats)

    def corrector(self, by: Actor = TABLE) -> Corrector:
        return Corrector(self.game, self._begun, self.last, by)

    def try_move(self, move: Any) -> tuple[Any, tuple[Ruling, ...]]:
        """Return the next state and the rulings, without making the move. Raise `IllegalMove`."""
        tried: tuple[Any, tuple[Ruling, ...]] = self.game.apply(self.state, move)
        return tried

    def check_showable(self, state: Any) -> None:
        """Compute all that pages show of a state. A bug in the rules then raises here."""
        for answer in (self.game.offers, self.game.layout, self.game.outcome):
            answer(state)
        self.game.judge(state, ())
        for seat in (None, *range(self.seats)):
            self.game.view(state, seat)

    def try_undo(self) -> None:
        """Raise `IllegalMove` if there is no move to undo."""
        if not self._done:
            raise IllegalMove("desk", Message("desk.nothing_to_undo"))

    def try_redo(self) -> None:
        """Raise `IllegalMove` if there is no move to redo."""
        if not self._undone:
            raise IllegalMove("desk", Message("desk.nothing_to_redo"))

    def add(self, line: Line, tried: Any = None) -> None:
        """Apply an entry that was written to the journal.

        `tried` is the result of `try_move` for a move, or the correction. It saves a second try.
        """
        body = line.body
        if isinstance(body, bodies.Named | bodies.Handed | bodies.Extended):
            self._add_side_entry(line, body)
            return
        self._goes_on = isinstance(body, bodies.Moved) and self.open_offers.seq == self.seq
        self.seq, of = line.seq, None
        if not isinstance(body, bodies.Paused | bodies.Resumed):
            self.steps_seq = line.seq
        match body:
            case bodies.Moved():
                self._add(self._moved(line, body, tried), line.by)
                return
            case bodies.Corrected():
                self._add(self._corrected(line, body, tried), line.by)
                return
            case bodies.Undone():
                self.try_undo()
                step = self._done.pop()
                self._undone.append(step)
                self._undone_by[step.entry.seq] = line.by
                of = step.entry.seq
            case bodies.Redone():
                self.try_redo()
                step = self._undone.pop()
                self._done.append(step)
                self._undone_by.update(dict.fromkeys(step.cut, line.by))
                of = step.entry.seq
            case bodies.Paused() | bodies.Resumed():
                self.paused = isinstance(body, bodies.Paused)
            case _:
                raise LookupError(f"there is no entry of the kind {line.kind!r}")
        self._log.append(Entry(line.seq, line.kind, line.by, line.at_s, of=of))

    def _add(self, step: _Step, by: Actor) -> None:
        self._done.append(step)
        self._undone.clear()
        self._log.append(step.entry)
        self._undone_by.update(dict.fromkeys(step.cut, by))

    def _add_side_entry(
        self, line: Line, body: bodies.Named | bodies.Handed | bodies.Extended
    ) -> None:
        """Apply an entry that names or seats a player or gives more time. No offer closes."""
        standing = replace(self.open_offers, seq=line.seq)
        entry = Entry(line.seq, line.kind, line.by, line.at_s)
        match body:
            case bodies.Named():
                self.players = self.players.with_name(body.seat, body.name)
            case bodies.Handed():
                self.players = self.players.with_player(body.seat, body.name, line.seq, body.level)
                self._log.append(replace(entry, seat=body.seat, level=body.level))
            case bodies.Extended():
                standing = self.open_offers.extended(line.seq)
                self._log.append(entry)
        if self.open_offers.seq == self.seq:
            self.open_offers = standing
        self.seq = line.seq

    def _moved(
        self, line: Line, body: bodies.Moved, tried: tuple[Any, tuple[Ruling, ...]] | None
    ) -> _Step:
        move = library.move(self.game, body.move)
        state, rulings = tried or self.try_move(move)
        entry = Entry(line.seq, MOVE, line.by, line.at_s, move, rulings)
        return _Step(entry, self.last, AppliedMove(entry, state, self.last))

    def _corrected(self, line: Line, body: bodies.Corrected, tried: Correction | None) -> _Step:
        last = self.last
        if last is None:
            raise LookupError("there is nothing to correct")
        correction = tried or self.corrector(line.by).replay(body.of, body.value)
        if len(correction.kept) != body.kept:
            raise LookupError(f"{len(correction.kept)} moves fit, and not {body.kept}")
        made = (correction.of, *correction.kept)
        shown = next((one for one in made if one.seq == body.shown), correction.of)
        rulings = correction_rulings(self.game, correction, shown, last, line.by)
        cut = frozenset(one.seq for one in correction.cut)
        entry = Entry(line.seq, CORRECT, line.by, line.at_s, shown.move, rulings, shown.seq)
        entry = replace(entry, cut=len(cut))
        return _Step(entry, last, correction.made, cut, correction.renamed)

    def _current_entries(self, log: list[Entry]) -> Iterator[Entry]:
        """Yield each entry in its current form: corrected, or marked as undone."""
        first = log[0].seq if log else 0
        stands = takewhile(lambda made: made.entry.seq >= first, applied_moves(self.last))
        now = {made.entry.seq: made.entry for made in stands}
        now |= {step.entry.seq: step.entry for step in self._done if step.entry.kind == CORRECT}
        for entry in log:
            if entry.kind not in (MOVE, CORRECT):
                yield entry
            elif entry.seq in now:
                yield now[entry.seq]
            else:
                yield replace(entry, undone=True, undone_by=self._undone_by.get(entry.seq))

    def snapshot(self) -> Snapshot:
        """Return the current snapshot. After a resumption, all offers count as newly opened.

        A paused match has no offers, so lamps, presses, clock, camera and pages have nothing to do.
        When it is resumed, every window opens again with its full time, as after an undo. Players
        then have time to read their options, and a restart makes no difference.
        """
        state = self.state
        if self.open_offers.seq != self.seq:
            follow = self.open_offers.after_move if self._goes_on else OpenOffers.fresh
            self.open_offers = follow(self._offers(state), self.seq)
        outcome = self.game.outcome(state)
        proofs = (getattr(made.entry.move, "proof", ()) for made in applied_moves(self.last))
        return Snapshot(
            seq=self.seq,
            steps_seq=self.steps_seq,
            match=self.match,
            game=self.game,
            options=self.options,
            seats=self.seats,
            players=self.players,
            state=state,
            open_offers=self.open_offers,
            rulings=self._done[-1].entry.rulings if self._done else (),
            log=tuple(self._current_entries(self._log[-LOG_ENTRIES:])),
            outcome=outcome,
            can_undo=bool(self._done) and not self.paused,
            can_redo=bool(self._undone) and not self.paused,
            ending=None if outcome is None else self.ending(),
            lesson=self.lesson,
            paused=self.paused,
            renamed={id_: card for step in self._done for id_, card in step.renamed.items()},
            cited_pictures=frozenset(chain.from_iterable(proofs)),
            earlier=tuple(islice(self._earlier(), EARLIER)),
            drawn=self.drawn,
        )

    def _earlier(self) -> Iterator[Any]:
        for made in applied_moves(self.last):
            yield self._begun if made.before is None else made.before.state

    def _offers(self, state: Any) -> Offers:
        offers: Offers = self.game.offers(state)
        if not self.paused:
            return offers
        return Offers((), tuple(cue if cue is Cue.OUT else Cue.PAUSED for cue in offers.cues))
