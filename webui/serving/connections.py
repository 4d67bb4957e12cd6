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
from collections.abc import Iterable
from contextlib import ExitStack, closing, suppress
from http import HTTPStatus
from io import BytesIO
from socket import MSG_DONTWAIT, MSG_PEEK, SHUT_RDWR, SHUT_WR
from tempfile import TemporaryFile
from typing import IO, Any

import gevent
from gevent.pywsgi import Input, WSGIHandler
from gevent.threadpool import ThreadPool
from werkzeug.datastructures import EnvironHeaders
from werkzeug.wsgi import ClosingIterator

from webui.serving import admission
from webui.serving.admission import CLIENT, REFUSED, WAITS, Limit
from webui.serving.places import Picture, Shared

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

_ABSOLUTE = re.compile(r"(\S+ )https?://([^/?#\s]*)/?", re.IGNORECASE)
_UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
# Python would take a lone return for the end of a line, and a line that is no header for the body.
_HEADERS = re.compile(rb"(?:[!-9;-~]+:[^\r\n\0]*\r?\n)*\r?\n")
# The phone has left, has slept too long, or reads nothing, or its connection has given way.
_LEFT = (
    errno.ETIMEDOUT,
    errno.EHOSTUNREACH,
    errno.ENETUNREACH,
    errno.ENETDOWN,
    errno.EBADF,
    "timed out",
)


class _UnreadableError(Exception):
    """Raised if the body of a request is incomplete, or cannot be read."""


