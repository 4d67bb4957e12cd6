"""Draw each picture of a card, a mat or a table once, for all workers and all runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from threading import get_ident
from typing import IO

import cv2
import numpy as np

from vision.art import matart, svg
from vision.reading import Image
from vision.synthetic import render, render_print
from vision.synthetic.render_lens import noise_maps

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pytest_cache" / "drawings"
PICTURES = ROOT / ".pytest_cache" / "pictures"
# Another drawer, or other code around it, draws again.
DRAWER = f"{version('resvg_py')} {Path(svg.__file__).read_text('utf-8')}"
RENDERING = ("vision", "vision/art", "vision/synthetic")
NOISES = 3  # kept in memory, of 13 MB each


def keep_drawings() -> None:
    """Keep what this process draws in folders, and take from there what is kept."""
    _keep_svg(FOLDER)
    _keep_pictures(PICTURES)


def _keep_svg(folder: Path) -> None:
    """Keep all drawings: to draw a card takes 50 times as long as to read its file."""
    draw = svg._png.__wrapped__

    @lru_cache(maxsize=svg.CACHED_DRAWINGS)
    def kept(drawing: str, width: int, height: int) -> bytes:
        key = sha256(f"{DRAWER}\n{width} {height}\n{drawing}".encode()).hexdigest()
        path = folder / f"{key}.png"
        try:
            return path.read_bytes()
        except FileNotFoundError:
            data = draw(drawing, width, height)
        _write(path, lambda file: file.write(data))
        return data

    svg._png = kept


def _keep_pictures(folder: Path) -> None:
    """Keep what renderers show again and again: printed cards and bare tables.

    To make one takes 20 to 50 times as long as to read it. Those of other code are removed.
    """
    of_this_program = folder / _program()
    for other in folder.glob("*"):
        if other != of_this_program:
            rmtree(other, ignore_errors=True)
    print_card, see_table = render_print.print_card, render.Renderer._see_table

    @wraps(print_card)
    def printed(face: Image, name: str, seed: int, wear: float) -> Image:
        key = sha256(face.tobytes())
        key.update(f"{face.shape} {name} {seed} {wear}".encode())
        path = of_this_program / f"{key.hexdigest()}.npy"
        return _kept(path, lambda: print_card(face, name, seed, wear))

    @wraps(see_table)
    def seen(self: render.Renderer, table: str) -> Image:
        signs = [matart._signs(mat.mat.sheet.signs) for mat in self.spread.placed]
        key = sha256(f"{table} {self.camera} {self.spread} {self.seed} {signs}".encode())
        path = of_this_program / f"{key.hexdigest()}.npy"
        return _kept(path, lambda: see_table(self, table))

    render_print.print_card = printed
    render.Renderer._see_table = seen  # type: ignore[method-assign]
    render.noise_maps = lru_cache(maxsize=NOISES)(noise_maps)  # type: ignore[attr-defined]


def _program() -> str:
    """Return what stands for all code that renders."""
    code = sha256(f"{np.__version__} {cv2.__version__}".encode())
    for folder in RENDERING:
        for path in sorted((ROOT / folder).glob("*.py")):
            code.update(path.read_bytes())
    return code.hexdigest()


def _kept(path: Path, make: Callable[[], Image]) -> Image:
    try:
        return np.asarray(np.load(path), np.uint8)
    except FileNotFoundError:
        picture = make()
    _write(path, lambda file: np.save(file, picture))
    return picture


def _write(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}-{get_ident()}")
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished.open("wb") as file:
        write(file)
    unfinished.replace(path)
