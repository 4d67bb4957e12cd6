"""Charts of a match's record, each as an inline SVG and as a table.

The server makes each chart once for all pages. A line has not only its seat's colour but also its
symbol. The table is for people who cannot see the drawing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from markupsafe import Markup

from referee import words
from referee.contract import Series
from referee.words import Voice
from webui.page.html import render
from webui.page.seats import seat_name

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 30.0, 12.0, 12, 32
SPOT = 8.0  # Radius of a seat's symbol in SVG units.
APART = 1.2  # Distance in SVG units between the lines of seats that have equal values.
DIGIT = 7.0  # Width of a digit on the axis in SVG units.
STEPS = 5  # The axis has at most this many steps between its numbers.
LABEL = 26.0  # Minimum distance in SVG units between the numbers of two rounds.
SPARK_WIDTH, SPARK_HEIGHT = 120, 32

Point = tuple[float, float]


class Curve(NamedTuple):
    """The line of a seat, and those of its points that carry the seat's symbol."""

    seat: int
    won: bool
    points: Sequence[Point]
    marks: Sequence[Point] = ()
    symbol: str = ""


def chart_html(series: Series, voice: Voice, winners: Collection[int] = ()) -> Markup:
    """Return a series as a figure, with the lines of the `winners` thick and on top."""
    known = [value for row in series.values for value in row if value is not None]
    most = max([1.0, *known])
    least = _least(min(known, default=0.0), most)
    ticks = {
        value: words.number(float(value), voice.locale)
        for value in range(int(least), int(most) + 1, _step(most - least))
    }
    left = max(LEFT, 14 + DIGIT * max(map(len, ticks.values())))
    step = (WIDTH - left - RIGHT) / len(series.rounds)
    every = max(1, -int(-LABEL // step))

    def point(at: float, value: float, apart: float = 0.0) -> Point:
        share = (value - least) / (most - least) if most > least else 0.0
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
        return round(left + step * (at + 0.5), 1), round(y - apart, 1)

    seats = [
        seat_name(voice, seat)
        for seat, row in enumerate(series.values)
        if any(value is not None for value in row)
    ]
    curves = []
    for place, seat in sorted(enumerate(seats), key=lambda placed: placed[1].seat in winners):
        row, apart = series.values[seat.seat], APART * (place - (len(seats) - 1) / 2)
        values = [(at, value) for at, value in enumerate(row) if value is not None]
        alone = [others[0] for others in series.values].count(row[0]) == 1
        marks = [point(at, value, apart) for at, value in _marked(values, alone)]
        points = [point(at, value, apart) for at, value in values]
        curves.append(Curve(seat.seat, seat.seat in winners, points, marks, seat.symbol))
    return render(
        "parts/chart.html",
        voice,
        width=WIDTH,
        height=HEIGHT,
        left=round(left, 1),
        right=WIDTH - RIGHT,
        caption=voice.key(f"series.{series.name}"),
        ticks=[(point(0, value)[1], label) for value, label in ticks.items()],
        rounds=[(point(at, least)[0], number) for at, number in enumerate(series.rounds)][::every],
        seats=seats,
        curves=curves,
        radius=round(min(SPOT, max(5.0, step / 2)), 1),
        rows=[
            (number, [_cell(series.values[seat.seat][at], voice) for seat in seats])
            for at, number in enumerate(series.rounds)
        ],
    )


def _cell(value: float | None, voice: Voice) -> str:
    return "–" if value is None else words.number(value, voice.locale)


def _marked(values: list[tuple[int, float]], alone: bool) -> Iterator[tuple[int, float]]:
    """Yield the values that carry a seat's symbol.

    Each value that differs from the one before carries one, and so does the last value. The first
    one has a symbol if no other seat starts there (`alone`).
    """
    if alone or len(values) < 2:
        yield from values[:1]
    for before, now in pairwise(values):
        if now[1] != before[1] or now == values[-1]:
            yield now


def _least(least: float, most: float) -> float:
    """Return the lower end of the axis. It is 0 unless all values are far above 0."""
    if least < most / 2:
        return 0.0
    step = _step(most - least)
    return float(int(least) // step * step)


def _step(span: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … of which at most `STEPS` are in the span."""
    steps = (factor * int(10**zeros) for zeros in count() for factor in (1, 2, 5))
    return next(step for step in steps if span <= STEPS * step)


def sparkline(rows: Sequence[Sequence[float | None]], winners: Collection[int] = ()) -> Markup:
    """Return a small curve for each seat as SVG, with the `winners` on top. It has no axes.

    A list beside it says the result, so it is hidden from screen readers.
    """
    known = [value for row in rows for value in row if value is not None]
    if len(set(known)) < 2:  # A flat line says nothing.
        return Markup("")
    least, span, curves = min(known), max(known) - min(known), []
    for seat in sorted(range(len(rows)), key=lambda seat: seat in winners):
        wide, high = (SPARK_WIDTH - 8) / max(1, len(rows[seat]) - 1), SPARK_HEIGHT - 8
        top = 4 + APART * (seat - len(rows) // 2)
        points = [
            (round(4 + at * wide, 1), round(top + high * (1 - (value - least) / span), 1))
            for at, value in enumerate(rows[seat])
            if value is not None
        ]
        curves.append(Curve(seat, seat in winners, points))
    size = {"width": SPARK_WIDTH, "height": SPARK_HEIGHT}
    return render("parts/sparkline.html", Voice(words.DEFAULT), curves=curves, **size)
