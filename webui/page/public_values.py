"""Summarises a stranger's page as the values that the table sends to the home and to its club."""

from __future__ import annotations

from referee.reports.public_values import Health, SeatValue, Values
from referee.reports.status import ACTING
from referee.words import unmarked
from webui.page.leaves import part_name, token_text
from webui.page.state import Page

CAMERA = "camera"


def values_of(page: Page) -> Values:
    """Return the values of a stranger's page."""
    match, seats, parts, words = page.match, page.seats.seats, page.phone.parts, page.words
    playing, over, say = match.match is not None, match.over, words.voice.say
    on = tuple(seat for seat in seats if seat.cue in ACTING) if playing and over is None else ()
    ill = [f"{part_name(part, words)}: {say(part.message)}" for part in parts if not part.well]
    eye = next((part for part in parts if part.name == CAMERA), None)
    return Values(
        game=unmarked(match.title) if playing else "",
        round=unmarked(match.round_text),
        phase=unmarked(match.phase),
        turn=", ".join(seat.name for seat in on),
        seats=tuple(
            SeatValue(
                seat=seat.seat,
                name=seat.name,
                counts=tuple(unmarked(token_text(token, words)) for token in seat.tokens),
                on=seat in on,
                out=seat.out,
            )
            for seat in (seats if playing else ())
        ),
        ruling=unmarked(match.last),
        rules=match.cited,
        winner=", ".join(over.names) if over else "",
        paused=match.paused,
        table=Health(not ill, unmarked("; ".join(ill))),
        camera=Health(eye.well, unmarked(say(eye.message))) if eye is not None else None,
    )
