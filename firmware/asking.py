"""What the camera does about what it sees: submit it, ask about it, or wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2

from firmware.eye import Look
from firmware.reading_desk import Answer, Sight, in_zone, judge
from referee.contract import AskCards, By, Message, Offer
from referee.desk import Snapshot
from referee.running import UNDO
from webui.port import Question

ASK_AFTER_S = 1.0  # people lay one card after the other: do not count aloud


@dataclass(frozen=True)
class Submission:
    """A move that the cards make, as plain data, with its pictures (PNG by id)."""

    move: dict[str, Any]
    seen: int
    by: str
    proofs: Mapping[str, bytes]
    key: tuple[object, ...]


class Asker:
    """Keeps the one open question, and what people said about single cards."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self._settled: dict[str, str | None] = {}
        self._settler = ""
        self._laid: dict[str, tuple[tuple[object, ...], float]] = {}
        self._held: tuple[int, frozenset[str]] | None = None
        self._refused: tuple[tuple[object, ...], Message] | None = None

    def consider(
        self, match: Snapshot | None, look: Look | None, now_s: float
    ) -> Submission | None:
        """Judge the newest look; return what to submit, if all is sure."""
        if match is None or look is None:
            self.question = None
            return None
        if match.log[-1].kind != UNDO:
            self._held = None
        wanted = [pair for offer in match.offers if (pair := _for_camera(offer)) is not None]
        if not wanted:
            self.question = None
            self._forget(look)
            return None
        if not look.steady:  # a question stays while hands move, as long as it is still asked
            if not self._is_open(match):
                self.question = None
            return None
        self._forget(look)
        question = None
        for offer, ask in wanted:
            told = self._judge(match, offer, ask, look, now_s)
            if isinstance(told, Submission):
                self.question = None
                return told
            question = question or told
        self.question = question
        return None

    def _judge(
        self, match: Snapshot, offer: Offer, ask: AskCards, look: Look, now_s: float
    ) -> Submission | Question | None:
        there = in_zone(look.sights, ask.zone)
        ids = tuple(sight.id for sight in there)
        key = (match.seq, offer.move, ask.zone, ids, *(self._settled.get(id_, "") for id_ in ids))
        refused = self._refused[1] if self._refused and self._refused[0] == key else None
        told = judge(ask, there, self._settled, f"{match.seq}:{ask.zone}", refused)
        if isinstance(told, Answer):
            if self._is_held(match, look):
                return None
            return self._submission(match, offer, ask, told, key)
        if not there:
            return None
        laid, since_s = self._laid.get(ask.zone, ((), now_s))
        if laid != (match.seq, *ids):
            self._laid[ask.zone] = ((match.seq, *ids), now_s)
            since_s = now_s
        if now_s - since_s < ASK_AFTER_S:
            return self.question if self._is_open(match) else None
        return told

    def refused(self, submission: Submission, why: Message) -> None:
        """Take note that the referee refused a submission: do not make it again unchanged."""
        self._refused = (submission.key, why)

    def settle(self, question: str, item: str, card: str | None, by: str) -> None:
        """Take a person's word for one card; raises `LookupError` or `ValueError`."""
        asked = self.question
        if asked is None or asked.id != question:
            raise LookupError(question)
        found = next((one for one in asked.items if one.id == item), None)
        if found is None:
            raise LookupError(item)
        if card is not None and card not in {one.card for one in found.candidates}:
            raise ValueError(card)
        self._settled[item] = card
        self._settler = by

    def _is_held(self, match: Snapshot, look: Look) -> bool:
        """Tell whether the same cards were just undone: to read them again would undo the undo."""
        if match.log[-1].kind != UNDO:
            return False
        there = frozenset(sight.id for sight in look.sights)
        if self._held is None or self._held[0] != match.seq:
            self._held = (match.seq, there)
        return self._held[1] == there

    @property
    def holding(self) -> bool:
        """Tell whether a reading waits because it was undone."""
        return self._held is not None

    def _is_open(self, match: Snapshot) -> bool:
        return self.question is not None and self.question.id.startswith(f"{match.seq}:")

    def _forget(self, look: Look) -> None:
        there = {sight.id for sight in look.sights}
        self._settled = {id_: card for id_, card in self._settled.items() if id_ in there}

    def _submission(
        self, match: Snapshot, offer: Offer, ask: AskCards, told: Answer, key: tuple[object, ...]
    ) -> Submission:
        ids = [sight.id for sight in told.sights]
        by_word = any(id_ in self._settled for id_ in ids)
        return Submission(
            offer.fill(**{ask.field: list(told.cards), "proof": ids}),
            match.seq,
            self._settler if by_word else By.CAMERA.value,
            {sight.id: png(sight) for sight in told.sights},
            key,
        )


def png(sight: Sight) -> bytes:
    """Return the straightened picture of a sight."""
    done, data = cv2.imencode(".png", sight.reading.crop)
    if not done:
        raise RuntimeError("a crop could not be written as PNG")
    return data.tobytes()


def _for_camera(offer: Offer) -> tuple[Offer, AskCards] | None:
    if offer.by is not By.CAMERA or len(offer.ask) != 1:
        return None
    (ask,) = offer.ask
    return (offer, ask) if isinstance(ask, AskCards) else None
