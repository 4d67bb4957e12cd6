"""Teach a deck from pictures, one for each card, named after the card.

Nothing is written if a picture is refused. Then each card is saved by itself, so a crash loses
little.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from referee.disk.textfiles import read_start
from vision.decks.deck import (
    ASPECT_TOLERANCE,
    RECTANGLE,
    ROUND,
    Card,
    Deck,
    DeckError,
    file_name,
    load_deck,
)
from vision.decks.saving import DeckFolder
from vision.decks.shelves import DECK_FILE
from vision.enrol.card_pictures import FORMATS, HEIGHT_MM, CardPictures, Progress
from vision.enrol.selftest import SelfTest, self_test
from vision.files import composed, is_folder
from vision.mat import Mat
from vision.match.matcher import Matcher
from vision.photo import HEADER_BYTES, unread_format
from vision.reading import Image

KINDS = {".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".bmp", ".gif", ".webp", ".tif", ".tiff"}
SYSTEM_FILES = {"thumbs.db", "desktop.ini"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = tuple(rank + suit for suit in "SHDC" for rank in RANKS)

Pause = Callable[[], None]  # Called during long work. It can wait, or raise an exception.


@dataclass(frozen=True)
class Enrolled:
    """A taught deck and the result of its self-test.

    Straight pictures of cards that lay on their side were `turned`. `unread` lists the folder's
    other contents by kind: ``heic``, ``avif``, ``jxl``, ``folder`` or ``other``. The cards' height
    was `assumed` if nothing showed it.
    """

    deck: Deck
    test: SelfTest
    turned: tuple[Path, ...] = ()
    unread: Mapping[str, Sequence[Path]] = field(default_factory=dict)
    assumed: bool = False


@dataclass(frozen=True, kw_only=True)
class DeckFacts:
    """The known facts about a deck and its pictures; if one is None, the pictures decide.

    `cards` lists the cards of the deck. By default it is the 52 cards of a pack if nearly all
    pictures are named that way, and otherwise the pictures' names. With `whole`, these are all the
    cards of the deck. A given list and a pack of 52 always count as whole. With `whole`, a pack
    with fewer pictures has only the cards in the pictures. Cards photographed on `mat` are found by
    its markers and measured. Otherwise `ask_height` returns a card's height in mm; without it, the
    usual height is assumed. `straight` says whether the pictures are cut out at the cards' edges,
    and `is_round` whether the cards are round. `called` returns the name on the list for a name
    that an owner may use.
    """

    cards: Collection[str] | None = None
    size_mm: tuple[float, float] | None = None
    mat: Mat | None = None
    straight: bool | None = None
    ask_height: Callable[[], float] | None = None
    whole: bool = False
    is_round: bool | None = None
    called: Callable[[str], str] = str


NOTHING_KNOWN = DeckFacts()


def _ignore_progress(stage: str, done: int, of: int) -> None:
    """Ignore the progress."""


def enrol(
    pictures: Path,
    folder: Path,
    name: str | None = None,
    facts: DeckFacts = NOTHING_KNOWN,
    *,
    progress: Progress = _ignore_progress,
) -> Enrolled:
    """Teach the deck in `folder` from `pictures`; keep its other cards.

    `progress` is called after each card with the stage (``look``, ``keep`` or ``test``), the number
    of cards done and the total. Raise `DeckError` if the deck cannot be taught; then the folder is
    as it was.
    """
    faces, backs = _faces_and_backs(pictures, facts)
    known = _deck_in(folder)
    listed = _card_list(faces, facts, known)
    is_round = facts.is_round if known is None else known.outline == ROUND
    seen = CardPictures.load([*faces.values(), *backs], facts.straight, facts.mat, is_round)
    size_mm = facts.size_mm or (seen.measured_mm() if known is None else known.size_mm)
    assumed = size_mm is None and facts.ask_height is None
    if size_mm is None:
        aspect = seen.aspect(progress)
        height = facts.ask_height() if facts.ask_height else HEIGHT_MM
        size_mm = round(height * aspect, 1), height
    name = composed(name or pictures.resolve().name)
    begun = _load_or_create(folder, name, listed, size_mm)
    begun = _with_facts(begun, listed, facts)
    begun = replace(begun, outline=ROUND if seen.is_round else RECTANGLE)
    cut: dict[Path, Image] = {}
    for path in (*faces.values(), *backs):
        cut[path] = seen.card(path, begun.size_mm)
        if not seen.straight:
            progress("look", len(cut), len(seen.images))
    saved = DeckFolder(folder)
    for deck in _taught(begun, faces, backs, cut, progress):
        saved.save(deck)
    test = self_test(deck, partial(progress, "test"))
    saved.save(replace(deck, limits=test.limits))  # The test needs the whole deck first.
    return Enrolled(load_and_precompute(folder), test, seen.turned, unread_in(pictures), assumed)


def count_if_all(pictures: Path, folder: Path, facts: DeckFacts) -> int | None:
    """Return the number of cards that the deck would have if `pictures` showed the last of them.

    Return None if it is known whether the deck has more cards.
    """
    known = _deck_in(folder)
    if facts.whole or facts.cards is not None or (known is not None and known.whole):
        return None
    faces, _ = _faces_and_backs(pictures, facts)
    taught = () if known is None else (card.name for card in known.cards if card.file)
    names = {*taught, *faces}
    return None if names == {*PACK} else len(names)


def _taught(
    deck: Deck,
    faces: Mapping[str, Path],
    backs: Sequence[Path],
    cut: Mapping[Path, Image],
    progress: Progress,
) -> Iterator[Deck]:
    """Yield the deck after each card, and finally with its backs."""
    count = len(faces) + len(backs)
    for done, (card, path) in enumerate(faces.items(), 1):
        deck = with_picture(deck, card, cut[path])
        yield deck
        progress("keep", done, count)
    if backs:
        files = tuple(f"back{n}.png" for n in range(1, len(backs) + 1))
        taken = tuple(cut[path] for path in backs)
        yield replace(deck, back_files=files, backs=taken)
        progress("keep", count, count)


def no_pause() -> None:
    """Continue at once."""


def load_and_precompute(folder: Path, pause: Pause = no_pause) -> Deck:
    """Load a deck that was just saved, and cache the data computed from its pictures.

    The function calls `pause` after each template.
    """
    deck = load_deck(folder)
    matcher = Matcher(deck)
    while matcher.precompute():
        pause()
    return deck


def with_picture(deck: Deck, card: str, picture: Image) -> Deck:
    """Return the deck with this picture (BGR, upright) of a card.

    The card's adapted pictures are removed, because they were checked against the old picture.
    Raise `DeckError` if the deck has no such card.
    """
    if card not in deck.names:
        raise DeckError(f"{card} is not in the list of the deck {deck.name}")
    cards = tuple(
        replace(item, file=file_name(card)) if item.name == card else item for item in deck.cards
    )
    taught = replace(deck, cards=cards, templates={**deck.templates, card: picture})
    return taught.without_adapted([card])


def pictures_in(folder: Path, called: Callable[[str], str] = str) -> dict[str, Path]:
    if not is_folder(folder):
        raise DeckError(f"there is no folder {folder} to take pictures from")
    results: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        picture = path.suffix.lower() in KINDS and not path.name.startswith(".")
        if picture and not path.is_dir():
            card = called(composed(path.stem))
            if card in results:
                raise DeckError(
                    f"{results[card].name} and {path.name} are both named {card}: keep one of them"
                )
            results[card] = path
    return results


def unread_in(folder: Path) -> dict[str, list[Path]]:
    """Return a folder's contents other than `pictures_in`, by kind; see `Enrolled`."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        hidden = path.name.startswith(".") or path.name.lower() in SYSTEM_FILES
        if path.is_dir() and not hidden:
            found.setdefault("folder", []).append(path)
        elif path.suffix.lower() not in KINDS and not hidden:
            found.setdefault(_format(path) or "other", []).append(path)
    return found


