"""Build the web application of a hub."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from flask import Flask

from webui import assets, preferences
from webui.access import guard, rights
from webui.access.credentials import header_credentials
from webui.access.hosts import GUESSES, WINDOW_S, Hosts
from webui.access.limits import RateLimit
from webui.access.network import FILE, Network
from webui.access.rights import Right
from webui.access.uploads import MOST_BYTES
from webui.contained import App
from webui.hub import site
from webui.hub.directing import hub_directing
from webui.hub.exports import hub_exports
from webui.hub.pages import PAGES, hub_pages
from webui.hub.port import Hub
from webui.serving import packing
from webui.serving.admission import ADMISSION, Admission

_WEBUI = Path(__file__).parents[1]
DIRECTOR = "director"  # Sender name of the director, the only sender of pictures.
FORM_BYTES = 100_000  # Maximum size of a request in bytes; a championship's list of players fits.


def create_hub_app(
    hub: Hub, directors: Hosts, network: Network | None = None, *, bundled: bool = False
) -> Flask:
    """Return the web application of a hub. `network` contains the owner's settings.

    `bundled` sends each page's script as one file, if esbuild is installed.
    """
    app = App(__name__, static_folder=None, template_folder=str(_WEBUI / "templates"))
    app.config["STREAMS"] = 0
    preferences.install(app)
    network = network or Network()
    guard.install(app, network, f"hub/{FILE}")
    directors.cookies.install(app)
    rights.install(app, {Right.DIRECTOR: directors.is_host})
    packing.install(app)
    assets.install(app, bundled)
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    app.config[preferences.BACK_TO] = PAGES
    read = partial(header_credentials, directors.cookies, network)
    admission: Admission = app.extensions[ADMISSION]
    admission.picture_bytes = MOST_BYTES
    admission.sender = lambda address, headers: (
        DIRECTOR if directors.admits(read(address, headers)) else None
    )
    guesses = RateLimit(GUESSES, WINDOW_S, time.monotonic)
    for blueprint in (preferences.preferences, hub_pages, hub_directing, hub_exports):
        app.register_blueprint(blueprint)
    site.install(app, site.HubSite(hub, directors, guesses))
    return app
