"""Load decks: a folder with `deck.toml` and one template picture for each card.

Longer than 300 lines because each value that a person may have written wrongly in `deck.toml` has
its own sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.disk.textfiles import read_toml
from vision.decks.shelves import DECK_FILE, deck_folders, deck_names
from vision.errors import VisionError
from vision.files import composed, is_folder
from vision.photo import read_picture
from vision.reading import Image

COLOURLESS = "-bw"
DRAWING = ".svg"  # Ends the name of a picture's drawing, which lies next to it.
RECTANGLE, ROUND = OUTLINES = ("rectangle", "round")  # Possible outlines of a deck's cards.
MIN_HEIGHT_PX = 90
# A higher template is halved. Ours are 600 pixels high at most, and a card is compared at 240.
# Thirty pictures of a phone's camera would take 1.4 GB.
MAX_HEIGHT_PX = 1_000
MAX_OF_A_CARD = 999
MAX_CARDS, MAX_BACKS = 999, 20  # Different cards and backs; each has a picture in memory.
MAX_OF_A_LIMIT = 2
NAME_LENGTH = 80  # Maximum length of a name in an error message, in characters.
MAX_ADAPTED = 2  # Maximum number of adapted pictures for each card; each slows reading.
ADAPTED_PREFIX = "grown-"  # Begins an adapted picture's file name; `file_name` never returns it.
ASPECT_TOLERANCE = 0.04  # A hand-cut card's width may differ by this share.


class DeckError(VisionError):
    """The deck cannot be used; the message says in one sentence why, and what to do."""


@dataclass(frozen=True)
class Card:
    """One kind of card in a deck; `file` is None until there is a picture of it.

    `adapted_files` are the pictures added later, the oldest first.
    """

    name: str
    count: int
    file: str | None = None
    kind: str = ""
    adapted_files: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck: its cards, their templates and the limits measured when it was taught.

    `size_mm` is width and height. `templates` maps a card's name to its upright face (BGR, any
    resolution with the deck's aspect ratio). Cards without a picture are not in it. `limits` holds
    numbers and, under ``pairs``, the limits of confusable pairs of `cards`. A `whole` deck is known
    to list every card it has. `extra` holds all other keys of the file, unchanged. `adapted` maps
    cards that have a template to further pictures of them, the oldest first, at most `MAX_ADAPTED`.
    `outline` is one of `OUTLINES`; the pictures of round cards are squares around the circle.
    The pictures of a `drawn` deck come from its own drawings, so no other pack has cards that are
    nearly like its own.
    """

    name: str
    size_mm: tuple[float, float]
    cards: tuple[Card, ...]
    templates: Mapping[str, Image]
    back_files: tuple[str, ...] = ()
    backs: tuple[Image, ...] = ()
    limits: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    whole: bool = False
    adapted: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)
    outline: str = RECTANGLE
    drawn: bool = False

    @property
    def complete(self) -> bool:
        """Whether the deck is known to list all its cards and has a picture of each."""
        return self.whole and not self.missing

    @property
    def names(self) -> tuple[str, ...]:
        """Return the cards' names in deck order."""
        return tuple(card.name for card in self.cards)

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the names of the cards without a picture."""
        return tuple(card.name for card in self.cards if card.name not in self.templates)

    def renamed(self, names: Mapping[str, str]) -> Deck:
        """Return the deck with new names for its cards, by their old ones."""
        pairs = self.limits.get("pairs", ())
        pairs = [{**pair, "cards": [names[card] for card in pair["cards"]]} for pair in pairs]
        return replace(
            self,
            cards=tuple(replace(card, name=names[card.name]) for card in self.cards),
            templates={names[card]: image for card, image in self.templates.items()},
            adapted={names[card]: images for card, images in self.adapted.items()},
            limits={**self.limits, "pairs": pairs},
        )

    def unpictured(self) -> Deck:
        """Return the deck without its pictures, which take 10 MB, for use beside a `Matcher`."""
        return replace(self, templates={}, backs=(), adapted={})

    def with_adapted(self, card: str, images: Mapping[str, Image]) -> Deck:
        """Return the deck with these adapted pictures of a card (file name to picture)."""
        cards = tuple(
            replace(item, adapted_files=tuple(images)) if item.name == card else item
            for item in self.cards
        )
        grown = {**self.adapted, card: tuple(images.values())}
        left = {name: images for name, images in grown.items() if images}
        return replace(self, cards=cards, adapted=left)

    def without_adapted(self, names: Collection[str] | None = None) -> Deck:
        """Return the deck without the adapted pictures of these cards, or of all cards."""
        deck = self
        for card in self.names if names is None else names:
            deck = deck.with_adapted(card, {})
        return deck

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of copies of each card."""
        return {card.name: card.count for card in self.cards}


