"""Findings, which are the results of checks, and a function that runs a check.

If a check hangs or fails, that becomes a finding, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware.misfits import misfit
from firmware.service.calls import start_call
from referee.contract import Message, Value

PATIENCE_S = 15.0  # The slowest healthy check (a journal of 100 evenings) takes 4 s.


@dataclass(frozen=True)
class Finding:
    """The result of a check. `well` is None if the part is optional or its state is unknown.

    `check` names the check for programs. The message tells a person what was found and what to do.
    """

    check: str
    well: bool | None
    message: Message


def found(check: str, well: bool | None, key: str, /, **params: Value) -> Finding:
    """Return a finding with the message of a key."""
    return Finding(check, well, Message(key, params))


def failed(check: str, error: BaseException, well: bool | None = False) -> Finding:
    """Return the finding of a check that raised an error, in the error's own words."""
    message = getattr(error, "message", None) or misfit(error)
    if isinstance(message, Message):
        return Finding(check, well, message)
    reason = str(error) or type(error).__name__
    return found(check, well, "cli.doctor.failed", check=check, reason=reason)


def patient(
    check: str, look: Callable[[], Iterable[Finding]], within_s: float = PATIENCE_S
) -> tuple[Finding, ...]:
    """Run a check in its own thread and return its findings.

    The check needs a thread of its own because a driver may never answer.
    """
    looking = start_call(lambda: tuple(look()), f"check {check}")
    if not looking.is_done(within_s):
        return (found(check, False, "cli.doctor.hangs", check=check, s=within_s),)
    error = looking.exception(0)
    return looking.result(0) if error is None else (failed(check, error),)
