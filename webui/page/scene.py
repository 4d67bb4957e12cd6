"""The virtual table as its page shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import asdict, replace

from referee.reports.tabletop import Box, Draw
from referee.table import Zone
from referee.words import Voice
from webui.page import hands
from webui.page.pictures import digest, face_url
from webui.page.schema import ConsoleDisplay, FaultSwitch, SeatHome, VirtualScene
from webui.page.tabletop.ground import centre
from webui.port import Virtual

NEAR_MM = 1.0  # A zone this close to an edge counts as being at the edge.


def scene(
    voice: Voice, virtual: Virtual, phones: Collection[int], bots: Collection[int] = ()
) -> VirtualScene:
    """Return the virtual table. If a rule hides a hand, its cards lie face down.

    If no seat has a phone, all hands are face up, except hands that only `bots` may see. `due` does
    not contain the cards that bots draw.
    """
    whole = virtual.scene()
    tabletop = whole.visible_to(hands.open_hands(whole, phones, bots))
    cards = sorted(set(tabletop.faces.values()))
    faces = {card: face_url(virtual.face_svg, card, "/virtual") for card in cards}
    return VirtualScene(
        **asdict(replace(tabletop, first=None, does={})),
        labels={card: voice.card(card) for card in cards},
        pictures={card: picture for card, picture in faces.items() if picture},
        back=_back(virtual),
        mat=f"/virtual/mat.svg?{digest(virtual.mat_svg())}",
        switches=tuple(
            FaultSwitch(name, voice.key(f"fault.{name}"), on)
            for name, on in tabletop.faults.items()
        ),
        lookers=hands.peeking_seats(whole, phones, bots),
        note=hands.hands_note(voice, whole, phones, bots),
        hint="" if tabletop.first is None else voice.say(tabletop.first),
        due={
            pile: _draw_text(voice, draw)
            for pile, draw in tabletop.draws.items()
            if draw.seat not in bots
        },
        places=tuple(seat_homes(tabletop.mat_mm, tabletop.zones)),
        console=_console(virtual),
    )


def _draw_text(voice: Voice, draw: Draw) -> str:
    if draw.seat is None:
        return voice.key("page.draws.turn", count=draw.count)
    return voice.key("page.draws", seat=draw.seat, count=draw.count)


def seat_homes(mat_mm: tuple[float, float], zones: Mapping[str, Box]) -> Iterator[SeatHome]:
    """Yield each seat's place: next to the middle one of its zones, at the nearest edge."""
    width, height = mat_mm
    of: dict[int, list[tuple[str, Box]]] = {}
    for name, box in zones.items():
        if (seat := Zone.parse(name).seat) is not None:
            of.setdefault(seat, []).append((name, box))
    for seat, own in sorted(of.items()):
        away = {
            "left": [box[0] for _, box in own],
            "top": [box[1] for _, box in own],
            "right": [width - box[2] for _, box in own],
            "bottom": [height - box[3] for _, box in own],
        }
        nearest = min(map(min, away.values())) + NEAR_MM
        edge = max(away, key=lambda edge: sum(one < nearest for one in away[edge]))
        upright = edge in ("left", "right")
        there = sorted(
            (centre(box)[upright], name)
            for (name, box), one in zip(own, away[edge], strict=True)
            if one < nearest
        )
        along, zone = there[len(there) // 2]
        yield SeatHome(seat, edge, along / (height if upright else width), zone)


def _console(virtual: Virtual) -> ConsoleDisplay | None:
    shown = virtual.console()
    if not shown.png:
        return None
    return ConsoleDisplay(f"/virtual/console.png?{digest(shown.png)}", shown.text)


def _back(virtual: Virtual) -> str:
    try:
        return f"/virtual/back.svg?{digest(virtual.back_svg())}"
    except LookupError:  # There are no cards before the first match.
        return ""
