"""An evening as an HTML file to keep, send or print. It has no scripts and no links to the table.

The file includes its pictures. Each highlight has the pictures on which its ruling rests, as long
as the table still keeps them, or else the faces of its cards. The file contains no secrets.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import msgspec

from referee import words
from referee.contract import Highlight
from referee.match.running import Entry, PlayedMatch, visible_entries
from referee.words import Voice
from webui.page.games import game_title
from webui.page.log import voice_at
from webui.page.past.chart import name
from webui.page.past.ending import ending_html
from webui.page.past.history import voice_for
from webui.page.rulings import cards_read
from webui.page.seats import place_voice

MOST_BYTES = 3_000_000  # Maximum bytes of all encoded pictures; the file must fit into an e-mail.
MOST_PICTURES = 8  # Maximum number of pictures for one highlight.

Proof = Callable[[str], bytes | None]
Face = Callable[[str, PlayedMatch], str]

_STATIC = Path(__file__).parents[2] / "static"
_STYLES = (
    *("base/tokens.css", "base/base.css", "base/directions.css", "base/contrast.css"),
    *("books/evening.css", "ending/ending.css"),
)
_DARK = "base/dark.css"


class _Picture(msgspec.Struct, frozen=True):
    source: str
    label: str


class _Album:
    """The pictures of an evening as data URLs, which have at most `MOST_BYTES` in total."""

    def __init__(self, proof: Proof, face: Face) -> None:
        self._proof, self._face = proof, face
        self._left = MOST_BYTES
        self.left_out = 0

    def pictures_for(
        self, past: PlayedMatch, highlight: Highlight, entry: Entry, voice: Voice
    ) -> list[_Picture]:
        """Return the pictures for a highlight."""
        shown = visible_entries((entry,), None)
        results = [*self._proofs(shown[0], voice)] if shown else []
        results = results or [*self._faces(past, highlight, voice)]
        fit = []
        for picture in results[:MOST_PICTURES]:
            if len(picture.source) > self._left:
                self.left_out += 1
                continue
            self._left -= len(picture.source)
            fit.append(picture)
        return fit

    def _proofs(self, entry: Entry, voice: Voice) -> Iterator[_Picture]:
        labels = {card.proof: card.label for card in cards_read(voice, entry) if card.proof}
        for proof in dict.fromkeys(item for ruling in entry.rulings for item in ruling.proof):
            data = self._proof(proof)
            if data is not None:
                yield _Picture(_inline("image/png", data), labels.get(proof, ""))

    def _faces(self, past: PlayedMatch, highlight: Highlight, voice: Voice) -> Iterator[_Picture]:
        for param, value in highlight.message.params.items():
            kind = param.rsplit("_", 1)[-1]
            named = (value,) if kind == "card" else value if kind == "cards" else ()
            for card in named if isinstance(named, tuple) else ():
                try:
                    drawing = self._face(str(card), past)
                except LookupError:
                    continue
                yield _Picture(_inline("image/svg+xml", drawing.encode()), voice.card(str(card)))


def evening_html(matches: Sequence[PlayedMatch], locale: str, proof: Proof, face: Face) -> bytes:
    """Return the matches of an evening as an HTML file; the first match comes first."""
    voice, album = Voice(locale), _Album(proof, face)
    text = "".join(_match(match, locale, album) for match in matches)
    dark = f"@media screen and (prefers-color-scheme: dark) {{ {_style(_DARK)} }}"
    style = "\n".join([*map(_style, _STYLES), dark])
    heading = voice.key("evening.title", date=words.day(matches[0].began_s, locale))
    lines = [
        "<!doctype html>",
        f'<html lang="{locale}" dir="{words.direction(locale)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(heading)}</title><style>{style}</style></head>",
        f'<body><main class="evening"><h1>{escape(heading)}</h1>',
        f"<p>{escape(evening_text(matches, voice))}</p>",
        text,
    ]
    if album.left_out:
        left = voice.key("evening.left_out", count=album.left_out)
        lines.append(f'<p class="facts">{escape(left)}</p>')
    lines.append("</main></body></html>\n")
    return "\n".join(lines).encode()


def _style(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")


def evening_text(matches: Sequence[PlayedMatch], voice: Voice) -> str:
    """Return how many matches an evening had, and how often each player won."""
    return f"{voice.key('evening.matches', count=len(matches))} {_wins(matches, voice)}".strip()


def _wins(matches: Sequence[PlayedMatch], voice: Voice) -> str:
    """Return a text that says how often each player won; it is empty for a single match."""
    if len(matches) < 2:
        return ""
    wins = Counter(
        name(seat, place_voice(voice_for(match, voice.locale), match.players))
        for match in matches
        if match.outcome is not None
        for seat in match.outcome.winners
    )
    each = (voice.key("evening.wins", who=who, count=many) for who, many in wins.most_common())
    return f"{words.join_list([*each], voice.locale)}."


def _match(past: PlayedMatch, locale: str, album: _Album) -> str:
    voice = voice_for(past, locale)

    def picture_row(highlight: Highlight, entry: Entry) -> Iterator[Element]:
        pictures = album.pictures_for(past, highlight, entry, voice_at(voice, past.players, entry))
        if pictures:
            row = Element("div", {"class": "pictures"})
            for item in pictures:
                SubElement(row, "img", {"src": item.source, "alt": item.label, "title": item.label})
            yield row

    whole = ending_html(past.ending(), voice, past.players, extra=picture_row)
    title, when = game_title(past.game.name, locale), words.day_and_time(past.began_s, locale)
    head = f"{escape(title)} <small>{escape(when)}</small>"
    return f'<section class="ending"><h2 class="of">{head}</h2>{whole}</section>'


def _inline(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"
