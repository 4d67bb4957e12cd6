"""Pictures that phones send, and where their cards lie where only a person knows."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from referee.reports.picture import Sent
from referee.words import Voice
from webui.guard import Refused, body, locale, takes_picture
from webui.page.photo import shown_photo
from webui.routes.api import Form, anybody, done
from webui.routes.web import web
from webui.sending import MOST_BYTES

photos = Blueprint("photos", __name__, url_prefix="/api")


class Taken(Form):
    """The state on which a picture was taken."""

    seen: int


class Lies(Form):
    """The zone in which the cards of a picture lie."""

    photo: str
    zone: str


class Away(Form):
    """A picture that is to be asked about no more."""

    photo: str


@photos.post("/photo")
@takes_picture
def send() -> Response:
    """Read a picture of the table: for the seats, and the host."""
    by, here = anybody(), web()
    try:
        taken = msgspec.convert(request.args.to_dict(), Taken, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from error
    here.sending.count(here.token() or "host")
    request.max_content_length = MOST_BYTES
    with here.sending.turn():
        sent = here.table.send(request.get_data(cache=False), taken.seen, by)
    return _told(sent)


@photos.post("/photo/zone")
def lie() -> Response:
    """Say where the cards of a picture lie."""
    said = body(Lies)
    return _told(web().table.lie(said.photo, said.zone, anybody()))


@photos.post("/photo/away")
def away() -> Response:
    """Ask no more about a picture."""
    said = body(Away)
    anybody()
    web().table.put_away(said.photo)
    return done()


def _told(sent: Sent) -> Response:
    here = web()
    match = here.table.desk.snapshot()
    names = {**(dict(enumerate(match.names)) if match else {}), **here.holders.names}
    shown = shown_photo(Voice(locale(), names), sent)
    return Response(msgspec.json.encode(shown), mimetype="application/json")
