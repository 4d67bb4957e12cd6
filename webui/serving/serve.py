"""Run gevent's web server in a thread of this process.

Python's library is not patched, so the table's own threads run as ever. The server gives up a lost
connection after 30 seconds instead of 15 minutes. `webui.serving.connections` limits the clients.
"""

from __future__ import annotations

import errno
import logging
import resource
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

import gevent
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from werkzeug.wsgi import FileWrapper

from referee.contract import Message, Told, Value
from referee.disk.textfiles import reason
from webui.contained import Threads
from webui.serving.admission import ADMISSION, Admission
from webui.serving.connections import PIECE, Connection
from webui.serving.places import CONNECTIONS, THREADS, Shared

_log = logging.getLogger(__name__)

OUTPUT_BYTES = 65536  # A slow page's stream pauses at this size, then skips to the newest state.
LOST_AFTER_MS = 30_000
# These keep the send queue short, and detect lost phones early. Connections inherit them.
OPTIONS = [
    (socket.SOL_SOCKET, socket.SO_SNDBUF, OUTPUT_BYTES),
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
]
if sys.platform == "linux":
    OPTIONS.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_AFTER_MS))
WAITING = 1024  # Maximum number of new connections that the system holds until they are accepted.
FREE_PORT = 1024  # Anybody may open a port from here on.
END_S = 5.0  # Seconds that `stop` waits for the server's thread to end.
LISTENS = "LISTENS"  # app.config key: the server's address, or `EVERYWHERE`


class CannotListen(Told, OSError):
    """Raised if the address is not available; `message` tells the user what to do."""

    def __init__(self, message: Message, error: OSError | UnicodeError) -> None:
        super().__init__(getattr(error, "errno", None), f"{message.key}: {reason(error)}")
        self.message = message


class Server:
    """The web server of an application. It runs in its own thread."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8000) -> None:
        """Bind the address; raise `CannotListen` if that fails. Port 0 stands for any free port."""
        _allow_connections()
        self._app = app
        self._bound = _bind(host, port)
        app.config[LISTENS], self.port = self._bound.getsockname()[:2]
        self.host = host
        admission = app.extensions.get(ADMISSION) or Admission()
        self._shared = Shared(admission, app.config["MAX_CONTENT_LENGTH"])
        self.connections, self.pictures = self._shared.connections, self._shared.pictures
        self._runs = threading.Event()
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
        if "web" in self._app.extensions:  # Safe mode has no streams.
            self._app.extensions["web"].updates.close()
        if self._thread.is_alive() and self._runs.wait(END_S):
            with suppress(ValueError):  # It has ended meanwhile.
                self._web.loop.run_callback_threadsafe(self._close)
            self._thread.join(END_S)
            if self._thread.is_alive():
                _log.warning("The web server did not end in time.")
        self._bound.close()

    def ask(self, answered: Callable[[], None]) -> bool:
        """Call `answered` once a thread for answers is free. Return whether the server runs."""
        if self._runs.wait(END_S):
            with suppress(ValueError):  # It has ended meanwhile.
                spawn = self._web.loop.run_callback_threadsafe
                spawn(gevent.spawn, self._web.threads.spawn, answered)
        return self._thread.is_alive()

    def _close(self) -> None:
        """Take no more connections, and close all idle ones."""
        self._web.close()
        for connection in list(self.connections.taken):
            connection.close_connection = True
            if not connection.busy:
                connection.end()

    def _run(self) -> None:
        hub = gevent.get_hub()
        self._web = web = WSGIServer(
            self._bound,
            self._app,
            log=None,
            error_log=None,
            spawn=Pool(),
            handler_class=Connection,
            environ={
                "SERVER_NAME": self.listens,  # Otherwise gevent asks the network for a name.
                "wsgi.multithread": True,
                "wsgi.file_wrapper": lambda file, _: FileWrapper(file, PIECE),
            },
        )
        web.shared, web.threads = self._shared, Threads(THREADS, hub)
        self._runs.set()
        web.serve_forever(END_S / 2)  # At the end it waits for the answers that it has begun.
        with gevent.Timeout(END_S / 4, False) as late:
            web.threads.kill()
            late.close()
            hub.destroy(destroy_loop=True)


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
    try:
        socket.gethostbyname(host)
        bound = socket.create_server((host, port), backlog=WAITING)
    except (OSError, UnicodeError) as error:
        raise CannotListen(bind_error(error, host, port), error) from error
    for option in OPTIONS:
        bound.setsockopt(*option)
    bound.setblocking(False)
    return bound


def bind_error(error: OSError | UnicodeError, host: str, port: int) -> Message:
    """Return why the pages cannot be served at an address: what the system said, and no guess."""
    params: dict[str, Value] = {"address": host, "port": str(port), "reason": reason(error)}
    key = "page.error.cannot_listen"
    match error:
        case UnicodeError():
            key = "page.error.only_ipv4"
        case socket.gaierror() if error.errno != socket.EAI_AGAIN or ":" in host:
            key = "page.error.only_ipv4"
        case OSError(errno=errno.EADDRINUSE):
            key = "page.error.port_in_use"
        case OSError(errno=errno.EACCES) if port < FREE_PORT:
            key = "page.error.port_refused"
        case OSError(errno=errno.EADDRNOTAVAIL):
            key = "page.error.no_such_address"
    return Message(key, params)
