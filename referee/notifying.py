"""Calls listeners. Each stands alone: one that fails keeps nothing from those after it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import ParamSpec

P = ParamSpec("P")

_log = logging.getLogger(__name__)


def notify(listeners: Iterable[Callable[P, object]], *args: P.args, **named: P.kwargs) -> None:
    """Call every listener, in order. An error of one is logged."""
    for listener in listeners:
        try:
            listener(*args, **named)
        except (Exception, SystemExit):  # An owner's game may call `sys.exit`.
            _log.exception("A listener failed; the table goes on.")
