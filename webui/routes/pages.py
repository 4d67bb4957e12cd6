"""The pages, what streams to them, and the pictures they show."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import msgspec
import segno
from flask import Blueprint, Response, current_app, render_template, request

from referee import words
from webui.access.guard import Refused, locale
from webui.access.holders import hashed
from webui.access.hosts import credentials
from webui.looks import SYSTEM, came_from, theme
from webui.page.pictures import digest
from webui.page.schema import Language, Served
from webui.routes.web import VIEWS, web
from webui.serving import packing
from webui.serving.connections import HERE
from webui.serving.mdns import local_name
from webui.serving.serve import lan_address
from webui.serving.stream import clock_ms, events

pages = Blueprint("pages", __name__)

IMPORT = re.compile(r"""(?:from |import\()"(\.[\w./]+)\"""")
KEY = re.compile(r"""["'`](page\.[a-z_.]+)["'`]""")

GAMING = ("/", "/table", "/virtual")


def _page(view: str, heading: str = "") -> str:
    here, language = web(), locale()
    served = Served(
        words=_words(view, language),
        host=here.hosts.here(),
        code=here.hosts.code if here.hosts.here() else None,
        address=_address(),
        name=by_name(_port()),
        virtual=here.virtual is not None,
        workshop=here.workshop is not None,
        languages=tuple(Language(tag, words.language(tag)) for tag in words.LOCALES),
        theme=theme() or SYSTEM,
        clock=clock_ms(),
        state=here.board.state(here.viewer(view)),
    )
    return render_template(
        f"{view}.html",
        view=view,
        script=VIEWS[view],
        locale=language,
        served=msgspec.to_builtins(served),
        heading=heading,
        back=_back(),
    )


@cache
def _words(view: str, language: str) -> dict[str, str]:
    """Return the words that a page's scripts name, loaded by a tap or not; others are said here.

    Those of special cards are named by the card.
    """
    folder = Path(str(current_app.static_folder)).resolve()
    named: set[str] = set()
    scripts = [folder / VIEWS[view]]
    for path in scripts:  # which grows by what each one loads
        text = path.read_text("utf-8")
        named.update(KEY.findall(text))
        loaded = ((path.parent / other).resolve() for other in IMPORT.findall(text))
        scripts += (other for other in loaded if other not in scripts)
    known = words.texts("page.", language)
    cards = words.texts("card.about.", language)
    return {key: text for key, text in known.items() if key in named} | cards


def _back() -> str:
    """Return where one came from to set the table up: the page that links here says so."""
    return came_from(GAMING, "/virtual" if web().virtual else "/table")


def _address() -> str:
    """Return the address that phones can reach, as it is printed and put in the join code."""
    return _url(lan_address() or request.host.rsplit(":", 1)[0], _port())


def by_name(port: str) -> str:
    """Return the same with the machine's name in place of its number, where it has one."""
    address = lan_address()
    name = local_name(address) if address else None
    return _url(name, port) if name else ""


def _port() -> str:
    return str(request.environ.get("SERVER_PORT", "80"))


def _url(name: str, port: str) -> str:
    return f"http://{name}/" if port == "80" else f"http://{name}:{port}/"


@pages.get("/")
def phone() -> str:
    """Return a phone's page; a shared phone that opens it anew may be in other hands by now."""
    here = web()
    if here.hands.put_away(hashed(here.token() or "")):
        here.hub.touch()
    return _page("phone")


@pages.get("/table")
def table() -> str:
    """Return the table's own page."""
    return _page("table")


@pages.get("/virtual", defaults={"view": "virtual"})
@pages.get("/calibrate", defaults={"view": "calibrate"})
@pages.get("/teach", defaults={"view": "teach"})
def for_the_host(view: str) -> str:
    """Return the virtual table, or a page that sets one up, where there is such; for the host."""
    here = web()
    if view == "virtual" and here.virtual is None:
        raise Refused(404, "page.error.no_virtual")
    if view != "virtual" and here.workshop is None:
        raise Refused(404, "page.error.not_found")
    return _page(view) if here.hosts.here() else _page("locked", f"page.{view}")


@pages.get("/stream")
def stream() -> Response:
    """Return a page's state now and after every change, as server-sent events.

    They are compressed where the browser takes that, unless it asks for them `plain`.
    """
    here = web()
    view = request.args.get("view", "phone")
    here.viewer(view)  # refuses before a slot is taken
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    address = request.remote_addr if request.remote_addr not in HERE else None
    if here.slots.taken >= here.slots.most:
        here.hub.end_lost()
    free = here.slots.take(address, gone)
    if free is None and here.slots.crowded(address):
        raise Refused(503, "page.error.many_pages", count=here.slots.each)
    if free is None:
        raise Refused(503, "page.error.no_place", count=here.slots.most)
    shown, language = credentials(), locale()

    def page() -> bytes:
        return here.board.json(here.viewer_of(view, shown, language))

    packed = packing.taken() and "plain" not in request.args
    told = events(here.hub, page, gone=gone, packed=packed)
    answer = Response(told, mimetype="text/event-stream")
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.content_encoding = "gzip"
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(free)
    return answer


@pages.get("/proof/<proof_id>")
def proof(proof_id: str) -> Response:
    """Return the picture that a card was read from."""
    picture = web().table.proof(proof_id)
    if picture is None:
        raise Refused(404, "page.error.no_picture")
    answer = Response(picture, mimetype="image/png")
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


def drawing(text: str) -> Response:
    """Return an SVG picture, to be kept for ever where the address says which one was wanted."""
    answer = Response(text, mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    if request.query_string.decode("ascii", "replace") == digest(text):
        answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@pages.get("/face/<path:card>.svg")
def face(card: str) -> Response:
    """Return a card's face in the deck that is played."""
    try:
        return drawing(web().table.face_svg(card))
    except LookupError:
        raise Refused(404, "page.error.not_found") from None


@pages.get("/mat.svg")
def mat() -> Response:
    """Return the mats that the match is drawn on."""
    return drawing(web().table.plan().drawing)


@pages.get("/back.svg")
def back() -> Response:
    """Return the cards' back in the deck that is played."""
    picture = web().table.plan().back
    if not picture:
        raise Refused(404, "page.error.not_found")
    return drawing(picture)


@pages.get("/camera.jpg")
def camera() -> Response:
    """Return what the camera sees; for those at the table."""
    here = web()
    if not here.held() and not here.hosts.here():
        raise Refused(403, "page.error.no_seat")
    picture = here.table.camera_jpeg()
    if picture is None:
        raise Refused(503, "page.error.no_camera")
    return Response(picture, mimetype="image/jpeg")


@pages.get("/join.svg")
def join() -> Response:
    """Return the join code: the address of the phones' page, as a QR code."""
    drawn = BytesIO()
    segno.make(_address(), error="m", micro=False).save(
        drawn, kind="svg", border=4, dark="#14130f", light="#ffffff", omitsize=True
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
