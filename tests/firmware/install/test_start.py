"""The command starts the program, or says in one sentence why nothing of it can be loaded here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process import PATIENCE_S

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "firmware" / "install" / "files" / "coyote"
NOW = f"{sys.version_info[0]}.{sys.version_info[1]}"
BASE = Path(getattr(sys, "_base_executable", sys.executable))
PLACES = [
    ("opt/coyote-table/releases/0.1.0-3f2a/.venv", "sudo make install"),
    ("home/pi/coyote-table/.venv", "make table in the folder"),
    ("home/pi/.local/share/pipx/venvs/coyote-table", "pipx reinstall coyote-table"),
]


def environment(folder: Path, version: str = NOW) -> Path:
    """Make an environment as one of this version of Python is left after an upgrade."""
    packages = folder / "lib" / f"python{version}" / "site-packages"
    packages.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = {BASE.parent}\nversion = {version}.2\n")
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(BASE)
    (folder / "bin" / "coyote").write_bytes(SCRIPT.read_bytes())
    (folder / "bin" / "coyote").chmod(0o755)
    if folder.name == ".venv":
        (folder.parent / "Makefile").touch()
    return packages


def program(packages: Path, text: str) -> None:
    """Put a program in place of the real one."""
    (packages / "firmware").mkdir()
    (packages / "firmware" / "__init__.py").touch()
    (packages / "firmware" / "cli.py").write_text(text)


def start(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [folder / "bin" / "coyote", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={"PATH": os.environ["PATH"]},
        cwd=folder,
    )


@pytest.mark.parametrize(("place", "cure"), PLACES)
@pytest.mark.parametrize("words", [("table",), ("doctor", "--json"), ()])
def test_a_python_of_another_version_is_named_with_the_cure(
    tmp_path: Path, place: str, cure: str, words: tuple[str, ...]
) -> None:
    program(environment(tmp_path / place, "3.9"), "raise AssertionError")
    said = start(tmp_path / place, *words)
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert all(word in said.stderr for word in ("Python 3.9", f"Python {NOW}", cure))


@pytest.mark.parametrize(("place", "cure"), PLACES)
def test_a_python_that_is_gone_is_told_by_the_shell(tmp_path: Path, place: str, cure: str) -> None:
    environment(tmp_path / place)
    python = tmp_path / place / "bin" / "python"
    python.unlink()
    python.symlink_to("/usr/bin/python3.of-a-system-before")
    said = start(tmp_path / place, "table")
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert "is gone or damaged" in said.stderr
    assert cure in said.stderr


@pytest.mark.parametrize("place", [place for place, _ in PLACES])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import msgspec_of_another_system\n", "msgspec_of_another_system"),
        ("", "main"),  # The power was cut while the program was written.
        ("\0" * 512, "null bytes"),
        ("def main(:\n", "syntax"),
        ("raise RuntimeError('numpy.core.multiarray failed to import')\n", "multiarray"),
        ("raise EOFError\n", "EOFError"),
    ],
)
def test_a_part_that_is_missing_or_damaged_is_named_with_the_cure(
    tmp_path: Path, place: str, text: str, why: str
) -> None:
    program(environment(tmp_path / place), text)
    said = start(tmp_path / place, "table")
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert why in said.stderr
    assert dict(PLACES)[place] in said.stderr


@pytest.mark.parametrize(("place", "cure"), PLACES)
@pytest.mark.parametrize("left", ["", "\0" * 99, None])
def test_an_environment_whose_settings_are_lost_is_told_with_its_own_cure(
    tmp_path: Path, place: str, cure: str, left: str | None
) -> None:
    program(environment(tmp_path / place), "def main():\n    raise AssertionError\n")
    settings = tmp_path / place / "pyvenv.cfg"
    settings.unlink() if left is None else settings.write_text(left)
    said = start(tmp_path / place, "table")
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert cure in said.stderr


def test_a_program_that_fits_gets_its_words_and_gives_its_status(tmp_path: Path) -> None:
    text = "import sys\ndef main():\n    print(sys.argv[1:])\n    sys.exit(7)\n"
    program(environment(tmp_path / "own"), text)
    link = tmp_path / "usr" / "bin"
    link.mkdir(parents=True)
    (link / "coyote").symlink_to(tmp_path / "own" / "bin" / "coyote")
    said = start(link.parent, "table", "--name", "a b")
    assert (said.returncode, said.stdout, said.stderr) == (7, "['table', '--name', 'a b']\n", "")


def test_a_stop_while_the_program_loads_says_nothing(tmp_path: Path) -> None:
    """A Pi takes seconds to load the program; Ctrl+C then showed a traceback."""
    program(environment(tmp_path / ".venv"), "raise KeyboardInterrupt")
    said = start(tmp_path / ".venv")
    assert (said.returncode, said.stdout, said.stderr) == (130, "", "")
