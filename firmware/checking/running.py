"""Checks of the table's service, and of a running table by its pages."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.checking.service import UNIT, Pages
from referee import words

PART = "part."  # The key of a part's name begins so.


def service(case: Case) -> Iterator[Finding]:
    """Check the installed service, if there is one."""
    if case.unit is None:
        return
    restarts = case.unit.restarts
    well, key = {
        "failed": (False, "cli.doctor.service_failed"),
        "activating": (False, "cli.doctor.service_starting"),
        "active": (None, "cli.doctor.service_restarted")
        if restarts
        else (True, "cli.doctor.service"),
    }.get(case.unit.state, (None, "cli.doctor.service_off"))
    if case.unit.state == "active" and case.pages == Pages():
        well, key = False, "cli.doctor.service_silent"
    yield result("service", well, key, unit=UNIT, n=restarts)


def table(case: Case) -> Iterator[Finding]:
    """Report the running table with the state of each of its parts, or that safe mode waits."""
    port, state = str(case.port), case.pages.state
    if case.pages.safe:
        yield result("table", False, "cli.doctor.runs_safe", port=port)
    if state is None:
        return
    yield result("table", True, "cli.doctor.runs", port=port)
    locale = str(state.get("locale", words.DEFAULT))
    known = {name: key.removeprefix(PART) for key, name in words.texts(PART, locale).items()}
    for part in state["parts"]:
        if isinstance(part, dict):
            name, text = str(part.get("name", "?")), str(part.get("text", "?"))
            check, well = f"table.{known.get(name, 'part')}", part.get("well") is True
            yield result(check, well, "cli.doctor.runs_part", part=name, said=text)
