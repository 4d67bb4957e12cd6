"""The hub's broker: Debian's mosquitto, run by the hub, with TLS and a user for each table.

The broker's files are written from the hub's log at each start. A table that is not in the log has
no access.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterable
from pathlib import Path

from firmware.club.topics import HUB, ROOT, UP, up
from firmware.errors import BadData
from firmware.hub.disk import make_private, storage_faults
from firmware.service.supervisor import Worker
from referee.hub.projection import KnownTable

_log = logging.getLogger(__name__)

PORT = 8883
USER = "hub"
QUEUED = 20_000  # Maximum queue per client, because 2,000 tables report at once when a hub starts.
QUEUED_BYTES = 64_000_000  # The same in bytes. What is dropped is offered again.
WAIT_S = 10.0
LOOK_S = 0.1
DAYS = 3650
_PATH = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin"  # Debian's mosquitto

_CONFIG = """\
listener {port} {host}
certfile {folder}/certificate.pem
keyfile {folder}/private.pem
allow_anonymous false
use_username_as_clientid true
password_file {folder}/passwords
acl_file {folder}/access
persistence true
persistence_location {folder}/
autosave_interval 60
max_queued_messages {queued}
max_queued_bytes {queued_bytes}
max_packet_size 100000
persistent_client_expiration 30d
log_type error
log_type warning
user {user}
"""
_ACCESS = """\
user {hub}
topic readwrite {root}/#
topic read $SYS/broker/#
"""
_OF_TABLE = """
user {table}
{writes}
topic read {root}/{table}/down/#
topic read {topic}
"""


class Broker:
    """Mosquitto as a child process of the hub.

    It listens on `port` at `host`; an empty host means all addresses. Raise `BadData` if mosquitto
    or openssl is not installed, or if the disk cannot keep its files.
    """

    def __init__(self, folder: Path, port: int = PORT, host: str = "") -> None:
        self.folder, self.port, self._host = folder / "broker", port, host
        self._mosquitto = _program("mosquitto", "mosquitto")
        self._hashes = _program("mosquitto_passwd", "mosquitto")
        setpriv = shutil.which("setpriv")  # Without setpriv, mosquitto outlives a killed hub.
        self._dies_with_us = (setpriv, "--pdeathsig", "TERM") if setpriv else ()
        with storage_faults(self.folder):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.password = secrets.token_hex(16)  # Password of the hub's own user, new at each start.
        self.certificate = self._certified()
        self._lock = threading.Lock()
        self._listens: subprocess.Popen[bytes] | None = None
        self.listening = threading.Event()

    def admit(self, tables: Iterable[KnownTable]) -> None:
        """Give access to these tables and to no others, and disconnect everybody else.

        Only one thread at a time may call this. If it fails, everything stays as it was.
        """
        tables = [*tables]
        plain = [f"{USER}:{self.password}", *(f"{table.table}:{table.key}" for table in tables)]
        ids = [table.table for table in tables]
        rights = [_ACCESS.format(hub=USER, root=ROOT), *map(_access_of, ids)]
        access, passwords = (self.folder / f"{name}.new" for name in ("access", "passwords"))
        with storage_faults(self.folder):
            _write(access, "".join(rights))
            _write(passwords, "\n".join(plain) + "\n")
            _run((self._hashes, "-U", str(passwords)))
            make_private(passwords)  # mosquitto_passwd may have made another file.
            # Mosquitto may read them at any moment: whole files, and no password without rights.
            for file in (access, passwords):
                file.replace(file.with_suffix(""))
        self._reload()

    def _reload(self) -> None:
        """Make mosquitto read its files again, once it listens. An earlier signal would end it."""
        with self._lock:
            if self._listens is not None:
                self._listens.send_signal(signal.SIGHUP)

    def run(self, worker: Worker) -> None:
        """Run mosquitto until the worker stops. Raise an error if mosquitto ends earlier."""
        config = self.folder / "mosquitto.conf"
        # Started by root, mosquitto would otherwise use an account that cannot read our files.
        user = "root" if os.geteuid() == 0 else ""
        text = _CONFIG.format(
            port=self.port,
            host=self._host,
            folder=self.folder,
            queued=QUEUED,
            queued_bytes=QUEUED_BYTES,
            user=user,
        )
        log = self.folder / "mosquitto.log"
        with storage_faults(self.folder):
            config.write_text(text if user else text.rpartition("user")[0], "utf-8")
            with log.open("wb") as output:
                command = (*self._dies_with_us, self._mosquitto, "-c", str(config))
                process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            while not worker.stop.wait(LOOK_S):
                worker.beat()
                if process.poll() is not None:
                    raise BadData("hub.broker.ended", reason=_last_line(log), port=self.port)
                if self._listens is None and self._answers():
                    with self._lock:
                        self._listens = process
                    self._reload()  # This includes the tables admitted during the start.
                    self.listening.set()
        finally:
            with self._lock:
                self._listens = None
            self.listening.clear()
            _end(process)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(LOOK_S)
            return probe.connect_ex((self._host or "127.0.0.1", self.port)) == 0

    def _certified(self) -> str:
        """Return the broker's certificate (PEM). It is made once; tables accept no other one."""
        certificate, private = self.folder / "certificate.pem", self.folder / "private.pem"
        if not (certificate.is_file() and private.is_file()):
            curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
            made = ("-subj", "/CN=Coyote Table hub", "-days", str(DAYS))
            out = ("-keyout", str(private), "-out", str(certificate))
            make_private(private)
            _run((_program("openssl", "openssl"), "req", "-x509", *curve, *made, *out))
            make_private(private)
        with storage_faults(certificate):
            return certificate.read_text("ascii")


def _write(file: Path, text: str) -> None:
    """Write a file for its owner alone: mosquitto refuses a file that others may read."""
    make_private(file)
    file.write_text(text, "ascii")


def _access_of(table: str) -> str:
    """Return the rights of a table. It may write to its own few topics only.

    So it can leave only a few retained messages of limited size at the broker.
    """
    writes = "\n".join(f"topic write {up(table, what)}" for what in UP)
    return _OF_TABLE.format(table=table, root=ROOT, topic=HUB, writes=writes)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(WAIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(WAIT_S)


def _program(name: str, package: str) -> str:
    program = shutil.which(name, path=_PATH)
    if program is None:
        raise BadData("hub.broker.missing", program=name, package=package)
    return program


def _run(command: tuple[str, ...]) -> None:
    done = subprocess.run(command, capture_output=True, timeout=WAIT_S, text=True)
    if done.returncode:
        reason = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        raise BadData("hub.broker.failed", program=Path(command[0]).name, reason=reason)


def _last_line(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""
