"""A release: a folder with its own environment, named by its contents and never changed."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from firmware.house import PACKAGES
from firmware.install.disk import PRIVATE, read
from firmware.install.fetching import origin
from firmware.install.machine import Failed, Machine
from firmware.install.places import NAME, UNIT

# An environment is built from these files.
SOURCE = ("pyproject.toml", "README.md", "LICENSE", "LICENSE-ART", ".ci")
# A wheel keeps the rest of its source in this folder. Its packages are among other packages.
BESIDE = Path(sys.prefix, "share", NAME)
LEFT_OUT = ("__pycache__", "*.pyc", "*.egg-info", "build")

PIP = ("--quiet", "--no-input", "--disable-pip-version-check")
ORIGIN = "origin"  # File that records the release's commit, and the origin of its clone.
WHOLE = "whole"  # File that marks a complete release. It is written last.
GONE = ".gone-"  # Prefix of the folder of a release that is being removed.
# A release takes 450 MB on amd64, and pip needs the same again while it works.
LEAST_FREE_BYTES = 900_000_000


def top_of(source: Path) -> Path:
    """Return the folder of a source's own files. For a wheel, that is `BESIDE`."""
    wheel = (BESIDE / SOURCE[0]).is_file() and not (source / SOURCE[0]).exists()
    return BESIDE if wheel else source


def files(source: Path) -> Iterator[tuple[Path, Path]]:
    """Yield every file of a release in a fixed order, each with the folder that contains it.

    Raise `Failed` if one of them is a link, because a link could make root read a private file.
    """
    own = top_of(source)
    for folder, name in (*((own, name) for name in SOURCE), *((source, name) for name in PACKAGES)):
        top = folder / name
        if top.is_symlink():
            raise Failed(f"{top} is a link, and the installer follows none: put the folder there.")
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            inside = path.relative_to(folder)
            left = any(Path(part).match(pattern) for part in inside.parts for pattern in LEFT_OUT)
            if path.is_symlink() and not left:
                raise Failed(
                    f"{path} is a link, and the installer follows none: put the file there."
                )
            if path.is_file() and not left:
                yield folder, inside


def name_of(source: Path, python: str) -> str:
    """Return the name of the release that a source makes with a Python, such as `0.1.0-3f2a…`.

    The same source always has the same name, so installing it again changes nothing. Raise `Failed`
    if `source` is not the project's folder.
    """
    try:
        about = (top_of(source) / "pyproject.toml").read_text(encoding="utf-8")
        project = tomllib.loads(about)["project"]
    except (OSError, ValueError, KeyError) as error:
        raise Failed(f"{source} is not the folder of Coyote Table's source: {error}") from error
    digest = hashlib.sha256(python.encode())
    for folder, inside in files(source):
        content, _ = read(folder, inside)
        digest.update(f"\0{inside}\0{len(content)}\0".encode())
        digest.update(content)
    return f"{project['version']}-{digest.hexdigest()[:12]}"


def is_whole(folder: Path) -> bool:
    """Whether a release is complete."""
    return (folder / WHOLE).is_file()


def build(machine: Machine, source: Path, name: str) -> None:
    """Make a release, unless it is complete already. Raise `Failed` if a step fails."""
    folder, disk = machine.places.releases / name, machine.disk
    if is_whole(folder):
        return
    disk.remove(folder)  # An interrupted attempt may have left it.
    disk.folder(machine.places.releases)
    if shutil.disk_usage(machine.places.releases).free < LEAST_FREE_BYTES:
        raise Failed(f"There is too little room: {LEAST_FREE_BYTES // 1_000_000} MB must be free.")
    meanwhile = "; the table plays on meanwhile" if machine.places.current.is_symlink() else ""
    machine.say(f"Making the release {name}: some minutes{meanwhile} ...")
    disk.folder(folder)
    disk.folder(folder / "source", PRIVATE)
    for top, inside in files(source):
        disk.copy(top, inside, folder / "source" / inside)
    venv = folder / ".venv"
    system = "--system-site-packages"
    machine.must("Making the environment", machine.python, "-m", "venv", system, str(venv))
    pip = (str(venv / "bin" / "python"), "-m", "pip", "install", *PIP)
    listed = [word for name in locked(machine) for word in ("-r", str(folder / "source" / name))]
    # Building a package from source would fetch tools that have no hash.
    whole = ("--require-hashes", "--only-binary", ":all:")
    machine.must("Installing the packages (is there a network?)", *pip, *whole, *listed)
    alone = ("--no-deps", "--no-build-isolation")
    machine.must("Installing the table", *pip, *alone, str(folder / "source"))
    machine.must("Starting the command", str(venv / "bin" / "coyote"), "--help")
    unit = folder / "source" / "firmware" / "install" / "files" / UNIT
    disk.write(folder / UNIT, unit.read_text(encoding="utf-8"))
    if address := origin(machine, source):
        disk.write(folder / ORIGIN, address)
    disk.remove(folder / "source")  # The environment has a copy of it.
    disk.sync()
    disk.write(folder / WHOLE, f"{name}\n")


def locked(machine: Machine) -> tuple[str, str]:
    """Return the files that list the packages.

    A Pi's picamera2 needs the system's version of numpy.
    """
    numpy1 = machine.is_pi and machine.debian == "12"
    return ".ci/locked/table.txt", f".ci/locked/numpy{1 if numpy1 else 2}.txt"


def prune(machine: Machine) -> None:
    """Remove every release except the current and the previous one."""
    places = machine.places
    kept = {link.resolve() for link in (places.current, places.previous, places.before)}
    for folder in sorted(places.releases.iterdir()):
        if folder.resolve() not in kept:
            gone = folder
            if not folder.name.startswith(GONE):
                gone = folder.with_name(GONE + folder.name)
                machine.disk.rename(folder, gone)
            machine.disk.remove(gone)
