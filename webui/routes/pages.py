"""The live pages and the pictures that they show."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import msgspec
from flask import Blueprint, Response, current_app, make_response, render_template, request
from msgspec.structs import replace

from referee import words
from referee.contract import Message
from referee.reports.picture import CameraView
from webui.access.guard import NETWORK, POLICY, Refused, locale, required
from webui.access.holders import hashed
from webui.access.own_names import is_exactly_here
from webui.access.reach import url_of, urls_for_phones
from webui.assets import FOREVER, kept, loaded, source
from webui.page.games import game_cards, game_picture
from webui.page.pictures import code_inline, code_svg, digest
from webui.page.state import Served
from webui.preferences import came_from
from webui.routes.api import again
from webui.routes.web import VIEWS, set_console_language, told_answer, web
from webui.serving.addresses import EVERYWHERE, phone_address
from webui.serving.events import clock_ms
from webui.serving.mdns import local_name
from webui.serving.serve import LISTENS

pages = Blueprint("pages", __name__)

REFRESH_S = 5  # A page takes the table 1 ms. With twice this interval, a short turn is never shown.

KEY = re.compile(r"""["'`](page\.[a-z_.]+)["'`]""")


def _page(view: str, heading: str = "", template: str = "") -> str:
    parts, language, addresses = web(), locale(), _addresses()
    # The virtual table shows the console, so both speak the same language.
    set_console_language(language, page=view != "virtual")
    state = msgspec.json.decode(parts.states.json(parts.viewer(view)))
    host, voice = parts.hosts.is_host(), parts.voice()
    tray = parts.virtual.tray() if parts.virtual and view == "teach" else ()
    faults = parts.virtual.scene().faults if parts.virtual else ()
    served = Served(
        words=_script_words(view, language),
        host=host,
        code=parts.hosts.code if host else None,
        virtual=parts.virtual is not None,
        language=words.language(language),
        clock=clock_ms(),
    )
    settings = parts.settings if host or view == "table" else None
    wifi = settings.wifi() if settings else None  # In the first minute, it is not on yet.
    join = {
        "address": next(iter(addresses), ""),
        "others": addresses[1:],
        "unreached": "" if addresses else words.say(_unreached(), language),
        "name": url_by_name(phone_address(_listens()), _port()),
        # The big screen shows the room how to join; whoever opens it is in the network already.
        "wifi": replace(wifi, code=code_inline(wifi.code)) if wifi and wifi.on else None,
    }
    return render_template(
        template or f"{view}.html",
        view=view,
        script=VIEWS[view],
        served={**msgspec.to_builtins(served), "state": state},
        join=join,
        games=game_cards(language),
        again=again() if host else None,
        heading=heading,
        workshop=parts.workshop is not None,
        back=came_from(otherwise="/virtual" if parts.virtual else "/table"),  # Of a set-up page.
        tray=[(card, voice.card(card)) for card in tray],
        faults=[(name, voice.key(f"fault.{name}")) for name in faults],
        awaits_wifi=view == "table" and not addresses and wifi is not None and not wifi.on,
    )


def locked_page(heading: str, template: str = "") -> str:
    """Return the page on which a stranger enters the host's code; `heading` is a key.

    Another `template` has the same form.
    """
    return _page("locked", heading, template)


@cache
def _script_words(view: str, language: str) -> dict[str, str]:
    """Return the texts for the scripts of a page, including scripts that load later.

    The texts about special cards are always included.
    """
    texts = map(source, loaded(VIEWS[view], later=True))
    named = {key for text in texts for key in KEY.findall(text)}
    known = words.texts("page.", language)
    cards = words.texts("card.about.", language)
    return {key: text for key, text in known.items() if key in named} | cards


def _listens() -> str:
    return str(current_app.config.get(LISTENS, EVERYWHERE))


def _addresses() -> tuple[str, ...]:
    """Return the addresses for phones, the best first. The join code contains this one.

    There are none if no phone can reach the table. If the machine cannot find its own address, the
    result is the address to which the browser sent this request.
    """
    result = urls_for_phones(current_app.config[NETWORK], _listens(), _port())
    if not result and _listens() == EVERYWHERE and not is_exactly_here(request.host):
        return (url_of(request.host.rsplit(":", 1)[0], _port()),)
    return result


def _unreached() -> Message:
    """Return the reason why phones cannot reach the pages."""
    alone = _listens() != EVERYWHERE
    return Message("page.join.alone") if alone else Message("page.join.no_network")


def url_by_name(address: str | None, port: str) -> str:
    """Return the phones' address with the machine's name instead of numbers, or an empty text."""
    name = local_name(address) if address else None
    return url_of(name, port) if name else ""


def _port() -> str:
    return str(request.environ.get("SERVER_PORT", "80"))


@pages.get("/")
def phone() -> str:
    """Return a phone's page. A shared phone's open seat closes, as the phone may change hands."""
    parts = web()
    if parts.shared_phones.close(hashed(parts.token() or "")):
        parts.updates.touch()
    return _page("phone")


@pages.get("/table")
def table() -> str:
    """Return the page of the big screen."""
    return _page("table")


@pages.get("/table/plain")
def plain_table() -> str:
    """Return the score and the turn as a page that needs no script and loads itself again."""
    state = msgspec.json.decode(web().states.json(web().viewer("table")))
    return render_template("plain.html", state=state, refresh_s=REFRESH_S)


@pages.get("/looks")
def looks() -> Response:
    """Return the page of all components, for developers who change one."""
    answer = make_response(render_template("looks.html"))
    answer.headers["Content-Security-Policy"] = f"{POLICY}; style-src 'self' 'unsafe-inline'"
    return answer


@pages.get("/virtual", defaults={"view": "virtual"})
@pages.get("/calibrate", defaults={"view": "calibrate"})
@pages.get("/teach", defaults={"view": "teach"})
def for_the_host(view: str) -> str:
    """Return the virtual table's page or a set-up page. Only a host may open these."""
    parts = web()
    if view == "virtual":
        required(parts.virtual, "page.error.no_virtual")
    else:
        required(parts.workshop)
    return _page(view) if parts.hosts.is_host() else locked_page(f"page.{view}")


@pages.get("/proof/<proof_id>")
def proof(proof_id: str) -> Response:
    """Return the picture from which a ruling's card was read."""
    picture = required(web().table.proof(proof_id), "page.error.no_picture")
    answer = Response(picture, mimetype="image/png")
    answer.headers["Cache-Control"] = f"private, {FOREVER}"
    return answer


def drawing(draw: Callable[[], str]) -> Response:
    """Return an SVG picture, or status 404 if `draw` raises `LookupError`.

    If its address has a digest, browsers may keep the picture forever.
    """
    try:
        text = draw()
    except LookupError:
        raise Refused(404, "page.error.not_found") from None
    answer = Response(text, mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return kept(answer, digest(text))


@pages.get("/face/<path:card>.svg")
def face(card: str) -> Response:
    """Return a card's face in the current deck."""
    return drawing(lambda: web().table.face_svg(card))


@pages.get("/game/<game>/<path:file>")
def option_picture(game: str, file: str) -> Response:
    """Return a picture of a game, or of a value of one of its options."""
    return drawing(lambda: game_picture(game, file))


@pages.get("/mat.svg")
def mat() -> Response:
    """Return the drawing of the mats in this match."""
    return drawing(lambda: web().table.plan().drawing)


@pages.get("/back.svg")
def back() -> Response:
    """Return the card back of the current deck."""
    picture = required(web().table.plan().back or None)
    return drawing(lambda: picture)


@pages.get("/camera.jpg")
def camera() -> Response:
    """Return the cameras' picture; for people at the table."""
    view = _camera_view(request.query_string.decode("ascii", "replace"))
    return Response(view.jpeg, mimetype="image/jpeg")


@pages.get("/camera.json")
def cards_seen() -> Response:
    """Return the newest picture's id and the cards found in it; for people at the table."""
    return told_answer(_camera_view())


def _camera_view(view: str | None = None) -> CameraView:
    if (camera_view := web().table.camera_view(view)) is None:
        raise Refused(503, "page.error.no_camera")
    return camera_view


@pages.get("/join.svg")
def join() -> Response:
    """Return the join code: a QR code with the address for phones, which is its version."""
    addresses = _addresses()
    if not addresses:
        raise Refused(404, _unreached().key)
    return kept(Response(code_svg(addresses[0]), mimetype="image/svg+xml"), addresses[0])
