"""What the READMEs name is there: files, folders, modules, commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import click
import pytest

from firmware.cli import COMMANDS, coyote
from firmware.commands.bench import SOURCE, bench_command, benches
from referee import words
from tests.rooms import HOUSE, modules

ROOT = Path(__file__).parents[1]
# What is made here is none of it: a walk through .venv takes longer than all that is checked.
HIDDEN, MADE = {".ci", ".github"}, {"build", "out"}
THERE = [
    path.relative_to(ROOT)
    for top in ROOT.iterdir()
    if top.name in HIDDEN or not (top.name.startswith(".") or top.name in MADE)
    for path in (top, *top.rglob("*"))
]
LISTED = "\n".join(path.as_posix() for path in THERE)
PAGES = sorted(path for path in THERE if path.suffix == ".md")
FILE = re.compile(r"[^ ]+\.(py|toml|md|js|html|css|po|jsonl?|yml|yaml|svg|pdf|png|service)|[^ ]+/")
GUIDES = [page for page in PAGES if page.parent == Path("docs") or page == Path("README.md")]
BLOCK = re.compile(r"\n\n|\n(?=- |\d+\. |\|)| \| ")  # between paragraphs, items and cells
LEAD = re.compile(r"^(- |> |\d+\. |\| )?\*\*[^*]+\*\*(?!,)")  # what an item is about
FILLED = re.compile(r"(:? ?%\(\w+\)s.*|[.…])$")
# Whose names a paragraph may use, by a word in it: those of pages always.
SPEAKERS = {
    "": "page. past. players. rules. end. game.",
    "console": "console.",
    "display": "console.",
}
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))


def spans(text: str) -> Iterator[str]:
    """Yield what stands between backticks, and each line of a block of code."""
    blocks = re.compile(r"^```.*?^```$|^(?: {4}.*\n)+", re.M | re.S)
    for block in blocks.findall(text):
        yield from (line.strip() for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", blocks.sub("", text))


def missing_file(page: Path, name: str) -> bool:
    """Return whether `name` is no path below the page's folder, nor one from the root.

    `<name>`, `…` and `*` stand for anything.
    """
    pattern = re.escape(re.sub(r"<[^>]*>|…", "*", name).rstrip("/")).replace(r"\*", "[^/\n]*")
    below = "" if page.parent == Path() else f"{re.escape(page.parent.as_posix())}/"
    return re.search(rf"^({below}(.*/)?)?{pattern}$", LISTED, re.M) is None


def missing_module(name: str) -> bool:
    """Return whether a dotted name is no module of the house, nor something in one."""
    if name in modules():
        return False
    module, _, attribute = name.rpartition(".")
    return module not in modules() or not hasattr(import_module(module), attribute)


@cache
def command_of(name: str) -> click.Command:
    """Return a command of `coyote`."""
    command = coyote.get_command(click.Context(coyote), name)
    assert command is not None
    return benches(SOURCE) if command is bench_command else command


def missing_command(line: str) -> str:
    """Return what `coyote …` asks for and does not have, or nothing."""
    words = line.split("  ")[0].split()
    if len(words) < 2 or not re.fullmatch(r"[a-z]+", words[1]):
        return ""
    if words[1] not in COMMANDS:
        return words[1]
    command = command_of(words[1])
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            known |= {option for parameter in inner.params for option in parameter.opts}
    return " ".join(word for word in words if re.match(r"--\w", word) and word not in known)


def headings(path: Path | None, text: str) -> set[str]:
    """Return what a page's headings are called in a link; those of the text where no page is."""
    lines = re.findall(r"^#+ (.+)$", path.read_text("utf-8") if path else text, re.M)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def missing(page: Path, text: str) -> Iterator[str]:
    """Yield each name on a page that leads nowhere."""
    for link, heading in re.findall(r"\]\(([^)#: ]*)(?:#([^)]*))?\)", text):
        there = (ROOT / page.parent / link) if link else ROOT / page
        if not there.exists():
            yield f"({link})"
        elif heading and heading not in headings(there if link else None, text):
            yield f"({link}#{heading})"
    for span in spans(text):
        command = re.fullmatch(r"(?:\.venv/bin/)?(coyote) .+", span)
        target = re.match(r"make ([a-z]+)\b", span)
        if command:
            if missing_command(span):
                yield f"`{span}`: no {missing_command(span)}"
        elif target:
            if target[1] not in TARGETS:
                yield f"`{span}`"
        elif re.fullmatch(rf"({'|'.join(HOUSE)})(\.\w+)+", span) and not FILE.fullmatch(span):
            if missing_module(span):
                yield f"`{span}`"
        elif (
            FILE.fullmatch(span)
            and not span.startswith(("/", ".venv"))
            and missing_file(page, span)
        ):
            yield f"`{span}`"


@cache
def names_below(prefix: str) -> set[str]:
    """Return the texts whose keys begin with a prefix, without what is filled in."""
    return {FILLED.sub("", text) for text in words.texts(prefix).values()}


def misnamed(page: Path) -> Iterator[str]:
    """Yield what a guide has in bold type and is no name on a page or on the console."""
    for block in BLOCK.split((ROOT / page).read_text("utf-8")):
        answer = " ".join(block.split())
        prefixes = " ".join(of for word, of in SPEAKERS.items() if word in answer).split()
        prefixes += ["hub.", "club."] if page.stem == "club" else []
        names = {name for prefix in prefixes for name in names_below(prefix)}
        if " · **" not in answer:  # The list of the guide's parts shows the one that is open.
            bold = re.findall(r"\*\*([^*]+)\*\*", LEAD.sub("", answer))
            yield from (entry for entry in bold if FILLED.sub("", entry) not in names)


@pytest.mark.parametrize(
    "page", [*GUIDES, Path("hardware/README.md"), Path("hardware/install.md")], ids=str
)
def test_a_guide_calls_buttons_as_the_pages_do(page: Path) -> None:
    assert list(misnamed(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_page_names_nothing_that_is_not_there(page: Path) -> None:
    assert list(missing(page, (ROOT / page).read_text(encoding="utf-8"))) == []
