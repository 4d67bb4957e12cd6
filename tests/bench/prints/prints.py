"""All that `coyote print` makes, rasterised, cut apart by its crop marks and read back.

A deck's sheets are read by its own templates, and those of pieces by templates of both their sides;
a mat's tiles are laid edge to edge, and its markers must lie where its file says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, product
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import msgspec
import numpy as np

from firmware.mats import load_mats, mat_names
from firmware.printing.papers import PAPERS as SIZES
from firmware.printing.sheets import print_deck, print_pieces
from firmware.printing.tiles import print_mats, tiling
from tests.bench.prints.cutting import PX_PER_MM, Cuts, cuts, rasterised
from tests.bench.spread import spread
from vision.art import art_names, pieces_art, pieces_names
from vision.art.svg import render
from vision.decks.deck import COLOURLESS, Card, Deck, greyscale_deck, load_deck
from vision.find.markers import MarkerSearch
from vision.mat import Mat
from vision.match.matcher import Matcher
from vision.reading import BACK, Image, Verdict

PAPERS = ("A4", "A3", "letter", "tabloid")
DECK, MAT, PIECES = "deck", "mat", "pieces"
COLOUR, BLACK, GREYED = "colour", "bw", "greyed"
INKS = (COLOUR, BLACK, GREYED)  # greyed: the coloured file on a printer that has black only; both
#   without colour are read by the deck's greys, as a table is told to
BLANK = 250  # of 255: a cell in which nothing is darker holds no card
SEEN_PX_PER_MM = 5
TABLE_MM = 30  # round a mat: markers stand at its very edge
TABLE = (42, 52, 63)  # BGR
MOST_OFF_MM = 0.3  # a printed marker from where its mat's file says
PIECES_PX_PER_MM = 12  # Pieces are half as large as cards.


class Job(msgspec.Struct, frozen=True):
    """One file to print: a deck, or the mats or the pieces of a game, on a paper in an ink."""

    what: str
    paper: str
    ink: str
    kind: str = DECK

    @property
    def name(self) -> str:
        """Return what `coyote bench prints --only` names it by."""
        return self.what if self.kind == DECK else f"{self.kind}:{self.what}"


class PrintRow(msgspec.Struct, frozen=True):
    """What was read back from one file.

    `things` are the cards, pieces or markers that it should hold, of which so many were `right`,
    `asked` about and `wrong` (also what lies where nothing should); `backs` lie behind their
    fronts. `off_mm` is how far the farthest marker is off.
    """

    what: str
    paper: str
    ink: str
    pages: int
    things: int
    right: int
    asked: int
    wrong: int
    backs: int = 0
    off_mm: float = 0.0
    faults: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether anything is not as it should be."""
        return self.right < self.things or self.wrong > 0


KINDS = ((DECK, art_names()), (PIECES, pieces_names()), (MAT, mat_names()))
NAMES = tuple(Job(what, "", "", kind).name for kind, names in KINDS for what in names)


def jobs(papers: Sequence[str], inks: Sequence[str], names: Sequence[str]) -> Iterator[Job]:
    """Yield the files to print; without names, every deck and every game's pieces and mats."""
    for kind, drawn in KINDS:
        for what, paper, ink in product(drawn, papers, inks):
            job = Job(what, paper, ink, kind)
            if job.name in names or not names:
                yield job


def read_back(chosen: Sequence[Job], processes: int) -> Iterator[PrintRow]:
    """Print every file and read it, in processes."""
    yield from spread(printed, chosen, processes, "printed files")


def printed(job: Job) -> PrintRow:
    """Print one file and read it."""
    with TemporaryDirectory() as folder:
        pdf, black = Path(folder) / "print.pdf", job.ink == BLACK
        if job.kind == MAT:
            mats = load_mats(job.what)
            print_mats(pdf, mats, job.paper, ground=not black)
            return mats_row(job, mats, list(rasterised(pdf, job.ink == GREYED)))
        one_kind = print_deck if job.kind == DECK else print_pieces
        one_kind(job.what, pdf, job.paper, bw=black)
        return sheets_row(job, list(rasterised(pdf, job.ink == GREYED)))


