"""Stores to try: SQLite in a folder, and a PostgreSQL of one's own that goes with it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.process import PATIENCE_S

BIN = next((path for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
USER = "postgres"  # the server will not run as root


def _user() -> str | None:
    return USER if os.geteuid() == 0 else None


class Postgres:
    """A PostgreSQL server in a folder, reached by a socket there alone."""

    def __init__(self, folder: Path) -> None:
        assert BIN is not None
        self.folder, self._bin = folder, BIN
        if _user():
            shutil.chown(folder, USER)
        # Nothing of a test's is to outlast the machine: what is faster is whole enough.
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", USER, "--no-sync")
        self.url = f"postgresql://{USER}@/postgres?host={quote(str(folder))}"

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        log = str(self.folder / "log")
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w", "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            (str(self._bin / name), *arguments),
            user=_user(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server of one's own, in a folder that its user may come to."""
    with tempfile.TemporaryDirectory(prefix="coyote-postgres-") as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def can_postgres() -> bool:
    """Whether a PostgreSQL can be run here."""
    if BIN is None:
        return False
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return os.geteuid() != 0
    return True
