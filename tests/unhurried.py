"""Longer timeouts of the table for tests on a busy machine.

A table reports a thread that hangs for 15 seconds, and lets a phone through that has waited a
second for a finger. That is long on a Pi, but not next to twenty programs. The few tests of such a
timeout set it themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from firmware.cameras import reconnecting
from firmware.checking import case, examining, service
from firmware.panel import barrier
from firmware.pictures import reader as pictures
from firmware.service import supervisor
from firmware.teaching import school
from tests.patience import MOST_S
from webui.access import uploads
from webui.serving import admission, mdns, serve

IN_SECONDS = (
    (barrier, "MOST_WAIT_NS", 1e9),
    (admission, "WHOLE_WITHIN_S", 1),
    (case, "PAGES_S", 1),
    (examining, "PATIENCE_S", 1),
    (mdns, "TIMEOUT_S", 1),
    (reconnecting, "TIMEOUT_S", 1),
    (uploads, "TURN_S", 1),
    (serve, "END_S", 1),
    (service, "ASK_S", 1),
    (supervisor, "SILENT_S", 1),
    (supervisor, "STOP_S", 1),
    (school, "LEFT_S", 1),
    (pictures, "TIMEOUT_S", 1),
)


def limits() -> Iterator[tuple[ModuleType, str, float]]:
    """Yield the module, the name and the longest value of each timeout."""
    for module, name, units in IN_SECONDS:
        yield module, name, type(getattr(module, name))(MOST_S * units)


def take_its_time() -> None:
    """Set all timeouts in this process to their longest value."""
    for module, name, most in limits():
        setattr(module, name, most)
