"""The web application of a table: its parts put together, its routes registered."""

from __future__ import annotations

from flask import Flask

from webui import preferences, safe
from webui.access import guard
from webui.access.approvals import Consent
from webui.access.holders import Holders
from webui.access.hosts import Hosts, shown_by
from webui.access.phones import Phones
from webui.access.shared_phones import Hands
from webui.access.uploads import MOST_BYTES, Sending
from webui.page.state import Board
from webui.port import Club, Keeping, Table, Virtual, Workshop
from webui.routes.api import api
from webui.routes.club import clubbing
from webui.routes.corrections import correcting
from webui.routes.data import UPLOAD_BYTES, keeps
from webui.routes.history import history
from webui.routes.homescreen import homescreen
from webui.routes.host import hosting
from webui.routes.pages import pages
from webui.routes.photos import photos
from webui.routes.rescue import TableRescue
from webui.routes.rules import rules
from webui.routes.seats import seats
from webui.routes.simulation import simulation
from webui.routes.updates import following
from webui.routes.web import Web, speak
from webui.routes.workshop import workbench
from webui.serving import packing
from webui.serving.slots import Screens, Slots
from webui.serving.stream import Hub

STREAMS = 120
STREAMS_EACH = 8  # of a seat's phone, a host, or a stranger's address: with its tabs


def create_app(
    table: Table,
    virtual: Virtual | None = None,
    workshop: Workshop | None = None,
    keeping: Keeping | None = None,
    club: Club | None = None,
    *,
    host_code: str | None = None,
    streams: int = STREAMS,
) -> Flask:
    """Return the web application of a table.

    Without `host_code` the table's journal keeps a random one. At most `streams` pages are kept
    up to date at once; what comes beyond asks for itself now and then.
    """
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config["STREAMS"] = streams
    preferences.install(app)
    guard.install(app)
    packing.install(app)
    hub = Hub()
    holders = Holders(table.desk)
    hands = Hands(holders)
    consent = Consent(holders)
    hosts = Hosts(table.desk, host_code, holders=holders)
    phones = Phones(table, holders, hosts, consent, hub)
    sending = Sending(holders, hosts)
    app.config["DOOR"] |= {
        "picture_bytes": MOST_BYTES,
        "upload_bytes": UPLOAD_BYTES,
        "sender": sending.sender,
        "host": lambda address, headers: hosts.admits(shown_by(address, headers)),
    }
    board = Board(table, virtual, holders, consent, hub, club)
    web = app.extensions["web"] = Web(
        table=table,
        virtual=virtual,
        holders=holders,
        phones=phones,
        hands=hands,
        consent=consent,
        hosts=hosts,
        hub=hub,
        slots=Slots(streams, STREAMS_EACH),
        screens=Screens(),
        board=board,
        sending=sending,
        workshop=workshop,
        keeping=keeping,
        club=club,
    )
    app.extensions[guard.SPEAKER] = lambda: web.voice(web.seat())
    app.extensions[preferences.TOLD] = speak
    table.desk.listen(lambda match: hub.touch() if hands.follow(match) else None)
    table.listen(hub.touch)

    table.know_phones(phones)
    hub.watch(consent.expired)
    gaming = (pages, following, preferences.looks, rules, api, correcting, photos, seats, hosting)
    for routes in (*gaming, clubbing, history, homescreen, keeps, simulation, workbench):
        app.register_blueprint(routes)
    safe.install(app, TableRescue(table, board, hub), hosts)
    return app