def sheets_row(job: Job, pages: Sequence[Image]) -> PrintRow:
    """Read what is cut from sheets: each front, and its back behind it when turned over."""
    want = lies(job)
    read: list[str | None] = []
    faults: list[str] = []
    backs = 0
    for number, (front, behind) in enumerate(zip(pages[::2], pages[1::2], strict=True), 1):
        cut = sheet_cuts(front)
        on_front = cells(job, front, cut)
        on_back = cells(job, behind, cut.turned_over(front.shape[1]), behind=True)
        columns = cut.columns
        for at, face in enumerate(on_front):
            row, column = divmod(at, columns)
            back, due = on_back[row * columns + columns - 1 - column], ""
            if face != "":
                due = want[len(read)][1] if len(read) < len(want) else ""
                read.append(face)
            elif job.kind == DECK:
                due = BACK  # of a blank card
            if back != due:
                faults.append(f"WRONG sheet {number}: {back!r} lies behind {face!r}")
            backs += back == due != ""
    pairs = list(zip((face for face, _ in want), read, strict=False))
    right = sum(face == said for face, said in pairs)
    asked = sum(said is None for _, said in pairs)
    for at, (face, said) in enumerate(pairs, 1):
        if face != said:
            faults.append(f"{'WRONG' if said else 'ASKED'} {at}: {said}, not {face}")
    if len(read) != len(want):
        faults.append(f"WRONG number: {len(read)}, not {len(want)}")
    return _row(job, pages, (len(want), right, asked), faults, backs=backs)


def lies(job: Job) -> list[tuple[str, str]]:
    """Return what the sheets of a deck, or of pieces, should hold: each front with its back."""
    if job.kind == PIECES:
        pieces = pieces_art(job.what)
        return [(piece.name, piece.reverse) for piece in pieces for _ in range(piece.count)]
    cards = load_deck(job.what, pictures=False).cards
    return [(card.name, BACK) for card in cards for _ in range(card.count)]


def sheet_cuts(page: Image) -> Cuts:
    """Return where a sheet of cards is cut; every one has crop marks."""
    cut = cuts(page)
    assert cut is not None, "a sheet of cards without crop marks"
    return cut


def cells(job: Job, page: Image, cut: Cuts, behind: bool = False) -> list[str | None]:
    """Return what lies in each cell of a sheet: a card, a piece's side, `BACK`, "" where it is
    empty, None where it is in doubt. Cards that lie sideways have their tops to the left, and to
    the right `behind`."""
    found: list[str | None] = []
    for corners in cut.cells():
        wide, high = (corners[2] - corners[0]) / PX_PER_MM
        matcher = _matcher(job.what, job.kind, job.ink == COLOUR, round(min(wide, high)))
        (left, top), (right, bottom) = corners[0].astype(int) + 5, corners[2].astype(int) - 5
        if page[top:bottom, left:right].min() >= BLANK:
            found.append("")
            continue
        upright = np.roll(corners, 1 if not behind else -1, axis=0) if wide > high + 1 else corners
        match = matcher.match(matcher.cut(page, upright))
        sure = match.decision.verdict is Verdict.CERTAIN or match.decision.face_down
        found.append(match.card if sure else None)
    return found


def mats_row(job: Job, mats: Sequence[Mat], pages: Sequence[Image]) -> PrintRow:
    """Lay each mat's tiles edge to edge, and find its markers."""
    left, faults = list(pages), list[str]()
    right = asked = 0
    worst = 0.0
    for mat in mats:
        whole, used = joined(mat, left, job.paper)
        del left[:used]
        search = MarkerSearch(mat)
        seen = search.markers(on_table(whole))
        for number, centre in mat.markers.items():
            if number not in seen:
                asked += 1
                faults.append(f"ASKED {mat.name}: marker {number} is not found")
                continue
            place = (seen[number].mean(0) + 0.5) / SEEN_PX_PER_MM - TABLE_MM
            off = float(np.linalg.norm(place - np.array(centre)))
            worst = max(worst, off)
            right += off <= MOST_OFF_MM
            if off > MOST_OFF_MM:
                faults.append(f"WRONG {mat.name}: marker {number} is {off:.2f} mm off")
        faults += [f"WRONG {mat.name}: marker {number} is not its own" for number in search.foreign]
    if left:
        faults.append(f"WRONG number: {len(left)} pages too many")
    things = sum(len(mat.markers) for mat in mats)
    return _row(job, pages, (things, right, asked), faults, off_mm=worst)


