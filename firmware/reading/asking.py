"""What is done about the cards that are seen: submit a move, ask the table, or wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.reading.gathering import MISSED_AFTER_S, ask_missed, missed
from firmware.reading.judging import in_zone
from firmware.reading.keeping import GONE, Gone, ask_astray
from firmware.reading.layouts import Layouts
from firmware.reading.meaning import ASK_AFTER_S, GONE_AFTER_S, Key, Look, Meanings, Meant
from firmware.reading.piles import NEW as NEW
from firmware.reading.piles import Piles
from firmware.reading.placing import Due, Placed
from firmware.reading.proofs import png as png
from firmware.reading.spent import Spent
from firmware.reading.staying import NamesByZone, in_place, names_by_zone
from firmware.reading.together import LEFT
from firmware.reading.waiting import Lasting, Undone
from firmware.reading.zones import Zone
from referee.actor import CAMERA, TABLE, Actor
from referee.contract import AskCards, IllegalMove, Message, Offer
from referee.match.desk import Snapshot
from referee.reports.status import Question
from vision.mat import WHOLE, Grid
from vision.observation import Observation, SettledCard

NO_GRIDS: Mapping[str, Grid] = {}


@dataclass(frozen=True)
class Submission:
    """A move that the cards make, as plain data, with its pictures (PNG by card id).

    `seen` is the number of the move after which the cards were seen, `key` what it rests on: the
    same key is the same reading of the same cards.
    """

    move: dict[str, Any]
    seen: int
    by: Actor
    proofs: Mapping[str, bytes]
    key: tuple[object, ...]


class Asker:
    """Holds the one open question and the answers that people gave for single cards.

    Of a `still` picture nothing is waited for, and an undo does not hold back what it shows: it
    was sent to be read.
    """

    def __init__(self, still: bool = False) -> None:
        self.question: Question | None = None
        self._answers: dict[str, str | None] = {}
        self._names: Mapping[str, str | None] = {}  # answers, and cards set right in the match
        self._answered_by = TABLE
        self._lasting = Lasting(still)
        self._still = still
        self._undone = Undone()
        self._lying: NamesByZone = Counter()  # in the last steady observation
        self._before = (-1, self._lying)  # the same, when the match was last changed
        self._gone = Gone(self._lasting)
        self._spent = Spent()
        self._refused: tuple[Key, Message] | None = None
        self._missed: dict[str, tuple[str | None, Actor]] = {}  # what people said, by question
        self._piles = Piles()
        self._meanings = Meanings(self._piles, self._lasting)
        self._layouts = Layouts(self._piles)

    def consider(
        self,
        match: Snapshot | None,
        observed: Observation | None,
        now_s: float,
        grids: Mapping[str, Grid] = NO_GRIDS,
    ) -> Submission | None:
        """Return the move that the cards make where all is sure; else ask, or wait.

        `now_s` is in monotonic seconds, `grids` are those of the mats. What is asked stands in
        `question`.
        """
        if match is None or observed is None:
            self._piles.forget()
            self.question = None
            return None
        self._undone.update(match, observed)
        zones, reads = Zone.all_of(match.offers), match.offers.reads()
        places = match.offers.places()
        self._drop_answers(observed)
        if not zones and not places and not match.wanted:
            self.question = None
            return None
        self._names = {**self._answers, **match.renamed}
        self._piles.follow(match.wanted, observed, self._names)
        staying = in_place(match.wanted, observed.settled, self._names)
        new = [card for card in observed.settled if card.id not in staying]
        if self._before[0] != match.seq:
            self._before = (match.seq, self._lying)
        self._lying = self._lying_now(observed)
        worn = self._spent.worn(match, observed, self._names)
        look = Look(match, observed, self._names, worn, self._why_refused, self.question, now_s)
        fits: list[Submission] = []
        asked = None
        for zone in zones:
            said = self._meanings.of(look, zone)
            if not isinstance(said, Meant):
                asked = asked or said
            elif said.by is not None or not self.holding:
                fits.append(self._submission(match, said))
        dues = Due.in_grids(match, grids)
        placed, wrong = self._take_up_grids(match, dues, new, observed, now_s, grids)
        fits += placed
        asked = asked or wrong
        if fits:
            self._piles.forget()  # what lies on them after the move is their top
            self.question = None
            return _first_laid(fits, observed)
        swept = self._take_up_missed(match, reads, observed, now_s)
        if isinstance(swept, Submission):
            self.question = None
            return swept
        asked = asked or swept
        if not places:  # a grid lies across the zones
            asks, laid = [ask for _, ask in reads], {due.zone for due in dues}
            free = [one for one in new if one.reading.zone not in laid and one.id not in worn.old]
            asked = asked or ask_astray(look, asks, free, self._before[1], self._lasting)
        self.question = asked or self._gone.ask(look)
        return None

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take a person's word on one card of the question (None: it is no card).

        Raises `LookupError` where the question or the item is not asked any more, `ValueError`
        for a card that it cannot be.
        """
        asked = self.question
        if asked is None or asked.id != question:
            raise LookupError(question)
        found = next((one for one in asked.items if one.id == item), None)
        if found is None:
            raise LookupError(item)
        if card is not None and card not in {one.card for one in found.candidates}:
            raise ValueError(card)
        if item.startswith(GONE):
            self._gone.go_on_without(item)
            return
        if item.startswith("missed:"):
            self._missed = {question: (card, by)}
            return
        if item.startswith(LEFT):
            if card is not None:
                self._layouts.was_taken(question, item)
                self._answered_by = by
            return
        self._answered_by = by
        if item.startswith(NEW):
            self._piles.say(question, item, card is not None)
            self._spent.say(item, card is not None)
        else:
            self._answers[item] = card

    def choose(self, question: str, way: str | None, by: Actor) -> None:
        """Take a person's word on which of several things cards mean; None marks the next one.

        Raises `LookupError` where that is not asked any more, `IllegalMove` where another seat is.
        """
        asked = self.question
        if asked is None or asked.id != question or not asked.ways:
            raise LookupError(question)
        if by.seat is not None and asked.seat not in (None, by.seat):
            raise IllegalMove("table", Message("table.ask.of_seat", {"seat": asked.seat or 0}))
        if way is None:
            self.question = self._meanings.step(asked)
            return
        if way not in {one.id for one in asked.ways}:
            raise LookupError(way)
        self._meanings.choose(way, by)
        self.question = None  # who answers next is told that it is asked no more

    def refused(self, submission: Submission, why: Message) -> None:
        """Take note that the referee refused a submission: do not make it again unchanged."""
        self._refused = (submission.key, why)

    @property
    def holding(self) -> bool:
        """Tell whether the same cards were just undone: they are not submitted again."""
        return self._undone.unchanged and not self._still

    # -- grids, and what was gathered unread ------------------------------------------------

    def _take_up_grids(
        self,
        match: Snapshot,
        dues: Sequence[Due],
        new: Sequence[SettledCard],
        observed: Observation,
        now_s: float,
        grids: Mapping[str, Grid],
    ) -> tuple[list[Submission], Question | None]:
        """Judge the cards of the grids: what answers an offer, and what lies wrong.

        A card that was laid waits while another grid does not lie as it must.
        """
        fits: dict[str, tuple[Placed, Submission]] = {}
        wrong: list[str] = []
        asked = None
        for due in dues:
            grid = grids[due.zone]
            if not observed.steady_in(grid.zone):
                asked = asked or self._still_asked(match, due.zone)
                continue
            cards = in_zone(new, grid.zone)
            ids = tuple(card.id for card in cards)
            key = (match.seq, due.zone, ids, *(self._names.get(id_, "") for id_ in ids))
            refused = self._refused[1] if self._refused and self._refused[0] == key else None
            judged = self._layouts.judge(
                match, due, grid, cards, observed, self._names, grids, refused
            )
            if isinstance(judged, Placed):
                made = self._placed(match, judged, grid, observed, key)
                fits[due.zone] = (judged, made)
            elif judged is not None:
                wrong.append(due.zone)
                lasting = self._lasting.for_s(due.zone, (match.seq, *ids), now_s)
                laid = any(item.proof for item in judged.items)
                patience_s = ASK_AFTER_S if laid else GONE_AFTER_S
                still = self._still_asked(match, due.zone)
                asked = asked or (judged if lasting >= patience_s else still)
        due_now = [] if self.holding else fits.values()
        return [made for one, made in due_now if one.lying is None or not wrong], asked

    def _placed(
        self,
        match: Snapshot,
        placed: Placed,
        grid: Grid,
        observed: Observation,
        key: tuple[object, ...],
    ) -> Submission:
        """Return the move that a card makes which was laid in a grid, or left it."""
        proofs = self._layouts.proofs(placed, grid, observed)
        said = placed.said or any(id_ in self._answers for id_ in proofs)
        by = self._answered_by if said else CAMERA
        cell = msgspec.to_builtins(placed.cell)
        move = placed.offer.fill(**{placed.ask.field: cell, "proof": [*proofs]})
        return Submission(move, match.seq, by, proofs, key)

    def _take_up_missed(
        self,
        match: Snapshot,
        reads: Sequence[tuple[Offer, AskCards]],
        observed: Observation,
        now_s: float,
    ) -> Submission | Question | None:
        """Ask for a card that was gathered before it was read; submit what people say it was."""
        found = missed(reads, match.wanted, observed, self._names)
        lasting = self._lasting.for_s("missed", (match.seq, found is not None), now_s)
        if found is None:
            return self._still_asked(match, "missed")
        offer, ask = found
        asked = ask_missed(match.seq, ask)
        card, by = self._missed.get(asked.id, (None, TABLE))
        key = (match.seq, asked.id, card)
        if self._refused and self._refused[0] == key:
            return replace(asked, message=self._refused[1])
        if card is not None:
            move = offer.fill(**{ask.field: [card], "proof": []})
            return Submission(move, match.seq, by, {}, key)
        return asked if lasting >= MISSED_AFTER_S else None

    # -- within -----------------------------------------------------------------------------

    def _still_asked(self, match: Snapshot, about: str) -> Question | None:
        """Return the open question, if it is about this and of the match as it stands now."""
        asked = self.question
        return asked if asked is not None and asked.id == f"{match.seq}:{about}" else None

    def _lying_now(self, observed: Observation) -> NamesByZone:
        """Return which names lie in which zone, or lay there when it was last steady."""
        now = names_by_zone(observed.settled, self._names)
        lying: NamesByZone = Counter()
        for names, steady in ((now, True), (self._lying, False)):
            for at, often in names.items():
                if observed.steady_in(at[0] or WHOLE) is steady:
                    lying[at] = often
        return lying

    def _drop_answers(self, observed: Observation) -> None:
        """Keep only the answers for cards that still lie there."""
        there = {card.id for card in observed.settled}
        self._answers = {id_: name for id_, name in self._answers.items() if id_ in there}

    def _why_refused(self, key: Key) -> Message | None:
        """Return what the referee said of a submission, if it was made before."""
        return self._refused[1] if self._refused and self._refused[0] == key else None

    def _submission(self, match: Snapshot, meant: Meant) -> Submission:
        cards = meant.fit.cards
        ids = [card.id for card in cards]
        said = self._piles.said_new == f"{match.seq}:{meant.ask.zone}"
        by_answer = said or any(id_ in self._answers for id_ in ids)
        return Submission(
            meant.offer.fill(**{meant.ask.field: list(meant.fit.names), "proof": ids}),
            match.seq,
            meant.by or (self._answered_by if by_answer else CAMERA),
            {card.id: png(card.reading.crop) for card in cards},
            meant.key,
        )


def _first_laid(fits: Sequence[Submission], observed: Observation) -> Submission:
    """Return the move whose cards came to lie first; one that needs none keeps its rank."""
    laid = {card.id: number for number, card in enumerate(observed.settled)}
    shown = [fit for fit in fits if fit.proofs and fit.proofs.keys() <= laid.keys()]
    if fits[0] not in shown:
        return fits[0]
    return min(shown, key=lambda fit: max(laid[id_] for id_ in fit.proofs))
