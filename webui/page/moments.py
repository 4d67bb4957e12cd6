"""Moments: what the whole screen shows for a second or two, as the game's own data say.

Which ruling is one stands in ``moments.toml`` of the game (`referee.library.data.Moment`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any
from urllib.parse import quote

from referee import library
from referee.contract import Message, Outcome, Ruling
from referee.library.data import Moment
from referee.match.journal.bodies import MOVE
from referee.match.running import Entry, Snapshot
from referee.words import Voice
from webui.page import rulings
from webui.page.fields import ShownAct, ShownFace, ShownMoment
from webui.page.pictures import Face, address

CLOSING = ("out", "end")  # what is shown after that by which it came


def newest(voice: Voice, snapshot: Snapshot | None, face: Face) -> ShownMoment | None:
    """Return the newest moment among the last moves that stand, as everybody may see it."""
    if snapshot is None:
        return None
    news = snapshot.news(0)[-rulings.NEWS :]
    for entry in reversed(news):
        outcome = snapshot.outcome if entry is news[-1] else None
        acts = _acts(voice, snapshot, entry, outcome, face) if entry.kind == MOVE else ()
        if acts:
            return ShownMoment(entry.seq, acts)
    return None


def _acts(
    voice: Voice, snapshot: Snapshot, entry: Entry, outcome: Outcome | None, face: Face
) -> tuple[ShownAct, ...]:
    """Return what came of a move last, and then who goes out or wins by it."""
    known = library.moments(snapshot.game.name)
    said = [(one.message, one) for one in entry.rulings]
    if outcome is not None:
        said.append((outcome.reason, Ruling("", outcome.reason)))
    found = [(of, ruling) for message, ruling in said if (of := known.of(message.key))]
    deed = [one for one in found if one[0].kind not in CLOSING][-1:]
    close = [one for one in found if one[0].kind in CLOSING][-1:]
    proofs = _proofs(voice, entry)
    winners = outcome.winners if outcome else ()
    return tuple(_act(voice, of, ruling, winners, face, proofs) for of, ruling in deed + close)


def _act(
    voice: Voice,
    moment: Moment,
    ruling: Ruling,
    winners: tuple[int, ...],
    face: Face,
    proofs: Mapping[str, tuple[str, ...]],
) -> ShownAct:
    params: Mapping[str, Any] = ruling.message.params
    who = params.get(moment.who)
    whom = params.get(moment.whom)
    counts = moment.kind == "reveal" and not moment.cards
    named = params.get(moment.cards, ())
    terms = ruling.steps[0].terms if counts and ruling.steps else ()
    cards = tuple(term.card for term in terms) if counts else _several(named)

    def say(key: str) -> str:
        return voice.say(Message(key, params)) if key else ""

    return ShownAct(
        kind=moment.kind,
        words=say(moment.words),
        who=winners if moment.kind == "end" else (who,) if isinstance(who, int) else (),
        whom=whom if isinstance(whom, int) else None,
        under=say(moment.under),
        line=say(moment.line),
        cards=tuple(_faces(voice, cards, face, proofs)),
        sums=_sums(ruling) if counts else (),
    )


def _several(named: Any) -> tuple[str, ...]:
    return (named,) if isinstance(named, str) else tuple(map(str, named))


def _sums(ruling: Ruling) -> tuple[int, ...]:
    """Return what the cards come to, card by card and then step by step."""
    if not ruling.steps:
        return ()
    first, *others = ruling.steps
    cards = [*accumulate(term.now for term in first.terms)][:-1]
    return (*cards, first.total, *(step.total for step in others))


def _proofs(voice: Voice, entry: Entry) -> dict[str, tuple[str, ...]]:
    """Return the pictures that each card of an entry was read from."""
    found: dict[str, tuple[str, ...]] = {}
    for one in rulings.cards(voice, entry):
        if one.proof:
            found[one.card] = (*found.get(one.card, ()), one.proof)
    return found


def _faces(
    voice: Voice, cards: tuple[str, ...], face: Face, proofs: Mapping[str, tuple[str, ...]]
) -> Iterator[ShownFace]:
    """Yield cards with their pictures: drawn, or else as each was seen."""
    for n, card in enumerate(cards):
        seen = proofs.get(card, ())[cards[:n].count(card) :]
        picture = address(face, card) or (f"/proof/{quote(seen[0], safe='')}" if seen else "")
        yield ShownFace(card, voice.card(card), picture)
