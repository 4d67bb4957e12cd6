"""What counts as confirmed: a doubtful card that a person named, seen whole, alone and well."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from firmware.reading.asker import Asker
from referee.actor import at_seat
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.firmware.reading.looks import LATER, challenge, look, made_of, question_of, settled
from tests.matches import match_of
from vision.geometry import rectangle
from vision.observation import Observation, SettledCard
from vision.reading import Quality, Verdict


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.do(Begin("coyote", {"edition": "tomahawk"}, 2))
    challenge(desk)
    return desk


def lying(id_: str, card: str, x_px: float, verdict: Verdict = Verdict.CERTAIN) -> SettledCard:
    settled_card = settled(id_, card, verdict)
    corners = rectangle(60, 90) + np.array((x_px, 0), np.float32)
    return replace(settled_card, reading=replace(settled_card.reading, corners=corners))


SURE, DOUBTFUL = lying("a", "3", 0), lying("b", "7", 100, Verdict.DOUBTFUL)


def confirmed(desk: Desk, name: str | None, seen: Observation) -> list[tuple[str, str]]:
    """Return what of a move is confirmed: the ids, and which cards people said they are."""
    asker = Asker()
    for second in (0.0, LATER):
        asker.consider(desk.snapshot(), look(SURE, DOUBTFUL), second)
    asker.answer(question_of(asker).id, "b", name, at_seat(1))
    made = asker.consider(desk.snapshot(), seen, LATER)
    assert (made is None) == (name is None)
    return [] if made is None else [(reading.id, reading.card) for reading in made.confirmed]


def test_a_doubtful_card_that_a_person_named_is_confirmed_and_no_other(desk: Desk) -> None:
    assert confirmed(desk, "7", look(SURE, DOUBTFUL)) == [("b", "7")]
    assert confirmed(desk, "10", look(SURE, DOUBTFUL)) == [("b", "10")]  # theirs is the last word
    assert confirmed(desk, None, look(SURE, DOUBTFUL)) == []


def changed(**more: Any) -> SettledCard:
    return replace(DOUBTFUL, reading=replace(DOUBTFUL.reading, **more))


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(look(SURE, changed(verdict=Verdict.CERTAIN)), id="certain by now"),
        pytest.param(look(SURE, changed(verdict=Verdict.UNKNOWN, card=None)), id="unknown"),
        pytest.param(look(SURE, changed(verdict=Verdict.UNCLEAR, card=None)), id="unclear"),
        pytest.param(look(SURE, changed(reason="glare")), id="glare"),
        pytest.param(look(SURE, changed(reason="overlap")), id="a heap"),
        pytest.param(look(SURE, changed(reason="eyes")), id="two cameras disagree"),
        pytest.param(look(SURE, changed(corners=rectangle(60, 90) + 50)), id="one on the other"),
        *(
            pytest.param(
                replace(look(SURE, DOUBTFUL), quality=Quality((reason,))), id=f"{reason} picture"
            )
            for reason in ("blurred", "moving", "dark", "burnt", "hand", "glare")
        ),
        pytest.param(replace(look(SURE, DOUBTFUL), hands=frozenset({"mat"})), id="a hand"),
    ],
)
def test_what_is_not_seen_well_is_never_confirmed(desk: Desk, seen: Observation) -> None:
    assert confirmed(desk, "7", look(SURE, DOUBTFUL)) == [("b", "7")]
    assert confirmed(desk, "7", seen) == []


def test_what_nobody_was_asked_about_is_never_confirmed(desk: Desk) -> None:
    sure = lying("b", "7", 100)
    made = made_of(Asker().consider(desk.snapshot(), look(SURE, sure), LATER))
    assert made.confirmed == ()
    match = match_of(desk)
    renamed = replace(match, renamed={"b": "7"})  # as a picture was that a move rested on before
    made = made_of(Asker().consider(renamed, look(SURE, DOUBTFUL), LATER))
    assert made.confirmed == ()
