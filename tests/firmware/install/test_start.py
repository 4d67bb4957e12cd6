"""The command starts the program, or says in one sentence why nothing of it can be loaded here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process import run_program

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
    return run_program(
        [folder / "bin" / "coyote", *words],
        env={"PATH": os.environ["PATH"]},
        cwd=folder,
        check=False,
    )


FITS = "def main():\n    raise AssertionError\n"
FAULTS: dict[str, tuple[str, str, str | None, str]] = {
    # version of the environment, program, its settings ("" is: as they are), what is said
    "another Python": ("3.9", FITS, "", f"Python {NOW}"),
    "another system": (NOW, "import msgspec_of_another_system\n", "", "msgspec_of_another_system"),
    "cut while written": (NOW, "", "", "main"),
    "zeros": (NOW, "\0" * 512, "", "null bytes"),
    "damaged": (NOW, "def main(:\n", "", "syntax"),
    "unfit": (NOW, "raise RuntimeError('numpy.core.multiarray failed')\n", "", "multiarray"),
    "settings of zeros": (NOW, FITS, "\0" * 99, ""),
    "settings gone": (NOW, FITS, None, ""),
}


def is_one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> bool:
    """Whether a start ended with one sentence that has these parts."""
    return (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and all(
        part in done.stderr for part in parts
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_loaded_is_named_with_the_cure(tmp_path: Path, fault: str) -> None:
    version, text, settings, why = FAULTS[fault]
    folder = tmp_path / PLACES[0][0]
    program(environment(folder, version), text)
    if settings is None:
        (folder / "pyvenv.cfg").unlink()
    elif settings:
        (folder / "pyvenv.cfg").write_text(settings)
    done = start(folder, "table")
    assert is_one_sentence(done, why, PLACES[0][1]), done


@pytest.mark.parametrize(("place", "cure"), PLACES)
def test_the_cure_is_that_of_the_place_even_where_python_is_gone(
    tmp_path: Path, place: str, cure: str
) -> None:
    folder = tmp_path / place
    program(environment(folder), "raise EOFError\n")
    done = start(folder, "doctor", "--json")
    assert is_one_sentence(done, "EOFError", cure), done
    python = folder / "bin" / "python"
    python.unlink()
    python.symlink_to("/usr/bin/python3.of-a-system-before")
    done = start(folder)
    assert is_one_sentence(done, "is gone or damaged", cure), done


def test_a_program_that_fits_gets_its_words_and_gives_its_status(tmp_path: Path) -> None:
    text = "import sys\ndef main():\n    print(sys.argv[1:])\n    sys.exit(7)\n"
    program(environment(tmp_path / "own"), text)
    link = tmp_path / "usr" / "bin"
    link.mkdir(parents=True)
    (link / "coyote").symlink_to(tmp_path / "own" / "bin" / "coyote")
    ended = start(link.parent, "table", "--name", "a b")
    assert (ended.returncode, ended.stdout, ended.stderr) == (7, "['table', '--name', 'a b']\n", "")


def test_a_stop_while_the_program_loads_says_nothing(tmp_path: Path) -> None:
    """A Pi takes seconds to load the program; Ctrl+C then showed a traceback."""
    program(environment(tmp_path / ".venv"), "raise KeyboardInterrupt")
    ended = start(tmp_path / ".venv")
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
