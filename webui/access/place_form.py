"""Read a final ranking from an HTML form with one place per seat."""

from __future__ import annotations

from flask import request

from webui.access.guard import Refused


def read_places(seats: int, *, ties: bool = True) -> tuple[tuple[int, ...], ...]:
    """Return the seats at each place, best place first, from the fields ``seat<n>``.

    After two who share place 1 comes place 3; people also write place 2. Raise `Refused` if a field
    is not a number, if a place is left out, or if players share a place though there are no `ties`.
    """
    by_place: dict[int, list[int]] = {}
    for seat in range(seats):
        place = request.form.get(f"seat{seat}", "")
        if not place.isdecimal() or len(place) > 3:
            raise Refused(400, "club.no_places")
        by_place.setdefault(int(place), []).append(seat)
    found = tuple(tuple(by_place[place]) for place in sorted(by_place))
    if not ties and (shared := [place for place in by_place if len(by_place[place]) > 1]):
        raise Refused(400, "club.places_shared", place=shared[0])
    counted = [1 + sum(map(len, found[:at])) for at in range(len(found))]
    if sorted(by_place) not in (counted, [*range(1, len(found) + 1)]):
        given = {*sorted(by_place)}
        missing = next(place for place in range(1, seats + 1) if place not in given)
        raise Refused(400, "club.places_gap", place=missing)
    return found
