"""The gate is one: the same tools in `make test`, in the workflow and before a commit."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.process import PATIENCE_S

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "gate.yml").read_text(encoding="utf-8")
CONSTRAINTS = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")


def test_a_commit_is_checked_by_the_same_ruff() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    pinned = re.search(r"^ruff==(.+)$", CONSTRAINTS, re.M)
    checked = re.search(r"ruff-pre-commit\n +rev: v(\S+)", config)
    assert pinned
    assert checked
    assert pinned[1] == checked[1]


def test_the_workflow_runs_the_gate_on_the_oldest_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r'"(3\.\d+)"', WORKFLOW)
    assert f">={versions[0]}" == project["requires-python"]
    assert len(versions) > 1
    assert "- run: .ci/run\n" in WORKFLOW


def test_what_is_needed_has_a_version_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["test"]
    names = {_plain(re.split(r"[><=]", one)[0]) for one in needed}
    assert names <= {_plain(line.partition("==")[0]) for line in CONSTRAINTS.splitlines()}


def _plain(package: str) -> str:
    return package.lower().replace("_", "-")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_help_lists_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.M)
    assert phony
    said = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    ).stdout
    listed = re.findall(r"^make (\w+) +\S.*\.$", said, re.M)
    assert sorted(listed) == sorted(phony[1].split())
    assert len(said.splitlines()) == len(listed)
