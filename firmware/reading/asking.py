"""What is done about the cards that are seen: submit a move, ask the table, or wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import msgspec
from msgspec.structs import replace

from firmware.reading.gathering import MISSED_AFTER_S, ask_missed, leaving, missed
from firmware.reading.judging import Fit, in_zone, judge, only_known, sure_name
from firmware.reading.layouts import Layouts
from firmware.reading.piles import NEW, Piles, ask_new
from firmware.reading.placing import Due, Placed
from firmware.reading.staying import (
    NamesByZone,
    astray,
    elsewhere,
    gone,
    in_place,
    names_by_zone,
)
from firmware.reading.waiting import Lasting, Undone
from referee.actor import CAMERA, TABLE, Actor
from referee.contract import AskCards, Message, Offer
from referee.match.desk import Snapshot
from referee.reports.status import Item, Question
from vision.mat import WHOLE, Grid
from vision.observation import Observation, SettledCard

ASK_AFTER_S = 1.0  # people lay one card after the other: do not count aloud
ASTRAY_AFTER_S = 2.0
GONE_AFTER_S = 3.0
CLEAR_AFTER_S = 8.0  # what the page says already; asked only where something else may lie there
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
        self._done_without: set[str] = set()  # items: gone cards that the table goes on without
        self._refused: tuple[tuple[object, ...], Message] | None = None
        self._missed: dict[str, tuple[str | None, Actor]] = {}  # what people said, by question
        self._piles = Piles()
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
        reads, places = match.offers.reads(), match.offers.places()
        if not reads and not places and not match.wanted:
            self.question = None
            self._drop_answers(observed)
            return None
        self._drop_answers(observed)
        self._names = {**self._answers, **match.renamed}
        self._piles.follow(match.wanted, observed, self._names)
        staying = in_place(match.wanted, observed.settled, self._names)
        new = [card for card in observed.settled if card.id not in staying]
        if self._before[0] != match.seq:
            self._before = (match.seq, self._lying)
        self._lying = self._lying_now(observed)
        fits: list[Submission] = []
        asked = None
        for offer, ask in reads:
            if not observed.steady_in(ask.zone):  # a question stays while hands move
                asked = asked or self._still_asked(match, ask.zone)
                continue
            result = self._take_up(match, offer, ask, new, observed, now_s)
            if isinstance(result, Submission):
                fits.append(result)
            else:
                asked = asked or result
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
            free = [card for card in new if card.reading.zone not in laid]
            asked = asked or self._ask_astray(match, asks, free, observed, now_s)
        self.question = asked or self._ask_gone(match, observed, now_s)
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
        if item.startswith("gone:"):
            self._done_without.add(item)
            return
        if item.startswith("missed:"):
            self._missed = {question: (card, by)}
            return
        if item.startswith(NEW) and card is None:
            self._piles.is_old(item.removeprefix(NEW))
            return
        item = item.removeprefix(NEW)
        self._answers[item] = card
        self._answered_by = by

    def refused(self, submission: Submission, why: Message) -> None:
        """Take note that the referee refused a submission: do not make it again unchanged."""
        self._refused = (submission.key, why)

    @property
    def holding(self) -> bool:
        """Tell whether the same cards were just undone: they are not submitted again."""
        return self._undone.unchanged and not self._still

    # -- one offer, or what lies astray or is gone ------------------------------------------

    def _take_up(
        self,
        match: Snapshot,
        offer: Offer,
        ask: AskCards,
        cards: Sequence[SettledCard],
        observed: Observation,
        now_s: float,
    ) -> Submission | Question | None:
        """Judge the cards where an offer asks for some: submit them, ask about them, or wait."""
        whole, sure = observed.whole_in(ask.zone), True
        if ask.covers:
            there, sure = self._piles.new(ask, observed.settled, self._names)
        elif ask.most:
            there = in_zone(cards, ask.zone)
        else:
            there = leaving(ask, match.wanted, cards, self._names)
        ids = tuple(card.id for card in there)
        answers = tuple(self._names.get(id_, "") for id_ in ids)
        key = (match.seq, offer.move, ask.zone, ids, *answers)
        refused = self._refused[1] if self._refused and self._refused[0] == key else None
        judged = judge(ask, there, self._names, f"{match.seq}:{ask.zone}", refused)
        if isinstance(judged, Fit):
            if self.holding or not (judged.names or whole):
                return None
            if sure or judged.cards[0].id in self._answers:
                return self._submission(match, offer, ask, judged, key)
            judged = ask_new(f"{match.seq}:{ask.zone}", ask.zone, there[0], judged.names[0])
            if self._lasting.for_s(ask.zone, (match.seq, *ids), now_s) < CLEAR_AFTER_S:
                return self._still_asked(match, ask.zone)
            return judged
        if not judged.items or (judged.missing > 0 and only_known(ask, judged)):
            return None  # nothing has been laid yet
        patience_s = ASK_AFTER_S if ask.most else CLEAR_AFTER_S
        if self._lasting.for_s(ask.zone, (match.seq, *ids), now_s) < patience_s:
            return self._still_asked(match, ask.zone)
        return judged

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
            judged = self._layouts.judge(match, due, grid, cards, observed, self._names, refused)
            if isinstance(judged, Placed):
                fits[due.zone] = (judged, self._placed(match, judged, key))
            elif judged is not None:
                wrong.append(due.zone)
                lasting = self._lasting.for_s(due.zone, (match.seq, *ids), now_s)
                patience_s = ASK_AFTER_S if judged.items else GONE_AFTER_S
                still = self._still_asked(match, due.zone)
                asked = asked or (judged if lasting >= patience_s else still)
        due_now = [] if self.holding else fits.values()
        return [made for one, made in due_now if one.lying is None or not wrong], asked

    def _placed(self, match: Snapshot, placed: Placed, key: tuple[object, ...]) -> Submission:
        """Return the move that a card makes which was laid in a grid, or left it."""
        cell, lying = msgspec.to_builtins(placed.cell), placed.lying
        ids = [] if lying is None else [lying.card.id]
        return Submission(
            placed.offer.fill(**{placed.ask.field: cell, "proof": ids}),
            match.seq,
            self._answered_by if any(id_ in self._answers for id_ in ids) else CAMERA,
            {} if lying is None else {lying.card.id: png(lying.card)},
            key,
        )

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

    def _ask_astray(
        self,
        match: Snapshot,
        asks: Sequence[AskCards],
        new: Sequence[SettledCard],
        observed: Observation,
        now_s: float,
    ) -> Question | None:
        """Ask about cards laid down elsewhere than where one is missing."""
        zones = {zone for ask in asks for zone in (ask.zone, *ask.then)}
        cards = [card for card in new if observed.steady_in(card.reading.zone or WHOLE)]
        if len(cards) < len(new) and (asked := self._still_asked(match, "astray")):
            return asked
        waits = [
            ask
            for ask in asks
            if observed.steady_in(ask.zone) and len(in_zone(cards, ask.zone)) < ask.least
        ]
        found = astray(cards, zones, self._names, self._before[1]) if waits else []
        ids = tuple(card.id for card in found)
        if not found or self._lasting.for_s("astray", (match.seq, *ids), now_s) < ASTRAY_AFTER_S:
            return None
        names = tuple(n for card in found if (n := sure_name(card, self._names)) is not None)
        why = elsewhere(waits[0].zone, names)
        items = tuple(Item(id_, id_, (), none=Message("table.ask.stays")) for id_ in ids)
        return Question(f"{match.seq}:astray", waits[0].zone, why, items)

    def _ask_gone(self, match: Snapshot, observed: Observation, now_s: float) -> Question | None:
        """Ask about cards that must stay and are to be seen no more."""
        piles = {ask.source for _, ask in match.offers.places()}  # whose top may be taken
        wants = [one for one in match.wanted if not one.cells and one.zone not in piles]
        seen = [w for w in wants if observed.steady_in(w.zone) and observed.whole_in(w.zone)]
        if len(seen) < len(wants) and (asked := self._still_asked(match, "gone")):
            return asked
        missing = {
            f"gone:{want.zone}:{number}:{name}": (want, name)
            for want in seen
            for number, name in enumerate(gone(want, observed.settled, self._names))
        }
        if len(seen) == len(wants):
            self._done_without &= missing.keys()
        vanished = {id_: one for id_, one in missing.items() if id_ not in self._done_without}
        if not vanished or self._lasting.for_s("gone", tuple(vanished), now_s) < GONE_AFTER_S:
            return None
        none = Message("table.ask.without")
        items = tuple(
            Item(id_, "", (), guess=name, reason=want.label, none=none)
            for id_, (want, name) in vanished.items()
        )
        names = tuple(name for _, name in vanished.values())
        why = Message("table.ask.vanished", {"cards": names})
        return Question(f"{match.seq}:gone", next(iter(vanished.values()))[0].zone, why, items)

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

    def _submission(
        self, match: Snapshot, offer: Offer, ask: AskCards, fit: Fit, key: tuple[object, ...]
    ) -> Submission:
        ids = [card.id for card in fit.cards]
        by_answer = any(id_ in self._answers for id_ in ids)
        return Submission(
            offer.fill(**{ask.field: list(fit.names), "proof": ids}),
            match.seq,
            self._answered_by if by_answer else CAMERA,
            {card.id: png(card) for card in fit.cards},
            key,
        )


def png(card: SettledCard) -> bytes:
    """Return a card's straightened picture as PNG."""
    done, data = cv2.imencode(".png", card.reading.crop)
    if not done:
        raise RuntimeError("a crop could not be written as PNG")
    return data.tobytes()


def _first_laid(fits: Sequence[Submission], observed: Observation) -> Submission:
    """Return the move whose cards came to lie first; one that needs none keeps its rank."""
    laid = {card.id: number for number, card in enumerate(observed.settled)}
    if not fits[0].proofs:
        return fits[0]
    made = [fit for fit in fits if fit.proofs]
    return min(made, key=lambda fit: max(laid[id_] for id_ in fit.proofs))
