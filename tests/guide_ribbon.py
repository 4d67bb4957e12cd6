"""Draw how the camera's ribbon lies in its three sockets: its contacts face away from the latch.

The sides are those of Raspberry Pi's own pages and of what users corrected there for a Pi 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

INK, BOARD, METAL, STIFF, LATCH, PAPER = (
    "#1d1d1b",
    "#dcebdc",
    "#b98a3a",
    "#0072b2",
    "#6b6b68",
    "#ffffff",
)
WIDE, HIGH = 980, 410


class Socket(NamedTuple):
    """A Pi's edge from above: what stands along it, the ribbon's socket, and its contacts' side."""

    name: str
    along: tuple[str, ...]
    socket: str
    contacts_right: bool


PIS = (
    Socket("Pi 4, from above", ("power", "HDMI", "HDMI", "CAMERA", "sound"), "CAMERA", False),
    Socket(
        "Pi 5, from above",
        ("power", "HDMI", "HDMI", "CAM/DISP 0", "CAM/DISP 1"),
        "CAM/DISP 0",
        True,
    ),
)


def draw_ribbon(folder: Path) -> Path:
    """Draw the picture into a folder; return the file."""
    drawn = [*_pi(PIS[0], 20, 40), *_pi(PIS[1], 20, 235), *_camera(620, 60), *_legend(620, 310)]
    path = folder / "ribbon.svg"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"'
        f' height="{HIGH}" xml:lang="en"><rect width="100%" height="100%" fill="{PAPER}"/>'
        + "".join(drawn)
        + "</svg>\n",
        "utf-8",
    )
    return path


def _pi(of: Socket, x: float, y: float) -> Iterator[str]:
    """Yield a Pi's lower edge, with the ribbon's end as a thick line across its socket."""
    yield _text(x + 250, y - 14, of.name, 16)
    yield _box(x, y, 500, 150, BOARD)
    yield _box(x + 500 - 30, y + 12, 60, 126, PAPER)
    yield _text(x + 500, y + 68, "USB,", 13)
    yield _text(x + 500, y + 86, "network", 13)
    step = 430 / len(of.along)
    for number, name in enumerate(of.along):
        at = x + 20 + (number + 0.5) * step
        if not name.startswith("CAM"):
            yield _box(at - 30, y + 118, 60, 32, PAPER)
            yield _text(at, y + 138, name, 13)
            continue
        yield _box(at - 11, y + 34, 22, 110, PAPER)
        yield _text(at, y + 24, name, 12)
        if name == of.socket:
            side = 1 if of.contacts_right else -1
            yield _bar(at - 8 * side - 3, y + 34, 6, 110, LATCH)
            yield _bar(at - 1 * side - 2, y + 40, 4, 98, STIFF)
            yield _bar(at + 3 * side - 2, y + 40, 4, 98, METAL)
            toward = "USB" if of.contacts_right else "HDMI"
            for line, text in enumerate(("contacts", f"to {toward}")):
                anchor = "start" if of.contacts_right else "end"
                yield _text(at + 16 * side, y + 76 + 16 * line, text, 12, anchor)


def _camera(x: float, y: float) -> Iterator[str]:
    """Yield the camera from the side, with its lens down."""
    yield _text(x + 130, y - 34, "Camera Module 3, from the side", 16)
    yield _box(x + 20, y + 90, 220, 12, BOARD)
    yield _text(x + 205, y + 128, "board", 13)
    yield _box(x + 70, y + 102, 70, 50, PAPER)
    yield _text(x + 105, y + 172, "lens", 13)
    yield _box(x + 20, y + 56, 60, 34, PAPER)
    yield _bar(x + 20, y + 58, 60, 7, LATCH)
    yield _bar(x - 40, y + 71, 112, 5, STIFF)
    yield _bar(x + 24, y + 76, 48, 5, METAL)
    yield _text(x + 92, y + 66, "contacts to the board,", 13, "start")
    yield _text(x + 92, y + 83, "stiffener away from the lens", 13, "start")


def _legend(x: float, y: float) -> Iterator[str]:
    for number, (ink, answer) in enumerate(
        (
            (METAL, "the ribbon’s contacts: away from the latch"),
            (STIFF, "the ribbon’s blue or white stiffener"),
            (LATCH, "the socket’s latch"),
        )
    ):
        yield _bar(x, y + 26 * number, 26, 8, ink)
        yield _text(x + 38, y + 9 + 26 * number, answer, 14, "start")


def _box(x: float, y: float, wide: float, high: float, fill: str) -> str:
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" rx="3"'
        f' fill="{fill}" stroke="{INK}" stroke-width="2"/>'
    )


def _bar(x: float, y: float, wide: float, high: float, fill: str) -> str:
    size = f'width="{wide:.0f}" height="{high:.0f}"'
    return f'<rect x="{x:.0f}" y="{y:.0f}" {size} fill="{fill}"/>'


def _text(x: float, y: float, text: str, size: int, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}"'
        f' font-family="sans-serif" fill="{INK}">{escape(text)}</text>'
    )
