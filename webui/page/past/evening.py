"""An evening as an HTML file to keep, send or print. It has no scripts and no links to the table.

The file includes its pictures. Each highlight has the pictures on which its ruling rests, as long
as the table still keeps them, or else the faces of its cards. The file contains no secrets.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from markupsafe import Markup

from referee import words
from referee.contract import Highlight
from referee.match.running import Entry, PlayedMatch, visible_entries
from referee.words import Voice
from webui.page.games import game_title
from webui.page.html import render
from webui.page.log import voice_at
from webui.page.past.ending import LabelledPicture, ending_html
from webui.page.past.history import proof_labels, voice_for
from webui.page.seats import place_voice, seat_name

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


class _Album:
    """The pictures of an evening as data URLs, which have at most `MOST_BYTES` in total."""

    def __init__(self, proof: Proof, face: Face) -> None:
        self._proof, self._face = proof, face
        self._left = MOST_BYTES
        self.left_out = 0

    def ending(self, past: PlayedMatch, voice: Voice) -> Markup:
        """Return the end of a match with the pictures for its highlights."""

        def pictures(highlight: Highlight, entry: Entry) -> list[LabelledPicture]:
            return self._fitting(past, highlight, entry, voice_at(voice, past.players, entry))

        return ending_html(past.ending(), voice, past.players, pictures=pictures)

    def _fitting(
        self, past: PlayedMatch, highlight: Highlight, entry: Entry, voice: Voice
    ) -> list[LabelledPicture]:
        """Return the pictures for a highlight for which there is room."""
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

    def _proofs(self, entry: Entry, voice: Voice) -> Iterator[LabelledPicture]:
        for proof, label in proof_labels(voice, entry).items():
            data = self._proof(proof)
            if data is not None:
                yield LabelledPicture(_inline("image/png", data), label)

    def _faces(
        self, past: PlayedMatch, highlight: Highlight, voice: Voice
    ) -> Iterator[LabelledPicture]:
        for param, value in highlight.message.params.items():
            kind = param.rsplit("_", 1)[-1]
            named = (value,) if kind == "card" else value if kind == "cards" else ()
            for card in named if isinstance(named, tuple) else ():
                try:
                    drawing = self._face(str(card), past)
                except LookupError:
                    continue
                yield LabelledPicture(
                    _inline("image/svg+xml", drawing.encode()), voice.card(str(card))
                )


def evening_html(matches: Sequence[PlayedMatch], locale: str, proof: Proof, face: Face) -> bytes:
    """Return the matches of an evening as an HTML file; the first match comes first."""
    voice, album = Voice(locale), _Album(proof, face)
    return render(
        "evening.html",
        voice,
        direction=words.direction(locale),
        styles=Markup("\n").join(map(_style, _STYLES)),
        dark=_style(_DARK),
        heading=voice.key("evening.title", date=words.day(matches[0].began_s, locale)),
        text=evening_text(matches, voice),
        matches=[
            (
                game_title(match.game.name, locale),
                words.day_and_time(match.began_s, locale),
                album.ending(match, voice_for(match, locale)),
            )
            for match in matches
        ],
        left_out=album.left_out,
    ).encode()


def _style(name: str) -> Markup:
    return Markup((_STATIC / name).read_text(encoding="utf-8"))


def evening_text(matches: Sequence[PlayedMatch], voice: Voice) -> str:
    """Return how many matches an evening had and, if there were several, each player's wins."""
    text = voice.key("evening.matches", count=len(matches))
    if len(matches) < 2:
        return text
    wins = Counter(
        seat_name(place_voice(voice_for(match, voice.locale), match.players), seat).name
        for match in matches
        if match.outcome is not None
        for seat in match.outcome.winners
    )
    each = (voice.key("evening.wins", who=who, count=many) for who, many in wins.most_common())
    return f"{text} {words.join_list([*each], voice.locale)}."


def _inline(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"