def deck_folder(where: str | Path) -> Path:
    """Return the folder of a deck, given its name or path.

    A plain name means the known deck of that name, even if there is a folder with the same name;
    write ``./name`` for the folder. Raise `DeckError` if there is neither.
    """
    known = deck_folders()
    if isinstance(where, str) and composed(where) in known:
        return known[composed(where)]
    folder = Path(where)
    if is_folder(folder):
        return folder
    given = repr(str(where)[:NAME_LENGTH] + "…" * (len(str(where)) > NAME_LENGTH))
    raise DeckError(
        f"there is no deck {given}: give the path of a deck folder, "
        f"or one of {', '.join(deck_names())}"
    )


def load_deck(where: str | Path, pictures: bool = True) -> Deck:
    """Load a deck from a folder, or one of the project's own decks by name.

    The name with ``-bw`` gives the deck as printed without colour. Without `pictures` no templates
    are read, for callers that need only names and counts. Raise `DeckError` if the deck cannot be
    used.
    """
    plain = str(where).removesuffix(COLOURLESS)
    if plain != where and plain in deck_names():
        return greyscale_deck(load_deck(plain, pictures))
    folder = deck_folder(where)
    document = _read_document(folder / DECK_FILE)
    size_mm = _size_mm(document.pop("size_mm", None), folder)
    cards = _cards(document.pop("cards", None), folder)
    back_files = _back_files(document.pop("backs", []), folder)
    whole = document.pop("whole", False)
    if not isinstance(whole, bool):
        raise DeckError(f"{folder / DECK_FILE}: whole must be true or false")
    outline = document.pop("outline", RECTANGLE)
    if outline not in OUTLINES:
        raise DeckError(f"{folder / DECK_FILE}: outline must be one of {', '.join(OUTLINES)}")
    if outline == ROUND and size_mm[0] != size_mm[1]:
        raise DeckError(f"{folder / DECK_FILE}: the two numbers of a round card's size_mm differ")
    limits = _limits(document.pop("limits", {}), [card.name for card in cards], folder)
    return Deck(
        name=composed(str(document.pop("name", folder.resolve().name))),
        size_mm=size_mm,
        cards=cards,
        templates={c.name: _picture(folder, c.file, size_mm) for c in cards if c.file and pictures},
        adapted={
            c.name: tuple(_picture(folder, file, size_mm) for file in c.adapted_files)
            for c in cards
            if c.adapted_files and pictures
        },
        back_files=back_files,
        backs=tuple(_picture(folder, file, size_mm) for file in back_files if pictures),
        limits=limits,
        extra=document,
        folder=folder,
        whole=whole,
        outline=outline,
        drawn=all(c.file and (folder / c.file).with_suffix(DRAWING).is_file() for c in cards),
    )


def greyscale_deck(deck: Deck) -> Deck:
    """Return a deck as printed in black and white."""

    def grey(image: Image) -> Image:
        level = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.cvtColor(level, cv2.COLOR_GRAY2BGR), np.uint8)

    return replace(
        deck,
        name=deck.name + COLOURLESS,
        templates={card: grey(image) for card, image in deck.templates.items()},
        backs=tuple(grey(image) for image in deck.backs),
        adapted={card: tuple(map(grey, images)) for card, images in deck.adapted.items()},
    )


def file_name(card: str) -> str:
    """Return a picture file name for a card that is safe in every file system and shell.

    >>> file_name("QH"), file_name("?"), file_name("-5")
    ('QH.png', '_3f.png', '_2d5.png')
    """
    safe = "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}" for c in card)
    return f"{safe}.png"


