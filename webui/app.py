"""Build the table's web application and register its routes."""

from __future__ import annotations

from flask import Flask

from webui import preferences, safe
from webui.access import guard
from webui.access.credentials import HeaderReader
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.network import Network
from webui.access.seats.approvals import Approvals
from webui.access.seats.notices import TwiceNamed
from webui.access.seats.phones import Phones
from webui.access.seats.shared_phones import SharedPhones
from webui.access.uploads import MOST_BYTES, PictureUploads
from webui.maintenance import Maintenance
from webui.page.state import PageStates
from webui.port import Club, Table, Virtual, Workshop
from webui.rescue import TableRescue
from webui.routes.api import api
from webui.routes.club import club_pages
from webui.routes.corrections import corrections
from webui.routes.data import UPLOAD_BYTES, data_pages
from webui.routes.homescreen import homescreen
from webui.routes.host import host_api
from webui.routes.kept.amending import amending
from webui.routes.kept.forgetting import forgetting
from webui.routes.kept.history import history
from webui.routes.kept.sharing import sharing
from webui.routes.pages import pages
from webui.routes.photos import photos
from webui.routes.rules import rules
from webui.routes.seats import seats
from webui.routes.simulation import simulation
from webui.routes.updates import updates
from webui.routes.web import Web, set_console_language
from webui.routes.workshop import workshop_pages
from webui.serving import packing
from webui.serving.parsing import ADMISSION, Admission
from webui.serving.slots import Screens, Slots
from webui.serving.stream import LiveUpdates

STREAMS = 120
STREAMS_EACH = 8  # Streams of a seat's phone, a host or a stranger's address; each tab needs one.


def create_app(
    table: Table,
    virtual: Virtual | None = None,
    workshop: Workshop | None = None,
    maintenance: Maintenance | None = None,
    club: Club | None = None,
    *,
    host_code: str | None = None,
    streams: int = STREAMS,
    network: Network | None = None,
) -> Flask:
    """Return the web application of a table.

    Without a `host_code`, the application uses the random code in the table's journal. At most
    `streams` pages get live updates at the same time; all other pages poll. `network` contains the
    owner's settings.
    """
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config["STREAMS"] = streams
    preferences.install(app)
    network = network or Network()
    guard.install(app, network)
    packing.install(app)
    live = LiveUpdates()
    holders = Holders(table.desk)
    shared_phones = SharedPhones(holders)
    approvals = Approvals(holders)
    hosts = Hosts(table.desk, host_code, holders=holders, place=table.desk.journal.path)
    hosts.cookies.install(app)
    read = HeaderReader(hosts.cookies, network).read
    phones = Phones(table, holders, hosts, approvals, live)
    TwiceNamed(table.desk, holders, approvals.notices, live)
    uploads = PictureUploads(holders, hosts)
    admission: Admission = app.extensions[ADMISSION]
    admission.picture_bytes, admission.upload_bytes = MOST_BYTES, UPLOAD_BYTES
    admission.sender = lambda address, headers: uploads.sender_of(read(address, headers))
    admission.host = lambda address, headers: hosts.admits(read(address, headers))
    states = PageStates(table, virtual, holders, approvals, live, club)
    web = app.extensions["web"] = Web(
        table=table,
        virtual=virtual,
        holders=holders,
        phones=phones,
        shared_phones=shared_phones,
        approvals=approvals,
        hosts=hosts,
        updates=live,
        slots=Slots(streams, STREAMS_EACH),
        screens=Screens(),
        states=states,
        uploads=uploads,
        workshop=workshop,
        maintenance=maintenance,
        club=club,
    )
    app.extensions[guard.SPEAKER] = lambda: web.voice(web.seat())
    app.extensions[preferences.ON_LANGUAGE] = set_console_language
    table.desk.listen(lambda match: live.touch() if shared_phones.close_for(match) else None)
    table.listen(live.touch)

    table.attach_phones(phones)
    live.watch(approvals.drop_expired)
    gaming = (
        pages,
        updates,
        preferences.preferences,
        rules,
        api,
        corrections,
        photos,
        seats,
        host_api,
    )
    for routes in (
        *gaming,
        club_pages,
        history,
        amending,
        forgetting,
        sharing,
        homescreen,
        data_pages,
        simulation,
        workshop_pages,
    ):
        app.register_blueprint(routes)
    safe.install(app, TableRescue(table, states, live), hosts)
    return app
