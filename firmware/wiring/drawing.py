"""The wiring drawn with schemdraw: the Pi's header with the part on each pin, and the driver.

The pictures are SVG with English text, like the guide. Only drawing needs schemdraw. Without it,
`draw` raises an error that says so.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from firmware.errors import BadData
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.boards import back, front
from firmware.wiring.circuit import LOWER, seat_circuit
from firmware.wiring.hookup import DRIVER, Wire, buzzer_channel, wires_of
from firmware.wiring.layout import POLES, lay_out
from firmware.wiring.strips import strips_drawn
from referee import words
from referee.contract import Message
from referee.disk.textfiles import reason

ROWS, EDGE = 20, 0.62  # Rows of the header; distance from a pin's middle to the header's edge.
JOINED = {"ground": "grounded", "supply": "fed"}  # How the words for a strip's parts begin.
WIDE, SMALL = 3.8, 1.6  # Widths of an ordinary box and of a resistor's box.
RAIL = 11.2  # Distance from a pin to the terminal strip on its side.
BOARD_SEATS = POLES // 2  # The soldering board has two poles for each seat.
SHORT = 8.4  # Distance from a pin to the end of a wire to the other side's strip.
INK, PAPER = "#1d1d1b", "#ffffff"
DRAWN = ("buttons", "leds", "lamps")  # Their wires to a strip are drawn one by one.
# Distances from the library's text position to the baseline, in text sizes. The library itself
# places text too high.
_FEET = {"central": 0.36, "hanging": 0.73, "ideographic": -0.22, "alphabetic": 0.0}
_SET = re.compile(r' y="([-\d.]+)" dominant-baseline="(\w+)"([^>]*? font-size="([\d.]+)")')
# Colours of the seats for lines on paper. They are darker than on the pages.
SEATS = ("#0072b2", "#d55e00", "#00805d", "#a08c00", "#b0548a", "#2a86bd")


def draw(pins: Pins, parts: Parts, folder: Path) -> tuple[Path, ...]:
    """Draw a wiring into a folder, and return the files.

    Raise `BadData` without schemdraw, or if the folder is not writable.
    """
    try:
        import schemdraw
    except ImportError as error:
        raise BadData("cli.wiring.no_schemdraw") from error
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    schemdraw.config(fontsize=11, lw=1.5, color=INK, bgcolor=PAPER, margin=0.8)
    drawn = {
        "wiring.svg": Diagram(pins, parts).sheet,
        "seat.svg": seat_circuit(pins, parts, SEATS[0]),
    }
    if parts.lamps[pins.lamps].driven:
        drawn["driver.svg"] = _driver(pins, parts)
    drawn["strips.svg"] = strips_drawn(pins, parts, INK, SEATS)
    board = lay_out(pins, parts)
    boards: dict[str, str] = {}
    if board is not None:
        boards = {"front": front(board, pins, parts), "back": back(board, SEATS)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, sheet in drawn.items():
            save(sheet, folder / name)
        for side, svg in boards.items():
            (folder / f"board-{side}.svg").write_text(svg, encoding="utf-8")
    except OSError as error:
        raise BadData("cli.wiring.unwritable", folder=str(folder), reason=reason(error)) from error
    return tuple(folder / name for name in (*drawn, *(f"board-{side}.svg" for side in boards)))


def save(sheet: Any, path: Path) -> None:
    """Write a schemdraw drawing as SVG.

    Text is placed by its baseline, because every viewer supports that.
    """

    def by_foot(text: re.Match[str]) -> str:
        y = float(text[1]) + _FEET[text[2]] * float(text[4])
        return f' y="{y:.2f}"{text[3]}'

    svg = sheet.get_imagedata("svg").decode("utf-8")
    path.write_text(_SET.sub(by_foot, svg), encoding="utf-8")


def has_board(pins: Pins, parts: Parts) -> bool:
    """Whether a soldering board can carry this wiring, so that it is drawn."""
    return lay_out(pins, parts) is not None


class Diagram:
    """The header with the part on each pin in use.

    The ground strip and its parts are on the left. The strip for the lamps' supply is on the right.
    A wire that would cross the header ends at its strip's name instead.
    """

    def __init__(self, pins: Pins, parts: Parts) -> None:
        import schemdraw.elements as elm
        from schemdraw import Drawing

        self._elm = elm
        self.sheet = Drawing(show=False)
        self._header = elm.Header(rows=ROWS, cols=2, numbering="lr", shownumber=True, pinspacing=1)
        self.sheet += self._header
        lamp = parts.lamps[pins.lamps]
        volts = f"{parts.volts[lamp.supply]:g} V"
        self._names = {"ground": "ground", "supply": f"+ {volts}"}
        self._titles = {"ground": "ground strip", "supply": f"lamps’ strip, + {volts}"}
        self._met: dict[str, list[float]] = {"ground": [], "supply": []}
        self._joined: dict[str, tuple[str, ...]] = {"ground": (), "supply": ()}
        self._own: list[tuple[str, str]] = []
        for wire in wires_of(pins, parts):
            if wire.place is not None:
                self._row(wire, wire.place)
            elif wire.part == "grounds_joined":
                self._own.append(("ground", "lamps’ supply −"))
            else:
                self._joined["supply"] += wire.joined
                self._own.append(("supply", f"{wire.carries} + through {wire.through}"))
        self._strips()

    def _row(self, wire: Wire, place: int) -> None:
        """Draw one wire from its pin outwards."""
        elm, out = self._elm, -1.0 if place % 2 else 1.0
        x, y = self._header.absanchors[f"pin{place}"]
        ink = INK if wire.seat is None else SEATS[wire.seat % len(SEATS)]

        def at(far: float) -> tuple[float, float]:
            return x + out * far, y

        def line(start: float, end: float) -> None:
            self.sheet += elm.Line().at(at(start)).to(at(end)).color(ink)

        def label(far: float, text: str) -> None:
            self._text((at(far)[0], y + 0.08), text, "bottom", ink)

        carries = wire.carries if wire.gpio is None else f"GPIO {wire.gpio}"
        label(1.38, carries)
        match wire.part:
            case "button":
                line(EDGE, 2.2)
                self._box(at(2.2), out, wire.through, ink, SMALL)
                line(2.2 + SMALL, 4.3)
                self.sheet += elm.Button().at(at(4.3)).to(at(5.7)).color(ink)
                label(8.4, _caption(wire))
                line(5.7, self._end("ground", out, y))
            case "lamp" | "led" as kind:
                line(EDGE, 2.2)
                self._box(at(2.2), out, wire.through, ink)
                line(6, 6.6)
                part = elm.Diode().scale(0.7) if kind == "led" else elm.Lamp2().scale(0.7)
                self.sheet += part.at(at(6.6)).theta(90 - 90 * out).length(1).color(ink)
                label(9.4, _caption(wire))
                line(7.6, self._end("supply" if kind == "lamp" else "ground", out, y))
            case "lamps_power" | "ground" as kind:
                strip = "ground" if kind == "ground" else "supply"
                self._joined[strip] += wire.joined
                line(EDGE, 2.2)
                if wire.through:
                    self._box(at(2.2), out, wire.through, ink)
                line(2.2 + WIDE if wire.through else 2.2, self._end(strip, out, y))
            case _:
                line(EDGE, 2.2)
                if wire.through:
                    self._box(at(2.2), out, wire.through, ink)
                    line(6, 6.4)
                caption = words.say(wire.to, "en").partition(" (")[0]
                self._box(at(6.4 if wire.through else 2.2), out, caption, ink)

    def _box(
        self, start: tuple[float, float], out: float, text: str, ink: str, wide: float = WIDE
    ) -> None:
        x, y = start
        left = min(x, x + out * wide)
        box = self._elm.Rect(corner1=(0, 0), corner2=(wide, 0.7)).theta(0)
        self.sheet += box.at((left, y - 0.35)).color(ink)
        self._text((left + wide / 2, y), text, "center", ink)

    def _text(self, at: tuple[float, float], text: str, valign: Any, ink: str = INK) -> None:
        ofst = LOWER if valign == "center" else None
        label = self._elm.Label().at(at).theta(0)
        self.sheet += label.label(text, valign=valign, ofst=ofst, color=ink)

    def _end(self, strip: str, out: float, y: float) -> float:
        """Connect a wire to a strip; return how far from its pin the wire ends.

        If the strip is on the other side, end the wire at the strip's name, away from that strip.
        """
        if (strip == "ground") == (out < 0):
            self._met[strip].append(y)
            return RAIL
        x = self._header.absanchors["pin1" if out < 0 else "pin2"][0] + out * (SHORT + 0.8)
        self._text((x, y), self._names[strip], "center")
        return SHORT

    def _strips(self) -> None:
        elm = self._elm
        for strip, ys in self._met.items():
            out, pin = (-1, "pin1") if strip == "ground" else (1, "pin2")
            x = self._header.absanchors[pin][0] + out * RAIL
            if not ys:
                continue
            joined = [kind for kind in self._joined[strip] if kind not in DRAWN]
            key = f"cli.wiring.{JOINED[strip]}"
            captions = [words.say(Message(f"{key}.{kind}"), "en") for kind in joined]
            captions += [caption for at, caption in self._own if at == strip]
            for caption in captions:
                ys.append(min(ys) - 1)
                self.sheet += elm.Line().at((x, ys[-1])).to((x - out * 1.4, ys[-1]))
                label = elm.Label().at((x - out * 1.6, ys[-1])).theta(0)
                side: Any = "left" if strip == "ground" else "right"
                self.sheet += label.label(caption, halign=side, valign="center", ofst=LOWER)
            self.sheet += elm.Line().at((x, max(ys))).to((x, min(ys))).linewidth(4)
            for y in ys:
                self.sheet += elm.Dot().at((x, y))
            self._text((x, max(ys) + 0.5), self._titles[strip], "bottom")


def _driven(wire: Wire) -> str:
    """Return what is on an output of the driver, and its pole there."""
    return f"{_caption(wire)} −"


def _caption(wire: Wire) -> str:
    return wire.name.replace("\N{NO-BREAK SPACE}", " ")


def _driver(pins: Pins, parts: Parts) -> Any:
    """Draw the driver's chip from above, with each seat's input and the output opposite it."""
    import schemdraw.elements as elm
    from schemdraw import Drawing

    sheet = Drawing(show=False)
    channels = parts.driver.channels
    chip = elm.IcDIP(pins=2 * channels + 2, width=4, spacing=0.35).label(DRIVER, "center")
    sheet += chip
    lamps = [wire for wire in wires_of(pins, parts) if wire.part == "lamp"]
    wired = dict(enumerate(lamps, start=1))
    wired |= {buzzer_channel(pins) + 1: w for w in wires_of(pins, parts) if w.part == "buzzer"}
    for number, wire in wired.items():
        if number > channels:
            continue  # It is on a second driver, which is wired alike.
        ink = INK if wire.seat is None else SEATS[wire.seat % len(SEATS)]
        resistor = "".join(f", {part}" for part in wire.through.split(", ")[1:])
        for pin, out, text in (
            (number, -1, f"pin {wire.place} (GPIO {wire.gpio})"),
            (2 * channels + 3 - number, 1, _driven(wire) + resistor),
        ):
            x, y = chip.absanchors[f"p{pin}"]
            sheet += elm.Line().at((x, y)).to((x + out * 1.2, y)).color(ink)
            side: Any = "right" if out < 0 else "left"
            label = elm.Label().at((x + out * 1.4, y)).theta(0)
            sheet += label.label(text, halign=side, valign="center", ofst=LOWER, color=ink)
    ground = chip.absanchors[f"p{channels + 1}"]
    sheet += elm.Line().at(ground).to((ground[0] - 1.2, ground[1]))
    label = elm.Label().at((ground[0] - 1.4, ground[1])).theta(0)
    sheet += label.label("ground strip", halign="right", valign="center", ofst=LOWER)
    return sheet
