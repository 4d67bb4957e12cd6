"""Make the files of a release in `out/release`: `make release`.

They are the wheel, every sheet to print, a card's first-start file, the printed board, and, if it
was made here, the card's image with its manifest; and a list of their hashes.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from click.testing import CliRunner

from firmware.commands.printing import DECK, MEANT, NAMES, print_command
from firmware.games import open_games
from firmware.install import card, manifest
from firmware.install.address import downloads, public_address
from firmware.install.machine import Machine
from firmware.printing.faces import has_words
from firmware.version import VERSION
from referee.words import LOCALES
from tests.process import PATIENCE_S, run_program
from vision.art import art_names

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out"
RELEASE = OUT / "release"
NOTES = OUT / "notes.md"
IMAGE = OUT / "image" / "coyote-table.img.xz"
BOARD = ROOT / "hardware" / "board"
PAPERS = ("A4", "letter")
NAME = f"coyote-table-{VERSION}"


def commands(paper: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each print on a paper: its language, or nothing, and the words after `coyote print`."""
    kinds: dict[str, Sequence[str]] = {DECK: art_names()}
    kinds |= {kind: names() for kind, names in NAMES.items()}
    for kind, names in kinds.items():
        for name in names:
            what = (name,) if kind == DECK else (kind, name)
            worded = kind in MEANT["languages"] and (kind != DECK or has_words(name))
            for language in LOCALES if worded else ("",):
                texts = ("--language", language) if language else ()
                yield language, (*what, "--paper", paper, *texts)


def prints(folder: Path, papers: Sequence[str] = PAPERS) -> None:
    """Write an archive of sheets for each paper and language, and one of those without words."""
    for paper in papers:
        for language, words in commands(paper):
            name = "-".join(part for part in (NAME, "print", paper, language) if part)
            with (
                tempfile.TemporaryDirectory() as made,
                ZipFile(folder / f"{name}.zip", "a", ZIP_DEFLATED) as archive,
            ):
                named = [word for word in words if not word.startswith("--")]
                path = Path(made) / ("-".join(named) + ".pdf")
                done = CliRunner().invoke(print_command, [*words, "--out", str(path)])
                assert done.exit_code == 0, (words, done.output, done.exception)
                archive.write(path, path.name)


def wheel(folder: Path) -> None:
    """Build the wheel from the tracked files alone."""
    with tempfile.TemporaryDirectory() as made:
        tracked = run_program(["git", "ls-files", "-z"], cwd=ROOT).stdout
        for name in filter(None, tracked.split("\0")):
            target = Path(made) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
        subprocess.run([*pip, "--wheel-dir", folder, made], check=True, timeout=10 * PATIENCE_S)


def first_start(folder: Path, address: str | None) -> None:
    """Write the file for a card's boot partition, if a card can fetch the project."""
    if address is None:
        print("No vendor-data: the project has no public address ([project.urls]).")
    else:
        (folder / card.VENDOR).write_text(card.first_start(address), encoding="utf-8")


def image(folder: Path, address: str | None) -> None:
    """Take the card's image, if `make image` made one, and describe it to Imager."""
    if not IMAGE.is_file():
        print("No image: make image")
        return
    shutil.copy2(IMAGE, folder)
    shutil.copy2(ROOT / manifest.ICON, folder)
    manifest.write(folder / IMAGE.name, downloads(address, VERSION) if address else "")


def board(folder: Path) -> None:
    """Take the kept files of the printed board: making them takes KiCad."""
    with ZipFile(folder / f"{NAME}-board.zip", "w", ZIP_DEFLATED) as archive:
        for path in sorted(BOARD.iterdir()):
            archive.write(path, path.name)


def sums(folder: Path) -> None:
    """Write the hash of every file into `SHA256SUMS`, which `sha256sum --check` reads."""
    lines = []
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def notes(changes: str) -> str:
    """Return the newest section of the changelog, without its heading."""
    newest = changes.split("\n## ")[1]
    return newest.partition("\n")[2].strip() + "\n"


def main() -> None:
    """Make every file again."""
    open_games()
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    address = public_address(Machine(), ROOT)
    wheel(RELEASE)
    first_start(RELEASE, address)
    image(RELEASE, address)
    board(RELEASE)
    prints(RELEASE)
    sums(RELEASE)
    NOTES.write_text(notes((ROOT / "CHANGELOG.md").read_text("utf-8")), encoding="utf-8")
    for path in sorted(RELEASE.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
