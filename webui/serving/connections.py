"""The server's connections: gevent's, each with a time limit and one request at a time.

Each connection is a greenlet in the server's one thread, so a client that sends or reads slowly
costs no thread. The application runs in a pool of threads, because it waits for the match, the
journal and the camera. A request gets a thread only once it has arrived completely.
"""

from __future__ import annotations

import errno
import logging
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from http import HTTPStatus
from io import BytesIO
from socket import MSG_DONTWAIT, MSG_PEEK, SHUT_WR
from tempfile import TemporaryFile
from typing import IO, Any

import gevent
from gevent.pywsgi import Input, WSGIHandler
from gevent.threadpool import ThreadPool

from webui.serving import admission
from webui.serving.admission import CLIENT, REFUSED, WAITS, Headers, Limit
from webui.serving.door import Door

_log = logging.getLogger(__name__)

# Seconds without a new request, or without progress of `PIECE` bytes of a body or an answer. After
# this time a page must reconnect.
IDLE_S = 60.0
# How many seconds the server reads and drops the rest of a refused request. If it closed the
# connection at once, a phone that is still sending would never see the answer.
DROPS_S = 5.0
HEAD_BYTES = 16384  # Maximum size of all headers of a request.
PIECE = 65536  # Bytes of a body or an answer that are read or sent at once.
WHOLE_BYTES = 1 << 20  # Larger answers are files; the server reads them piece by piece.

_UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
# Python would take a lone return for the end of a line, and a line that is no header for the body.
_HEADERS = re.compile(rb"(?:[!-9;-~]+:[^\r\n\0]*\r?\n)*\r?\n")
# The phone has left, has slept too long, or reads nothing.
_LEFT = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, "timed out")


class _UnreadableError(Exception):
    """Raised if the body of a request is incomplete, or cannot be read."""


