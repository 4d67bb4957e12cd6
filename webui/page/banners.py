"""Banners: large words that fill the screen for a second or two.

A game's ``banners.toml`` says which rulings have a banner (`referee.library.data.Banner`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any
from urllib.parse import quote

from msgspec.structs import replace

from referee.banners import Banner, banners_for
from referee.contract import Message, Ruling
from referee.match.journal.bodies import MOVE
from referee.match.running import Entry, Snapshot
from referee.words import Voice
from webui.page import rulings
from webui.page.border import CardFace, Shape, Words


class BannerAct(Shape):
    """One banner: large words, the seats `who` that acted, and the seat `whom` that they hit.

    `under` is a word that appears below the seat `whom`, and `line` is a sentence. The `cards` turn
    over one by one. `sums` contains the total after each card and after each further step of the
    arithmetic. If several players have won, `who` contains all of them.
    """

    kind: str
    words: str
    who: tuple[int, ...]
    whom: int | None
    under: str
    line: str
    cards: tuple[CardFace, ...]
    sums: tuple[int, ...]


class PageBanner(Shape):
    """The banner of log entry `seq`. A second act follows if a player is out or has won."""

    seq: int
    acts: tuple[BannerAct, ...]


def newest_banner(words: Words, snapshot: Snapshot | None) -> PageBanner | None:
    """Return the newest banner among the last moves; it contains no secrets."""
    if snapshot is None:
        return None
    name, news = snapshot.game.name, snapshot.new_entries(0)[-rulings.MOST_NEWS :]
    for entry in reversed(news):
        outcome = snapshot.outcome if entry is news[-1] else None
        found = banners_for(name, entry.rulings, outcome) if entry.kind == MOVE else ()
        if found:
            proofs = _proofs(words.voice, entry)
            return PageBanner(entry.seq, tuple(_act(words, act, proofs) for act in found))
    return None


def _act(words: Words, act: Banner, proofs: Mapping[str, tuple[str, ...]]) -> BannerAct:
    moment, ruling = act.spec, act.ruling
    params = ruling.message.params
    counts = moment.kind == "reveal" and not moment.cards
    cards = _cards_counted(ruling) if counts else _as_tuple(params.get(moment.cards, ()))

    def say(key: str) -> str:
        return words.voice.say(Message(key, params)) if key else ""

    return BannerAct(
        kind=moment.kind,
        words=say(moment.words),
        who=act.who,
        whom=act.whom,
        under=say(moment.under),
        line=say(moment.line),
        cards=tuple(_faces(words, cards, proofs)),
        sums=_sums(ruling) if counts else (),
    )


def _as_tuple(named: Any) -> tuple[str, ...]:
    return (named,) if isinstance(named, str) else tuple(map(str, named))


def _cards_counted(ruling: Ruling) -> tuple[str, ...]:
    """Return the cards of a count: first those with a number, then those that changed the sum."""
    numbers = tuple(term.card for step in ruling.steps[:1] for term in step.terms)
    return (*numbers, *(step.by for step in ruling.steps[1:] if step.by))


def _sums(ruling: Ruling) -> tuple[int, ...]:
    """Return the total after each card and each further step."""
    if not ruling.steps:
        return ()
    first, *others = ruling.steps
    cards = [*accumulate(term.now for term in first.terms)][:-1]
    return (*cards, first.total, *(step.total for step in others if step.by))


def _proofs(voice: Voice, entry: Entry) -> dict[str, tuple[str, ...]]:
    """Return, for each card of an entry, the ids of the pictures from which it was read."""
    found: dict[str, tuple[str, ...]] = {}
    for one in rulings.cards_read(voice, entry):
        if one.proof:
            found[one.card] = (*found.get(one.card, ()), one.proof)
    return found


def _faces(
    words: Words, cards: tuple[str, ...], proofs: Mapping[str, tuple[str, ...]]
) -> Iterator[CardFace]:
    """Yield each card with its drawn face; without one, with the camera's picture."""
    for n, card in enumerate(cards):
        seen = proofs.get(card, ())[cards[:n].count(card) :]
        drawn = CardFace(**words.card(card))
        camera = f"/proof/{quote(seen[0], safe='')}" if seen else ""
        yield replace(drawn, picture=drawn.picture or camera)
