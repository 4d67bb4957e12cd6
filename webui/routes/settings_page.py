"""The settings page for hosts: the settings of this machine, and forms that change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from referee.contract import Told
from webui.access.guard import POLICY, Refused, form_pages, required
from webui.access.network import host_name, ip_address
from webui.access.reach import url_of
from webui.page.pictures import code_inline
from webui.routes.pages import locked_page
from webui.routes.web import back_to, web
from webui.settings import MachineSettings, SettingsPort

settings_pages = form_pages(Blueprint("settings", __name__, url_prefix="/settings"))

CAMERAS = ("auto", "none", "pi", "usb:0", "usb:1")
SIZES = ("", "1280x720", "1920x1080", "2304x1296", "4608x2592")
SHOWN = "shown."  # Such a field says what the page showed: another host may have changed it since.
MODES = ("fallback", "always", "never")
LOCAL = ".local"


def _number(text: str) -> int | str:
    """Return a number, or the text itself, which the machine then refuses in its words."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else text


# How each field of the forms becomes a value.
FIELDS: dict[str, Callable[[str], Any]] = {
    "port": _number,
    "name": lambda text: text.strip().lower().removesuffix(LOCAL),
    "hotspot": str,
    "camera": str,
    "size": str,
    "mains": str,
    "sounds": lambda text: {"on": True, "off": False}.get(text, text),
    "history_mb": _number,
    "act": str,
}


@settings_pages.get("")
def page() -> str:
    """Return the page. A stranger may enter the host's code first."""
    port = required(web().settings)
    return _page(port) if web().hosts.is_host() else locked_page("page.settings")


@settings_pages.post("")
def change() -> Response:
    """Ask the machine for a change, and lead to the page that waits for it."""
    port = required(web().settings)
    now = port.current()
    if now is None or now.by_hand:
        raise Refused(409, "page.settings.by_hand")
    touched = {
        name: text
        for name, text in request.form.items()
        if name in FIELDS and text != request.form.get(f"{SHOWN}{name}")
    }
    known = {name: FIELDS[name](text) for name, text in touched.items()}
    asked = {name: value for name, value in known.items() if value != getattr(now, name, None)}
    if not asked:
        return make_response(_page(port, said=web().voice().key("page.settings.same")))
    try:
        name = port.ask(asked)
    except Told as error:
        return make_response(_page(port, wrong=web().voice().say(error.message)), 409)
    fields = {item: str(asked[item]) for item in ("port", "name") if item in asked}
    moved, asks_code = _moved(now, **fields)
    if not moved:  # A page that is loaded again must not ask again, as for another restart.
        return back_to(f"/settings/{name}")
    return _waiting(name, moved, asks_code=asks_code)


@settings_pages.get("/<name>")
def outcome(name: str) -> Response | str:
    """Return what came of a change, or the page that waits for it."""
    if not web().hosts.is_host():
        return locked_page("page.settings")
    port = required(web().settings)
    result = port.outcome(name)
    if result is None:
        return back_to("/settings")
    if not result.done:
        return _waiting(name)
    return _page(port, said=web().voice().say(result.message))


@settings_pages.get("/<name>/done")
def done(name: str) -> Response:
    """Return status 200 if a change is made, or else 204. The waiting page asks this."""
    result = required(web().settings).outcome(name)
    return make_response("", 200 if result is None or result.done else 204)


def _page(port: SettingsPort, said: str = "", wrong: str = "") -> str:
    wifi, now = port.wifi(), port.current()
    return render_template(
        "settings.html",
        now=now,
        wifi=wifi,
        codes=None if wifi is None else (code_inline(wifi.code), code_inline(wifi.url)),
        said=said,
        wrong=wrong,
        CAMERAS=(*CAMERAS, *(now.cameras if now else ())),
        SIZES=SIZES,
        MODES=MODES,
        SHOWN=SHOWN,
    )


def _moved(now: MachineSettings, port: str = "", name: str = "") -> tuple[str, bool]:
    """Return the address of this page after a change of port or name; it is empty if it stays.

    Also return whether this browser is no host there yet.
    """
    host, here = host_name(request.host), request.environ.get("SERVER_PORT", "80")
    by_name = bool(name) and ip_address(host) is None and host == f"{now.name.lower()}{LOCAL}"
    to_host = f"{name}{LOCAL}" if by_name else f"[{host}]" if ":" in host else host
    url = url_of(to_host, port if port and here == str(now.port) else here)
    return "" if url == request.host_url else url, by_name


def _waiting(name: str, moved: str = "", *, asks_code: bool = False) -> Response:
    """Return the page that waits for a change, here and at the address that it leads to."""
    text = render_template(
        "settings_wait.html", name=name, moved=moved, code=web().hosts.code if asks_code else ""
    )
    answer = make_response(text)
    if moved:
        answer.headers["Content-Security-Policy"] = f"{POLICY}; connect-src 'self' {moved}"
    return answer
