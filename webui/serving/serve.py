"""Run Waitress in this process, with settings that were tested with a hundred event streams.

Waitress's defaults are too small: with four threads, it can serve four phones. Here every stream
has a thread of its own, and requests share sixteen more. The server gives up a lost connection
after 30 seconds instead of 15 minutes. `webui.serving.connections` limits the clients.
"""

from __future__ import annotations

import errno
import logging
import resource
import socket
import sys
import threading
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from referee.contract import Message, Told
from webui.serving.addresses import lan_addresses
from webui.serving.connections import CONNECTIONS, Door
from webui.serving.fairqueue import FairQueue
from webui.serving.parsing import ADMISSION, Admission

_log = logging.getLogger(__name__)

SPARE_THREADS = 16
OUTPUT_BYTES = 65536  # A slow page's stream pauses at this size, then skips to the newest state.
LOST_AFTER_MS = 30_000
IDLE_S = 60  # After this many seconds without data, a page must reconnect.
END_S = 5.0  # Seconds that `stop` waits for the server's thread to end.
EVERYWHERE = "0.0.0.0"  # All addresses, including those that the machine gets later.
LISTENS = "LISTENS"  # app.config key: the server's address, or `EVERYWHERE`


class CannotListen(Told, OSError):
    """Raised if the address is not available; `message` tells the user what to do."""

    def __init__(self, message: Message, error: OSError) -> None:
        super().__init__(error.errno, f"{message.key}: {error.strerror or error}")
        self.message = message


class Server:
    """The web server of an application. It runs in its own threads."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8000) -> None:
        """Bind the address; raise `CannotListen` if that fails. Port 0 stands for any free port."""
        logging.getLogger("waitress").setLevel(logging.ERROR)  # Else strangers could fill the log.
        _allow_connections()
        self._app = app
        bound = _bind(host, port)
        app.config[LISTENS] = bound.getsockname()[0]
        self._sockets: dict[int, Any] = {}
        self._server = create_server(
            app,
            map=self._sockets,
            sockets=[bound],
            threads=app.config["STREAMS"] + SPARE_THREADS,
            connection_limit=CONNECTIONS + 100,  # Never reached: `Door` has a lower limit.
            channel_timeout=IDLE_S,
            cleanup_interval=5,
            asyncore_use_poll=True,
            channel_request_lookahead=1,
            outbuf_high_watermark=OUTPUT_BYTES,
            max_request_header_size=16384,
            max_request_body_size=app.config["MAX_CONTENT_LENGTH"],
            ident=None,
            # Forwarding headers are not trusted, but `hosts` must see that they are there.
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
        )
        admission: Admission = app.extensions.get(ADMISSION) or Admission()
        self._server.channel_class = Door(admission)
        dispatcher = self._server.task_dispatcher
        with dispatcher.lock:
            dispatcher.queue = FairQueue(SPARE_THREADS, is_proxy=admission.is_proxy)
        self._server.adj.socket_options = [*self._server.adj.socket_options, *_options()]
        self.host = host
        self.port = int(self._server.effective_port)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def listens(self) -> str:
        """The address on which the server listens, or `EVERYWHERE`."""
        return str(self._app.config[LISTENS])

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        return f"http://{'127.0.0.1' if self.host in ('', '0.0.0.0') else self.host}:{self.port}/"

    def start(self) -> None:
        """Start serving."""
        self._thread.start()

    def stop(self) -> None:
        """End all streams, finish the current answers and close. Calling it again does nothing."""
        if self._stop.is_set():
            return
        self._stop.set()
        if "web" in self._app.extensions:  # Safe mode has no streams.
            self._app.extensions["web"].updates.close()
        self._server.pull_trigger()
        if self._thread.ident is not None:
            self._thread.join(END_S)
            if self._thread.is_alive():
                _log.warning("The web server did not end in time.")
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._sockets)

    def _run(self) -> None:
        while not self._stop.is_set():
            wasyncore.loop(timeout=1.0, use_poll=True, map=self._sockets, count=1)


def _options() -> list[tuple[int, int, int]]:
    """Return the socket options that keep the send queue short and detect lost phones early."""
    options = [(socket.SOL_SOCKET, socket.SO_SNDBUF, OUTPUT_BYTES)]
    if sys.platform == "linux":
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_AFTER_MS))
    return options


def _allow_connections() -> None:
    """Raise the limit on open sockets as far as the system permits."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 500
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address; raise `CannotListen`."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise CannotListen(_bind_error(error, host, port), error) from error
    return bound


def _bind_error(error: OSError, host: str, port: int) -> Message:
    match error.errno:
        case errno.EADDRINUSE:
            return Message("page.error.port_in_use", {"port": str(port)})
        case errno.EACCES:
            return Message("page.error.port_refused", {"port": str(port)})
    return Message("page.error.no_such_address", {"address": host})


def phone_address(listens: str) -> str | None:
    """Return the address at which phones most likely reach a server, or None if they cannot."""
    return next(iter(phone_addresses(listens)), None)


def phone_addresses(listens: str) -> tuple[str, ...]:
    """Return the addresses at which phones may reach a server that listens on `listens`.

    Phones cannot reach a server that listens only on this machine, or one without a network.
    """
    if listens == EVERYWHERE:
        return lan_addresses()
    return () if listens.startswith("127.") else (listens,)
