"""The first builder's report, in Markdown: facts about the machine, and questions to answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from firmware.checking.findings import Finding
from referee import words
from referee.contract import Message

# The questions follow the order of building, from the parcel of parts to an evening of play.
ASKED = "parts wiring lamps buttons console power camera cards box prints evening else"
QUESTIONS = tuple(ASKED.split())


def text_of(findings: Iterable[Finding], facts: Mapping[str, Any], locale: str) -> str:
    """Return the report. Findings and facts must already be scrubbed."""

    def say(key: str) -> str:
        return words.say(Message(f"cli.report.{key}"), locale)

    def lines() -> Iterator[str]:
        yield f"# {say('title')}\n\n{say('about')}\n\n## {say('facts')}\n"
        yield from (f"- {name}: {fact}" for name, fact in facts.items() if fact)
        yield f"\n## {say('checks')}\n"
        for finding in findings:
            mark = {True: "✓", False: "✗", None: "–"}[finding.well]
            yield f"- {mark} {finding.check}: {words.say(finding.message, locale)}"
        for question in QUESTIONS:
            yield f"\n## {say(question)}\n\n…"

    return "\n".join(lines()) + "\n"
