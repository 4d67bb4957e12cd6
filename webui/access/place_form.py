"""Read a final ranking from an HTML form with one place per seat."""

from __future__ import annotations

from flask import request

from webui.access.guard import Refused


def read_places(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats at each place, best place first, from the fields ``seat<n>``.

    Raises `Refused` if a field is not a number.
    """
    by_place: dict[int, list[int]] = {}
    for seat in range(seats):
        place = request.form.get(f"seat{seat}", "")
        if not place.isdecimal() or len(place) > 3:
            raise Refused(400, "club.no_places")
        by_place.setdefault(int(place), []).append(seat)
    return tuple(tuple(by_place[place]) for place in sorted(by_place))
