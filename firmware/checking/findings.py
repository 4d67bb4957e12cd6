"""Findings, the results of the checks, and their document for programs.

The document's schema may grow, but never changes a field.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from firmware.checking.public_log import public_trace
from firmware.misfits import misfit
from referee import words
from referee.contract import Message, Told, Value

# Raise this number when a field is removed or changes its meaning, but not when one is added.
SCHEMA = 1
PACKAGE = "coyote-table"


@dataclass(frozen=True)
class Finding:
    """The result of a check. `well` is None if the part is optional or its state is unknown.

    `check` names the check for programs. The message tells a person the result and what to do.
    """

    check: str
    well: bool | None
    message: Message

    def plain(self, locale: str) -> dict[str, Any]:
        """Return the finding as JSON-able data.

        `key` and `params` identify a text of the catalogue. `text` is that text in a language.
        """
        return {
            "check": self.check,
            "well": self.well,
            "key": self.message.key,
            "params": dict(self.message.params),
            "text": words.say(self.message, locale),
        }


def result(check: str, well: bool | None, key: str, /, **params: Value) -> Finding:
    """Return a finding with the message of a key."""
    return Finding(check, well, Message(key, params))


def failed(check: str, error: BaseException) -> Finding:
    """Return the finding of a check that raised an error, in the error's own words."""
    message = error.message if isinstance(error, Told) else misfit(error)
    if message is not None:
        return Finding(check, False, message)
    reason, trace = str(error) or type(error).__name__, tuple(public_trace(error))
    return result(check, False, "cli.doctor.failed", check=check, reason=reason, trace=trace)


def document(findings: Iterable[Finding], locale: str) -> dict[str, Any]:
    """Return the findings as a JSON-able document, with its texts in the language `locale`."""
    checks = [finding.plain(locale) for finding in findings]
    return {
        "schema": SCHEMA,
        "version": package_version(PACKAGE),
        "well": all(check["well"] is not False for check in checks),
        "checks": checks,
    }


def package_version(name: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
