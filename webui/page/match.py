"""The match on a page: its game and round, its result, its newest ruling and banner."""

from __future__ import annotations

from typing import Any

import msgspec

from referee import words
from referee.contract import View
from referee.lessons import LessonTexts
from referee.match.running import Snapshot
from referee.reports.analysis import Analysis
from referee.words import Voice
from webui.page import banners, rulings
from webui.page.banners import PageBanner
from webui.page.border import Shape, Words
from webui.page.games import game_title
from webui.page.log import LogLine
from webui.page.past.chart import name
from webui.page.past.ending import ending_html
from webui.page.rulings import RulingSheet, SpokenRuling
from webui.page.seats import place_voice
from webui.port import ClubStatus


class OutcomeText(Shape):
    """The result of the match. The `names` are those of the players who take the winners' place."""

    text: str
    winners: tuple[int, ...]
    names: tuple[str, ...]


class MatchInfo(Shape):
    """The current match."""

    game: str
    seats: int
    options: dict[str, Any]


class ClubNote(Shape):
    """The table's club. `round` names the players of the next match here, or is empty."""

    name: str
    round: str


class MatchSection(Shape):
    """The match. Before the first one, `seq` and `match` are None.

    * `deals`: what players must deal, if anything; `must_deal`: whether the match waits for that.
    * `last`: the last log line; `cited`: its rules; `ending`: the end of the match as HTML.
    * `count`: the last count and its ruling.
    * `lesson`: the teach-in's text; `untried`: nobody has played here; `no_bots`: why bots cannot.
    * `news`: the last moves as spoken text; `moment`: the newest banner among them.
    """

    seq: int | None
    title: str
    round_text: str
    phase: str
    facts: tuple[str, ...]
    deals: str
    must_deal: bool
    over: OutcomeText | None
    ending: str
    paused: bool
    match: MatchInfo | None
    count: RulingSheet | None
    last: str
    cited: tuple[str, ...]
    news: tuple[SpokenRuling, ...]
    moment: PageBanner | None
    lesson: LessonTexts | None
    untried: bool
    no_bots: str
    club: ClubNote | None


def match_section(
    words: Words,
    snapshot: Snapshot | None,
    view: View | None,
    *,
    deals: str,
    must_deal: bool,
    dealt: bool | None,
    last: LogLine | None,
    analysis: Analysis | None,
    may_share: bool,
    club: ClubStatus | None,
    untried: bool,
    no_bots: str,
) -> MatchSection:
    """Return the match as its viewer may see it.

    * `dealt`: None if the table cannot see the deal.
    * `last`: the log line that describes the current situation.
    * `may_share`: whether the viewer may share the result.
    """
    voice = words.voice
    return MatchSection(
        seq=snapshot.seq if snapshot else None,
        title=game_title(view.game, voice.locale) if view else voice.key("page.title"),
        round_text=voice.key("page.round", number=view.round) if view else "",
        phase=voice.say(view.phase) if view else "",
        facts=tuple(map(voice.say, view.facts)) if view else (),
        deals=deals,
        must_deal=must_deal,
        over=_outcome(voice, snapshot, view),
        ending=_ending(voice, snapshot, analysis, may_share),
        paused=snapshot is not None and snapshot.paused,
        match=_match(snapshot),
        count=rulings.ruling_sheet(voice, snapshot, snapshot.remarks if snapshot else ()),
        last=last.text if last else "",
        cited=last.rules if last else (),
        news=rulings.spoken_rulings(voice, snapshot),
        moment=banners.newest_banner(words, snapshot),
        lesson=snapshot.lesson_texts(dealt) if snapshot else None,
        untried=untried,
        no_bots=no_bots,
        club=_club_note(voice, club, snapshot),
    )


def _match(snapshot: Snapshot | None) -> MatchInfo | None:
    if snapshot is None:
        return None
    options = msgspec.to_builtins(snapshot.options)
    return MatchInfo(snapshot.game.name, snapshot.seats, options)


def _outcome(voice: Voice, snapshot: Snapshot | None, view: View | None) -> OutcomeText | None:
    """Return the result of the match, or None if the match is not over."""
    if snapshot is None or view is None or view.outcome is None:
        return None
    winners, taking = view.outcome.winners, place_voice(voice, snapshot.players)
    names = tuple(name(seat, taking) for seat in winners)
    return OutcomeText(taking.say(view.outcome.reason), winners, names)


def _ending(
    voice: Voice, snapshot: Snapshot | None, analysis: Analysis | None, may_share: bool
) -> str:
    if snapshot is None:
        return ""
    address = f"/history/{snapshot.match}" if may_share else ""
    return ending_html(snapshot.ending, voice, snapshot.players, address, analysis=analysis)


def _club_note(voice: Voice, club: ClubStatus | None, snapshot: Snapshot | None) -> ClubNote | None:
    """Return a note about the table's club. Between matches, it names the next players."""
    if club is None:
        return None
    found = club.round
    goes_on = snapshot is not None and snapshot.outcome is None
    if found is None or goes_on:
        return ClubNote(club.club, "")
    seats = " ".join(
        f"{words.SYMBOLS[seat % len(words.SYMBOLS)]} {name}"
        for seat, name in enumerate(found.players)
    )
    table = voice.key("hub.round.table", number=found.number)
    drawn = voice.key("hub.round.number", number=found.round)
    return ClubNote(club.club, f"{found.event} · {drawn} · {table}: {seats}")
