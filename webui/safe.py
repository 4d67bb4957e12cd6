"""Safe mode: a plain page that names the fault of a match and offers repairs.

The page needs no camera, no panel and no valid match. A running table shows it if the match waits
for the host or cannot be displayed. A table that fails to start has no other page.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    redirect,
    render_template,
    request,
)
from werkzeug.wrappers import Response as Answer

from referee import words
from referee.contract import Message
from webui import assets, preferences
from webui.access import guard, portal, rights
from webui.access.forms import Nothing, download, json_answer, read_body
from webui.access.guard import Refused, locale
from webui.access.hosts import Hosts
from webui.access.network import Network
from webui.access.rights import Right
from webui.access.store import Store
from webui.contained import App

safe = Blueprint("safe", __name__)


class Rescue(Protocol):
    """Repairs for a match that cannot be displayed, or for a table that fails to start."""

    def needs_host(self) -> bool:
        """Whether the match waits until the host decides how to go on."""

    def problem(self, locale: str, /) -> Message | None:
        """Return the fault, or None. A reason within the message is in the language."""

    def actions(self) -> tuple[str, ...]:
        """Return the possible repairs, best first: ``on``, ``undo``, ``anew``, ``start``.

        ``pinless`` starts the table without its buttons and lamps.
        """

    def do(self, act: str) -> None:
        """Carry out one of the `actions`."""

    def journal(self) -> bytes:
        """Return the whole journal, one entry per line."""


class SafeMode(NamedTuple):
    """The objects that the page needs. If `alone` is true, the application has no other page."""

    rescue: Rescue
    hosts: Hosts
    alone: bool


def install(app: Flask, rescue: Rescue, hosts: Hosts, alone: bool = False) -> None:
    """Add safe mode to an application. While it is needed, all other pages redirect to it."""
    app.extensions["safe"] = SafeMode(rescue, hosts, alone)
    app.register_blueprint(safe)


def create_safe_app(
    rescue: Rescue, store: Store, network: Network | None = None, place: Path = Path()
) -> Flask:
    """Return an application for a table that failed to start. It has only safe mode.

    `network` contains the owner's settings, and `place` is the path of the journal.
    """
    app = App(__name__, static_folder=None, template_folder="templates")
    app.config["STREAMS"] = 0
    preferences.install(app)
    network = network or Network()
    portal.install(app, network)
    guard.install(app, network)
    assets.install(app)
    hosts = Hosts(store, place=place)
    hosts.cookies.install(app)
    rights.install(app, {Right.HOST: hosts.is_host})
    install(app, rescue, hosts, alone=True)
    return app


def _mode() -> SafeMode:
    return cast(SafeMode, current_app.extensions["safe"])


@safe.before_app_request
def _redirect_to_safe() -> Answer | None:
    """Redirect a request to safe mode while the match cannot be displayed."""
    if request.blueprint in ("safe", portal.PORTAL) or request.endpoint == "static":
        return None
    mode = _mode()
    if mode.alone:
        if request.method == "GET" and request.accept_mimetypes.accept_html:
            return redirect("/safe", 303)
        raise Refused(503, "page.safe.alone")
    if request.path in preferences.GAMING and mode.rescue.needs_host():
        return redirect("/safe", 303)
    return None


@safe.get("/safe")
def page() -> Answer | str:
    """Return the page of safe mode, or redirect to the table if nothing is wrong."""
    mode = _mode()
    why = mode.rescue.problem(locale())
    if why is None and "failed" not in request.args:
        return redirect("/", 303)
    why = why or Message("page.safe.failed")
    return render_template(
        "safe.html",
        why=words.say(why, locale()),
        acts={
            act: words.say(Message(f"page.safe.{act}"), locale()) for act in mode.rescue.actions()
        },
        host=mode.hosts.is_host(),
        alone=mode.alone,
    )


@safe.post("/safe/act/<act>")
def repair(act: str) -> Response:
    """Carry out one of the repairs that the page offers, for a host."""
    read_body(Nothing)
    if act not in _mode().rescue.actions():
        raise Refused(409, "page.error.gone")
    _mode().rescue.do(act)
    return json_answer({"done": True})


@safe.get("/safe/journal")
def journal() -> Response:
    """Return the journal, one entry per line. Only a host gets it, because it has hidden cards."""
    text = _mode().rescue.journal()
    return download(text, "application/octet-stream", "coyote-journal.jsonl")


@safe.post("/safe/host")
def become() -> Response:
    """Make this browser a host with the host's code."""
    return _mode().hosts.become()
