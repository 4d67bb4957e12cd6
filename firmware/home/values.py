"""Summarises a page as the table's public values."""

from __future__ import annotations

from referee.offers import Cue
from referee.reports.public_values import Health, SeatValue, Values
from referee.words import unmarked
from webui.page.schema import PageState

ON = {cue.value for cue in (Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER)}
CAMERA = "camera"


def values_of(page: PageState, camera: str) -> Values:
    """Return the values of a stranger's page. `camera` is what that page calls the camera."""
    playing = page.match is not None
    over = page.over
    on = tuple(seat for seat in page.seats if seat.cue in ON) if playing and over is None else ()
    ill = [part for part in page.parts if not part.well]
    eye = next((part for part in page.parts if part.name == camera), None)
    return Values(
        game=unmarked(page.title) if playing else "",
        round=unmarked(page.round_text),
        phase=unmarked(page.phase),
        turn=", ".join(seat.name for seat in on),
        seats=tuple(
            SeatValue(
                seat=one.seat,
                name=one.name,
                counts=tuple(unmarked(token.text) for token in one.tokens),
                on=one in on,
                out=one.out,
            )
            for one in (page.seats if playing else ())
        ),
        ruling=unmarked(page.last),
        rules=page.cited,
        winner=", ".join(over.names) if over else "",
        paused=page.paused,
        table=Health(not ill, unmarked("; ".join(f"{part.name}: {part.text}" for part in ill))),
        camera=Health(eye.well, unmarked(eye.text)) if eye is not None else None,
    )