class Connection(WSGIHandler):  # type: ignore[misc]  # gevent has no types
    """A connection, and the request that arrives or is answered on it.

    If all places are taken, the connection that has been idle longest gives way. `group` is its
    address, or None if many phones may share this address. While the application answers, the
    connection is `busy`.
    """

    environ: Any
    result: Any
    wsgi_input: Any
    busy = False
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *_LEFT)
    _sends_more = False  # Whether the client still sends what nobody will read.

    def __init__(self, sock: Any, address: Any, server: Any) -> None:
        super().__init__(sock, address, server)
        self.shared: Shared = server.shared
        self.threads: ThreadPool = server.threads
        self.address = str(address[0])
        many = self.shared.admission.serves_many(self.address)
        self.group = None if many else self.address
        self.since_s = time.monotonic()
        self._turn = self.shared.turns(self.group)
        self._arrival = gevent.Timeout(None)
        sock.settimeout(IDLE_S)

    # -- its place ---------------------------------------------------------------------------

    def gives_way(self, _new: Connection, _many: int) -> bool:
        return not self.busy

    def end(self) -> None:
        """Close this connection soon, even during an answer. For any thread."""
        self.server.loop.run_callback_threadsafe(self._shut)

    def has_left(self) -> bool:
        """Whether the client has left. For any thread."""
        try:
            return not self.socket._sock.recv(1, MSG_PEEK | MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:  # This connection is closed.
            return True

    def _shut(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(SHUT_RDWR)

    # -- requests ----------------------------------------------------------------------------

    def handle(self) -> None:
        """Answer one request after the other until the client or the server closes."""
        places = self.shared.connections
        try:
            if places.is_crowded(self) or not places.take(self):
                return
            self._allow(admission.WHOLE_WITHIN_S)
            while (answered := self.handle_one_request()) is True:
                pass
            if answered is not None:
                self.socket.sendall(answered[1])
            if answered is not None or self._sends_more:
                self._drop_rest()
        except (OSError, gevent.Timeout):
            pass  # The client has left, or a request has not arrived in time.
        except Exception:
            _log.exception("A connection failed.")
        finally:
            places.free(self)
            self._arrival.close()
            self.rfile.close()
            self.environ = None  # It refers to this connection.

    def read_requestline(self) -> str:
        """Return the first line of the next request."""
        self.busy, self.since_s = False, time.monotonic()
        self.rfile.peek(1)  # `IDLE_S` limits the wait for the next request.
        if not self._arrival.pending:  # The time for the first one began with the connection.
            self._allow(admission.WHOLE_WITHIN_S)
        return str(super().read_requestline())

    def read_request(self, line: str) -> bool:
        """Parse the first line and the headers; raise `ValueError`."""
        if not (line.isascii() and line.rstrip().isprintable()):
            raise ValueError("the first line is unreadable")
        if absolute := _ABSOLUTE.match(line):
            line = f"{absolute[1]}/{line[absolute.end() :]}"
        super().read_request(line)
        if absolute:  # RFC 9112, 3.2.2: the target names the host.
            del self.headers["host"]
            self.headers["Host"] = absolute[2]
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

    def run_application(self) -> None:
        """Receive the body of a request, let the application answer in a thread, and send that."""
        body, self.wsgi_input = self.wsgi_input, Input(self.rfile, 0)  # gevent reads no rest
        with ExitStack() as ends:
            self.environ[CLIENT] = self
            refusal = self._receive(body, ends)
            self._allow(None)
            if refusal is not None:
                self.environ |= {REFUSED: refusal, "wsgi.input": BytesIO(), "CONTENT_LENGTH": "0"}
            self.busy = True
            with self._turn:
                answer = self.threads.apply(self._answer)
            if not isinstance(answer, list):
                ends.callback(self.threads.apply, answer.close)
            if refusal is not None or self._is_ahead():
                self.close_connection = self._sends_more = True
            self._send(answer)
            self.result = None  # It may be large, and the connection may stay open.

    def finalize_headers(self) -> None:
        """Add the last headers. If this answer is the last one, they say so (RFC 9112, 9.6)."""
        if self.close_connection:
            kept = [header for header in self.response_headers if header[0] != b"Connection"]
            self.response_headers[:] = [*kept, (b"Connection", b"close")]
        super().finalize_headers()

    def _is_ahead(self) -> bool:
        """Whether the client has sent more before it had an answer, which no browser does."""
        self.socket.settimeout(0)
        try:
            return bool(self.rfile.peek(1))
        finally:
            self.socket.settimeout(IDLE_S)

    def _answer(self) -> Iterable[bytes]:
        """Return the application's answer, whole if it is no file and no stream. In a thread."""
        answer = ClosingIterator(self.application(self.environ, self.start_response))
        if WAITS in self.environ or int(self.provided_content_length or 0) > WHOLE_BYTES:
            return answer
        with closing(answer):
            return [b"".join(answer)]

    def _send(self, answer: Iterable[bytes]) -> None:
        self.result = answer
        if WAITS in self.environ:
            self.close_connection = True
            left = self.server.loop.io(self.socket.fileno(), 1)  # A page sends nothing more.
            left.start(gevent.getcurrent().kill, gevent.GreenletExit, False)
            try:
                self.process_result()
            finally:
                left.stop()
                left.close()
        else:
            self.busy, self.since_s = False, time.monotonic()  # A slow reader may give way.
            if not isinstance(answer, list):
                pieces = iter(answer)
                self.result = iter(lambda: self.threads.apply(next, (pieces, b"")), b"")
            self.process_result()

    def _sendall(self, data: bytes) -> None:
        """Send data. Each piece of it has `IDLE_S`."""
        for at in range(0, len(data), PIECE):
            super()._sendall(memoryview(data)[at : at + PIECE])

    # -- what arrives ------------------------------------------------------------------------

    def _allow(self, seconds: float | None) -> None:
        """Let a request take so long from now on to arrive; None: without a limit."""
        self._arrival.close()
        self._arrival = gevent.Timeout.start_new(seconds)

    def _receive(self, body: Input, ends: ExitStack) -> tuple[int, str] | None:
        """Receive the body of a request. If it is too large or has no place, return the refusal."""
        large = self._large()
        if large is not None:
            self._allow(large.within_s)
        limit = large or Limit(self.shared.most_bytes)
        most_bytes = max(limit.most_bytes, self.shared.most_bytes)
        too_large = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, limit.too_large
        if (self.content_length or 0) > most_bytes:
            return too_large
        if limit.sender is not None:
            picture = Picture(self, limit.sender)
            if not self.shared.pictures.take(picture):
                return HTTPStatus.SERVICE_UNAVAILABLE, "table.photo.busy"
            ends.callback(self.shared.pictures.free, picture)
        file: IO[bytes] = TemporaryFile() if large else BytesIO()  # noqa: SIM115  # `ends` closes it
        ends.callback(file.close)
        size = 0
        while piece := _read(body):
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

    def _large(self) -> Limit | None:
        path = self.environ["PATH_INFO"]
        if self.command != "POST" or path not in (*admission.PICTURES_AT, admission.UPLOAD_AT):
            return None
        asked = path, self.address, EnvironHeaders(self.environ)
        limit: Limit | None = self.threads.apply(self.shared.admission.large, asked)
        return limit

    # -- errors ------------------------------------------------------------------------------

    def _drop_rest(self) -> None:
        """Read and drop what the client still sends, for a short time."""
        with suppress(OSError), gevent.Timeout(DROPS_S, False):
            self.socket.shutdown(SHUT_WR)
            while self.socket.recv(PIECE):
                pass

    def handle_error(self, kind: type[BaseException], error: Any, trace: Any) -> None:
        """Log an error of the application; not that a request was cut off."""
        self.close_connection = True
        if kind is _UnreadableError:
            self._sends_more = True
            self._send_error_response_if_possible(HTTPStatus.BAD_REQUEST)
        elif not issubclass(kind, (gevent.GreenletExit, gevent.Timeout)):
            _log.error("An answer failed.", exc_info=(kind, error, trace))
            self._send_error_response_if_possible(HTTPStatus.INTERNAL_SERVER_ERROR)

    def _handle_client_error(self, _: Exception) -> tuple[str, bytes]:
        """Return the answer to an unreadable request. Strangers cannot fill the log with them."""
        return "400", _UNREADABLE


def _read(body: Input) -> bytes:
    try:
        piece: bytes = body.read(PIECE)
    except OSError as error:
        raise _UnreadableError from error
    return piece
