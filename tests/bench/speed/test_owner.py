"""`coyote bench` says in the owner's language what people notice of a machine's speed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from firmware import cli
from firmware.checking import service
from referee.words.catalogue import LOCALES
from tests.bench.speed import owner
from tests.bench.speed.owner import LIMITS, Noticed, Verdict

Capsys = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

GOOD_S = {name: limits.good_s for name, limits in LIMITS.items()}
SLOW_S = {name: limits.slow_s for name, limits in LIMITS.items()}
TOO_SLOW_S = {name: limits.slow_s * 1.01 for name, limits in LIMITS.items()}
NO_HELP = "cli.bench."  # how a text begins that is missing in the catalogue


@pytest.fixture(autouse=True)
def _no_table(monkeypatch: Patch) -> None:
    monkeypatch.setattr(service, "pages", lambda *_: service.Pages())


def measured(monkeypatch: Patch, seconds: dict[str, float]) -> None:
    """Let everything take so many seconds."""

    def measure() -> Iterator[Noticed]:
        for name, took_s in seconds.items():
            yield Noticed(name, took_s, "coup" if name == "bot" else "")

    monkeypatch.setattr(owner, "measure", measure)


@pytest.mark.parametrize(
    ("seconds", "verdict", "status"),
    [(GOOD_S, Verdict.GOOD, 0), (SLOW_S, Verdict.SLOW, 0), (TOO_SLOW_S, Verdict.TOO_SLOW, 1)],
    ids=list(Verdict),
)
def test_the_limits_decide_on_the_verdict_and_the_exit_status(
    seconds: dict[str, float], verdict: Verdict, status: int, monkeypatch: Patch, capsys: Capsys
) -> None:
    measured(monkeypatch, seconds)
    assert cli.run(["bench", "--json"]) == status
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["name"] for one in told] == [*LIMITS]
    assert {one["verdict"] for one in told} == {verdict}


def test_the_worst_time_decides(monkeypatch: Patch, capsys: Capsys) -> None:
    measured(monkeypatch, {**GOOD_S, "reveal": TOO_SLOW_S["reveal"]})
    assert cli.run(["bench"]) == 1
    *_, last = capsys.readouterr().out.splitlines()
    assert "too slow" in last


@pytest.mark.parametrize("locale", LOCALES)
def test_each_time_is_said_in_words_with_what_helps_if_it_is_slow(
    locale: str, monkeypatch: Patch, capsys: Capsys
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    for seconds, lines in ((GOOD_S, 1), (SLOW_S, 2), (TOO_SLOW_S, 2)):
        measured(monkeypatch, seconds)
        cli.run(["bench"])
        said = capsys.readouterr().out
        assert len(said.splitlines()) == lines * len(LIMITS) + 1
        assert NO_HELP not in said


def test_a_running_table_is_named_since_it_slows_the_measurement(
    monkeypatch: Patch, capsys: Capsys
) -> None:
    measured(monkeypatch, GOOD_S)
    cli.run(["bench"])
    assert "A table is running" not in capsys.readouterr().err
    monkeypatch.setattr(service, "pages", lambda *_: service.Pages(state={}))
    assert cli.run(["bench"]) == 0
    assert "A table is running" in capsys.readouterr().err


@pytest.mark.verify
def test_all_that_people_notice_is_measured_without_a_camera() -> None:
    found = list(owner.measure())
    assert [one.name for one in found] == [*LIMITS]
    assert all(one.seconds > 0 for one in found)
