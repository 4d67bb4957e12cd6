"""A record's curves, drawn: each a figure with its seats, an inline SVG, and the same as a table.

Made on the server, once for every page: each seat has its symbol on its line and not only its
colour, and who sees no drawing has the table. Built as elements, so that no name is taken for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from babel.numbers import format_percent

from referee import words
from referee.contract import Record, Series
from referee.words import Voice

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 38, 12, 12, 32
SPOT = 8.0  # a seat's mark
APART = 3.0  # between the lines of seats that stand alike
LABEL = 26.0  # from one round's number to the next at least

Point = tuple[float, float]


def drawn(record: Record | None, voice: Voice) -> str:
    """Return the curves of a record as HTML, or nothing where there is nothing to draw."""
    if record is None:
        return ""
    figures = (_figure(one, voice) for one in record.series if len(one.rounds) > 1)
    return "".join(ElementTree.tostring(one, "unicode", method="html") for one in figures)


def _figure(series: Series, voice: Voice) -> Element:
    figure = Element("figure", {"class": "chart"})
    caption = SubElement(figure, "figcaption")
    caption.text = voice.key(f"series.{series.name}")
    key = SubElement(figure, "p", {"class": "bearers", "aria-hidden": "true"})
    seats = [seat for seat, row in enumerate(series.values) if any(v is not None for v in row)]
    for seat in seats:
        who = SubElement(key, "span", {"class": "who", "data-seat": str(seat)})
        SubElement(who, "span", {"class": "mark"}).text = _symbol(seat)
        SubElement(who, "span").text = _name(seat, voice)
    figure.append(_svg(series, seats, voice, caption.text))
    figure.append(_table(series, seats, voice))
    return figure


# -- the drawing ----------------------------------------------------------------------------


def _svg(series: Series, seats: Sequence[int], voice: Voice, label: str) -> Element:
    box = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "img", "aria-label": label}
    svg = Element("svg", box)
    most = 1.0 if series.share else max([1.0, *(v for row in series.values for v in row if v)])
    for value in _ticks(series.share, most):
        y = _y(value, most)
        _line(svg, "grid", [(LEFT, y), (WIDTH - RIGHT, y)])
        _text(svg, "tick", (LEFT - 8, y), _said(value, series, voice), "end")
    step = (WIDTH - LEFT - RIGHT) / len(series.rounds)
    every = max(1, -int(-LABEL // step))
    for at, number in enumerate(series.rounds):
        if at % every == 0:
            _text(svg, "tick", (_x(at, step), HEIGHT - 9), str(number), "middle")
    for place, seat in enumerate(seats):
        apart = 0.0 if series.share else APART * (place - (len(seats) - 1) / 2)
        points = [
            (at, value, (_x(at, step), _y(value, most) - apart))
            for at, value in enumerate(series.values[seat])
            if value is not None
        ]
        group = SubElement(svg, "g", {"data-seat": str(seat)})
        path = [point for _, _, point in points]
        _line(group, "halo", path)
        _line(group, "line", path)
        alone = [row[0] for row in series.values].count(series.values[seat][0]) == 1
        for point in _marked(points, series.share, alone):
            _spot(group, point, seat, min(SPOT, max(5.0, step / 2)))
    return svg


def _marked(points: list[tuple[int, float, Point]], share: bool, alone: bool) -> Iterable[Point]:
    """Yield where a seat's mark stands: at every share, else where a count changed, and last.

    The first count has a mark where the seat stands there `alone`.
    """
    if share or len(points) < 2:
        yield from (point for _, _, point in points)
        return
    if alone:
        yield points[0][2]
    for (_, before, _), (_, value, point) in pairwise(points):
        if value != before:
            yield point
    if points[-1][1] == points[-2][1]:
        yield points[-1][2]


def _ticks(share: bool, most: float) -> list[float]:
    if share:
        return [0.0, 0.5, 1.0]
    step = max(1, round(most / 4))
    return [float(value) for value in range(0, int(most) + 1, step)]


def _x(at: int, step: float) -> float:
    return LEFT + step * (at + 0.5)


def _y(value: float, most: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most)


def _line(parent: Element, kind: str, points: Sequence[Point]) -> None:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    SubElement(parent, "polyline", {"class": kind, "points": text})


def _text(parent: Element, kind: str, at: Point, text: str, anchor: str) -> None:
    where = {"x": f"{at[0]:.1f}", "y": f"{at[1]:.1f}", "text-anchor": anchor}
    SubElement(parent, "text", {"class": kind, "dominant-baseline": "central", **where}).text = text


def _spot(parent: Element, at: Point, seat: int, radius: float) -> None:
    where = {"cx": f"{at[0]:.1f}", "cy": f"{at[1]:.1f}", "r": f"{radius:.1f}"}
    SubElement(parent, "circle", {"class": "spot", **where})
    mark = SubElement(parent, "g", {"font-size": f"{1.3 * radius:.1f}"})
    _text(mark, "symbol", at, _symbol(seat), "middle")


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
            SubElement(row, "td").text = "–" if value is None else _said(value, series, voice)
    return details


def _said(value: float, series: Series, voice: Voice) -> str:
    if series.share:
        return str(format_percent(value, locale=voice.locale))
    return words.number(value, voice.locale)


def _symbol(seat: int) -> str:
    return words.SYMBOLS[seat] if seat < len(words.SYMBOLS) else str(seat + 1)


def _name(seat: int, voice: Voice) -> str:
    label = words.seat(seat, voice.locale, voice.names)
    return label.split("\N{NO-BREAK SPACE}", 1)[-1] if seat < len(words.SYMBOLS) else label
