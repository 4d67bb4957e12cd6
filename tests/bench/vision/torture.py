"""The torture set read, and its report: a table, curves and what the tables looked like."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import msgspec

from hardware import MAT
from referee.disk.storage import write_whole
from tests.bench.scenes.torture import DECKS, SEVERITIES
from tests.bench.scenes.torture_kinds import KINDS
from tests.bench.spread import spread
from tests.bench.vision.contest import OURS
from tests.bench.vision.curves import curve, sheet, strip
from tests.bench.vision.readings import Row, row
from tests.bench.vision.tally import Tally
from tests.bench.vision.trials import Cell, CellRead, Trials
from vision.mat_file import read_mat
from vision.reading import Image

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
.wrong { background: #d53c00; color: #fff; font-weight: bold }
section { margin: 2rem 0 } section img { vertical-align: middle; max-width: 100% }
.key span { padding: .1rem .6rem; margin-right: .5rem }
"""
_KEY = (
    ("right", "#009e73", "#fff"),
    ("rightly not read", "#aadec8", "#000"),
    ("asked about", "#f5c842", "#000"),
    ("missed", "#c8c8c8", "#000"),
    ("wrong", "#d53c00", "#fff"),
)


@dataclass
class Hardship:
    """One kind: a tally and a small picture for each severity, and a tally for each deck."""

    kind: str
    tallies: dict[int, Tally] = field(default_factory=dict)
    pictures: dict[int, Image] = field(default_factory=dict)
    decks: dict[str, Tally] = field(default_factory=dict)


def torture(
    per_cell: int,
    processes: int,
    seed: int = 0,
    kinds: Sequence[str] = (),
    severities: Sequence[int] = (),
    decks: Sequence[str] = (),
) -> list[Hardship]:
    """Read `per_cell` tables of each deck, kind and severity, all of them unless chosen."""
    cells = [
        Cell(deck, kind, severity, per_cell, seed)
        for deck in decks or DECKS
        for kind in kinds or KINDS
        for severity in severities or SEVERITIES
    ]
    found = {kind: Hardship(kind) for kind in kinds or KINDS}
    for read in spread(_read_cell, cells, processes, "cells"):
        one = found[read.cell.kind]
        for mine in (
            one.tallies.setdefault(read.cell.severity, Tally()),
            one.decks.setdefault(read.cell.deck, Tally()),
        ):
            mine += read.tally
        one.pictures.setdefault(read.cell.severity, read.thumbnail)
    return list(found.values())


def rows(hardships: Sequence[Hardship]) -> list[Row]:
    """Return a row for each kind and severity, one for each deck, and one for all."""
    total, decks, result = Tally(), dict[str, Tally](), []
    for one in hardships:
        for severity, tally in one.tallies.items():
            result.append(row(f"{one.kind} {severity}", OURS, tally))
            total += tally
        for deck, tally in one.decks.items():
            mine = decks.setdefault(deck, Tally())
            mine += tally
    result += [row(f"all of {deck}", OURS, tally) for deck, tally in decks.items()]
    return [*result, row("all of the torture set", OURS, total)]


def report(hardships: Sequence[Hardship], folder: Path) -> Path:
    """Write `index.html`, its pictures, `curves.png` with all curves, and `torture.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    curves = [(one.kind, curve(list(one.tallies.values()))) for one in hardships]
    _write(folder / "curves.png", sheet(curves))
    for one, (_, picture) in zip(hardships, curves, strict=True):
        _write(folder / f"{one.kind}.png", picture)
        _write(folder / f"{one.kind}.jpg", strip(list(one.pictures.values())))
    table = rows(hardships)
    lines = [json.dumps(msgspec.to_builtins(one)) for one in table]
    write_whole(folder / "torture.json", ("[\n" + ",\n".join(lines) + "\n]\n").encode())
    page = folder / "index.html"
    write_whole(page, _page(hardships, table[-1]).encode())
    return page


@cache
def _trials() -> Trials:
    return Trials(read_mat(MAT))


def _read_cell(cell: Cell) -> CellRead:
    return _trials().cell(cell)


def _write(path: Path, image: Image) -> None:
    done, data = cv2.imencode(path.suffix, image)
    assert done
    write_whole(path, data.tobytes())


def _page(hardships: Sequence[Hardship], total: Row) -> str:
    severities = sorted({s for one in hardships for s in one.tallies})
    head = "".join(f"<th>{severity}</th>" for severity in severities)
    body = "".join(_line(one, severities) for one in hardships)
    key = "".join(f'<span style="background:{b};color:{c}">{t}</span>' for t, b, c in _KEY)
    errors = "".join(
        f"<li>{html.escape(f'{e.where}: {e.lay} was read as {e.said}')}</li>" for e in total.errors
    )
    return f"""<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>The torture set</title>
<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>
<h1>The torture set</h1>
<p>{total.cards:,} cards: {total.right:,} right, {total.asked:,} asked about,
{total.missed:,} missed, {total.refused:,} rightly not read, <b>{total.mistaken:,} wrong</b>.
{total.ms_a_card:.1f} ms a card.</p>
<ul>{errors}</ul>
<p class="key">{key}</p>
<h2>Certain and right, in 100 cards that could be read</h2>
<p>Severity goes from 0, a fair table, to {max(severities)}. A red cell has wrong readings.</p>
<table><tr><th>kind</th>{head}<th>wrong</th></tr>{body}</table>
{"".join(_section(one) for one in hardships)}
</html>
"""


def _line(one: Hardship, severities: Sequence[int]) -> str:
    cells = []
    for severity in severities:
        tally = one.tallies.get(severity, Tally())
        cell = row("", OURS, tally)
        share = f"{100 * cell.right / tally.known:.0f}" if tally.known else "–"
        cells.append(f"<td{' class=wrong' if cell.mistaken else ''}>{share}</td>")
    wrong = sum(tally.mistaken for tally in one.tallies.values())
    name = f'<a href="#{one.kind}">{_name(one)}</a>'
    return f"<tr><td>{name}</td>{''.join(cells)}<td>{wrong}</td></tr>"


def _section(one: Hardship) -> str:
    name = _name(one)
    return (
        f'<section id="{one.kind}"><h2>{name}</h2><img src="{one.kind}.png" alt="shares by '
        f'severity"><br><img src="{one.kind}.jpg" alt="tables at rising severity"></section>'
    )


def _name(one: Hardship) -> str:
    return one.kind.replace("_", " ")
