"""What is done about the cards that are seen: submit a move, ask or tell the table, or wait."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from firmware.reading.confirmations import Confirmed, confirmed_in
from firmware.reading.evidence import png, proofs_of
from firmware.reading.judged_pass import BY_RULES, Judges, Now
from firmware.reading.ledger import Ledger
from firmware.reading.open_questions import ASK_AFTER_S, Open
from firmware.reading.questions import Possible
from firmware.reading.seen_cards import Look, Quiet, all_leave, in_use, seen_in
from firmware.reading.waiting import Held, Lasting, mark_of
from referee.actor import CAMERA, Actor
from referee.contract import Message
from referee.judging import Judgement, Meaning, PendingAction, Refusal
from referee.match.desk import Snapshot
from referee.reports.status import Question
from referee.table import ANYWHERE, CardStatus, Laid
from vision.mat import Grid
from vision.observation import Observation

NO_GRIDS: Mapping[str, Grid] = {}


@dataclass(frozen=True)
class Submission:
    """A move that the cards make, as plain data, with its pictures (PNG by card id).

    `seen` is the number of the move after which the cards were seen, `key` what it rests on: the
    same key is the same reading of the same cards. `confirmed` are readings in doubt of which
    people said which card it is.
    """

    move: dict[str, Any]
    seen: int
    by: Actor
    proofs: Mapping[str, bytes]
    key: tuple[object, ...]
    confirmed: tuple[Confirmed, ...] = ()


class Asker:
    """Compares, look after look, what is seen with what a match says of its table.

    Of a `still` picture nothing is waited for, and an undo does not hold back what it shows: it
    was sent to be read. Its questions are told from others by what it is `of`. What differs it has
    judged by `judges`.
    """

    def __init__(self, still: bool = False, of: str = "", judges: Judges = BY_RULES) -> None:
        self.judges = judges
        self.waits: tuple[PendingAction, ...] = ()  # for what, calmly
        self.goes: tuple[str, ...] = ()  # cards that lie there and are to be taken away
        self._still = still
        self._held, self._lasting = Held(), Lasting(still)
        self._ledger = Ledger(self._lasting)
        self._open = Open(self._ledger, self._held, self._lasting, of)
        self.answer, self.choose = self._open.answer, self._open.choose
        self._seq = self._judged_seq = -1
        self._judged: tuple[object, Judgement, Possible] | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is open, what is to be heeded first before all else."""
        return self._open.questions

    @property
    def question(self) -> Question | None:
        """What is to be heeded first."""
        return self.questions[0] if self.questions else None

    @property
    def busy(self) -> bool:
        """Tell whether anything is open, or to be taken away."""
        return bool(self.questions or self.goes)

    def judged(self, match: Snapshot) -> Judgement:
        """Return what is told of what was seen of a match; nothing where none was seen since."""
        if self._judged_seq != match.seq:
            return Judgement()
        return Judgement(refusals=self._open.refusals, pending=self.waits)

    def consider(
        self,
        match: Snapshot | None,
        observed: Observation | None,
        now_s: float,
        grids: Mapping[str, Grid] = NO_GRIDS,
    ) -> Submission | None:
        """Return the move that the cards make where all is sure; else ask, tell or wait.

        `now_s` is in monotonic seconds, `grids` are those of the mats.
        """
        self.waits, self.goes = (), ()
        if match is None or observed is None or match.paused or match.outcome is not None:
            self._open.close()
            return None
        if match.steps_seq != self._seq:
            self._seq = match.steps_seq
            self._ledger.booked()
        now = self._compared(match, observed, now_s, grids)
        self.waits = tuple(missing for missing in now.judged.pending if not missing.removed)
        self.goes = tuple(
            one.name for one in now.found.lies.values() if one.status is CardStatus.TO_CLEAR
        )
        self._open.follow(now)
        refused = None
        for made in self._meant(now):
            if not self._open.refused(made.key):
                self._open.close()
                return made
            refused = refused or self._refusal(now)
        self._open.update(now, refused)
        return None

    def refused(self, submission: Submission, why: Message) -> None:
        """Take note that the referee refused a submission: do not make it again unchanged."""
        self._open.refuse(submission.key, why)
        self._why = why

    def _refusal(self, now: Now) -> Refusal:
        """Return what the referee said of the move that the changes make."""
        changes = next((meaning.changes for meaning in now.judged.moves), ())
        return Refusal("table", self._why, changes)

    def _compared(
        self, match: Snapshot, observed: Observation, now_s: float, grids: Mapping[str, Grid]
    ) -> Now:
        names = {**self._open.answers, **match.renamed}
        used = {card.zone for card in match.layout.cards if card.at is not None}
        due = {*match.layout.floats, *(missing.zone for missing in match.pending)}
        cells = in_use({*used, *due}, grids)
        anywhere = any(missing.zone == ANYWHERE for missing in match.pending)
        quiet = Quiet(observed, cells, anywhere)
        seen = seen_in(observed, names, cells, all_leave(match.layout, due))
        look = Look(match.layout, seen, quiet, cells, match.proven)
        found = self._ledger.compare(look, now_s)
        held = self._held.update(match, found.changes, look)
        held = frozenset() if self._still else held
        there = tuple(change for change in found.changes if mark_of(change) not in held)
        changes = tuple(one for one in there if not (isinstance(one, Laid) and one.zone is None))
        counted = tuple(change for change in there if mark_of(change) in self._held.counted)
        key = (match.seq, there, counted, self.judges.judgement_basis(match))
        if self._judged is None or self._judged[0] != key:
            judgement = self.judges.judge(match, there, counted)
            self._judged, self._judged_seq = (key, judgement, Possible(match, changes)), match.seq
        _, judged, possible = self._judged
        return Now(match, observed, look, names, found, held, changes, judged, possible, now_s)

    def _meant(self, now: Now) -> list[Submission]:
        """Return the moves that the changes make, or that people said they make."""
        found = [
            self._submission(now, meaning)
            for meaning in now.judged.moves
            if not self._open.waits_for_word(meaning.changes)
            and not (now.doubted(meaning) or now.of_a_pile(meaning))
            and not (now.may_grow(meaning) and not self._lasts(now, meaning))
        ]
        choice = now.judged.choice
        if choice is not None and (chosen := self._open.chosen(now, choice)) is not None:
            way, by = chosen
            found.append(self._submission(now, choice.meanings[way], by))
        if (swept := self._open.swept(now)) is not None:
            laid, by = swept
            judgement = now.match.game.judge(now.match.state, (laid,))
            found += [self._submission(now, meaning, by) for meaning in judgement.moves[:1]]
        return found

    def _lasts(self, now: Now, meaning: Meaning) -> bool:
        return self._lasting.for_s("grows", meaning.changes, now.now_s) >= ASK_AFTER_S

    def _submission(self, now: Now, meaning: Meaning, by: Actor | None = None) -> Submission:
        """Return a move with its pictures, those laid first before all others."""
        proofs = _known(now, meaning)
        for change in meaning.changes:
            one = now.seen(change)
            proofs |= proofs_of(change, one, self._ledger, now.observed, now.look.grids)
        laid = {card.id: number for number, card in enumerate(now.observed.settled)}
        proofs = dict(sorted(proofs.items(), key=lambda one: laid.get(one[0], -1)))
        move = json.loads(msgspec.json.encode(meaning.move))
        if "proof" in type(meaning.move).__struct_fields__:
            move["proof"] = [*proofs]
        answered = any(getattr(one, "id", "") in self._open.answers for one in meaning.changes)
        key = (now.match.seq, *map(mark_of, meaning.changes), meaning.move)
        by = by or (self._open.answered_by if answered else CAMERA)
        confirmed = tuple(confirmed_in(now, meaning.changes, self._open.answers))
        return Submission(move, now.match.seq, by, proofs, key, confirmed)


def _known(now: Now, meaning: Meaning) -> dict[str, bytes]:
    """Return the pictures (PNG by id) of cards in a move that were known to lie there."""
    new = Counter(change.card for change in meaning.changes if isinstance(change, Laid))
    beside = Counter(getattr(meaning.move, "cards", ())) - new
    if not new or not beside:
        return {}
    zones = {change.zone for change in meaning.changes if isinstance(change, Laid)}
    found = {}
    for seen in now.look.seen:
        card = now.found.lies.get(seen.id)
        if card is not None and beside[card.name] > 0 and card.zone in (ANYWHERE, *zones):
            beside[card.name] -= 1
            found[seen.id] = png(seen.card.reading.crop)
    return found
