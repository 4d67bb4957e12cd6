"""What the camera does about what it sees: submit it, ask about it, or wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2

from firmware.reading.expected import Places, astray, gone, kept, places
from firmware.reading.questions import Answer, in_zone, judge, named
from referee.actor import CAMERA, TABLE, Actor
from referee.contract import AskCards, Message, Offer
from referee.match.desk import Snapshot
from referee.match.running import UNDO
from referee.reports.status import Item, Question
from vision.observation import Observation, SettledCard

ASK_AFTER_S = 1.0  # people lay one card after the other: do not count aloud
ASTRAY_AFTER_S = 2.0
GONE_AFTER_S = 3.0
CLEAR_AFTER_S = 8.0  # what the page says already; asked only where something else may lie there


@dataclass(frozen=True)
class Submission:
    """A move that the cards make, as plain data, with its pictures (PNG by id)."""

    move: dict[str, Any]
    seen: int
    by: Actor
    proofs: Mapping[str, bytes]
    key: tuple[object, ...]


class Asker:
    """Keeps the one open question, and what people said about single cards."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self._settled: dict[str, str | None] = {}
        self._settler = TABLE
        self._since: dict[str, tuple[tuple[object, ...] | None, float]] = {}
        self._last: Places = Counter()  # what lay where at the last look
        self._before = (-1, self._last)  # the same, when the match was last changed
        self._excused: set[str] = set()  # cards that the table goes on without
        self._lay: frozenset[str] | None = None  # what lay there at the last look
        self._held: tuple[int, frozenset[str]] | None = None
        self._refused: tuple[tuple[object, ...], Message] | None = None

    def consider(
        self, match: Snapshot | None, observed: Observation | None, now_s: float
    ) -> Submission | None:
        """Judge the newest look; return what to submit, if all is sure."""
        if match is None or observed is None:
            self.question = None
            return None
        self._hold(match, observed)
        reads = match.offers.reads()
        if not reads and not match.wanted:
            self.question = None
            self._forget(observed)
            return None
        if not observed.steady:  # a question stays while hands move, as long as it is still asked
            if not self._is_open(match):
                self.question = None
            return None
        self._forget(observed)
        lying = kept(match.wanted, observed.settled, self._settled)
        new = [sight for sight in observed.settled if sight.id not in lying]
        if self._before[0] != match.seq:
            self._before = (match.seq, self._last)
        self._last = places(observed.settled, self._settled)
        question = None
        for offer, ask in reads:
            told = self._judge(match, offer, ask, new, observed, now_s)
            if isinstance(told, Submission):
                self.question = None
                return told
            question = question or told
        question = question or self._astray(match, [ask for _, ask in reads], new, now_s)
        self.question = question or self._gone(match, observed, now_s)
        return None

    def _judge(
        self,
        match: Snapshot,
        offer: Offer,
        ask: AskCards,
        sights: Sequence[SettledCard],
        observed: Observation,
        now_s: float,
    ) -> Submission | Question | None:
        there = in_zone(sights, ask.zone)
        ids = tuple(sight.id for sight in there)
        key = (match.seq, offer.move, ask.zone, ids, *(self._settled.get(id_, "") for id_ in ids))
        refused = self._refused[1] if self._refused and self._refused[0] == key else None
        told = judge(ask, there, self._settled, f"{match.seq}:{ask.zone}", refused)
        if isinstance(told, Answer):
            if self.holding or not (told.cards or observed.whole):
                return None
            return self._submission(match, offer, ask, told, key)
        if not told.items or (told.missing > 0 and _only_known(ask, told)):
            return None  # nothing has been laid yet
        patience_s = ASK_AFTER_S if ask.most else CLEAR_AFTER_S
        if self._for_s(ask.zone, (match.seq, *ids), now_s) < patience_s:
            return self.question if self._is_open(match) else None
        return told

    def _astray(
        self, match: Snapshot, asks: Sequence[AskCards], sights: Sequence[SettledCard], now_s: float
    ) -> Question | None:
        """Ask about cards laid down elsewhere than where one is missing."""
        zones = {ask.zone for ask in asks}
        waits = [ask for ask in asks if len(in_zone(sights, ask.zone)) < ask.least]
        found = astray(sights, zones, self._settled, self._before[1]) if waits else []
        ids = tuple(sight.id for sight in found)
        if not found or self._for_s("astray", (match.seq, *ids), now_s) < ASTRAY_AFTER_S:
            return None
        cards = tuple(card for s in found if (card := named(s, self._settled)) is not None)
        why = _elsewhere(waits[0].zone, cards)
        items = tuple(Item(id_, id_, (), none=Message("table.ask.stays")) for id_ in ids)
        return Question(f"{match.seq}:astray", waits[0].zone, why, items)

    def _gone(self, match: Snapshot, observed: Observation, now_s: float) -> Question | None:
        """Ask about cards that must stay and are to be seen no more."""
        if not observed.whole:
            return self.question if self._is_open(match) else None
        missing = {
            f"gone:{want.zone}:{number}:{card}": (want, card)
            for want in match.wanted
            for number, card in enumerate(gone(want, observed.settled, self._settled))
        }
        self._excused &= missing.keys()
        asked = {id_: one for id_, one in missing.items() if id_ not in self._excused}
        if not asked or self._for_s("gone", tuple(asked), now_s) < GONE_AFTER_S:
            return None
        none = Message("table.ask.without")
        items = tuple(
            Item(id_, "", (), guess=card, reason=want.label, none=none)
            for id_, (want, card) in asked.items()
        )
        cards = tuple(card for _, card in asked.values())
        why = Message("table.ask.vanished", {"cards": cards})
        return Question(f"{match.seq}:gone", next(iter(asked.values()))[0].zone, why, items)

    def _for_s(self, what: str, value: tuple[object, ...], now_s: float) -> float:
        """Return for how long `value` has been true of `what`."""
        if self._since.get(what, (None, 0.0))[0] != value:
            self._since[what] = (value, now_s)
        return now_s - self._since[what][1]

    def refused(self, submission: Submission, why: Message) -> None:
        """Take note that the referee refused a submission: do not make it again unchanged."""
        self._refused = (submission.key, why)

    def settle(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take a person's word for one card; raises `LookupError` or `ValueError`."""
        asked = self.question
        if asked is None or asked.id != question:
            raise LookupError(question)
        found = next((one for one in asked.items if one.id == item), None)
        if found is None:
            raise LookupError(item)
        if card is not None and card not in {one.card for one in found.candidates}:
            raise ValueError(card)
        if item.startswith("gone:"):
            self._excused.add(item)
            return
        self._settled[item] = card
        self._settler = by

    def _hold(self, match: Snapshot, observed: Observation) -> None:
        """Keep in mind what lay there when a reading was undone."""
        there = frozenset(sight.id for sight in observed.settled)
        if match.log[-1].kind != UNDO:
            self._held = None
        elif self._held is None or self._held[0] != match.seq:
            self._held = (match.seq, there if self._lay is None else self._lay)
        if observed.steady:
            self._lay = there

    @property
    def holding(self) -> bool:
        """Tell whether the same cards were just undone: to read them again would undo the undo."""
        return self._held is not None and self._held[1] == self._lay

    def _is_open(self, match: Snapshot) -> bool:
        return self.question is not None and self.question.id.startswith(f"{match.seq}:")

    def _forget(self, observed: Observation) -> None:
        there = {sight.id for sight in observed.settled}
        self._settled = {id_: card for id_, card in self._settled.items() if id_ in there}

    def _submission(
        self, match: Snapshot, offer: Offer, ask: AskCards, told: Answer, key: tuple[object, ...]
    ) -> Submission:
        ids = [sight.id for sight in told.sights]
        by_word = any(id_ in self._settled for id_ in ids)
        return Submission(
            offer.fill(**{ask.field: list(told.cards), "proof": ids}),
            match.seq,
            self._settler if by_word else CAMERA,
            {sight.id: png(sight) for sight in told.sights},
            key,
        )


def png(sight: SettledCard) -> bytes:
    """Return the straightened picture of a sight."""
    done, data = cv2.imencode(".png", sight.reading.crop)
    if not done:
        raise RuntimeError("a crop could not be written as PNG")
    return data.tobytes()


def _only_known(ask: AskCards, told: Question) -> bool:
    """Tell whether nothing lies there but what was read before."""
    known = [item for item in told.items if item.certain or item.settled is not None]
    cards = [item.settled or item.guess for item in known]
    return len(cards) == len(told.items) and Counter(cards) == Counter(ask.known)


def _elsewhere(zone: str, cards: tuple[str, ...]) -> Message:
    """Say where the cards are wanted that lie elsewhere."""
    kind, _, number = zone.partition(":")
    if kind == "seat" and number.isdecimal():
        return Message("table.ask.elsewhere.seat", {"cards": cards, "seat": int(number)})
    key = "table.ask.elsewhere.middle" if zone == "middle" else "table.ask.elsewhere"
    return Message(key, {"cards": cards})
