"""Write `locked/*.txt`: every package in one version, with the hashes of all its files.

`pip install uv`, then `python .ci/lock.py` when a dependency changes: what is locked stays as it is
as far as it can. `--upgrade` takes the newest of all, `--upgrade NAME ...` of some.

Each package stands in one file: what a table takes, but for numpy and OpenCV, of which there are
two kinds; and what tests and the enclosure's solids take besides.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKED = Path(__file__).parent / "locked"
TABLE, TEST, CAD = ("console",), ("console", "test"), ("console", "test", "cad")
OF_NUMPY = ("numpy", "opencv-python-headless")
CAD_LIMITS = "ipython<9.13\n"  # newer ones want a psutil that Firefox's driver does not
NUMPY1 = "numpy<2\nopencv-python-headless<4.12\n"  # picamera2 of Debian 12 is built for numpy 1

Packages = dict[str, str]  # by name: its version with all hashes, as pip takes it


def main() -> None:
    """Write the files; raises `CalledProcessError` where uv finds no way."""
    named = [name for name in sys.argv[1:] if name != "--upgrade"]
    newer = [f"--upgrade-package={name}" for name in named] or sys.argv[1:]
    locked = _read("table", "numpy2", "test", "cad")
    whole = resolved(CAD, locked, *newer, limits=CAD_LIMITS)
    table, test = resolved(TABLE, whole), resolved(TEST, whole)
    numpy1 = resolved(TABLE, {**table, **_read("numpy1")}, *newer, limits=NUMPY1)
    _write("table", {name: table[name] for name in table if name not in OF_NUMPY})
    _write("numpy2", _only(table, OF_NUMPY))
    _write("numpy1", _only(numpy1, OF_NUMPY))
    _write("test", {name: test[name] for name in test if name not in table})
    _write("cad", {name: whole[name] for name in whole if name not in test})


def resolved(
    extras: tuple[str, ...], preferred: Packages, *options: str, limits: str = ""
) -> Packages:
    """Return what the project takes with some extras, on every system and Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as name:
        out, limited, built = (Path(name, one) for one in ("out.txt", "limits.txt", "built.in"))
        out.write_text("".join(preferred.values()), "utf-8")
        limited.write_text(limits, "utf-8")
        # Releases are built without fetching anything more.
        built.write_text("\n".join(project["build-system"]["requires"]), "utf-8")
        command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", str(built)]
        command += ["--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate"]
        command += ["--python-version", project["project"]["requires-python"].strip(">=")]
        command += [word for extra in extras for word in ("--extra", extra)]
        command += ["-c", str(limited), "-o", str(out), *options]
        subprocess.run(command, cwd=ROOT, check=True, timeout=600)
        return _packages(out.read_text("utf-8"))


def _packages(text: str) -> Packages:
    found: Packages = {}
    for block in re.findall(r"(?m)^\S.*\n(?:[ \t].*\n)*", text):
        if "==" in block:
            name = block.partition("==")[0]
            found[name] = found.get(name, "") + block
    return found


def _only(packages: Packages, names: tuple[str, ...]) -> Packages:
    return {name: packages[name] for name in names if name in packages}


def _read(*names: str) -> Packages:
    files = (LOCKED / f"{name}.txt" for name in names)
    return _packages("".join(file.read_text("utf-8") for file in files if file.exists()))


def _write(name: str, packages: Packages) -> None:
    about = "# Written by .ci/lock.py; change pyproject.toml, and run it.\n"
    text = about + "".join(packages[one] for one in sorted(packages))
    (LOCKED / f"{name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
