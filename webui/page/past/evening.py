"""An evening as an HTML file to keep, send or print. It has no scripts and no links to the table.

The file includes the pictures on which the rulings of its highlights rest, as long as the table
still keeps them. The file contains no secrets.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from webui.page.past.history import proof_labels, voice_for, winner_names

MOST_BYTES = 3_000_000  # Maximum bytes of all encoded pictures; the file must fit into an e-mail.
MOST_PICTURES = 8  # Maximum number of pictures for one highlight.

Proof = Callable[[str], bytes | None]

_STATIC = Path(__file__).parents[2] / "static"
_STYLES = (
    *("base/tokens.css", "base/base.css", "base/directions.css", "base/contrast.css"),
    *("books/evening.css", "ending/ending.css"),
)
_DARK = "base/dark.css"


class _Album:
    """The pictures of an evening as data URLs, which have at most `MOST_BYTES` in total."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._left = MOST_BYTES
        self.left_out = 0

    def ending(self, past: PlayedMatch, voice: Voice) -> Markup:
        """Return the end of a match with the pictures for its highlights."""

        def pictures(_: Highlight, entry: Entry) -> list[LabelledPicture]:
            shown = visible_entries((entry,), None)
            then = voice_at(voice, past.players, entry)
            return [*self._fitting(proof_labels(then, shown[0]))] if shown else []

        return ending_html(past.ending(), voice, past.players, pictures=pictures)

    def _fitting(self, labels: Mapping[str, str]) -> Iterator[LabelledPicture]:
        """Yield the pictures that the table still keeps and for which there is room."""
        for proof, label in [*labels.items()][:MOST_PICTURES]:
            if (data := self._proof(proof)) is None:
                continue
            source = f"data:image/png;base64,{b64encode(data).decode()}"
            if len(source) > self._left:
                self.left_out += 1
                continue
            self._left -= len(source)
            yield LabelledPicture(source, label)


def evening_html(matches: Sequence[PlayedMatch], locale: str, proof: Proof) -> bytes:
    """Return the matches of an evening as an HTML file; the first match comes first."""
    voice, album = Voice(locale), _Album(proof)
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
    wins = Counter(name for match in matches for name in winner_names(match, voice.locale))
    each = (voice.key("evening.wins", who=who, count=many) for who, many in wins.most_common())
    return f"{text} {words.join_list([*each], voice.locale)}."