def _format(path: Path) -> str | None:
    try:
        return unread_format(read_start(path, HEADER_BYTES)) if path.is_file() else None
    except OSError:
        return None


def is_back(card: str) -> bool:
    return card.upper().startswith("BACK")


def _faces_and_backs(folder: Path, facts: DeckFacts) -> tuple[dict[str, Path], list[Path]]:
    """Return the pictures of faces by card, and those of backs."""
    found = pictures_in(folder, facts.called)
    faces = {card: path for card, path in found.items() if not is_back(card)}
    if not faces:
        for kind, paths in unread_in(folder).items():
            if kind in FORMATS:
                raise DeckError(f"{paths[0]} is {FORMATS[kind]} picture: save all as JPEG")
        raise DeckError(f"{folder} has no pictures of cards: name each after its card, like QH.jpg")
    return faces, [path for card, path in found.items() if is_back(card)]


def _deck_in(folder: Path) -> Deck | None:
    """Return the deck in a folder, without its pictures, or None."""
    return load_deck(folder, pictures=False) if (folder / DECK_FILE).exists() else None


def _card_list(faces: Mapping[str, Path], facts: DeckFacts, known: Deck | None) -> tuple[str, ...]:
    """Return the names of the deck's cards; raise `DeckError` if a picture has another name.

    A `known` deck that is whole gets no more cards, unless a picture has another name.
    """
    cards = facts.cards
    if cards is None and known is not None and known.whole and set(faces) <= set(known.names):
        cards = faces if facts.whole else known.names
    if cards is None:
        of_pack = sum(face in PACK for face in faces)
        is_pack = not facts.whole and of_pack >= 4 and of_pack >= 0.8 * len(faces)
        cards = PACK if is_pack else tuple(faces)
    cards = tuple(map(composed, cards))
    strange = sorted(set(faces) - set(cards))
    if strange:
        lacking = ", ".join(card for card in cards if card not in faces)
        raise DeckError(
            f"{faces[strange[0]]} is not named after a card on the list "
            f"(still without a picture: {lacking or '–'}): rename it, or give another list"
        )
    return cards


