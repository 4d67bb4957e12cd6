"""The gate is one: the same tools in `make test`, in the workflow and before a commit."""

from __future__ import annotations

import re
import shutil
import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import TOO_EARLY
from tests.process import run_program

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "gate.yml").read_text(encoding="utf-8")
LOCKED = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / ".ci" / "locked").glob("*.txt"))
}


def test_a_commit_is_checked_by_the_same_ruff() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    pinned = re.search(r"^ruff==(\S+)", LOCKED["test"], re.M)
    checked = re.search(r"ruff-pre-commit\n +rev: v(\S+)", config)
    assert pinned
    assert checked
    assert pinned[1] == checked[1]


def test_each_worker_reckons_in_one_thread() -> None:
    assert not TOO_EARLY


def test_the_workflow_runs_the_gate_on_the_oldest_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r'"(3\.\d+)"', WORKFLOW)
    assert f">={versions[0]}" == project["requires-python"]
    assert len(versions) > 1
    assert "- run: .ci/run\n" in WORKFLOW


def test_each_test_is_run_once_by_the_gate_or_after_it() -> None:
    targets = dict(re.findall(r"^(\w+): .*\n((?:\t.*\n)+)", MAKEFILE, re.M))
    assert '$(TESTS) -m "not verify" $(ARGS)\n' in targets["tests"]
    assert "$(TESTS) -m verify $(ARGS)\n" in targets["verify"]
    assert "lint types tests\n" in targets["test"]
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert run.endswith("\nmake test\nexec make verify\n")


def test_what_is_needed_has_a_version_that_will_do() -> None:
    values = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = values["project"]["dependencies"] + values["build-system"]["requires"]
    needed += [
        entry for extra in values["project"]["optional-dependencies"].values() for entry in extra
    ]
    whole = {**_versions("cad"), **_versions("test"), **_versions("table")}
    for numpy in ("numpy1", "numpy2"):
        pinned = {**whole, **_versions(numpy)}
        for requirement in map(Requirement, needed):
            assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), (
                requirement
            )


def test_each_package_is_locked_once_with_hashes_and_from_no_address() -> None:
    for left, right in combinations(LOCKED, 2):
        both = {*_versions(left)} & {*_versions(right)}
        assert both == ({*_versions("numpy1")} if {left, right} == {"numpy1", "numpy2"} else set())
    for text in LOCKED.values():
        for block in re.findall(r"(?m)^\S.*\n(?:[ \t].*\n)*", text):
            assert block.startswith("#") or re.fullmatch(
                r"[a-z0-9-]+==\S+( ; [^\\\n]*[^\\\s])?( \\\n    --hash=sha256:[0-9a-f]{64})+\n",
                block,
            ), block
        assert "/" not in text.replace(".ci/lock.py", "")


def _versions(name: str) -> dict[str, str]:
    return dict(re.findall(r"(?m)^([a-z0-9-]+)==(\S+)", LOCKED[name]))


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_help_lists_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.M)
    assert phony
    answer = run_program(["make", "--no-print-directory", "help"], cwd=ROOT).stdout
    listed = re.findall(r"^make (\w+) +\S.*\.$", answer, re.M)
    assert sorted(listed) == sorted(phony[1].split())
    assert len(answer.splitlines()) == len(listed)
