"""Serves pages until a signal arrives, and prints their address."""

from __future__ import annotations

import logging
import math
import os
import select
import signal
import threading
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

    def wait(self, seconds: float) -> bool:
        """Wait for a signal, at most `seconds`. Return whether one has come."""
        try:
            return self._signalled or bool(select.select([self._came], [], [], seconds)[0])
        except OSError as error:
            _log.error("The wait for a signal failed, and goes on: %s", error)
        time.sleep(min(AGAIN_S, seconds))
        return self._signalled


class Pulse:
    """Whether a server answers. Each look asks it again, once it has answered."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._asked_s, self._answered = 0.0, threading.Event()
        self._answered.set()

    def silent_s(self) -> float:
        """Return how long the server has not answered: for ever if it has ended.

        A thread for answers must be free, so a server whose answers all hang is silent.
        """
        if self._answered.is_set():
            self._answered.clear()
            runs = self._server.ask(self._answered.set)
            self._asked_s = time.monotonic() if runs else -math.inf
        return time.monotonic() - self._asked_s


def wait_serving(stop: UntilSignal, pulse: Pulse, seconds: float = math.inf) -> bool:
    """Wait for a signal, at most `seconds`. Return whether one has come.

    Raise `TableError` if the server is silent for too long: only a new start helps.
    """
    until_s = time.monotonic() + seconds
    while not stop.wait(min(LOOK_S, max(0.0, until_s - time.monotonic()))):
        if pulse.silent_s() > HANGS_S:
            raise TableError("cli.run.pages_hang")
        if time.monotonic() >= until_s:
            return False
    return True


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
