"""The pages of the table: a phone's, the table's own, and the virtual table's."""

from __future__ import annotations

import secrets
from io import BytesIO
from typing import Any

import segno
from babel import Locale
from babel.support import Translations
from flask import Flask, Response, make_response, redirect, render_template, request
from flask_babel import Babel, Domain, get_locale
from werkzeug.wrappers import Response as Redirect

from referee import words
from webui import guard
from webui.guard import Hosts, Refused, locale
from webui.holders import Holders
from webui.page.state import Board
from webui.port import Table, Virtual, Workshop
from webui.routes.api import YEAR_S, api
from webui.routes.simulation import simulation
from webui.routes.web import Web, web
from webui.routes.workbench import workbench
from webui.serve import lan_address
from webui.stream import Hub, Places, clock_ms, events

STREAMS = 120
PAGES = {
    "phone": "/",
    "table": "/table",
    "virtual": "/virtual",
    "calibrate": "/calibrate",
    "teach": "/teach",
}


def create_app(
    table: Table,
    virtual: Virtual | None = None,
    workshop: Workshop | None = None,
    *,
    secret: bytes | None = None,
    host_code: str | None = None,
    streams: int = STREAMS,
) -> Flask:
    """Return the web application of a table.

    Without `secret` and `host_code` the table's journal keeps a random one of each. At most
    `streams` pages are kept up to date at once; what comes beyond is asked to wait.
    """
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config["STREAMS"] = streams
    _Words(app, locale_selector=locale)
    guard.install(app)
    hub = Hub()
    holders = Holders(table.desk)
    app.extensions["web"] = Web(
        table=table,
        virtual=virtual,
        holders=holders,
        hosts=Hosts(secret or _kept_secret(table), host_code or _kept_code(table)),
        hub=hub,
        places=Places(streams),
        board=Board(table, virtual, holders, hub),
        workshop=workshop,
    )
    table.listen(hub.touch)
    app.register_blueprint(api)
    app.register_blueprint(simulation)
    app.register_blueprint(workbench)
    _add_pages(app)
    return app


def _kept_secret(table: Table) -> bytes:
    kept = table.desk.get("web.secret")
    if not isinstance(kept, str):
        kept = secrets.token_hex(32)
        table.desk.put("web.secret", kept)
    return kept.encode()


def _kept_code(table: Table) -> str:
    kept = table.desk.get("web.host_code")
    if not isinstance(kept, str):
        kept = f"{secrets.randbelow(10**6):06d}"
        table.desk.put("web.host_code", kept)
    return kept


def _page(view: str, heading: str = "") -> str:
    here, language = web(), locale()
    served: dict[str, Any] = {
        "words": words.texts("page.", language),
        "host": here.hosts.here(),
        "code": here.hosts.code if here.hosts.here() else None,
        "address": _address(),
        "virtual": here.virtual is not None,
        "workshop": here.workshop is not None,
        "languages": [
            {"tag": tag, "name": (Locale(tag).get_display_name(tag) or tag).capitalize()}
            for tag in words.LOCALES
        ],
        "clock": clock_ms(),
        "state": here.board.plain(here.viewer(view)),
    }
    return render_template(
        f"{view}.html", view=view, locale=language, served=served, heading=heading
    )


def _address() -> str:
    """Return the address that phones can reach, as it is printed and put in the join code."""
    port = request.environ.get("SERVER_PORT", "80")
    name = lan_address() or request.host.rsplit(":", 1)[0]
    return f"http://{name}/" if port == "80" else f"http://{name}:{port}/"


def _add_pages(app: Flask) -> None:
    @app.get("/")
    def phone() -> str:
        return _page("phone")

    @app.get("/table")
    def table() -> str:
        return _page("table")

    @app.get("/virtual")
    def virtual() -> str:
        here = web()
        if here.virtual is None:
            raise Refused(404, "page.error.no_virtual")
        return _page("virtual") if here.hosts.here() else _page("locked", "page.virtual")

    def workshop(view: str, heading: str) -> str:
        here = web()
        if here.workshop is None:
            raise Refused(404, "page.error.not_found")
        return _page(view if here.hosts.here() else "locked", heading)

    app.add_url_rule("/calibrate", "calibrate", lambda: workshop("calibrate", "page.calibrate"))
    app.add_url_rule("/teach", "teach", lambda: workshop("teach", "page.teach"))

    @app.get("/stream")
    def stream() -> Response:
        here = web()
        view = request.args.get("view", "phone")
        here.viewer(view)  # refuses before a place is taken
        give_back = here.places.take()
        if give_back is None:
            raise Refused(503, "page.error.no_place", count=here.places.most)
        token, language, host = here.token(), locale(), here.hosts.here()

        def page() -> bytes:
            return here.board.json(here.viewer_of(view, token, language, host))

        answer = Response(events(here.hub, page), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        answer.call_on_close(give_back)
        return answer

    @app.get("/proof/<proof_id>")
    def proof(proof_id: str) -> Response:
        picture = web().table.proof(proof_id)
        if picture is None:
            raise Refused(404, "page.error.no_picture")
        answer = Response(picture, mimetype="image/png")
        answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return answer

    @app.get("/camera.jpg")
    def camera() -> Response:
        here = web()
        if here.seat() is None and not here.hosts.here():
            raise Refused(403, "page.error.no_seat")
        picture = here.table.camera_jpeg()
        if picture is None:
            raise Refused(503, "page.error.no_camera")
        return Response(picture, mimetype="image/jpeg")

    @app.get("/join.svg")
    def join() -> Response:
        drawn = BytesIO()
        segno.make(_address(), error="m", micro=False).save(
            drawn, kind="svg", border=4, dark="#14130f", light="#ffffff", omitsize=True
        )
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    @app.get("/language/<tag>")
    def language(tag: str) -> Redirect:
        to = request.args.get("to", "/")
        answer = make_response(redirect(to if to in PAGES.values() else "/"))
        if tag in words.LOCALES:
            answer.set_cookie("language", tag, max_age=YEAR_S, samesite="Lax")
        return answer


class _Catalogues(Domain):  # type: ignore[misc]  # Flask-Babel ships no types
    """Flask-Babel's domain, fed from the catalogues compiled here."""

    def get_translations(self) -> Translations:
        return words.translations(str(get_locale() or words.DEFAULT))


class _Words(Babel):  # type: ignore[misc]
    """Flask-Babel with our catalogues: ``_('page.title')`` in a template."""

    domain_instance = _Catalogues()
