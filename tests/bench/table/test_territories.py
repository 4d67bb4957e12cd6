"""Territories rendered and read: which pictures there are, what is counted, and one each way."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from firmware import cli
from firmware.mats import load_mats
from tests.bench.scenes import territories as scenes
from tests.bench.scenes.territories import FEWEST, MOST, Shot
from tests.bench.table import territories
from tests.bench.table.territories import Plan, judged, plans
from vision.reading import CardReading, Verdict

GRID = load_mats("ogallala")[1].grids["territory:0"]


def reading(card: str, row: float, column: float) -> CardReading:
    x, y = GRID.left_top_mm
    width, height = GRID.cell_mm
    place = (x + (column + 0.5) * width, y + (row + 0.5) * height)
    nothing = np.zeros((4, 2), np.float32), 0.0, np.zeros((8, 6, 3), np.uint8)
    return CardReading(card, Verdict.CERTAIN, 0.9, 0.1, (), *nothing, place, "territory:0")


def test_half_of_the_territories_are_seen_by_phones_at_all_tilts_and_exif_turns() -> None:
    planned = list(plans(500, 3))
    phones = [plan for plan in planned if plan.tilt_deg is not None]
    assert sum(plan.count for plan in planned) == 500
    assert len(phones) == 250
    assert {plan.mark for plan in phones} == set(range(1, 9))
    assert max(plan.tilt_deg or 0.0 for plan in phones) == 30.0
    assert {plan.count for plan in planned if plan.tilt_deg is None} == {1, 2, 3}
    assert len({(plan.seed, plan.number) for plan in planned}) == len(planned)


def test_right_wrong_asked_and_lost_cards_are_told_apart() -> None:
    cards = {("territory:0", 1, column): card for column, card in enumerate(("fur", "tipi", "bow"))}
    shot = Shot(np.zeros((4, 4, 3), np.uint8), {**cards, ("territory:0", 1, 9): "bison_left"})
    doubtful = replace(reading("bow", 1, 2), verdict=Verdict.DOUBTFUL)
    readings = [reading("fur", 1, 0), reading("totem", 1, 1), doubtful, reading("eagle", 0, 5)]
    counts, faults = judged(shot, readings)
    assert counts == Counter(cards=4, right=1, wrong=1, asked=1, lost=1, cells=1)
    assert [fault.split()[0] for fault in faults] == ["WRONG", "WRONG", "ASKED", "LOST"]
    between, _ = judged(shot, [reading("fur", 1, 0.5), reading("bison_left", 1, 9)])
    assert between == Counter(cards=4, right=1, asked=1, lost=1)  # of fur and tipi it may be either


@pytest.mark.verify
def test_a_territory_by_camera_and_one_by_phone_are_read_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "PHONE", (2016, 1512))  # a quarter of the pixels, so of the time
    chosen = [Plan(5, 0, 1), Plan(5, 1, 1, 24.0, mark=6)]
    monkeypatch.setattr(territories, "plans", lambda *_: chosen)
    monkeypatch.setattr(
        territories, "spread", lambda work, items, *_: (work(item) for item in items)
    )
    assert cli.run(["bench", "vision", "--territories", "2", "--json"]) == 0
    camera, phone, both = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert camera["seen"] == "camera, 1 in 1920 x 1080"
    assert phone["seen"] == "phone, up to 30 degrees"
    assert all(FEWEST <= one["cards"] <= MOST for one in (camera, phone))
    assert both["cards"] == camera["cards"] + phone["cards"]
    assert (both["wrong"], both["cells"], both["lost"], both["asked"]) == (0, 0, 0, 0), both
    assert both["right"] == both["cards"]
    assert both["cpu_s"] > 0
