"""Findings, which are the results of checks, a function that runs a check, and their document.

If a check hangs or fails, that becomes a finding, too. The document is for programs. Its schema may
grow, but never changes a field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from firmware.misfits import misfit
from firmware.service.calls import start_call
from referee import words
from referee.contract import Message, Told, Value

PATIENCE_S = 15.0  # The slowest healthy check (a journal of 100 evenings) takes 4 s.
# Raise this number when a field is removed or changes its meaning, but not when one is added.
SCHEMA = 1
PACKAGE = "coyote-table"


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
    message = error.message if isinstance(error, Told) else misfit(error)
    if message is not None:
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


def document(findings: Iterable[Finding], locale: str) -> dict[str, Any]:
    """Return the findings as a JSON-able document.

    `key` and `params` identify a text of the catalogue, and `text` is that text in the language
    `locale`.
    """
    checks = [plain(finding, locale) for finding in findings]
    return {
        "schema": SCHEMA,
        "version": package_version(PACKAGE),
        "well": all(check["well"] is not False for check in checks),
        "checks": checks,
    }


def plain(finding: Finding, locale: str) -> dict[str, Any]:
    """Return one finding as JSON-able data."""
    return {
        "check": finding.check,
        "well": finding.well,
        "key": finding.message.key,
        "params": dict(finding.message.params),
        "text": words.say(finding.message, locale),
    }


def package_version(name: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
