"""The code with which the next table joins and receives its key."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable

from referee.hub.projection import KnownTable, Projection

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ23456789"  # 31 characters that people do not confuse
LENGTH = 8  # This gives 8.5 * 10^11 codes.
GOOD_S = 15 * 60.0


class Joining:
    """The code with which the next table joins. Each code works once. Safe from any thread."""

    def __init__(self, projection: Projection, now_s: Callable[[], float] = time.monotonic) -> None:
        self._projection, self._now_s = projection, now_s
        self._lock = threading.Lock()
        self._code, self._until_s = "", 0.0

    def code(self) -> str:
        """Return the present code. Make a new one if the old code was used or has expired."""
        with self._lock:
            if not self._code or self._now_s() > self._until_s:
                letters = (secrets.choice(LETTERS) for _ in range(LENGTH))
                self._code, self._until_s = "".join(letters), self._now_s() + GOOD_S
            return f"{self._code[:4]} {self._code[4:]}"

    def join(self, code: str, name: str, before: KnownTable | None = None) -> KnownTable | None:
        """Admit a table that shows the code, and return it with its key, or None for a wrong code.

        A table that joined `before` and shows its old key keeps its identity. Raise `BadData` if
        the log cannot be written.
        """
        with self._lock:
            bare = "".join(code.split()).upper()
            good = self._code and self._now_s() <= self._until_s
            if not good or not hmac.compare_digest(bare.encode(), self._code.encode()):
                return None
            known = None if before is None else self._projection.tables().get(before.table)
            same = (
                known is not None
                and before is not None
                and hmac.compare_digest(known.key, before.key)
            )
            id_ = known.table if known is not None and same else f"t{secrets.token_hex(6)}"
            table = KnownTable(id_, name, secrets.token_hex(32))
            self._projection.join(table)
            self._code = ""
            return table