class Connection(WSGIHandler):  # type: ignore[misc]  # gevent has no types
    """A connection, and the request that arrives or is answered on it.

    `idle_since_s` is None while the application answers. `sender` sends a picture.
    """

    environ: Any
    result: Any
    wsgi_input: Any
    idle_since_s: float | None
    sender: str | None = None
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *_LEFT)
    _requests = 0
    _ends = False
    _in_thread = False  # Whether the application runs; it must not lose what it returns.

    def __init__(self, sock: Any, address: Any, server: Any) -> None:
        super().__init__(sock, address, server)
        self.door: Door = server.door
        self.threads: ThreadPool = server.threads
        self.address = str(address[0])
        self.began_s = self.idle_since_s = time.monotonic()
        self.greenlet = gevent.getcurrent()
        self._arrival = gevent.Timeout(None)
        sock.settimeout(IDLE_S)

    # -- for any thread ----------------------------------------------------------------------

    def is_gone(self) -> bool:
        """Whether the client has left."""
        try:
            return not self.socket._sock.recv(1, MSG_PEEK | MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except (AttributeError, OSError):  # This connection is closed.
            return True

    def end(self) -> None:
        """Close this connection soon, even during an answer."""
        self.server.loop.run_callback_threadsafe(self.hang_up)

    # -- for the server's thread -------------------------------------------------------------

    def hang_up(self) -> None:
        """Close this connection, even during an answer."""
        if not self._ends and not self._in_thread:
            self.greenlet.kill(block=False)
        self._ends = True

    def handle(self) -> None:
        """Answer one request after the other until the client or the server closes."""
        try:
            if self.door.enter(self):
                while (answered := self.handle_one_request()) is True:
                    pass
                if answered is not None:
                    self.socket.sendall(answered[1])
                    self._drop_rest()
        except (OSError, gevent.Timeout):
            pass  # The client has left, or a request has not arrived in time.
        except Exception:
            _log.exception("A connection failed.")
        finally:
            self.door.open.discard(self)
            self._arrival.close()
            self.rfile.close()
            self.environ = None  # It refers to this connection.

    def read_requestline(self) -> str:
        """Return the first line of the next request."""
        self.idle_since_s = time.monotonic()
        if self._requests:
            self.rfile.peek(1)  # Only `IDLE_S` limits the wait for the next request.
        self._requests += 1
        self.began_s = time.monotonic()
        self._allow(admission.WHOLE_WITHIN_S)
        return str(super().read_requestline())

    def read_request(self, line: str) -> bool:
        """Parse the first line and the headers; raise `ValueError`."""
        if not (line.isascii() and line.rstrip().isprintable()):
            raise ValueError("the first line is unreadable")
        super().read_request(line)
        coding = self.headers.get("transfer-encoding", "chunked").lower()
        lengths = self.headers.get_all("content-length", [])
        if coding != "chunked" or len(lengths) > 1 or not all(map(str.isdecimal, lengths)):
            raise ValueError("a proxy may take the end of this request for another one")
        return True

    def MessageClass(self, *_: Any) -> Any:  # noqa: N802  # gevent's name
        """Return the headers; raise `ValueError` if they are too large or unreadable."""
        head = line = b""
        while line not in (b"\r\n", b"\n"):
            line = self.rfile.readline(HEAD_BYTES)
            head += line
            if not line or len(head) > HEAD_BYTES:
                raise ValueError("the headers are too large, or incomplete")
        if not _HEADERS.fullmatch(head):
            raise ValueError("a header is unreadable")
        return super().MessageClass(BytesIO(head))

    def get_environ(self) -> dict[str, Any]:
        """Return the environment of a request, with its connection."""
        found: dict[str, Any] = super().get_environ()
        return found | {CLIENT: self}

    def run_application(self) -> None:
        """Receive the body of a request, let the application answer in a thread, and send that."""
        self._body, self.wsgi_input = self.wsgi_input, Input(self.rfile, 0)  # gevent reads no rest
        with ExitStack() as ends:
            try:
                refusal = self._receive(ends)
            except _UnreadableError:
                self._send_error_response_if_possible(HTTPStatus.BAD_REQUEST)
                self._drop_rest()
                return
            self._allow(None)
            if refusal is not None:
                self.environ |= {REFUSED: refusal, "wsgi.input": BytesIO(), "CONTENT_LENGTH": "0"}
            self.idle_since_s, self._in_thread = None, True
            with self.door.turn(self.address):
                found = self.threads.apply(self._answer)
            if not isinstance(found, list):
                ends.callback(self.threads.apply, _close, (found,))
            self._in_thread, self.sender = False, None
            ahead = self._is_ahead()
            try:
                self._send(found)
            finally:
                self.result = None
            if ahead or refusal is not None:
                self._drop_rest()

    def _is_ahead(self) -> bool:
        """Whether the client has sent more before it had an answer, which no browser does."""
        self.socket.settimeout(0)
        try:
            return bool(self.rfile.peek(1))
        finally:
            self.socket.settimeout(IDLE_S)

    def _answer(self) -> Iterable[bytes]:
        """Return the application's answer, whole if it is no file and no stream. In a thread."""
        found: Iterable[bytes] = self.application(self.environ, self.start_response)
        if WAITS in self.environ or int(self.provided_content_length or 0) > WHOLE_BYTES:
            return found
        try:
            return [b"".join(found)]
        finally:
            _close(found)

    def _send(self, found: Iterable[bytes]) -> None:
        if self._ends:
            self.close_connection = True
        elif WAITS in self.environ:
            self.result, self.close_connection = found, True
            left = self.server.loop.io(self.socket.fileno(), 1)  # A page sends nothing more.
            left.start(self.hang_up)
            try:
                self.process_result()
            finally:
                left.stop()
                left.close()
        else:
            self.idle_since_s = time.monotonic()  # A client that reads slowly may give way.
            self.result = found if isinstance(found, list) else self._read_in_thread(found)
            self.process_result()

    def _read_in_thread(self, found: Iterable[bytes]) -> Iterator[bytes]:
        pieces = iter(found)
        while piece := self.threads.apply(next, (pieces, b"")):
            yield piece

    def _sendall(self, data: bytes) -> None:
        """Send data. Each piece of it has `IDLE_S`."""
        for at in range(0, len(data), PIECE):
            super()._sendall(memoryview(data)[at : at + PIECE])

    # -- what arrives ------------------------------------------------------------------------

    def _allow(self, seconds: float | None) -> None:
        """Let a request take so long from now on to arrive; None: without a limit."""
        self._arrival.close()
        self._arrival = gevent.Timeout.start_new(seconds)

    def _receive(self, ends: ExitStack) -> tuple[int, str] | None:
        """Receive the body of a request. If it is too large or has no place, return the refusal.

        Raise `_UnreadableError` if it does not arrive.
        """
        path = self.environ["PATH_INFO"]
        large: Limit | None = None
        if self.command == "POST" and path in (*admission.PICTURES_AT, admission.UPLOAD_AT):
            headers: Headers = {
                name.removeprefix("HTTP_").replace("_", "-").lower(): value
                for name, value in self.environ.items()
                if name.startswith("HTTP_")
            }
            large = self.threads.apply(self.door.admission.large, (path, self.address, headers))
        if large is not None:
            self._allow(large.within_s)
        limit = large or Limit(self.server.most_bytes)
        most_bytes = max(limit.most_bytes, self.server.most_bytes)
        too_large = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, limit.too_large
        if (self.content_length or 0) > most_bytes:
            return too_large
        if limit.sender is not None and not self.door.has_place(self, limit.sender):
            return HTTPStatus.SERVICE_UNAVAILABLE, "table.photo.busy"
        self.sender = limit.sender
        file: IO[bytes] = TemporaryFile() if large else BytesIO()  # noqa: SIM115  # `ends` closes it
        ends.callback(file.close)
        size = 0
        while piece := self._piece():
            size += len(piece)
            if size > most_bytes:  # Without a Content-Length, nobody knew this before.
                return too_large
            if large:
                self.threads.apply(file.write, (piece,))
            else:
                file.write(piece)
        file.seek(0)
        self.environ |= {"wsgi.input": file, "CONTENT_LENGTH": str(size)}
        return None

    def _piece(self) -> bytes:
        try:
            found: bytes = self._body.read(PIECE)
        except OSError as error:
            raise _UnreadableError from error
        return found

    # -- errors ------------------------------------------------------------------------------

    def _drop_rest(self) -> None:
        """Read and drop what the client still sends, for a short time, and close the connection."""
        self.close_connection = True
        with suppress(OSError), gevent.Timeout(DROPS_S, False):
            self.socket.shutdown(SHUT_WR)
            while self.socket.recv(PIECE):
                pass

    def handle_error(self, kind: type[BaseException], error: Any, trace: Any) -> None:
        """Log an error of the application; not that a request was cut off."""
        self.close_connection = True
        if not issubclass(kind, (gevent.GreenletExit, gevent.Timeout)):
            _log.error("An answer failed.", exc_info=(kind, error, trace))
            self._send_error_response_if_possible(HTTPStatus.INTERNAL_SERVER_ERROR)

    def _handle_client_error(self, _: Exception) -> tuple[str, bytes]:
        """Return the answer to an unreadable request. Strangers cannot fill the log with them."""
        return "400", _UNREADABLE

    def log_request(self) -> None:
        """Log no request."""


def _close(found: Iterable[bytes]) -> None:
    """Close an answer, as WSGI demands it."""
    close = getattr(found, "close", None)
    if close is not None:
        close()
