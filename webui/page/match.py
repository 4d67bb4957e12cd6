"""The match on a page: its game and round, its result, its newest ruling and banner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from referee import words
from referee.booklet.banners import Banner, banners_for
from referee.booklet.lessons import LessonTexts
from referee.booklet.outcries import Outcry
from referee.contract import Message, Ruling, View
from referee.match.journal.bodies import MOVE
from referee.match.running import Entry, Snapshot
from referee.words import Voice
from webui.page import rulings
from webui.page.border import CardFace, Shape, Words
from webui.page.games import game_title
from webui.page.log import newest_text
from webui.page.moment import Moment
from webui.page.past.ending import ending_html
from webui.page.rulings import RulingSheet, SpokenRuling
from webui.page.seats import place_voice, seat_name
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


class BannerAct(Shape):
    """One banner: large words, the seats `who` that acted, and the seat `whom` that they hit.

    `under` is a word that appears below the seat `whom`, and `line` is one or two sentences. The
    `cards` turn over one by one. `sums` contains the total after each card and after each further
    step of the arithmetic. If several players have won, `who` contains all of them.
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


class MatchSection(Shape):
    """The match. Before the first one, `seq` and `match` are None.

    * `deals`: what players must deal, if anything; `must_deal`: whether the match waits for that.
    * `last`: the last log line; `cited`: its rules; `ending`: the end of the match as HTML.
    * `count`: the last count and its ruling.
    * `lesson`: the teach-in's text; `untried`: nobody has played here; `no_bots`: why bots cannot.
    * `news`: the last moves as spoken text; `moment`: the newest banner among them.
    """

    title: str
    untried: bool
    no_bots: str
    club: ClubNote | None
    seq: int | None = None
    round_text: str = ""
    phase: str = ""
    facts: tuple[str, ...] = ()
    deals: str = ""
    must_deal: bool = False
    over: OutcomeText | None = None
    ending: str = ""
    paused: bool = False
    match: MatchInfo | None = None
    count: RulingSheet | None = None
    last: str = ""
    cited: tuple[str, ...] = ()
    news: tuple[SpokenRuling, ...] = ()
    moment: PageBanner | None = None
    lesson: LessonTexts | None = None


def match_section(words: Words, now: Moment, club: ClubStatus | None, no_bots: str) -> MatchSection:
    """Return the match as its viewer may see it."""
    voice, snapshot, view = words.voice, now.snapshot, now.view
    note = _club_note(voice, club, snapshot)
    if snapshot is None or view is None:
        return MatchSection(voice.key("page.title"), now.untried, no_bots, note)
    last, cited = newest_text(voice, snapshot)
    address = f"/history/{snapshot.match}" if now.viewer.at_table else ""  # To share the result.
    return MatchSection(
        title=game_title(view.game, voice.locale),
        untried=now.untried,
        no_bots=no_bots,
        club=note,
        seq=snapshot.seq,
        round_text=voice.key("page.round", number=view.round),
        phase=voice.say(view.phase),
        facts=tuple(map(voice.say, view.facts)),
        deals=now.deal.text,
        must_deal=now.deal.waits,
        over=_outcome(voice, snapshot, view),
        ending=str(ending_html(snapshot.ending, voice, snapshot.players, address)),
        paused=snapshot.paused,
        match=MatchInfo(snapshot.game.name, snapshot.seats, msgspec.to_builtins(snapshot.options)),
        count=rulings.ruling_sheet(voice, snapshot, corrects=now.viewer.corrects),
        last=last,
        cited=cited,
        news=rulings.spoken_rulings(voice, snapshot),
        moment=newest_banner(words, snapshot),
        lesson=snapshot.lesson_texts(now.deal.seen),
    )


def _outcome(voice: Voice, snapshot: Snapshot, view: View) -> OutcomeText | None:
    """Return the result of the match, or None if the match is not over."""
    if view.outcome is None:
        return None
    winners, taking = view.outcome.winners, place_voice(voice, snapshot.players)
    names = tuple(seat_name(taking, seat).name for seat in winners)
    return OutcomeText(taking.say(view.outcome.reason), winners, names)


