"""The values that the home gets: a summary of what a stranger sees, in the table's language."""

from __future__ import annotations

import msgspec

from referee.offers import Cue
from referee.words import unmarked
from webui.page.schema import PageState

ON = {cue.value for cue in (Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER)}
CAMERA = "camera"


class SeatValue(msgspec.Struct, frozen=True):
    """A seat's player, texts that count what lies there, and whether the player must act."""

    seat: int
    name: str
    counts: tuple[str, ...]
    on: bool
    out: bool


class Health(msgspec.Struct, frozen=True):
    """Whether something works, and a text about it."""

    well: bool
    text: str


class Values(msgspec.Struct, frozen=True):
    """A table's values. `game` is empty before the first match.

    `turn` names the players to move, and `winner` the winners of a finished match. `ruling` is the
    newest one, with its `rules`. `camera` is None without a camera.
    """

    game: str
    round: str
    phase: str
    turn: str
    seats: tuple[SeatValue, ...]
    ruling: str
    rules: tuple[str, ...]
    winner: str
    paused: bool
    table: Health
    camera: Health | None


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
