"""Serves pages until a signal arrives, and prints their address."""

from __future__ import annotations

import logging
import math
import os
import select
import signal
import time
from pathlib import Path

import click

from firmware.commands.speak import tell, text_of
from firmware.errors import BadData, TableError
from firmware.network import load_network
from firmware.service.supervisor import AGAIN_S
from webui.access.network import Network
from webui.access.reach import urls_for_phones
from webui.serving.addresses import EVERYWHERE
from webui.serving.serve import Server

_log = logging.getLogger(__name__)

LOOK_S = 5.0
HANGS_S = 60.0  # With half, a machine that is busy with pictures might be ended.


class PagesHang(TableError, RuntimeError):
    """The web server has ended, or no longer answers."""


class UntilSignal:
    """A flag that is set when SIGINT or SIGTERM arrives, in any thread.

    The signal writes a byte, and `wait` reads it. An `Event` set by the handler would be noticed
    too late if the signal came just before the main thread waits. If that thread held the event's
    lock, the handler would deadlock.
    """

    def __init__(self) -> None:
        """Start handling the signals. Call this in the main thread."""
        self._signalled = False
        self._came, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def _note(self, *_: object) -> None:
        self._signalled = True

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a signal, at most `seconds`. Return whether one has come.

        If the system cannot wait on a descriptor, check every second.
        """
        until_s = math.inf if seconds is None else time.monotonic() + seconds
        while not self._signalled:
            left_s = max(0.0, until_s - time.monotonic())
            try:
                found = select.select([self._came], [], [], None if seconds is None else left_s)
                return bool(found[0])
            except OSError as error:
                _log.error("The wait for a signal failed, and goes on: %s", error)
            if left_s == 0:
                break
            time.sleep(min(AGAIN_S, left_s))
        return self._signalled

    def is_set(self) -> bool:
        """Whether a signal has come."""
        return self.wait(0)


def wait_serving(stop: UntilSignal, server: Server, seconds: float = math.inf) -> bool:
    """Wait for a signal, at most `seconds`. Return whether one has come. Raise `PagesHang`."""
    until_s = time.monotonic() + seconds
    while (left_s := until_s - time.monotonic()) > 0:
        if stop.wait(min(LOOK_S, left_s)):
            return True
        check_answers(server)
    return False


def check_answers(server: Server) -> None:
    """Raise `PagesHang` if the server is silent for too long: only a new start helps."""
    if server.silent_s() > HANGS_S:
        raise PagesHang("cli.run.pages_hang")


def load_network_or_warn(folder: Path) -> Network:
    """Return the owner's network settings. Without usable ones, warn: pages need no settings."""
    try:
        return load_network(folder)
    except BadData as error:
        click.echo(text_of(error.message), err=True)
        return Network()


def say_address(server: Server, network: Network) -> None:
    """Print the addresses of the pages for phones, or why phones cannot reach them."""
    urls = urls_for_phones(network, server.listens, server.port)
    if urls:
        tell("cli.run.phones", url=urls[0])
        if urls[1:]:
            tell("cli.run.others", urls=", ".join(urls[1:]))
    elif server.listens == EVERYWHERE:
        tell("cli.run.no_network")
    else:
        tell("cli.run.alone", host=server.host)
