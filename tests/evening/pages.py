"""What the pages of the table and the hub say after an evening."""

from __future__ import annotations

import re

from tests.club_site import Site
from tests.evening import count
from tests.evening.count import Played
from tests.evening.table import Table

NOBODY = "●"  # The seat whose place nobody takes is the first one.


class Past:
    """The pages of past matches, which need no script."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def amend(self, match: int, act: str, **fields: str) -> None:
        """Set a kept match right by a form of its page."""
        seen = re.search(r'name="seen" value="(\d+)"', self.page(match, "/amend"))
        assert seen
        self.table.site.post(f"/history/{match}/amend/{act}", seen=seen[1], **fields)

    def page(self, match: int, more: str = "") -> str:
        return self.table.site.get(f"/history/{match}{more}")

    def reading(self, match: int, words: str) -> str:
        """Return the number of the entry in which cards were read."""
        page = self.page(match, "/amend")
        entry = re.search(r"card\?of=(\d+)", page.partition(f"<p>{words}")[2])
        assert entry
        return entry[1]


def recap(table: Table, match: int) -> tuple[str, dict[int, str]]:
    """Return who has won a past match, and the place of each seat, best first."""
    page = table.site.get(f"/history/{match}")
    winner = re.search(r"<h2[^>]*>(.*?)</h2>", page.partition("winner")[2], re.S)
    assert winner
    rows = re.findall(r'<tr data-seat="(\d+)" data-place="(\d+)">', page)
    return text(winner[1]), {int(seat): place for seat, place in rows}


def evening_line(table: Table, match: int) -> str:
    """Return how many matches the evening of a match had, and who won how often."""
    page = table.site.get(f"/history/{match}/evening")
    line = re.search(r"</h1>\s*<p>(.*?)</p>", page, re.S)
    assert line
    return text(line[1])


def figures(table: Table) -> dict[str, dict[str, dict[str, str]]]:
    """Return what the players' page says, by game, person and label."""
    page = table.site.get("/history/players")
    by_game: dict[str, dict[str, dict[str, str]]] = {}
    for section in re.findall(r'<section class="players.*?</section>', page, re.S):
        game = by_game.setdefault(text(re.findall(r"<h2>.*?</h2>", section)[0]), {})
        for person in re.findall(r'<li class="panel">.*?</li>', section, re.S):
            pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", person)
            pairs += re.findall(r'<p class="note">(.*?) <b>(.*?)</b></p>', person)
            values = {text(label): text(value) for label, value in pairs}
            (name,) = re.findall(r"<h3>(.*?)</h3>", person)
            game[text(name)] = {label: value for label, value in values.items() if value != "–"}
    return by_game


def text(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", html).split())


def ranked(site: Site) -> dict[str, dict[str, tuple[str, str]]]:
    """Return what the hub says of each game's players: matches and wins, and the strength."""
    result = {}
    for game, rows in re.findall(
        r"<h3>(.*?)</h3>\s*<ol[^>]*>(.*?)</ol>", site.get("/players"), re.S
    ):
        lines = re.findall(r"<bdi[^>]*>(.*?)</bdi><small>(.*?)</small></span><i>(.*?)</i>", rows)
        result[text(game)] = {name: (counts, text(rating)) for name, counts, rating in lines}
    return result


def results(site: Site) -> list[tuple[str, str]]:
    """Return the game and the places of each match that the hub knows."""
    rows = re.findall(
        r"<a [^>]*><b>.*?<small>(.*?)</small></a>(.*?)</li>", site.get("/matches"), re.S
    )
    return [(title, text(placed.replace("</span>", " "))) for title, placed in rows]


def placed(match: Played) -> str:
    """Return the places of a match as the hub shows them; nobody is the seat's symbol."""
    next_, lines = 1, []
    for place in match.places:
        lines.append(f"{next_} {', '.join(who or NOBODY for who in place)}")
        next_ += len(place)
    return " ".join(lines)


def strength(tally: count.Tally) -> tuple[str, str]:
    many = f"{tally.matches} match{'es' if tally.matches > 1 else ''}, {tally.wins} won"
    mean, error = (f"{item:.1f}".removesuffix(".0") for item in (tally.mean, tally.error))
    rated = f"{mean} ± {error}"
    return many, rated if tally.placed >= count.SHOWN_AFTER else "–"


def forget(site: Site, path: str, name: str) -> None:
    """Forget a person on a page of the table or the hub: a tap on the name, then on the button."""
    key = re.search(rf'value="([^"]+)">{name}</button>', site.get(path))
    assert key
    site.post(f"{path}/forget", key=key[1], sure="yes")
