"""Decides what to do about the cards seen: submit a move, ask, inform people, or wait."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from firmware.reading.decisions import Decisions
from firmware.reading.evidence import confirmations_in, evidence_of, png
from firmware.reading.judged_pass import JudgedPass, Judges
from firmware.reading.ledger.ledger import Ledger
from firmware.reading.open_questions import ASK_AFTER_S, OpenQuestions
from firmware.reading.other_deals import OtherDeals
from firmware.reading.questions import PossibleCards
from firmware.reading.seen_cards import (
    KnownCard,
    Names,
    TablePass,
    ZoneStates,
    all_leave,
    in_use,
    seen_in,
    zones_by_cell,
)
from firmware.reading.submission import ReadingKey, Submission
from firmware.reading.waiting import Durations, UndoneChanges, change_key
from referee.actor import CAMERA, Actor
from referee.contract import Message
from referee.judging import Judgement, Meaning, Refusal
from referee.match.commands import Correct
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.reports.questions import Question
from referee.table import ANYWHERE, CardStatus, Changes, Laid
from vision.mat import Grid
from vision.observation import Observation
from vision.reading import COVER

NO_GRIDS: Mapping[str, Grid] = {}


class _Basis(NamedTuple):
    """All that a judgement depends on: it is made again only if one of these has changed."""

    seq: int
    changes: Changes
    counted: Changes
    judges_basis: object


class _Judged(NamedTuple):
    """A judgement, and what it was made from."""

    basis: _Basis
    judgement: Judgement
    possible: PossibleCards


class Asker:
    """Compares each pass with the match, has the differences judged, and keeps the open questions.

    With `still`, a single picture is judged at once: changes need not last, and they count even if
    an undo took them back. `prefix` distinguishes the questions of this asker from those of others.
    `judges` returns who judges the changes.
    """

    def __init__(
        self, still: bool = False, prefix: str = "", judges: Callable[[], Judges] = Judges
    ) -> None:
        self._judges = judges
        self.waits: tuple[PendingAction, ...] = ()  # Pages show these without urgency.
        self.to_clear: tuple[str, ...] = ()  # Cards on the table that people must clear.
        self.last_pass: JudgedPass | None = None
        self._match: int | None = None  # The match that the questions are about.
        self._still = still
        self._undone, self._durations = UndoneChanges(), Durations(still)
        self._ledger = Ledger(self._durations)
        self._decisions = Decisions()
        self._open = OpenQuestions(
            self._ledger, self._undone, self._durations, self._decisions, prefix
        )
        self._refused: tuple[ReadingKey, Message] | None = None  # The newest, by the referee.
        self._steps_seq = -1
        self._other_deals = OtherDeals()
        self._judged: _Judged | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions, the most urgent first."""
        return self._open.questions

    def asks_about(self, match: Snapshot | None) -> bool:
        """Whether the questions are about this match. Those about an earlier one are over."""
        return match is not None and match.match == self._match

    def drop(self) -> None:
        """Drop all that was asked and noted about a match, because another one begins."""
        self.waits, self.to_clear, self.last_pass, self._match = (), (), None, None
        self._open.clear()

    @property
    def question(self) -> Question | None:
        """The most urgent question, or None."""
        return self.questions[0] if self.questions else None

    @property
    def busy(self) -> bool:
        """Whether a question is open or people must clear a card."""
        return bool(self.questions or self.to_clear)

    def judgement(self, match: Snapshot) -> Judgement:
        """Return what people are told about the match. Empty if no pass followed its last move."""
        if self._judged is None or self._judged.basis.seq != match.seq:
            return Judgement()
        return Judgement(refusals=self._open.refusals, pending=self.waits)

    def consider(
        self,
        match: Snapshot | None,
        observed: Observation | None,
        now_s: float,
        grids: Mapping[str, Grid] = NO_GRIDS,
    ) -> Submission | None:
        """Return the move that the cards make if it is certain. Otherwise ask, inform people, or
        wait.

        `now_s` is the monotonic time in seconds. `grids` are the grids of the mats.
        """
        self.waits, self.to_clear, self.last_pass = (), (), None
        self._match = None if match is None else match.match
        if match is None or observed is None or match.rests or match.outcome is not None:
            self._open.clear()
            return None
        if match.steps_seq != self._steps_seq:
            self._steps_seq = match.steps_seq
            self._ledger.forget_new()
        current = self.last_pass = self._compare(match, observed, now_s, grids)
        self.waits = current.judgement.pending
        lies = current.difference.lies.values()
        self.to_clear = tuple(card.name for card in lies if card.status is CardStatus.TO_CLEAR)
        self._decisions.follow(current)
        refused = None
        for made in self._submissions(current):
            if self._refused is None or self._refused[0] != made.key:  # A key may have no hash.
                self._open.clear()
                return made
            refused = refused or Refusal("table", self._refused[1], current.changes_of_move)
        self._open.update(current, refused)
        return None

    def refused(self, submission: Submission, why: Message) -> None:
        """Note that the referee refused a submission, so that it is not repeated unchanged."""
        self._refused = submission.key, why

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take an answer about one card. Raise `LookupError` or `ValueError`."""
        self._open.answer(question, item, card, by)

    def choose(self, question: str, way: str | None, by: Actor) -> Correct | None:
        """Take the choice of a meaning. Return the correction that it requires, if any.

        Raise `LookupError` or `IllegalMove`.
        """
        return self._open.choose(question, way, by)

    def _compare(
        self, match: Snapshot, observed: Observation, now_s: float, grids: Mapping[str, Grid]
    ) -> JudgedPass:
        judges = self._judges()
        known = {card.id: judges.known_card(match, card.reading) for card in observed.settled}
        names = {**_names_of_unread(observed, known), **self._decisions.answers, **match.renamed}
        table_pass = self._table_pass(match, observed, names, grids, known)
        difference = self._ledger.compare(table_pass, now_s)
        for new in difference.maybe:
            if judges.is_requested(match, new.laid):
                self._ledger.say_new(new.seen.id, is_new=True)  # It counts in the next pass.
        undone = self._undone.update(match, difference.changes, table_pass)
        undone = frozenset() if self._still else undone
        there = tuple(change for change in difference.changes if change_key(change) not in undone)
        changes = tuple(
            change for change in there if not (isinstance(change, Laid) and change.zone is None)
        )
        self._judged = judged = self._judge(judges, match, there, changes)
        return JudgedPass(
            match=match,
            observed=observed,
            table_pass=table_pass,
            names=names,
            difference=difference,
            undone=undone,
            changes=changes,
            judgement=judged.judgement,
            possible=judged.possible,
            now_s=now_s,
        )

    def _table_pass(
        self,
        match: Snapshot,
        observed: Observation,
        names: Names,
        grids: Mapping[str, Grid],
        known: Mapping[str, KnownCard],
    ) -> TablePass:
        """Return the seen cards with their zones and cells, and what the match says about them."""
        due = frozenset(pending.zone for pending in match.pending)
        cells = in_use(zones_by_cell(match), grids)
        leaving = all_leave(match.layout, due.union(match.layout.floats))
        seen = seen_in(observed, names, cells, leaving)
        return TablePass(
            match.layout,
            seen,
            ZoneStates(observed, cells, ANYWHERE in due),
            cells,
            proven=match.cited_pictures,
            turn=match.game.table.turn(match.state),
            known=known,
            ignored=frozenset() if self._still else self._other_deals.follow(match, seen),
            due=due,
        )

    def _judge(self, judges: Judges, match: Snapshot, there: Changes, changes: Changes) -> _Judged:
        """Return the judgement of all changes that are `there`. `changes` have a zone."""
        counted = tuple(change for change in there if change_key(change) in self._undone.counted)
        basis = _Basis(match.seq, there, counted, judges.judgement_basis(match))
        if self._judged is not None and self._judged.basis == basis:
            return self._judged
        judgement = judges.judge(match, there, counted)
        return _Judged(basis, judgement, PossibleCards(match, changes))

    def _submissions(self, current: JudgedPass) -> list[Submission]:
        """Return the moves that the changes make, and the move that people chose."""
        submissions = [
            self._submission(current, meaning)
            for meaning in current.judgement.moves
            if not any(map(self._decisions.early.awaits, meaning.changes))
            and not (current.is_doubted(meaning) or current.may_be_from_pile(meaning))
            and not (current.may_get_more_cards(meaning) and not self._lasts(current, meaning))
        ]
        choice = current.judgement.choice
        if choice and (chosen := self._decisions.chosen_for(current, choice)) is not None:
            submissions.append(self._submission(current, choice.meanings[chosen.way], chosen.by))
        if (swept := self._decisions.gathered_in(current)) is not None:
            moves = current.judge_alone(Laid(swept.card, swept.zone)).moves
            submissions += [self._submission(current, meaning, swept.by) for meaning in moves[:1]]
        return submissions

    def _lasts(self, current: JudgedPass, meaning: Meaning) -> bool:
        return self._durations.lasted_s("grows", meaning.changes, current.now_s) >= ASK_AFTER_S

    def _submission(
        self, current: JudgedPass, meaning: Meaning, by: Actor | None = None
    ) -> Submission:
        """Return the submission of a move. Its pictures are in the order in which the cards were
        laid.
        """
        proofs = _known_evidence(current, meaning)
        for change in meaning.changes:
            seen_card = current.card_of(change)
            proofs |= evidence_of(
                change, seen_card, self._ledger.matching, current.observed, current.table_pass.grids
            )
        laid = {card.id: number for number, card in enumerate(current.observed.settled)}
        proofs = dict(sorted(proofs.items(), key=lambda proof: laid.get(proof[0], -1)))
        move = json.loads(msgspec.json.encode(meaning.move))
        if "proof" in type(meaning.move).__struct_fields__:
            move["proof"] = [*proofs]
        answered = any(
            getattr(change, "id", "") in self._decisions.answers for change in meaning.changes
        )
        changes = tuple(map(change_key, meaning.changes))
        key = ReadingKey(current.match.seq, changes, meaning.move)
        by = by or (self._decisions.answered_by if answered else CAMERA)
        confirmed = tuple(confirmations_in(current, meaning.changes, self._decisions.answers))
        return Submission(move, current.match.seq, by, proofs, key, confirmed)


def _names_of_unread(observed: Observation, known: Mapping[str, KnownCard]) -> dict[str, str]:
    """Return the names of cards that the table's own hand laid and no camera is certain of."""
    return {
        card.id: name
        for card in observed.settled
        if (name := known[card.id].name) is not None and not card.reading.certain
        if card.reading.reason != COVER
    }


def _known_evidence(current: JudgedPass, meaning: Meaning) -> dict[str, bytes]:
    """Return the pictures (PNG, by id) of those cards in a move that were on the table before."""
    new = Counter(change.card for change in meaning.changes if isinstance(change, Laid))
    beside = Counter(getattr(meaning.move, "cards", ())) - new
    if not new or not beside:
        return {}
    zones = {change.zone for change in meaning.changes if isinstance(change, Laid)}
    result = {}
    for seen in current.table_pass.seen:
        card = current.difference.lies.get(seen.id)
        if card is not None and beside[card.name] > 0 and card.zone in (ANYWHERE, *zones):
            beside[card.name] -= 1
            result[seen.id] = png(seen.card.reading.crop)
    return result
