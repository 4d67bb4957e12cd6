"""Runs a table and serves its pages until a signal ends both."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
from flask import Response

from firmware.backup.data_files import Keeping
from firmware.cameras.devices import usb_names
from firmware.checking.case import Case
from firmware.checking.examining import examine
from firmware.checking.report import write_bundle
from firmware.club.club import Club
from firmware.commands.speak import locale, tell, text_of
from firmware.commands.until import Pulse, UntilSignal, say_address, wait_serving
from firmware.console.console import LOCALE_KEY
from firmware.errors import BadData
from firmware.games import game_problems
from firmware.home.settings import ANNOUNCED, Settings, load_settings
from firmware.languages import language_problems
from firmware.machine_settings import InstalledSettings
from firmware.network import load_network
from firmware.running.table import PHOTO_NICENESS, RunningTable
from firmware.service.heartbeat import Heart, notify_manager, watchdog_interval_s
from firmware.service.starts import WELL_S, Starts
from firmware.service.tidying import Tidying
from firmware.teaching.adapting import DeckAdapter
from firmware.teaching.calibrating import Calibrator
from firmware.teaching.school import School
from referee import words
from referee.reports.status import Part
from webui.access.network import Network
from webui.app import create_app
from webui.page.moment import Viewer
from webui.page.public_values import values_of
from webui.page.state import Page
from webui.port import Virtual
from webui.routes.web import Web
from webui.serving.serve import Server
from webui.settings import MachineSettings
from webui.workshop import Workshop

T = TypeVar("T")

_log = logging.getLogger(__name__)

MB = 1_000_000
DECKS = "decks"  # Folder of taught decks in the data folder.


def serve(
    table: RunningTable,
    virtual: Virtual | None,
    data: Path,
    host: str,
    given: MachineSettings,
    starts: Starts,
    *,
    browser: bool = False,
) -> None:
    """Run a table and its pages until SIGINT or SIGTERM. `data` is the data folder.

    `given` are the settings that the command was given. `starts` learns when the pages are being
    served, and when the start has succeeded: a page was answered, or some time has passed.
    """
    home, no_home = _loaded("home", load_settings, data)
    network, no_network = _loaded("network", load_network, data)
    stop = UntilSignal()
    workshop, decks = None, data / DECKS
    if table.watcher.eyes:  # Without a camera there is nothing to calibrate or teach.
        school = School(decks, table.watcher, table.decks)
        workshop = Workshop(Calibrator(table.watcher, table.darkroom.do), school)
    adapter = DeckAdapter(
        table.desk, table.decks, decks, (table.watcher, table.photos), lambda: table.watcher.is_lent
    )
    # The club gets what a stranger sees, in short.
    club = Club(
        table, data, lambda: values_of(_of_stranger(app.extensions["web"], _language(table)))
    )
    keeping = Keeping(table.desk, data, partial(_write_bundle, data))
    network = network or Network()
    app = create_app(
        table,
        virtual,
        workshop,
        keeping,
        club,
        InstalledSettings(given=given, cameras=usb_names),
        network=network,
        bundled=True,
    )
    app.after_request(lambda answer: _served(answer, starts.well))
    server = Server(app, host, given.port)
    pulse = Pulse(server)
    _tell_left_out(table, (*_unusable(data), *no_home, *no_network))
    table.run()
    server.start()
    table.supervisor.start("history", Tidying(table.desk, MB * given.history_mb).run)
    table.supervisor.start("growing", adapter.run, PHOTO_NICENESS)
    if home is not None or (not no_home and any(data.glob(ANNOUNCED))):
        _tell_home(home or Settings(), table, app.extensions["web"])
    club.start()
    if watchdog_interval_s() is not None:
        table.supervisor.start("heart", Heart(table.supervisor, table.desk, pulse.silent_s).run)
    starts.served()
    notify_manager("READY=1")
    try:
        code = app.extensions["web"].hosts.code
        _greet(table, server, network or Network(), code, virtual is not None)
        if browser and _has_screen():
            webbrowser.open(f"{server.url}virtual")
        if not wait_serving(stop, pulse, WELL_S):
            starts.well()
            wait_serving(stop, pulse)
        _log.info("Going down.")
    finally:
        notify_manager("STOPPING=1")
        server.stop()
        table.stop()


def _tell_home(settings: Settings, table: RunningTable, web: Web) -> None:
    """Start sending the table's values to a broker, or taking back earlier ones.

    Only this function loads their libraries.
    """
    from firmware.home.reporter import HomeReporter

    page = partial(_of_stranger, web)
    HomeReporter(settings, table, page, partial(_language, table)).start()


def _of_stranger(web: Web, tag: str) -> Page:
    return web.states.page(Viewer(tag))


def _language(table: RunningTable) -> str:
    return words.negotiate([str(table.desk.get(LOCALE_KEY)), locale()])


def _served(answer: Response, well: Callable[[], None]) -> Response:
    if answer.status_code < 500:
        well()
    return answer


def _greet(table: RunningTable, server: Server, network: Network, code: str, virtual: bool) -> None:
    """Print the address of the pages, the host's code, and how to stop."""
    if virtual:
        tell("cli.run.virtual", url=f"{server.url}virtual")
    tell("cli.run.table", url=f"{server.url}table")
    say_address(server, network)
    tell("cli.run.code", code=code)
    click.echo(text_of(table.panel.gpio.message))
    tell("cli.run.stop")
    sys.stdout.flush()


def _has_screen() -> bool:
    return sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def _write_bundle(data: Path, path: Path) -> None:
    """Write the bug report of a running table. Raise `BadData` on failure."""
    case = Case(given_data=data).with_table(locale())
    write_bundle(path, examine(case), case)


# -- the optional files of the data folder that cannot be used ------------------------------------


def _tell_left_out(table: RunningTable, left_out: Iterable[Part]) -> None:
    """Show the parts that are left out on a table's pages for as long as it runs, and print them.

    The table plays on without. Call this before it runs, when nothing else can be in trouble.
    """
    for part in left_out:
        table.supervisor.add_source(lambda part=part: part)  # type: ignore[misc]
    for part in table.supervisor.trouble():
        click.echo(text_of(part.message), err=True)


def _loaded(
    name: str, load: Callable[[Path], T | None], data: Path
) -> tuple[T | None, tuple[Part, ...]]:
    """Return the settings that `load` finds in the data folder, and what is wrong with them."""
    try:
        return load(data), ()
    except BadData as error:
        return None, (Part(name, False, error.message),)


def _unusable(data: Path) -> Iterator[Part]:
    """Yield the owner's games and languages that are left out."""
    for name, problems in (("games", game_problems(data)), ("languages", language_problems())):
        yield from (Part(name, False, message) for well, message in problems if well is False)
