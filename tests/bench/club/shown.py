"""What a light table shows of itself: as much as a table of four that plays Coyote."""

from __future__ import annotations

from referee.hub.messages import Live
from referee.reports.public_values import Health, SeatValue, Values

NAMES = ("Margarethe", "Jean-Baptiste", "Ada", "Konstantin")
RULING = "The cards come to 19; 22 was announced: Konstantin takes a strike"


def live(seq: int, mark: str, names: tuple[str, ...] = NAMES) -> Live:
    """Return what a table shows at a move; `mark` stands in its ruling."""
    on = seq % len(names)
    seats = tuple(
        SeatValue(seat, name, (f"{seat % 3} strikes",), seat == on, False)
        for seat, name in enumerate(names)
    )
    values = Values(
        game="Coyote",
        round=f"Round {1 + seq % 9}",
        phase="Announce a number, or call “Coyote!”",
        turn=names[on],
        seats=seats,
        ruling=f"{RULING} ({mark}).",
        rules=("CY-12", "CY-31"),
        winner="",
        paused=False,
        table=Health(True, ""),
        camera=Health(True, "All four corners are seen."),
    )
    return Live(seq, values)
