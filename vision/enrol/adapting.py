"""Adapt a deck to its worn cards, by pictures in addition to those it was taught with.

A picture is added only after a doubtful reading, when a person has said which card it is. People
make mistakes, so the verifiers must agree. The deck must be complete. Otherwise a card that was
never taught could be read as its confusable partner once that partner has an extra picture.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from vision.decks.deck import (
    ADAPTED_PREFIX,
    MAX_ADAPTED,
    Deck,
    DeckError,
    file_name,
    load_deck,
)
from vision.decks.saving import deck_stamps, save_deck
from vision.decks.shelves import deck_folders
from vision.enrol.capture import MIN_HEIGHT_PX
from vision.enrol.enrol import Pause, no_pause
from vision.enrol.limits import ERROR_MARGIN
from vision.enrol.selftest import match_worn
from vision.geometry import rectangle, side_lengths
from vision.match.matcher import Match, Matcher
from vision.reading import CardReading, Image, Verdict

MAX_BLUR_PX = 1.4  # Maximum sigma of the blur; a softer picture is rejected.
MARGIN = 0.1  # Minimum similarity lead over the next card.
NEAR_MARGIN = 0.05  # Another card with a larger lead could be taken for this one.
# After a deck was adapted, the trust of a wrong reading must stay this far below the limit for a
# certain one.
NEAR_CERTAIN = ERROR_MARGIN / 2


def adapt_folder(folder: Path, card: str, confirmed: CardReading, pause: Pause = no_pause) -> Deck:
    """Add a reading's picture to the deck in a folder and return the deck; see `adapted_deck`.

    A power cut leaves the old deck or the new one. Raise `DeckError` for the project's own decks,
    which an update would replace, and if the deck was changed meanwhile.
    """
    if folder in deck_folders().values():
        raise DeckError(f"{folder} is one of the project's own decks: teach your own to adapt it")
    before = deck_stamps(folder)
    deck = adapted_deck(load_deck(folder), card, confirmed, pause)
    save_deck(deck, folder, before)
    return deck


def remove_adapted(folder: Path) -> int:
    """Remove all adapted pictures from the deck in a folder; return their number.

    Raise `DeckError` if the deck cannot be used or was changed meanwhile.
    """
    before = deck_stamps(folder)
    deck = load_deck(folder)
    save_deck(deck.without_adapted(), folder, before)
    return sum(map(len, deck.adapted.values()))


def adapted_deck(deck: Deck, card: str, confirmed: CardReading, pause: Pause = no_pause) -> Deck:
    """Return a deck with one more picture of a card, from a reading that a person confirmed.

    The card keeps the template it was taught with. If there are more than `MAX_ADAPTED` extra
    pictures, the oldest is dropped. `pause` is called after each compared template. Raise
    `DeckError` with the reason if the picture is rejected.
    """
    _must_be_complete(deck, card)
    _must_be_clear(card, confirmed)
    before = Matcher(deck)
    match = _match_crop(before, confirmed.crop)
    _must_match(card, match)
    if match.best is None or match.evidence is None:
        raise DeckError(f"this picture hardly looks like {card}")
    if match.evidence.blur > MAX_BLUR_PX:
        raise DeckError(f"this picture of {card} is not sharp enough to help")
    taken = _add_picture(deck, card, match.best.straight)
    _must_not_confuse(taken, card, before, pause)
    pause()
    return taken


def _must_be_complete(deck: Deck, card: str) -> None:
    if card not in deck.templates:
        raise DeckError(f"the deck {deck.name} has no picture of {card}")
    if not deck.complete:
        raise DeckError(
            f"the deck {deck.name} may lack cards that could then be mistaken for this one: "
            f"teach all its cards with --whole"
        )


def _must_be_clear(card: str, reading: CardReading) -> None:
    """Reject a picture that does not clearly show one whole card, or that nobody needs."""
    if reading.certain:
        raise DeckError(f"{reading.card} was read with certainty: it needs no extra picture")
    if reading.verdict is Verdict.UNCLEAR or reading.face_down or reading.reason:
        raise DeckError(f"this picture does not clearly show {card} alone and face up")
    if float(side_lengths(reading.corners)[[1, 3]].min()) < MIN_HEIGHT_PX:
        raise DeckError(f"{card} is too small in this picture: it needs {MIN_HEIGHT_PX} pixels")


def _must_match(card: str, match: Match) -> None:
    """Reject a picture that the verifiers find at least as similar to another card."""
    if match.card != card:
        raise DeckError(f"this picture looks more like {match.card or 'no card'} than like {card}")
    if match.decision.margin < MARGIN:
        other = next((name for name, _ in match.decision.runners_up), "another card")
        raise DeckError(f"this picture looks almost as much like {other} as like {card}")


def _must_not_confuse(deck: Deck, card: str, before: Matcher, pause: Pause) -> None:
    """Reject a picture that makes any other card be read as this one.

    The other cards are tried with and without their own pictures. The card itself must not be read
    less often than `before`.
    """
    after = Matcher(deck)
    for name, picture in deck.templates.items():
        pause()
        if name != card:
            matches = [m for matches in match_worn(after, picture, name, [[name]]) for m in matches]
            matches += [_match_crop(after, image) for image in deck.adapted.get(name, ())]
            _must_be_apart(card, name, matches, after)
    backs = [_match_crop(after, back) for back in deck.backs]
    _must_be_apart(card, "the back", backs, after)
    was, now = (_count_right(matcher, deck.templates[card], card) for matcher in (before, after))
    if now < was:
        raise DeckError(f"with this picture, a new {card} would be recognised less often")


def _must_be_apart(card: str, name: str, matches: list[Match], matcher: Matcher) -> None:
    for match in matches:
        sure = match.decision.certain or match.decision.vetoed
        if match.card == card and (sure or _is_near(match, card, matcher)):
            raise DeckError(f"with this picture, {name} could be taken for {card}")


def _is_near(match: Match, card: str, matcher: Matcher) -> bool:
    evidence, limits = match.evidence, matcher.limits
    if evidence is None or evidence.lean is None:
        return False
    clear = match.decision.margin >= NEAR_MARGIN and evidence.lean <= limits.lean
    return clear and evidence.trust >= limits.trust_for(card) - NEAR_CERTAIN


def _count_right(matcher: Matcher, picture: Image, card: str) -> int:
    return sum(
        match.decision.certain and match.card == card
        for matches in match_worn(matcher, picture, card, [])
        for match in matches
    )


def _match_crop(matcher: Matcher, crop: Image) -> Match:
    return matcher.match(matcher.cut(crop, rectangle(crop.shape[1], crop.shape[0])))


def _add_picture(deck: Deck, card: str, image: Image) -> Deck:
    """Return the deck with a new picture of a card, under a file name that is never reused."""
    digest = hashlib.blake2b(np.ascontiguousarray(image).data, digest_size=4).hexdigest()
    file = f"{ADAPTED_PREFIX}{digest}-{file_name(card)}"
    known = next(item.adapted_files for item in deck.cards if item.name == card)
    kept = dict(zip(known, deck.adapted.get(card, ()), strict=True)) | {file: image}
    newest = list(kept.items())[-MAX_ADAPTED:]
    return deck.with_adapted(card, dict(newest))