def _read_document(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except FileNotFoundError:
        raise DeckError(f"{path.parent} is not a deck: it has no {DECK_FILE}") from None
    except OSError as error:
        raise DeckError(f"{path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise DeckError(f"{path} is not valid TOML: {error}") from error


def _size_mm(value: Any, folder: Path) -> tuple[float, float]:
    try:
        width, height = (float(v) for v in value)
    except (TypeError, ValueError, OverflowError):
        width = height = 0.0
    if not 10 <= width <= height <= 400:
        raise DeckError(
            f"{folder / DECK_FILE}: size_mm must be the card's width and height in millimetres, "
            f"the shorter side first, such as [63.0, 88.0]"
        )
    return width, height


def _cards(rows: Any, folder: Path) -> tuple[Card, ...]:
    where = folder / DECK_FILE
    if not isinstance(rows, list) or not rows or not all(isinstance(r, dict) for r in rows):
        raise DeckError(f"{where} lists no cards: it needs a [[cards]] table for each")
    if len(rows) > MAX_CARDS:
        raise DeckError(f"{where} lists {len(rows)} cards: it can have {MAX_CARDS} at most")
    cards: list[Card] = []
    for row in rows:
        name, count, file = row.get("card"), row.get("count"), row.get("file")
        if not isinstance(name, str) or not name:
            raise DeckError(f"{where}: a [[cards]] table has no card name")
        name = composed(name)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_OF_A_CARD:
            raise DeckError(
                f"{where}: card {name!r} needs a count of 1 or more, {MAX_OF_A_CARD} at most"
            )
        if name in {card.name for card in cards}:
            raise DeckError(f"{where}: card {name!r} is listed twice")
        if file is not None and not isinstance(file, str):
            raise DeckError(f"{where}: the file of card {name!r} must be a name in quotes")
        file = plain_name(file, folder) if file else None
        grown = row.get("grown", [])
        if not isinstance(grown, list) or not all(isinstance(v, str) and v for v in grown):
            raise DeckError(f"{where}: grown of card {name!r} must be a list of picture names")
        if grown and (file is None or not len(set(grown)) == len(grown) <= MAX_ADAPTED):
            raise DeckError(f"{where}: card {name!r} can have at most {MAX_ADAPTED} grown pictures")
        files = tuple(plain_name(entry, folder) for entry in grown)
        cards.append(Card(name, count, file, str(row.get("kind", "")), files))
    return tuple(cards)


def _limits(value: Any, names: Sequence[str], folder: Path) -> dict[str, Any]:
    where = f"{folder / DECK_FILE}: limits"
    if not isinstance(value, dict):
        raise DeckError(f"{where} must be a table; teach the deck again, or delete them")
    pairs = value.get("pairs", [])
    if not isinstance(pairs, list) or not all(isinstance(pair, dict) for pair in pairs):
        raise DeckError(f"{where}: pairs must be tables; teach the deck again, or delete them")
    for name, limit in value.items():
        if name != "pairs" and not _is_limit(limit):
            raise DeckError(f"{where}: {name} must be a number from 0 to {MAX_OF_A_LIMIT}")
    for pair in pairs:
        cards = pair["cards"] = _composed(pair.get("cards"))
        two = isinstance(cards, list) and len(cards) == 2 and cards[0] != cards[1]
        if not two or not all(card in names for card in cards) or not _is_limit(pair.get("trust")):
            raise DeckError(
                f"{where}: a pair needs two cards of the deck and a trust, a number from 0 to "
                f"{MAX_OF_A_LIMIT}; teach the deck again, or delete that pair"
            )
    return value


def _composed(names: Any) -> Any:
    texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return list(map(composed, names)) if texts else names


def _is_limit(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= value <= MAX_OF_A_LIMIT  # This is false for NaN.


def _back_files(value: Any, folder: Path) -> tuple[str, ...]:
    names = isinstance(value, list) and all(isinstance(v, str) and v for v in value)
    if not names or len(value) > MAX_BACKS:
        raise DeckError(f"{folder / DECK_FILE}: backs must list {MAX_BACKS} picture names at most")
    return tuple(plain_name(file, folder) for file in value)


def plain_name(file: str, folder: Path) -> str:
    """Return a picture's file name. Raise `DeckError` if it is a path."""
    if Path(file).name != file or file in {".", ".."}:
        raise DeckError(f"{folder / DECK_FILE}: {file!r} must be a file name, not a path")
    return file


def _picture(folder: Path, file: str, size_mm: tuple[float, float]) -> Image:
    path = folder / file
    try:
        image = read_picture(path)
    except OSError as error:
        raise DeckError(f"the template picture {path} is missing: {error.strerror}") from error
    if image is None:
        raise DeckError(f"the template {path} cannot be read as a picture, or is far too large")
    height, width = image.shape[:2]
    wanted = height * size_mm[0] / size_mm[1]
    if height < MIN_HEIGHT_PX or abs(width - wanted) > ASPECT_TOLERANCE * wanted:
        raise DeckError(
            f"the template {path} has the wrong size: {width} x {height} pixels do not fit a card "
            f"of {size_mm[0]:g} x {size_mm[1]:g} mm at {MIN_HEIGHT_PX} pixels height or more"
        )
    while image.shape[0] > MAX_HEIGHT_PX:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return image
