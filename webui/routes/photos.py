"""Pictures from phones, and the questions about these pictures that only people can answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response, request

from webui.access.credentials import credentials
from webui.access.forms import Form, read_body, read_fields
from webui.access.guard import Refused, takes_picture
from webui.access.uploads import MOST_BYTES
from webui.page.tabletop.count import count_sheet
from webui.port import GridReading
from webui.routes.commands import require_at_table
from webui.routes.web import told_answer, web

photos = Blueprint("photos", __name__, url_prefix="/api")


class PhotoState(Form):
    """The match state at which the picture was taken."""

    seen: int


class PhotoZone(Form):
    """The zone of the cards in a picture."""

    photo: str
    zone: str


class NamedCard(Form):
    """The correction of a card in a count. If the card is None, the picture shows no card there."""

    photo: str
    item: str
    card: str | None


@photos.post("/photo")
@takes_picture
def send() -> Response:
    """Read a phone's picture of the table; for seats and hosts."""
    by = require_at_table()
    taken = read_fields(PhotoState, request.args)
    with _picture() as data:
        sent = web().table.photos.take(data, taken.seen, by)
    return told_answer(sent)


@photos.post("/count")
@takes_picture
def count() -> Response:
    """Count the cards in front of a seat, from one or more pictures; for seats and hosts."""
    by = require_at_table()
    with _picture() as data:
        counted = web().table.counts.count(data, by, request.args.get("beside") or None)
    return _count_answer(counted)


@photos.post("/count/card")
def name() -> Response:
    """Correct a card in the last count of this sender."""
    named, by = read_body(NamedCard), require_at_table()
    try:
        counted = web().table.counts.answer(named.photo, named.item, named.card, by)
    except ValueError as error:
        raise Refused(409, "page.error.cannot_be") from error
    return _count_answer(counted)


@photos.post("/photo/zone")
def place() -> Response:
    """Record in which zone the cards of a picture lie."""
    placed, by = read_body(PhotoZone), require_at_table()
    return told_answer(web().table.photos.place(placed.photo, placed.zone, by))


@photos.get("/photo/<photo>")
def photo(photo: str) -> Response:
    """Return the picture that a question is about; for seats and hosts."""
    require_at_table()
    return told_answer(web().table.photos.open_picture(photo))


@contextmanager
def _picture() -> Iterator[bytes]:
    """Yield the picture in this request, the only one in memory; may raise `Refused`."""
    parts = web()
    parts.uploads.check_rate(parts.uploads.sender_of(credentials()))
    request.max_content_length = MOST_BYTES
    with parts.uploads.turn():
        yield request.get_data(cache=False)


def _count_answer(counted: GridReading) -> Response:
    return told_answer(count_sheet(web().words(), counted, web().table.plan().card_mm))
