"""The virtual table as its page shows it, its pictures addressed by what they are."""

from __future__ import annotations

from referee.words import Voice
from webui.page.pictures import address, digest
from webui.page.schema import ShownConsole, ShownFault, ShownScene
from webui.port import Virtual


def scene(voice: Voice, virtual: Virtual) -> ShownScene:
    """Return the virtual table as it lies."""
    lies = virtual.scene()
    cards = sorted(set(lies.faces.values()))
    faces = {card: address(virtual.face_svg, card, "/virtual") for card in cards}
    return ShownScene(
        mat_mm=lies.mat_mm,
        card_mm=lies.card_mm,
        placed=lies.placed,
        hands=lies.hands,
        faces=lies.faces,
        pile=lies.pile,
        discards=lies.discards,
        zones=lies.zones,
        version=lies.version,
        labels={card: voice.card(card) for card in cards},
        pictures={card: picture for card, picture in faces.items() if picture},
        back=_back(virtual),
        mat=f"/virtual/mat.svg?{digest(virtual.mat_svg())}",
        faults=tuple(
            ShownFault(name, voice.key(f"fault.{name}"), on) for name, on in lies.faults.items()
        ),
        aside=lies.aside,
        owed=lies.owed,
        piles=lies.piles,
        along=lies.along,
        fits=lies.fits,
        opens=lies.opens,
        console=_console(virtual),
    )


def _console(virtual: Virtual) -> ShownConsole | None:
    shown = virtual.console()
    if not shown.png:
        return None
    return ShownConsole(f"/virtual/console.png?{digest(shown.png)}", shown.text)


def _back(virtual: Virtual) -> str:
    try:
        return f"/virtual/back.svg?{digest(virtual.back_svg())}"
    except LookupError:  # before the first match there are no cards
        return ""
