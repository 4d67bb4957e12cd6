"""When the tracker looks again, and what it makes of what it reads: by a scripted reader."""

# ruff: noqa: ARG002 - a scripted reader sees no picture

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np
import pytest

from vision.find.known import Known
from vision.follow.motion import Motion
from vision.follow.schedule import COMPARE_EVERY, MAX_REREAD_AFTER, RECENT_FRAMES, REREAD_AFTER
from vision.follow.tracker import Tracker
from vision.follow.tracks import AGREEING_NAMELESS, AGREEING_READINGS, COVERED_TIMEOUT, TIMEOUT
from vision.observation import Observation
from vision.plane import Planes
from vision.reader import NO_PLANES, NOTHING_KNOWN, Reader
from vision.reading import CardReading, Corners, Found, Image, Quality, Verdict

PICTURE: Image = np.random.default_rng(1).integers(0, 255, (180, 320, 3)).astype(np.uint8)
OTHER_PICTURE: Image = np.ascontiguousarray(PICTURE[::-1])
BLURRED = cast(Image, cv2.GaussianBlur(PICTURE, (0, 0), 1.2))
AT = (60.0, 60.0)
HIGH = 50.0


def corners(x: float, y: float) -> Corners:
    return np.array([(x, y), (x + 36, y), (x + 36, y + HIGH), (x, y + HIGH)], np.float32)


def card(
    name: str | None,
    x: float = AT[0],
    y: float = AT[1],
    verdict: Verdict = Verdict.CERTAIN,
) -> CardReading:
    return CardReading(name, verdict, 0.9, 0.1, (), corners(x, y), 0.0, PICTURE[:9, :9])


def unclear(x: float = AT[0], y: float = AT[1]) -> CardReading:
    return card(None, x, y, Verdict.UNCLEAR)


class Scripted(Reader):
    """A reader that finds `sees` and reads it so; what it reads again is counted by name."""

    def __init__(self) -> None:
        self.mats = {}
        self.sees: list[CardReading] = []
        self.hands: list[Corners] = []
        self.looked = 0

    def planes(self, picture: Image, *, hurried: bool = False) -> Planes:
        return {}

    def find(
        self, picture: Image, planes: Planes, known: Mapping[str, Known] = NOTHING_KNOWN
    ) -> tuple[Found, ...]:
        self.looked += 1
        hands = [Found(quad, 0.0, "hand") for quad in self.hands]
        return (*(Found(see.corners, 1.0) for see in self.sees), *hands)

    def read_found(
        self,
        picture: Image,
        places: Sequence[Found],
        planes: Planes,
        within_s: float = math.inf,
    ) -> tuple[CardReading, ...]:
        cards = [place for place in places if not place.reason]
        by_place = {see.corners.tobytes(): see for see in self.sees}
        return tuple(
            replace(place.known, remembered=True)
            if place.known
            else by_place[place.corners.tobytes()]
            for place in cards
        )

    def read_places(
        self, picture: Image, places: Sequence[Found], planes: Planes = NO_PLANES
    ) -> tuple[CardReading, ...]:
        return tuple(replace(unclear(), verdict=Verdict.UNKNOWN) for _ in places)

    def quality(
        self,
        picture: Image,
        planes: Planes,
        places: Sequence[Found] = (),
        cards: Sequence[CardReading] = (),
    ) -> Quality:
        return Quality()


class Still(Motion):
    """Nothing ever moves or changes but for what a test says; places all look alike."""

    at: Corners | None = None
    moves = False

    def update(self, picture: Image) -> None:
        super().update(PICTURE)
        self.moving, self.changed = (np.zeros_like(PICTURE[..., 0]) for _ in range(2))
        if self.at is not None:
            x, y = self.at[0].astype(int)
            (self.moving if self.moves else self.changed)[y : y + 50, x : x + 36] = 255


class Table:
    """A tracker of a scripted reader, before a camera that shows what a test says."""

    def __init__(self) -> None:
        self.reader = Scripted()
        self.tracker = Tracker(self.reader)
        self.motion = Still()
        self.tracker._motion = self.motion

    def frames(self, count: int, *sees: CardReading, picture: Image = PICTURE) -> Observation:
        self.reader.sees = list(sees)
        for _ in range(count):
            seen = self.tracker.update(picture)
        return seen

    def changes(
        self, at: Corners, *sees: CardReading, moves: bool = False, picture: Image = PICTURE
    ) -> Observation:
        """Let a place change in one frame."""
        self.motion.at, self.motion.moves = at, moves
        seen = self.frames(1, *sees, picture=picture)
        self.motion.at = None
        return seen


