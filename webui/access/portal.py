"""Open the table's page on phones that have joined the table's own Wi-Fi (a captive portal).

After joining a Wi-Fi, a phone asks a known address for a known answer. In the table's Wi-Fi every
name leads to the table. As long as the phone gets another answer, it shows that page to its owner
and warns that there is no internet; some phones leave the Wi-Fi again. So a phone is led to
`WELCOME` first. When its owner has seen that page and goes on, the phone gets the answers that it
wants, and stays. So does a phone whose owner opens the table in another way, as with the second
code of the printed card, and a phone that still shows its page when the table starts again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from flask import Blueprint, Flask, Response, current_app, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from webui.access.network import Network, host_name, ip_address
from webui.access.own_names import is_named_here
from webui.access.reach import url_of
from webui.serving.addresses import hotspot_addresses

PORTAL = "portal"  # app.extensions key, and the blueprint's name
WELCOME = "/welcome"
# A phone asks for these at the table's own address once its owner has opened the table.
OPENED = ("/", "/table", "/stream", "/api/state")
# A phone that leaves the Wi-Fi gives its address to another one some day. With half this time, a
# phone that slept over dinner would be asked again.
WELCOMED_S = 12 * 3600.0
MOST_WELCOMED = 254  # All addresses of such a Wi-Fi.
ADDRESSES_S = 5.0  # For so long, the machine's addresses are not asked for again.


class Probe(msgspec.Struct):
    """The answer that a phone or computer expects if there is internet."""

    status: int = 200
    text: str = ""
    kind: str = "text/plain"


PROBES = msgspec.toml.decode(
    Path(__file__).with_name("probes.toml").read_bytes(), type=dict[str, Probe]
)

portal_pages = Blueprint(PORTAL, __name__)


class Portal:
    """The phones in the table's Wi-Fi, and which of them have been welcomed. Thread-safe."""

    def __init__(
        self,
        addresses: Callable[[], tuple[str, ...]] = hotspot_addresses,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask, self._now_s = addresses, now_s
        self._lock = threading.Lock()
        self._asked_s = -ADDRESSES_S
        self._addresses: tuple[str, ...] = ()
        self._welcomed: dict[str, float] = {}

    def address_for(self, phone: str | None) -> str | None:
        """Return the table's address in its own Wi-Fi if `phone` is there, else None."""
        parsed = ip_address(phone)
        if parsed is None or parsed.version != 4:
            return None
        with self._lock:
            now_s = self._now_s()
            if now_s - self._asked_s >= ADDRESSES_S:
                self._addresses, self._asked_s = self._ask(), now_s
            addresses = self._addresses
        network = str(parsed).rpartition(".")[0]
        return next((at for at in addresses if at.rpartition(".")[0] == network), None)

    def welcome(self, phone: str) -> None:
        """Give a phone the answers that it wants from now on."""
        with self._lock:
            newest = [*self._welcomed.items()][1 - MOST_WELCOMED :]
            self._welcomed = {**dict(newest), phone: self._now_s()}

    def has_welcomed(self, phone: str) -> bool:
        """Whether the owner of a phone has gone on from the welcome."""
        with self._lock:
            at_s = self._welcomed.get(phone)
            return at_s is not None and self._now_s() - at_s < WELCOMED_S


def install(app: Flask, network: Network, portal: Portal | None = None) -> None:
    """Make `app` lead phones in the table's Wi-Fi to its page for any name that they ask for.

    The names in `network` are the table's own.
    """
    own = network.host_names
    portal_ = app.extensions[PORTAL] = portal or Portal()

    @app.before_request
    def lead() -> AnyResponse | None:
        asked, phone = host_name(request.headers.get("Host", "")), request.remote_addr or ""
        if request.method not in ("GET", "HEAD"):
            return None
        address = portal_.address_for(phone)
        if address is None:
            return None
        if ip_address(asked) is not None or asked in own or is_named_here(asked):
            if request.path in OPENED:
                portal_.welcome(phone)
            return None
        if portal_.has_welcomed(phone) and (probe := PROBES.get(request.path)) is not None:
            return Response(probe.text, probe.status, mimetype=probe.kind)
        url = url_of(address, request.environ.get("SERVER_PORT", "80"))
        return redirect(f"{url.rstrip('/')}{WELCOME}")

    app.register_blueprint(portal_pages)


@portal_pages.get(WELCOME)
def welcome() -> str:
    """Return the page that tells a phone where it is, with a link to the table."""
    return render_template("welcome.html", url=request.host_url)


@portal_pages.get(f"{WELCOME}/go")
def go_on() -> AnyResponse:
    """Let a phone stay in the Wi-Fi, and open the table's page."""
    portal: Portal = current_app.extensions[PORTAL]
    if request.remote_addr:
        portal.welcome(request.remote_addr)
    return redirect("/")
