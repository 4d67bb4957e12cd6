"""Build the table's web application and register its routes."""

from __future__ import annotations

from functools import partial

from flask import Flask

from webui import assets, preferences, safe
from webui.access import guard, portal, rights
from webui.access.credentials import header_credentials
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.network import Network
from webui.access.rights import Right
from webui.access.seats.approvals import Approvals
from webui.access.seats.phones import Phones
from webui.access.seats.presence import Presence
from webui.access.seats.shared_phones import SharedPhones
from webui.access.uploads import MOST_BYTES, PictureUploads
from webui.contained import App
from webui.maintenance import Maintenance
from webui.page.people import people_at_table
from webui.page.state import PageStates
from webui.port import Club, Table, Virtual
from webui.rescue import TableRescue
from webui.routes import (
    api,
    club,
    corrections,
    data,
    homescreen,
    host,
    newmatch,
    pages,
    photos,
    rules,
    seats,
    settings_page,
    sheets,
    simulation,
    start,
    updates,
    workshop,
)
from webui.routes.kept import amending, forgetting, history
from webui.routes.web import Web, set_console_language
from webui.serving import packing
from webui.serving.admission import ADMISSION, Admission
from webui.serving.places import Places
from webui.serving.stream import LiveUpdates
from webui.serving.watchers import Screens
from webui.settings import SettingsPort
from webui.workshop import Workshop

BLUEPRINTS = (
    preferences.preferences,
    pages.pages,
    updates.updates,
    rules.rules,
    api.api,
    corrections.corrections,
    photos.photos,
    seats.seats,
    host.host_api,
    club.club_pages,
    newmatch.new_match,
    sheets.sheets,
    history.history,
    amending.amending,
    forgetting.forgetting,
    homescreen.homescreen,
    data.data_pages,
    settings_page.settings_pages,
    start.start_pages,
    simulation.simulation,
    workshop.workshop_pages,
)
STREAMS = 120
STREAMS_EACH = 8  # Streams of a seat's phone, a host or a stranger's address; each tab needs one.


def create_app(
    table: Table,
    virtual: Virtual | None = None,
    workshop: Workshop | None = None,
    maintenance: Maintenance | None = None,
    club: Club | None = None,
    settings: SettingsPort | None = None,
    *,
    host_code: str | None = None,
    streams: int = STREAMS,
    network: Network | None = None,
    bundled: bool = False,
) -> Flask:
    """Return the web application of a table.

    Without a `host_code`, the application uses the random code in the table's journal. At most
    `streams` pages get live updates at the same time; all other pages poll. `network` contains the
    owner's settings. `bundled` sends each page's script as one file, if esbuild is installed.
    """
    app = App(__name__, static_folder=None, template_folder="templates")
    app.config["STREAMS"] = streams
    preferences.install(app)
    network = network or Network()
    portal.install(app, network)
    guard.install(app, network)
    packing.install(app)
    files = assets.install(app, bundled)
    live = LiveUpdates()
    holders = Holders(table.desk)
    shared_phones = SharedPhones(holders)
    approvals = Approvals(holders)
    presence = Presence(holders)
    hosts = Hosts(table.desk, host_code, holders=holders, place=table.desk.journal.path)
    hosts.cookies.install(app)
    read = partial(header_credentials, hosts.cookies, network)
    wifi = (lambda: None) if settings is None else settings.wifi
    people = partial(people_at_table, table.desk, holders, presence.away)
    phones = Phones(table, holders, hosts, approvals, live, wifi, people)
    uploads = PictureUploads(holders, hosts)
    admission: Admission = app.extensions[ADMISSION]
    admission.picture_bytes, admission.upload_bytes = MOST_BYTES, data.UPLOAD_BYTES
    admission.sender = lambda address, headers: uploads.sender_of(read(address, headers))
    admission.host = lambda address, headers: hosts.admits(read(address, headers))
    states = PageStates(
        table, virtual, holders, approvals, live, club, files.version, away=presence.away
    )
    web = app.extensions["web"] = Web(
        table=table,
        virtual=virtual,
        holders=holders,
        phones=phones,
        shared_phones=shared_phones,
        approvals=approvals,
        presence=presence,
        hosts=hosts,
        updates=live,
        streams=Places(streams, STREAMS_EACH),
        screens=Screens(),
        states=states,
        uploads=uploads,
        workshop=workshop,
        maintenance=maintenance,
        club=club,
        settings=settings,
    )
    rights.install(
        app,
        {
            Right.HOST: hosts.is_host,
            Right.SEAT: lambda: bool(web.phone_seats()) or hosts.is_host(),
        },
    )
    app.extensions[guard.SPEAKER] = lambda: web.voice(web.seat())
    app.extensions[preferences.ON_LANGUAGE] = set_console_language
    table.desk.listen(lambda match: live.touch() if shared_phones.close_for(match) else None)
    table.listen(live.touch)
    if virtual is not None:
        virtual.pictured.listen(partial(live.touch, "virtual"))

    table.attach_phones(phones)
    live.watch(approvals.drop_expired)
    live.watch(presence.has_changed)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    safe.install(app, TableRescue(table, states, live), hosts)
    return app
