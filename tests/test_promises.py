"""Every promise of the project's README has a test in the gate."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.breadth import gate_tests

ROOT = Path(__file__).parents[1]
HELD = tomllib.loads(Path(__file__).with_name("promises.toml").read_text(encoding="utf-8"))
PROMISES, TOLD = HELD["promises"], HELD["told"]
OTHER = re.compile(r"#|!\[|    |\|---")  # headings, pictures, commands


def sentences() -> Iterator[str]:
    """Yield each sentence and each line of a table, up to the list of other pages."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Where to go next")[0]
    for block in readme.strip().split("\n\n"):
        if OTHER.match(block):
            continue
        plain = re.sub(r"[*`]|\[(?=[^]]+\]\()|\]\([^)]*\)", "", block)
        if plain.startswith("|"):
            yield from plain.splitlines()[2:]
        else:
            text = re.sub(r"\s+", " ", re.sub(r"(?m)^\d\. ", "", plain))
            yield from re.split(r"(?<=[.?!:])[\"”]? (?=[A-Z])", text)


def test_every_sentence_of_the_readme_is_held_by_a_test_or_promises_nothing() -> None:
    known = (*PROMISES, *TOLD)
    assert [sentence for sentence in sentences() if not sentence.startswith(known)] == []


def test_no_promise_is_held_that_nobody_makes() -> None:
    made = list(sentences())
    assert [
        promise for promise in (*PROMISES, *TOLD) if not any(s.startswith(promise) for s in made)
    ] == []


def test_every_promise_has_its_tests_in_the_gate() -> None:
    lost = []
    for test in sorted({test for tests in PROMISES.values() for test in tests}):
        file, _, name = test.partition("::")
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        if not any(function_def.name.startswith(name) for function_def in gate_tests(source)):
            lost.append(test)
    assert lost == []