def _with_facts(deck: Deck, listed: tuple[str, ...], facts: DeckFacts) -> Deck:
    """Return the deck, complete if that is known; then it has no cards beyond the list."""
    if facts.whole:  # Drop cards that were listed before and have no picture.
        kept = tuple(card for card in deck.cards if card.file or card.name in listed)
        deck = replace(deck, cards=kept)
    complete = facts.whole or facts.cards is not None or listed == PACK
    return replace(deck, whole=complete or deck.whole)


def _resized(deck: Deck, size_mm: tuple[float, float]) -> Deck:
    """Return a deck with another size in mm. Raise `DeckError` if its pictures do not fit that."""
    (width, height), (new_width, new_height) = deck.size_mm, size_mm
    if abs(width * new_height / (height * new_width) - 1) > ASPECT_TOLERANCE:
        raise DeckError(
            f"the deck in {deck.folder} has cards of {width:g} x {height:g} mm, which have another "
            f"shape than {new_width:g} x {new_height:g}: teach the deck in another folder"
        )
    return replace(deck, size_mm=size_mm)


def _load_or_create(
    folder: Path, name: str, listed: tuple[str, ...], size_mm: tuple[float, float]
) -> Deck:
    """Return the deck in a folder, or a new one with the listed cards."""
    if (folder / DECK_FILE).exists():
        deck = load_deck(folder)
        known = {card.name: card for card in deck.cards}
        added = tuple(Card(card, 1) for card in listed if card not in known)
        cards = (*deck.cards, *added)
        return replace(_resized(deck, size_mm), name=name, cards=cards, limits={})
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DeckError(f"{folder} already exists and is not a deck: choose another folder")
    return Deck(name, size_mm, tuple(Card(card, 1) for card in listed), {})
