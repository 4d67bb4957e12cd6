"""`coyote read`: reads the cards on pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from firmware.commands.speak import say, warn
from firmware.mats import chosen_mats
from referee.disk.textfiles import reason
from vision.decks.deck import load_deck
from vision.photo import BadPhoto, open_picture
from vision.reader import Reader
from vision.reading import CROWD, MIN_PX, UNFIT, CardReading, Image, Reading, Verdict

OF_ANY_FILE = frozenset({"empty", "no_picture"})  # reasons why a file is no picture


@click.command("read")
@click.option("--deck", required=True, help="A deck's name or folder.")
@click.option("--mat", default=None, help="A mat's name or file; otherwise the table's own.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per picture.")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
def read_command(deck: str, mat: str | None, as_json: bool, images: tuple[Path, ...]) -> int:
    """Read the cards on IMAGES with a deck's templates, on the mat or on any table.

    If a picture cannot be read, standard error names it. The others are still read, and the exit
    status is 1.
    """
    loaded = load_deck(deck)
    on_mat, anywhere = Reader(loaded, *chosen_mats(mat)), Reader(loaded)
    status = 0
    for path in images:
        opened = _open(path)
        if opened is None:
            status = 1
            continue
        image, size = opened
        on = bool(on_mat.planes(image))
        reading = (on_mat if on else anywhere).read(image)
        if not (on or UNFIT & {*reading.quality.reasons}):
            if on_mat.mirrored:
                warn("cli.read.bad", file=str(path), reason=say("table.photo.mirrored"))
            else:
                warn("cli.read.no_mat", file=str(path))
        if CROWD in reading.quality.reasons:
            warn("cli.read.too_much", file=str(path))
            status = 1
        click.echo(json.dumps(plain(path, reading, size)) if as_json else _text(path, reading))
    return status


def load_image(path: Path) -> Image | None:
    """Return a picture (height x width x 3, BGR), or None after printing why it cannot be read."""
    opened = _open(path)
    return None if opened is None else opened[0]


def _open(path: Path) -> tuple[Image, tuple[int, int]] | None:
    """Return a picture, perhaps reduced, with its width and height in the file.

    Return None after printing why it cannot be read.
    """
    try:
        image, size = open_picture(path)
    except OSError as error:
        warn("cli.file_unreadable", file=str(path), reason=reason(error))
    except BadPhoto as error:
        if error.reason in OF_ANY_FILE:
            warn("cli.read.no_picture", file=str(path))
        else:
            warn("cli.read.bad", file=str(path), reason=say(f"table.photo.{error.reason}"))
    else:
        height, width = image.shape[:2]
        if min(height, width) >= MIN_PX:
            return image, size
        seen = f"{width} x {height}"
        warn("cli.read.too_small", file=str(path), size=seen, least=MIN_PX)
    return None


def plain(path: Path, reading: Reading, size: tuple[int, int]) -> dict[str, Any]:
    """Return a reading as JSON-able data, with the picture's path.

    `size` is the picture's width and height in the file. All places are in its pixels, even if a
    reduced picture was read.
    """
    scale = size[0] / reading.width, size[1] / reading.height
    return {
        "image": str(path),
        "width": size[0],
        "height": size[1],
        "ms": round(reading.ms, 1),
        "mat": reading.mat,
        "quality": {"good": reading.quality.good, "reasons": list(reading.quality.by_weight)},
        "cards": [_card(card, scale) for card in reading.cards],
    }


def _card(card: CardReading, scale: tuple[float, float]) -> dict[str, Any]:
    return {
        "card": card.card,
        "verdict": card.verdict.value,
        "score": round(card.score, 4),
        "margin": round(card.margin, 4),
        "runners_up": [[name, round(score, 4)] for name, score in card.runners_up],
        "corners": [
            [round(float(x) * scale[0], 1), round(float(y) * scale[1], 1)] for x, y in card.corners
        ],
        "turn_deg": card.turn_deg,
        "place_mm": card.place_mm,
        "zone": card.zone,
        "face_down": card.face_down,
        "reason": card.reason,
    }


def _text(path: Path, reading: Reading) -> str:
    lines = [f"{path}: {say('cli.read.cards', count=len(reading.cards))} ({reading.ms:.0f} ms)"]
    lines += [f"  {say(f'table.quality.{reason}')}" for reason in reading.quality.by_weight]
    for card in reading.cards:
        name = card.card or "–"
        others = ", ".join(other for other, _ in card.runners_up[:3])
        doubtful = card.verdict is Verdict.DOUBTFUL
        doubt = f" ({say('cli.read.or', others=others)})" if doubtful and others else ""
        verdict = say(f"cli.verdict.{card.verdict.value}")
        lines.append(f"  {name:6} {verdict} {card.score:.2f} {card.turn_deg:6.1f}°{doubt}")
    return "\n".join(lines)
