"""A snapshot of a match at one moment, for front ends. It never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from referee.actor import Actor
from referee.booklet import lessons
from referee.booklet.outcries import Outcry, outcry
from referee.contract import Cue, Focus, Game, Message, Offers, Outcome, Ruling, View
from referee.match.ending import Ending
from referee.match.journal.bodies import CORRECT, DEAL, MOVE
from referee.match.log import Entry, visible_entries, visible_rulings
from referee.match.open_offers import OpenOffers
from referee.match.people.players import Players
from referee.pending import Draw, PendingAction, TurnUp, draws_of
from referee.proposals import Proposal
from referee.table import Layout


@dataclass(frozen=True)
class UndoneEntry:
    """The first of the `count` entries that a redo restores, and the actor who took them back."""

    entry: Entry
    count: int
    by: Actor


@dataclass(frozen=True)
class Snapshot:
    """The match at one moment: everything that a front end needs.

    - `seq` rises with every entry, over all matches. The current moves have been the same since
      `steps_seq`: later entries named or seated players, paused the match or gave more time.
    - `log` ends with the newest entry.
    - `lesson` marks a teach-in. `why` asks for the reason of a bot's last move in it, and answers.
    - `drawn` is the club's mark of a drawn match, or empty.
    - `renamed` has the corrected card of each misread picture, by its id. `cited` has the groups of
      `cited_pictures`.
    - `earlier` are some states before this one, the newest first.
    - `ending` is set once the match has ended.
    - `dealt_seq` is the entry that ordered the cards to be dealt again, or 0. `deal_moves` is how
      many moves a new deal would annul, or None if no deal can be annulled.
    - `last_step` is what an undo takes back, after an open `proposal`. `undone` is what a redo
      restores. They are None if there is nothing.
    - `proposal` waits for everybody's answer. Until then the only offers are the answers to it.

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
    log: tuple[Entry, ...]
    outcome: Outcome | None
    can_undo: bool
    can_redo: bool
    ending: Ending | None = None
    lesson: bool = False
    paused: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict)
    cited: tuple[frozenset[str], ...] = ()
    earlier: tuple[Any, ...] = ()
    drawn: str = ""
    proposal: Proposal | None = None
    dealt_seq: int = 0
    deal_moves: int | None = None
    last_step: Entry | None = None
    undone: UndoneEntry | None = None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Those of the last move or correction."""
        return () if self.last_step is None else self.last_step.rulings

    @cached_property
    def cited_pictures(self) -> frozenset[str]:
        """The ids of the pictures behind the current moves."""
        return frozenset().union(*self.cited)

    @property
    def rests(self) -> bool:
        """Whether the cards mean nothing now: during a pause, and while a proposal is open."""
        return self.paused or self.proposal is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player at each seat. Empty if nobody has a name."""
        return self.players.names

    @property
    def deal_key(self) -> tuple[int, int]:
        """The match, and the entry that ordered the cards to be dealt again. It tells deals apart,
        because the match is then in a state in which it was before.
        """
        return self.match, self.dealt_seq

    @property
    def offers(self) -> Offers:
        return self.open_offers.offers

    @property
    def hiding_bots(self) -> frozenset[int]:
        """The seats of bots whose cards nobody sees. A teach-in hides nothing."""
        return frozenset() if self.lesson else frozenset(self.players.levels)

    @cached_property
    def playing_people(self) -> frozenset[int]:
        """The seats of people who are not out."""
        seats = enumerate(self.view(None).seats)
        return frozenset(seat for seat, view in seats if not view.out) - {*self.players.levels}

    def is_current(self, seen: int | None) -> bool:
        """Whether the current moves are still those of the state `seen`."""
        return seen is not None and self.steps_seq <= seen <= self.seq

    @cached_property
    def layout(self) -> Layout:
        """The expected place of every card and piece."""
        return self.game.table.layout(self.state)

    @cached_property
    def pending(self) -> tuple[PendingAction, ...]:
        """The pending actions of the table. Empty while the match rests or after it has ended."""
        if self.rests or self.outcome is not None:
            return ()
        return self.game.table.judge(self.state, ()).pending

    @cached_property
    def actions(self) -> tuple[PendingAction, ...]:
        """All that people must or may do by hand now, also while the match rests."""
        return tuple(self.game.table.pending(self.state))

    @property
    def draws(self) -> tuple[Draw | TurnUp, ...]:
        """The cards to draw from piles, or to turn up, also while the match rests."""
        return draws_of(self.actions)

    def view(self, seat: int | None) -> View:
        """Return the view of a seat's phone, or of a stranger (None).

        While the match is paused, it says only that, and who can resume it. While a proposal is
        open, it names the proposal and the seats whose answers are missing.
        """
        view: View = self.game.shown.view(self.state, seat)
        proposal, outcome = self.proposal, self.outcome
        if proposal is not None:
            facts = view.facts if proposal.effect is None else (proposal.effect, *view.facts)
            focus = Focus(proposal.waits, seat=None)
            return self._at_rest(view, proposal.label, focus, facts=facts)
        if outcome is not None and outcome.stopped:
            leader = outcome.winners[0] if len(outcome.winners) == 1 else None
            focus = Focus(outcome.reason, seat=leader)
            return self._at_rest(view, Message("desk.stopped"), focus, outcome=outcome)
        if self.paused:
            focus = Focus(Message("desk.paused.who"), seat=None)
            return self._at_rest(view, Message("desk.paused"), focus)
        return view

    def _at_rest(self, view: View, phase: Message, focus: Focus, **more: Any) -> View:
        """Return a view in which nothing can be dealt. The open offers say which seats are lit.

        A player who is out stays dark during a pause.
        """
        cues, replace = self.offers.cues, msgspec.structs.replace
        seats = []
        for seat in view.seats:
            dark = seat.out and cues[seat.seat] is Cue.PAUSED
            seats.append(replace(seat, cue=Cue.OUT if dark else cues[seat.seat]))
        return replace(view, seats=tuple(seats), phase=phase, focus=focus, deal=None, **more)

    @cached_property
    def outcry(self) -> Outcry | None:
        """Return what a bot says about the last move, or None. The next move ends it."""
        step = self.last_step
        if self.rests or step is None or step.kind != MOVE:
            return None
        return outcry(self.game.name, step.seq, step.rulings, self.players.levels)

    def lesson_texts(self, dealt: bool | None = None) -> lessons.LessonTexts | None:
        """Return the texts of a teach-in, or None in a normal match. `lessons` explains `dealt`."""
        if not self.lesson:
            return None
        moves = (entry.move for entry in self.log if entry.kind == MOVE and not entry.undone)
        made = {move.__struct_config__.tag for move in moves}
        view = self.game.shown.view(self.state, None)
        return lessons.lesson_texts(self.game.name, view, made, dealt)

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
        made = (entry for entry in self.log_for(None) if entry.kind in (MOVE, CORRECT, DEAL))
        return tuple(entry for entry in made if entry.seq > after and not entry.undone)
