"""`coyote bench all` prints each figure as soon as it is measured."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee import library
from tests.bench import Figure, command
from tests.bench.rules import moves
from tests.bench.speed import full, latency, load, reveal


def test_a_figure_is_printed_before_the_next_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    def measured(name: str) -> list[Figure]:
        happened.append(f"measured {name}")
        return [Figure(name, 1, "x")]

    def printed(figure: Figure) -> str:
        happened.append(f"printed {figure.name}")
        return ""

    def several(*_: object) -> Iterator[Figure]:
        yield from measured("one")
        yield from measured("another")

    monkeypatch.setattr(moves, "speeds", measured)
    for part in (reveal, full, load, latency):
        monkeypatch.setattr(part, "measure", several)
    monkeypatch.setattr(Figure, "line", printed)
    command.bench_command.main(["all"], standalone_mode=False)
    names = [one.removeprefix("measured ") for one in happened[::2]]
    assert names[: len(library.names())] == list(library.names())
    assert happened == [f"{what} {name}" for name in names for what in ("measured", "printed")]