def on_table(mat: Image) -> Image:
    """Return a mat's picture as a camera takes it: smaller, and with a dark table round it."""
    scale = SEEN_PX_PER_MM / PX_PER_MM
    small = cv2.resize(mat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rim = (TABLE_MM * SEEN_PX_PER_MM,) * 4
    return np.asarray(cv2.copyMakeBorder(small, *rim, cv2.BORDER_CONSTANT, value=TABLE), np.uint8)


def joined(mat: Mat, pages: Sequence[Image], paper: str) -> tuple[Image, int]:
    """Return a mat laid out of the tiles on the first of some pages, and how many these are."""
    tiled = tiling(mat.size_mm, SIZES[paper])
    wide, high = (round(side * PX_PER_MM) for side in mat.size_mm)
    whole = np.zeros((high, wide, 3), np.uint8)
    for page, tiles in zip(pages, tiled.sheets, strict=False):
        across, down = (1, len(tiles)) if tiled.axis else (len(tiles), 1)
        for part, tile in zip(_parts(page, (across, down)), tiles, strict=True):
            ends = (*tile.at, tile.at[0] + tile.size[0], tile.at[1] + tile.size[1])
            left, top, right, bottom = (round(end * PX_PER_MM) for end in ends)
            whole[top:bottom, left:right] = cv2.resize(part, (right - left, bottom - top))
    return whole, len(tiled.sheets)


def _parts(page: Image, parts: tuple[int, int]) -> Iterator[Image]:
    """Yield what is cut out of a sheet; what lies between two tiles of it is thrown away."""
    cut = cuts(page, parts)
    if cut is None:
        yield page  # the paper is the mat
        return
    for corners in cut.cells():
        (left, top), (right, bottom) = corners[::2].round().astype(int)
        yield page[top:bottom, left:right]


def _row(
    job: Job,
    pages: Sequence[Image],
    counts: tuple[int, int, int],
    faults: Sequence[str],
    *,
    backs: int = 0,
    off_mm: float = 0.0,
) -> PrintRow:
    """Return a file's row; `counts` are what it should hold, what was right, what asked about."""
    return PrintRow(
        job.name,
        job.paper,
        job.ink,
        len(pages),
        *counts,
        wrong=sum(fault.startswith("WRONG") for fault in faults),
        backs=backs,
        off_mm=round(off_mm, 3),
        faults=tuple(faults),
    )


@cache
def _matcher(what: str, kind: str, colour: bool, width_mm: int) -> Matcher:
    """Return what reads a deck, or the pieces of a game that are so wide."""
    if kind == DECK:
        return Matcher(load_deck(what if colour else what + COLOURLESS))
    deck: Deck = next(one for one in pieces_decks(what) if round(one.size_mm[0]) == width_mm)
    return Matcher(deck if colour else greyscale_deck(deck))


def pieces_decks(name: str) -> tuple[Deck, ...]:
    """Draw a game's pieces as decks, one for each size; both sides of a piece are cards."""
    decks = []
    for size_mm, equal in groupby(pieces_art(name), lambda piece: piece.size_mm):
        width, height = (round(side * PIECES_PX_PER_MM) for side in size_mm)
        drawn = {
            side: render(drawing, (width, height))
            for piece in equal
            for side, drawing in piece.sides.items()
        }
        decks.append(Deck(name, size_mm, tuple(Card(side, 1) for side in drawn), drawn))
    return tuple(decks)
