"""The findings for programs: a document of a schema that only grows."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from firmware.checking.findings import Finding
from referee import words

# A field that is taken away or means another thing makes another; one that is added does not.
SCHEMA = 1
PACKAGE = "coyote-table"


def document(findings: Iterable[Finding], locale: str) -> dict[str, Any]:
    """Return what was found, as JSON has it.

    A `key` with its `params` is a sentence of the catalogue, `text` that sentence in a language.
    """
    checks = [plain(finding, locale) for finding in findings]
    return {
        "schema": SCHEMA,
        "version": package_version(PACKAGE),
        "well": all(check["well"] is not False for check in checks),
        "checks": checks,
    }


def plain(finding: Finding, locale: str) -> dict[str, Any]:
    """Return one finding, as JSON has it."""
    return {
        "check": finding.check,
        "well": finding.well,
        "key": finding.message.key,
        "params": dict(finding.message.params),
        "text": words.say(finding.message, locale),
    }


def package_version(name: str) -> str | None:
    """Return a package's version, None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
