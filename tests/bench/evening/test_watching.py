"""The judge of evenings: each fault of a tracker is told once, and what is right is no fault."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.bench.evening.decks import Dealt
from tests.bench.evening.judge import LATE_FRAMES, LOST_S, STALE_S, Judge, Played
from tests.bench.evening.results import Results
from tests.bench.evening.watching import Wanted, plan_of, plans
from tests.bench.scenes.evenings import KINDS, evening
from tests.bench.scenes.film import Film
from tests.bench.scenes.script import Instant, Piece
from tests.vision.scenes import deck, mat
from vision.observation import Observation, SettledCard
from vision.reader import Reader
from vision.reading import CardReading, Image, Quality, Reading, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.scene import Hand, PlacedCard

AT = (200.0, 200.0)
PICTURE: Image = np.zeros((54, 96, 3), np.uint8)
STEP_S = 0.1


class Reads(Reader):
    """A reader that finds every lost card in a single picture, so that a lost one is a fault."""

    def __init__(self, card: str) -> None:
        super().__init__(deck(), mat())
        self.card = card

    def read(self, picture: Image) -> Reading:
        reading = super().read(picture)
        return replace(reading, cards=(known("x", self.card).reading,))


def piece(number: int, card: str, *, unseen: bool = False) -> Piece:
    return Piece(number, PlacedCard(deck().name, card, *AT), unseen=unseen)


def known(id_: str, card: str | None, verdict: Verdict = Verdict.CERTAIN) -> SettledCard:
    corners = np.zeros((4, 2), np.float32)
    reading = CardReading(card, verdict, 0.9, 0.1, (), corners, 0.0, PICTURE, AT, "middle")
    return SettledCard(id_, reading)


class Table:
    """A judge, told frame by frame what lies there and what a tracker says."""

    def __init__(self, card: str = "4") -> None:
        self.judge = Judge("here", Reads(card), deck().size_mm)
        self.now_s = 0.0

    def frames(  # type: ignore[no-untyped-def]
        self,
        seconds: float,
        lies: list[Piece],
        *said: SettledCard,
        hand: bool = False,
        reason: str = "",
    ):
        hands, quality = (Hand(*AT),) if hand else (), Quality((reason,) if reason else ())
        for _ in range(round(seconds / STEP_S)):
            seen = Observation(PICTURE, said, (), (), quality, mat=True)
            self.judge.note(Instant(self.now_s, tuple(lies), hands), seen)
            self.now_s += STEP_S
        return self.counts

    @property
    def counts(self) -> dict[str, int]:
        counts = self.judge.done().counts
        return {k: counts[k] for k in ("wrong", "stale", "lost", "doubled", "late") if counts[k]}


def test_a_card_known_at_once_is_no_fault() -> None:
    assert Table().frames(5, [piece(1, "4")], known("a", "4")) == {}


def test_a_name_that_never_lay_there_is_wrong() -> None:
    assert Table().frames(2, [piece(1, "4")], known("a", "5")).get("wrong") == 1


@pytest.mark.parametrize("later", [[], [piece(2, "5")]])
def test_a_name_that_lies_there_no_more_is_stale(later: list[Piece]) -> None:
    table = Table()
    assert table.frames(1, [piece(1, "4")], known("a", "4")) == {}
    assert table.frames(STALE_S, later, known("a", "4")) == {}
    assert table.frames(3 * STALE_S, later, known("a", "4")).get("stale") == 1


def test_a_card_in_full_view_must_be_known_and_under_a_hand_need_not() -> None:
    table = Table()
    assert table.frames(3 * LOST_S, [piece(1, "4")], hand=True) == {}
    assert table.frames(3 * LOST_S, [piece(1, "4")]) == {"lost": 1}


def test_a_card_forgotten_under_a_hand_is_lost_while_the_table_counts_as_steady() -> None:
    table = Table()
    table.frames(1, [piece(1, "4")], known("a", "4"))
    assert table.frames(LOST_S / 2, [piece(1, "4")], replace(known("a", "4"), in_sight=False)) == {}
    assert table.frames(STEP_S, [piece(1, "4")], hand=True) == {"lost": 1}


@pytest.mark.parametrize(("reason", "faults"), [("", {"lost": 1}), ("dark", {})])
def test_a_card_that_no_picture_shows_is_lost_unless_it_is_said_why(
    reason: str, faults: dict[str, int]
) -> None:
    table = Table("5")  # of which single pictures show another card
    assert table.frames(3 * LOST_S, [piece(1, "4")], reason=reason) == faults


def test_a_card_without_a_template_may_be_asked_about_and_not_be_named() -> None:
    table = Table()
    table.judge = Judge("here", Reads("4"), deck().size_mm, known=("5",))
    table.frames(1, [piece(1, "4")], known("a", None, Verdict.UNKNOWN))
    assert table.judge.done().counts["without"] == 1
    assert table.counts == {}
    assert table.frames(1, [piece(1, "4")], known("b", "5")).get("wrong") == 1


def test_a_card_without_a_template_where_a_known_one_lay_may_be_asked_about_as_upon_it() -> None:
    table = Table()
    table.judge = Judge("here", Reads("4"), deck().size_mm, known=("5",))
    table.frames(1, [piece(1, "5")], known("a", "5"))
    upon = replace(known("a", None, Verdict.UNKNOWN), in_sight=False)
    assert table.frames(3 * LOST_S, [piece(2, "4")], upon) == {}
    named = replace(known("a", "5"), in_sight=False)
    assert table.frames(3 * LOST_S, [piece(3, "4")], named).get("lost") == 1


def test_a_second_id_of_one_card_is_a_fault_and_that_of_another_card_is_not() -> None:
    table = Table()
    table.frames(1, [piece(1, "4")], known("a", "4"))
    assert table.frames(1, [piece(1, "4")], known("b", "4")) == {"doubled": 1}
    other = Table()
    other.frames(1, [piece(1, "4")], known("a", "4"))
    assert other.frames(1, [piece(2, "5")], known("b", "5")) == {}


def test_one_id_for_two_cards_is_wrong() -> None:
    table = Table()
    table.frames(1, [piece(1, "4")], known("a", "4"))
    assert table.frames(1, [piece(2, "5")], known("a", "5")) == {"wrong": 1}


def test_a_card_known_after_too_many_frames_is_late() -> None:
    for frames, late in ((LATE_FRAMES - 1, {}), (LATE_FRAMES + 1, {"late": 1})):
        table = Table()
        table.frames(1, [])
        table.frames(STEP_S * frames, [piece(1, "4")])
        assert table.frames(1, [piece(1, "4")], known("a", "4")) == late


def test_an_evening_is_fixed_by_its_number_and_all_kinds_can_be_filmed() -> None:
    for kind in KINDS:
        script, again = (
            evening(kind, mat(), deck().name, deck().names, seed=1, number=2) for _ in range(2)
        )
        assert script.instants == again.instants
        stamps = [instant.stamp_s for instant in script.instants]
        assert stamps == sorted(set(stamps))
    film = Film(PinholeCamera.above(mat().size_mm, 320, 180), mat())
    script = evening("strong_flicker", mat(), deck().name, deck().names, 1, 2)
    pictures = [picture for _, picture in film.shoot(script)]
    assert {picture.shape for picture in pictures} == {(180, 320, 3)}
    rows = pictures[0].astype(float).mean((1, 2)) / pictures[1].astype(float).mean((1, 2))
    assert 1.2 < rows.max() / rows.min() < 2.3  # bands of 20 % that wander


def test_evenings_are_dealt_to_kinds_decks_and_sizes_in_turn() -> None:
    decks = (Dealt("a"), Dealt("b", lacking=1))
    made = plans(Wanted(2 * len(KINDS), seed=3, sizes=("1080p", "1296p")), decks)
    assert {plan.kind for plan in made} == set(KINDS)
    assert {(plan.deck, plan.size) for plan in made} == {
        (one, size) for one in decks for size in ("1080p", "1296p")
    }
    assert [plan.deck for plan in made] == sorted((p.deck for p in made), key=decks.index)
    assert len({plan.number for plan in made}) == len(made)
    assert {len(plan.hardships) for plan in made} == {0, 1, 2, 3}


def test_an_evening_is_found_by_the_words_of_its_faults() -> None:
    decks = (Dealt("coup"), Dealt("felt pen, coyote-tomahawk", 1), Dealt("/some/where/mine", 0))
    for plan in plans(Wanted(60), decks):
        assert plan_of(plan.where, decks) == plan
    for nowhere in ("", "dealing 3", "feasting 3 with coup, 1080p, seed 0"):
        with pytest.raises(LookupError):
            plan_of(nowhere, decks)


def test_several_runs_play_the_evenings_that_one_would() -> None:
    decks = (Dealt("a"), Dealt("b"))
    whole = plans(Wanted(60), decks)
    parts = [*plans(Wanted(25), decks), *plans(Wanted(35, first=25), decks)]
    assert set(whole) == set(parts)


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    first, second = plans(Wanted(2), [Dealt("a", lacking=0)])
    played = Played(Counter(lost=1, known=3), ["LOST here"], ms=1.5, cpu_s=2.5)
    Results(tmp_path / "results").add(first, played)
    with (tmp_path / "results").open("ab") as file:
        file.write(b'{"plan": {"kind": "deal')  # cut off
    again = Results(tmp_path / "results")
    assert again.of(first) == played
    assert again.of(second) is None
    again.add(second, played)
    assert Results(tmp_path / "results").of(second) == played
