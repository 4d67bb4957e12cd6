"""The findings as a document for programs. Its schema may grow, but never changes a field."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from firmware.checking.findings import Finding
from referee import words

# Raise this number when a field is removed or changes its meaning, but not when one is added.
SCHEMA = 1
PACKAGE = "coyote-table"


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
