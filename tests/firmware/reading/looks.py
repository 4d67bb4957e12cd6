"""What a camera sees, made up by the test, and what the table makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from firmware.reading.asker import Asker
from firmware.reading.submission import Submission
from referee.match.commands import Move
from referee.match.desk import Desk
from referee.reports.questions import Question
from vision.observation import Observation, SettledCard
from vision.reading import CardReading, Quality, Verdict

LATER = 100.0  # seconds, after which people are asked


def challenge(desk: Desk) -> None:
    """Announce and challenge."""
    desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    desk.do(Move({"move": "challenge", "seat": 1}))


def settled(
    id_: str,
    card: str,
    verdict: Verdict = Verdict.CERTAIN,
    zone: str | None = "mat",
    **more: Any,
) -> SettledCard:
    """Return a card that lies still; `more` is what else its reading says."""
    crop = np.full((8, 6, 3), 90, np.uint8)
    corners = np.zeros((4, 2), np.float32)
    how = (card, verdict, 0.9, 0.1, (), corners, 0.0, crop)
    return SettledCard(id_, CardReading(*how, zone=zone, **more))


def look(
    *cards: SettledCard, pending: int = 0, moving: tuple[str, ...] = (), **more: Any
) -> Observation:
    """Return a look at these cards; `more` is what else it shows."""
    shown = Observation(
        picture=np.zeros((8, 8, 3), np.uint8),
        settled=cards,
        pending=tuple(settled(str(n), "3").reading for n in range(pending)),
        cards=tuple(card.reading for card in cards),
        quality=Quality(),
        mat=True,
        moving=frozenset(moving),
    )
    return replace(shown, **more)


def made_of(made: Submission | None) -> Submission:
    """Return the move that was made; fail if there is none."""
    assert made is not None
    return made


def question_of(asker: Asker) -> Question:
    """Return the question that is asked; fail if there is none."""
    assert asker.question is not None
    return asker.question


def submit(desk: Desk, made: Submission | None) -> None:
    """Submit the move that was made."""
    made = made_of(made)
    desk.do(Move(made.move, made.seen), made.by, evidence=dict(made.proofs))
