"""`coyote bench`, `all` and `memory`: each is run briefly, and tells its figures in words."""

from __future__ import annotations

import sys
from functools import partial

import pytest
from playwright.sync_api import Browser

from firmware import cli
from firmware.checking import service
from referee.words.catalogue import LOCALES
from tests.bench import command
from tests.bench.rules import speeds
from tests.bench.speed import latency, memory, owner, per_move, reveal
from tests.bench.speed.owner import LIMITS, Noticed

Capsys = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

GOOD_S = {name: limits.good_s for name, limits in LIMITS.items()}
SLOW_S = {name: limits.slow_s for name, limits in LIMITS.items()}
TOO_SLOW_S = {**GOOD_S, "reveal": LIMITS["reveal"].slow_s * 1.01}
NO_TEXT = "cli.bench."  # A text that is missing in the catalogue begins like this.
UNIT_MB = 600.0  # `MemoryHigh` of the service


@pytest.mark.parametrize("locale", LOCALES)
def test_the_owner_is_told_in_words_what_is_too_slow_and_what_helps(
    locale: str, monkeypatch: Patch, capsys: Capsys
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    for took_s, status, helped, running in (
        (GOOD_S, 0, 0, True),
        (SLOW_S, 0, len(LIMITS), False),
        (TOO_SLOW_S, 1, 1, False),
    ):
        noticed = [Noticed(name, s, "coup" * (name == "bot")) for name, s in took_s.items()]
        table = service.Pages(state={} if running else None)
        monkeypatch.setattr(owner, "measure", partial(iter, noticed))
        monkeypatch.setattr(service, "pages", lambda *_, table=table: table)
        assert cli.run(["bench"]) == status
        out, err = capsys.readouterr()
        assert len(out.splitlines()) == len(LIMITS) + helped + 1, out
        assert len(err.splitlines()) == 1 + running, "A running table is named."
        assert NO_TEXT not in out + err


@pytest.mark.verify
def test_all_that_people_notice_is_measured_without_a_camera() -> None:
    seen = list(owner.measure())
    assert [noticed.name for noticed in seen] == [*LIMITS]
    assert all(noticed.seconds > 0 for noticed in seen)


@pytest.mark.verify
def test_the_speed_of_every_part_is_measured(monkeypatch: Patch, capsys: Capsys) -> None:
    monkeypatch.setattr(speeds, "speeds", lambda *_, **__: speeds.Speeds(1, 2, 3))
    monkeypatch.setattr(reveal, "SIZES", {(1920, 1080): 40.0})
    command.bench_command.main(["all", "--phones", "2", "--presses", "1"], standalone_mode=False)
    out = capsys.readouterr().out
    names = ("coyote: checked moves", "six-card reveal", "idle frame")
    for name in (*names, *(f"edge to LED, {kind} table" for kind in latency.TABLES)):
        assert name in out


@pytest.mark.verify
@pytest.mark.skipif(sys.platform != "linux", reason="only its kernel tells what is held")
def test_a_table_with_six_pages_open_holds_little_and_nothing_of_matches_that_are_over(
    browser: Browser, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(memory, "REST_MS", 100)  # The bench itself measures how much it grows.
    figures = memory.measure(browser, "virtual", 0.05, 3, 3, 1)
    assert figures[0].value < UNIT_MB, figures[0].line()
    (kept,) = per_move.measure(60, 120)
    assert kept.met, kept.line()
