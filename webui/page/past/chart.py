"""Charts of a match's record, each as an inline SVG and as a table.

The server makes each chart once for all pages. A line has not only its seat's colour but also its
symbol. The table is for people who cannot see the drawing. The charts are built from elements
instead of strings, so a player's name is never parsed as HTML.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from referee import words
from referee.contract import Record, Series
from referee.words import Voice

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 30.0, 12, 12, 32
SPOT = 8.0  # Radius of a seat's symbol in SVG units.
APART = 3.0  # Distance in SVG units between the lines of seats that have equal values.
DIGIT = 7.0  # Width of a digit on the axis in SVG units.
STEPS = 5  # The axis has at most this many steps between its numbers.
FOOT = "0.35em"  # Distance from the middle of capitals and digits down to their baseline.
SPARK_WIDTH, SPARK_HEIGHT = 120, 32
APART = 1.2  # Between curves that would lie on each other.
LABEL = 26.0  # Minimum distance in SVG units between the numbers of two rounds.

Point = tuple[float, float]


def chart_figures(record: Record, voice: Voice, winners: Collection[int] = ()) -> Iterator[Element]:
    """Yield the charts of a record, with the lines of the `winners` thick and on top."""
    return (_figure(series, voice, winners) for series in record.series if len(series.rounds) > 1)


def _figure(series: Series, voice: Voice, winners: Collection[int]) -> Element:
    figure = Element("figure", {"class": "chart"})
    caption = SubElement(figure, "figcaption")
    caption.text = voice.key(f"series.{series.name}")
    key = SubElement(figure, "p", {"class": "bearers", "aria-hidden": "true"})
    seats = [seat for seat, row in enumerate(series.values) if any(v is not None for v in row)]
    for seat in seats:
        who = SubElement(key, "span", {"class": "who", "data-seat": str(seat)})
        SubElement(who, "span", {"class": "mark"}).text = symbol(seat)
        SubElement(who, "span", {"translate": "no"}).text = name(seat, voice)
    figure.append(_svg(series, seats, winners, voice, caption.text))
    figure.append(_table(series, seats, voice))
    return figure


# -- the drawing ----------------------------------------------------------------------------


def _svg(
    series: Series, seats: Sequence[int], winners: Collection[int], voice: Voice, label: str
) -> Element:
    box = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "img", "aria-label": label}
    svg = Element("svg", box)
    most = max([1.0, *(v for row in series.values for v in row if v)])
    all_ = [v for row in series.values for v in row if v is not None]
    least = _least(min(all_, default=0.0), most)
    values = range(int(least), int(most) + 1, _step(most - least))
    ticks = {float(value): words.number(float(value), voice.locale) for value in values}
    left = max(LEFT, 14 + DIGIT * max(map(len, ticks.values())))
    for value, answer in ticks.items():
        y = _y(value, least, most)
        _line(svg, "grid", [(left, y), (WIDTH - RIGHT, y)])
        _text(svg, "tick", (left - 8, y), answer, "end")
    step = (WIDTH - left - RIGHT) / len(series.rounds)
    every = max(1, -int(-LABEL // step))
    for at, number in enumerate(series.rounds):
        if at % every == 0:
            _text(svg, "tick", (_x(at, left, step), HEIGHT - 9), str(number), "middle")
    for place, seat in sorted(enumerate(seats), key=lambda one: one[1] in winners):
        apart = APART * (place - (len(seats) - 1) / 2)
        points = [
            (at, value, (_x(at, left, step), _y(value, least, most) - apart))
            for at, value in enumerate(series.values[seat])
            if value is not None
        ]
        won = {"data-won": "yes"} if seat in winners else {}
        group = SubElement(svg, "g", {"data-seat": str(seat), **won})
        path = [point for _, _, point in points]
        _line(group, "halo", path)
        _line(group, "line", path)
        alone = [row[0] for row in series.values].count(series.values[seat][0]) == 1
        for point in _marks(points, alone):
            _spot(group, point, seat, min(SPOT, max(5.0, step / 2)))
    return svg


def _marks(points: list[tuple[int, float, Point]], alone: bool) -> Iterable[Point]:
    """Yield the points that carry a seat's symbol.

    Each point at which the value changes carries one, and so does the last point. The first point
    has a symbol if no other seat starts there (`alone`).
    """
    if len(points) < 2:
        yield from (point for _, _, point in points)
        return
    if alone:
        yield points[0][2]
    for (_, before, _), (_, value, point) in pairwise(points):
        if value != before:
            yield point
    if points[-1][1] == points[-2][1]:
        yield points[-1][2]


def _least(least: float, most: float) -> float:
    """Return the lower end of the axis. It is 0 unless all values are far above 0."""
    if least < most / 2:
        return 0.0
    step = _step(most - least)
    return float(int(least) // step * step)


def _step(span: float) -> int:
    return next(number for number in _round_numbers() if span <= STEPS * number)


def _round_numbers() -> Iterator[int]:
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def _x(at: int, left: float, step: float) -> float:
    return left + step * (at + 0.5)


def _y(value: float, least: float, most: float) -> float:
    share = (value - least) / (most - least) if most > least else 0.0
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _line(parent: Element, kind: str, points: Sequence[Point]) -> None:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    SubElement(parent, "polyline", {"class": kind, "points": text})


def _text(parent: Element, kind: str, at: Point, text: str, anchor: str) -> None:
    # The baseline gives the position, because not every viewer can centre text vertically.
    where = {"x": f"{at[0]:.1f}", "y": f"{at[1]:.1f}", "dy": FOOT, "text-anchor": anchor}
    SubElement(parent, "text", {"class": kind, **where}).text = text


def _spot(parent: Element, at: Point, seat: int, radius: float) -> None:
    where = {"cx": f"{at[0]:.1f}", "cy": f"{at[1]:.1f}", "r": f"{radius:.1f}"}
    SubElement(parent, "circle", {"class": "spot", **where})
    mark = SubElement(parent, "g", {"font-size": f"{1.3 * radius:.1f}"})
    _text(mark, "symbol", at, symbol(seat), "middle")


# -- small curves ---------------------------------------------------------------------------


def sparkline(rows: Sequence[Sequence[float | None]], winners: Collection[int] = ()) -> str:
    """Return a small curve for each seat as SVG, with the `winners` on top. It has no axes.

    A list beside it says the result, so it is hidden from screen readers.
    """
    all_ = [value for row in rows for value in row if value is not None]
    if len(set(all_)) < 2:  # A flat line says nothing.
        return ""
    box = {"viewBox": f"0 0 {SPARK_WIDTH} {SPARK_HEIGHT}", "aria-hidden": "true"}
    svg = Element("svg", {"class": "spark", **box})
    least, span = min(all_), max(all_) - min(all_) or 1.0
    for seat in sorted(range(len(rows)), key=lambda seat: seat in winners):
        row, won = rows[seat], {"data-won": "yes"} if seat in winners else {}
        wide, high = (SPARK_WIDTH - 8) / max(1, len(row) - 1), SPARK_HEIGHT - 8
        top = 4 + APART * (seat - len(rows) // 2)
        points = [
            (4 + at * wide, top + high * (1 - (value - least) / span))
            for at, value in enumerate(row)
            if value is not None
        ]
        _line(SubElement(svg, "g", {"data-seat": str(seat), **won}), "line", points)
    return ElementTree.tostring(svg, "unicode", method="html")


# -- the table --------------------------------------------------------------------------------


def _table(series: Series, seats: Sequence[int], voice: Voice) -> Element:
    details = Element("details")
    SubElement(details, "summary").text = voice.key("chart.table")
    table = SubElement(SubElement(details, "div", {"class": "scrolls"}), "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    SubElement(head, "th", {"scope": "col"}).text = voice.key("chart.round")
    for seat in seats:
        SubElement(head, "th", {"scope": "col"}).text = words.seat(seat, voice.locale, voice.names)
    body = SubElement(table, "tbody")
    for at, number in enumerate(series.rounds):
        row = SubElement(body, "tr")
        SubElement(row, "th", {"scope": "row"}).text = str(number)
        for seat in seats:
            value = series.values[seat][at]
            SubElement(row, "td").text = "–" if value is None else words.number(value, voice.locale)
    return details


def symbol(seat: int) -> str:
    """Return a seat's symbol, or its number if it has none."""
    return words.SYMBOLS[seat] if seat < len(words.SYMBOLS) else str(seat + 1)


def name(seat: int, voice: Voice) -> str:
    """Return a seat's name without its symbol."""
    label = words.seat(seat, voice.locale, voice.names)
    return label.split("\N{NO-BREAK SPACE}", 1)[-1] if seat < len(words.SYMBOLS) else label
