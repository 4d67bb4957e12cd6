"""The web application of a table: its parts put together, its routes registered."""

from __future__ import annotations

import secrets

from flask import Flask

from referee import words
from referee.contract import Message
from webui import guard
from webui.guard import Hosts, locale
from webui.holders import Holders
from webui.page.state import Board
from webui.port import Table, Virtual, Workshop
from webui.routes.api import api
from webui.routes.pages import pages
from webui.routes.simulation import simulation
from webui.routes.web import Web
from webui.routes.workbench import workbench
from webui.stream import Hub, Slots

STREAMS = 120


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
    app.jinja_env.globals["_"] = lambda key: words.say(Message(key), locale())
    guard.install(app)
    hub = Hub()
    holders = Holders(table.desk)
    app.extensions["web"] = Web(
        table=table,
        virtual=virtual,
        holders=holders,
        hosts=Hosts(secret or _kept_secret(table), host_code or _kept_code(table)),
        hub=hub,
        slots=Slots(streams),
        board=Board(table, virtual, holders, hub),
        workshop=workshop,
    )
    table.listen(hub.touch)
    for routes in (pages, api, simulation, workbench):
        app.register_blueprint(routes)
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