def _club_note(voice: Voice, club: ClubStatus | None, snapshot: Snapshot | None) -> ClubNote | None:
    """Return a note about the table's club. Between matches, it names the next players."""
    if club is None:
        return None
    seated = club.round
    goes_on = snapshot is not None and snapshot.outcome is None
    if seated is None or goes_on:
        return ClubNote(club.club, "")
    seats = " ".join(
        f"{words.SYMBOLS[seat % len(words.SYMBOLS)]} {name}"
        for seat, name in enumerate(seated.players)
    )
    table = voice.key("hub.round.table", number=seated.number)
    drawn = voice.key("hub.round.number", number=seated.round)
    return ClubNote(club.club, f"{seated.event} · {drawn} · {table}: {seats}")


# -- banners: large words that fill the screen for a second or two -----------------------


def newest_banner(words: Words, snapshot: Snapshot) -> PageBanner | None:
    """Return the newest banner among the last moves; it contains no secrets."""
    name, news = snapshot.game.name, snapshot.new_entries(0)[-rulings.MOST_NEWS :]
    for entry in reversed(news):
        outcome = snapshot.outcome if entry is news[-1] else None
        banners = banners_for(name, entry.rulings, outcome) if entry.kind == MOVE else ()
        if banners:
            proofs, outcry = _proofs(words.voice, entry), snapshot.outcry
            results = outcry if outcry and outcry.seq == entry.seq else None
            acts = tuple(_act(words, act, proofs, results) for act in banners)
            return PageBanner(entry.seq, acts)
    return None


def _act(
    words: Words, act: Banner, proofs: Mapping[str, tuple[str, ...]], outcry: Outcry | None
) -> BannerAct:
    moment, ruling = act.spec, act.ruling
    params = ruling.message.params
    counts = moment.kind == "reveal" and not moment.cards
    cards = _cards_counted(ruling) if counts else _as_tuple(params.get(moment.cards, ()))

    def say(key: str) -> str:
        return words.voice.say(Message(key, params)) if key else ""

    below = "" if act.below is None else words.voice.say(act.below)
    answer = _outcry(words.voice, outcry) if outcry and moment.says else ""
    return BannerAct(
        kind=moment.kind,
        words=_large_words(words.voice, act) or say(moment.words),
        who=act.who,
        whom=act.whom,
        under=say(moment.under),
        line="\n".join(filter(None, (say(moment.line), below, answer))),
        cards=tuple(_faces(words, cards, proofs)),
        sums=_sums(ruling) if counts else (),
    )


def _outcry(voice: Voice, outcry: Outcry) -> str:
    """Return what a bot says, after its symbol. The banner already has its name."""
    symbol = words.SYMBOLS[outcry.seat : outcry.seat + 1] or str(outcry.seat + 1)
    return f"{symbol} {voice.say(outcry.words)}"


def _large_words(voice: Voice, act: Banner) -> str:
    """Return who has won, for everybody but the winners, or an empty text for another banner."""
    if act.spec.kind != "end" or voice.seat in act.who:
        return ""
    names = words.join_list([seat_name(voice, seat).name for seat in act.who], voice.locale)
    return voice.key("moment.end.others", names=names, count=len(act.who))


def _as_tuple(named: Any) -> tuple[str, ...]:
    return (named,) if isinstance(named, str) else tuple(map(str, named))


def _cards_counted(ruling: Ruling) -> tuple[str, ...]:
    """Return the cards of a count: first cards with a number, then cards that changed the sum."""
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
    proofs: dict[str, tuple[str, ...]] = {}
    for card in rulings.cards_read(voice, entry):
        if card.proof:
            proofs[card.card] = (*proofs.get(card.card, ()), card.proof)
    return proofs


def _faces(
    words: Words, cards: tuple[str, ...], proofs: Mapping[str, tuple[str, ...]]
) -> Iterator[CardFace]:
    """Yield each card with its drawn face; without one, with the camera's picture."""
    for n, card in enumerate(cards):
        seen = proofs.get(card, ())[cards[:n].count(card) :]
        drawn = CardFace(**words.card(card))
        camera = f"/proof/{quote(seen[0], safe='')}" if seen else ""
        yield replace(drawn, picture=drawn.picture or camera)