@pytest.fixture
def table() -> Table:
    return Table()


def names(seen: Observation) -> dict[str | None, str]:
    return {settled_card.reading.card: settled_card.id for settled_card in seen.settled}


def test_a_card_that_is_not_found_in_every_frame_is_known_all_the_same(table: Table) -> None:
    table.frames(RECENT_FRAMES - 1)
    assert names(table.frames(1, card("4"))) == {}
    for _ in range(AGREEING_READINGS - 1):
        table.frames(2)
        seen = table.frames(1, card("4"))
    assert names(seen).keys() == {"4"}
    assert seen.steady


def test_a_card_that_was_not_found_after_a_change_is_looked_for_again(table: Table) -> None:
    table.frames(RECENT_FRAMES)
    looked = table.reader.looked
    table.frames(REREAD_AFTER + 2 * REREAD_AFTER + MAX_REREAD_AFTER)
    assert table.reader.looked == looked + 3  # an idle table costs next to nothing
    seen = table.frames(MAX_REREAD_AFTER + AGREEING_READINGS, card("4"))
    assert names(seen).keys() == {"4"}


def test_a_settled_card_that_is_not_found_but_looks_as_it_did_is_there(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    seen = table.changes(corners(200, 20))
    assert names(seen) == names(before)
    assert seen.settled[0].in_sight


def test_a_card_swapped_unseen_for_one_that_looks_much_alike_is_found_out(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("KC"))
    after = table.frames(REREAD_AFTER + AGREEING_READINGS, card("KS"))
    assert names(after).keys() == {"KS"}
    assert set(names(after).values()).isdisjoint(names(before).values())


def test_a_card_swapped_unseen_for_one_that_looks_different_is_found_out_at_once(
    table: Table,
) -> None:
    table.frames(RECENT_FRAMES, card("4"))
    other = OTHER_PICTURE
    seen = table.frames(COMPARE_EVERY, card("5"), picture=other)
    assert not seen.steady  # the old name is no more told as in sight
    assert not seen.settled[0].in_sight
    assert names(table.frames(AGREEING_READINGS - 1, card("5"), picture=other)).keys() == {"5"}


def test_a_card_just_laid_waits_while_more_than_light_moves_over_it(table: Table) -> None:
    table.frames(RECENT_FRAMES)
    table.changes(AT_CORNERS, card("4"))
    for step in range(1, 2 * AGREEING_READINGS):
        passing = np.roll(PICTURE, 31 * step, 1)
        assert not names(table.changes(AT_CORNERS, card("4"), moves=True, picture=passing))


def test_a_card_laid_under_a_moving_shadow_is_read_at_once(table: Table) -> None:
    table.frames(RECENT_FRAMES)
    for _ in range(AGREEING_READINGS):
        seen = table.changes(AT_CORNERS, card("4"), moves=True)
    assert names(seen).keys() == {"4"}


def test_a_card_nudged_under_a_moving_shadow_is_read_at_once_and_the_same(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    pushed = card("4", AT[0] + 5.0)
    table.changes(pushed.corners, pushed, moves=True, picture=OTHER_PICTURE)
    seen = table.changes(pushed.corners, pushed, moves=True, picture=OTHER_PICTURE)
    assert names(seen) == names(before)
    assert seen.settled[0].in_sight


def test_a_question_is_asked_only_when_nothing_moves_over_the_card(table: Table) -> None:
    doubtful = card("4", verdict=Verdict.DOUBTFUL)
    table.frames(RECENT_FRAMES)
    table.changes(AT_CORNERS, doubtful)
    for _ in range(2 * AGREEING_READINGS):
        assert not names(table.changes(AT_CORNERS, doubtful, moves=True))


def test_one_reading_that_says_otherwise_changes_nothing(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    table.changes(AT_CORNERS, card("5"))
    assert names(table.frames(2, card("4"))) == names(before)


def test_a_question_asked_in_a_blur_is_settled_once_the_picture_is_sharp(table: Table) -> None:
    doubtful = card("4", verdict=Verdict.DOUBTFUL)
    before = table.frames(RECENT_FRAMES + 1, doubtful, picture=BLURRED)
    assert before.settled[0].reading.verdict is Verdict.DOUBTFUL
    after = table.frames(COMPARE_EVERY + AGREEING_READINGS, card("4"))
    assert names(after) == names(before)
    assert after.settled[0].reading.verdict is Verdict.CERTAIN
    assert after.steady


def test_a_question_stays_one_in_a_picture_that_is_no_sharper(table: Table) -> None:
    table.frames(RECENT_FRAMES, card("4", verdict=Verdict.DOUBTFUL))
    seen = table.frames(REREAD_AFTER + 2 * REREAD_AFTER + MAX_REREAD_AFTER, card("4"))
    assert seen.settled[0].reading.verdict is Verdict.DOUBTFUL


@pytest.mark.parametrize("push", [3.0, 20.0])
def test_a_card_pushed_a_little_is_the_same_card(table: Table, push: float) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    pushed = card("4", AT[0] + push)
    table.changes(AT_CORNERS, pushed)
    seen = table.frames(TIMEOUT + AGREEING_READINGS, pushed)
    assert names(seen) == names(before)
    assert seen.settled[0].reading.corners[0, 0] == AT[0] + push


def test_a_card_pushed_in_a_blur_is_the_same_card_and_asked_about_until_that_is_gone(
    table: Table,
) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    pushed = card("4", AT[0] + 12)
    blurred = replace(pushed, verdict=Verdict.DOUBTFUL)
    table.motion.at = AT_CORNERS
    for _ in range(TIMEOUT + AGREEING_READINGS):
        during = table.frames(1, blurred, picture=np.roll(BLURRED, 12, 1))
        table.motion.at = None
        assert names(during) == names(before)
        assert not during.pending
        assert not during.steady or during.settled[0].reading.verdict is Verdict.DOUBTFUL
    after = table.frames(COMPARE_EVERY + AGREEING_READINGS, pushed, picture=np.roll(PICTURE, 12, 1))
    assert names(after) == names(before)
    assert after.settled[0].reading.verdict is Verdict.CERTAIN


def test_another_card_taken_in_a_blur_for_the_one_that_lay_near_is_found_out(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("KC"))
    other = card("KS", AT[0] + 12)
    table.motion.at = AT_CORNERS
    mistaken = replace(other, card="KC", verdict=Verdict.DOUBTFUL)
    during = table.frames(1, mistaken, picture=np.roll(BLURRED, 12, 1))
    table.motion.at = None
    assert not during.steady  # nobody takes the old name for certain
    after = table.frames(AGREEING_READINGS, other, picture=np.roll(PICTURE, 12, 1))
    assert names(after).keys() == {"KS"}
    assert set(names(after).values()).isdisjoint(names(before).values())


def test_a_card_far_off_is_another_card_of_that_name(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    far = card("4", AT[0] + 150)
    table.changes(AT_CORNERS, far)
    seen = table.frames(TIMEOUT + AGREEING_READINGS, far, picture=OTHER_PICTURE)
    assert set(names(seen).values()).isdisjoint(names(before).values())


def test_a_hand_that_rests_on_a_card_takes_it_away_from_nobody(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    table.reader.hands = [AT_CORNERS]
    other = OTHER_PICTURE
    seen = table.frames(3 * COVERED_TIMEOUT, picture=other)
    assert names(seen) == names(before)
    assert not seen.settled[0].in_sight
    table.reader.hands = []
    seen = table.frames(2, card("4"))
    assert names(seen) == names(before)
    assert seen.steady


def test_a_card_under_something_laid_on_it_is_remembered_for_a_while(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    thing = unclear(AT[0] + 10, AT[1] + 10)
    table.changes(AT_CORNERS, thing)
    assert names(table.frames(COVERED_TIMEOUT - 2, thing)) == names(before)
    seen = table.frames(COVERED_TIMEOUT + AGREEING_NAMELESS, thing)
    assert names(seen).keys() == {None}


def test_a_card_taken_away_with_what_lay_on_it_is_gone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.frames(RECENT_FRAMES, card("4"))
    table.changes(AT_CORNERS, picture=OTHER_PICTURE)
    monkeypatch.setattr(table.reader, "is_bare", lambda *_: False)
    assert table.frames(COVERED_TIMEOUT - RECENT_FRAMES, picture=OTHER_PICTURE).settled
    monkeypatch.setattr(table.reader, "is_bare", lambda *_: True)
    seen = table.frames(COVERED_TIMEOUT, picture=OTHER_PICTURE)
    assert (seen.settled, seen.steady) == ((), True)


@pytest.mark.parametrize("bare", [False, True])
def test_a_card_of_no_name_that_is_not_found_in_a_blur_stays_unless_its_place_is_bare(
    table: Table, monkeypatch: pytest.MonkeyPatch, bare: bool
) -> None:
    monkeypatch.setattr(table.reader, "is_bare", lambda *_: bare)
    foreign = replace(unclear(), verdict=Verdict.UNKNOWN)
    before = table.frames(RECENT_FRAMES, foreign)
    assert names(before).keys() == {None}
    during = table.frames(COMPARE_EVERY + TIMEOUT + 1, picture=OTHER_PICTURE)
    assert names(during) == ({} if bare else names(before))
    assert during.steady == bare
    after = table.frames(REREAD_AFTER + AGREEING_NAMELESS, foreign)
    assert (names(after) == names(before)) != bare
    assert after.steady


def test_a_known_card_is_taken_for_no_other_in_a_blur(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    much = cast(Image, cv2.GaussianBlur(PICTURE, (0, 0), 6.0))
    alike = card("5", verdict=Verdict.DOUBTFUL)
    table.changes(AT_CORNERS, alike, picture=much)
    assert names(table.frames(RECENT_FRAMES + AGREEING_READINGS, alike, picture=much)) == names(
        before
    )
    table.changes(AT_CORNERS, alike)  # the same where all is sharp: that is another card
    assert names(table.frames(RECENT_FRAMES + AGREEING_READINGS, alike)) != names(before)


def test_a_lost_camera_forgets_all(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    table.tracker.forget()
    table.tracker._motion = table.motion
    assert names(table.frames(1, card("4"))) == {}
    after = table.frames(AGREEING_READINGS, card("4"))
    assert names(after).keys() == {"4"}
    assert names(after) != names(before)


def test_cards_settle_in_the_order_in_which_they_were_laid(table: Table) -> None:
    first, second = card("9"), card("2", 200, 20)
    table.frames(RECENT_FRAMES, first)
    table.changes(second.corners, first, second)
    seen = table.frames(AGREEING_READINGS, first, second)
    assert [settled_card.reading.card for settled_card in seen.settled] == ["9", "2"]
    other = card("5")
    table.changes(AT_CORNERS, other, second)
    seen = table.frames(AGREEING_READINGS, other, second)
    assert [item.reading.card for item in seen.settled] == ["2", "5"]


def test_a_card_that_cannot_be_read_for_a_while_is_the_same_card_afterwards(table: Table) -> None:
    before = table.frames(RECENT_FRAMES, card("4"))
    table.changes(AT_CORNERS, unclear())
    blurred = table.frames(AGREEING_NAMELESS, unclear())
    assert list(names(blurred)) == [None]  # asked about, as nobody knows what lies there now
    table.changes(AT_CORNERS, card("4"))
    assert names(table.frames(AGREEING_READINGS, card("4"))) == names(before)


def test_what_has_no_name_is_told_later_than_what_has_one(table: Table) -> None:
    assert AGREEING_NAMELESS > AGREEING_READINGS
    table.frames(RECENT_FRAMES)
    seen = table.changes(AT_CORNERS, unclear())
    for _ in range(AGREEING_NAMELESS - 1):
        assert not seen.settled
        seen = table.frames(1, unclear())
    assert names(seen).keys() == {None}


def test_a_card_of_which_a_strip_shows_below_the_next_is_gone_at_once(table: Table) -> None:
    table.frames(RECENT_FRAMES, card("4"))
    upon = card("5", AT[0] + 14)
    strip = unclear(AT[0] - 12)
    table.changes(AT_CORNERS, upon, strip)
    seen = table.frames(TIMEOUT + 1, upon, strip, picture=OTHER_PICTURE)
    assert names(seen).keys() == {"5", None}
    assert seen.steady


AT_CORNERS = corners(*AT)
