"""A viewer's possible actions: moves, the table's pending actions, and the camera's question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee import words
from referee.contract import AskCards, AskPlace, By, Choice, Cue, Offer, Typed
from referee.judging import Judgement
from referee.match.running import Snapshot
from referee.pending import PendingAction, Take
from referee.reports.questions import Question
from referee.reports.status import ACTING, Coming, Status
from referee.table import CardStatus
from referee.words import Voice
from webui.page import rulings
from webui.page.border import ReadCard, Shape
from webui.page.html import render
from webui.page.leaves import tell
from webui.page.moment import Moment
from webui.page.offers import Due, seats_to_open
from webui.page.seats import seat_name
from webui.page.tabletop.marks import with_wanted


class FocusPanel(Shape):
    """The most important thing now: a label, a large value, and the seat that it concerns.

    * `by`: the seat that said the value, if one said it.
    * `deals`: whether the label is about dealing.
    * `tells`: whether the label repeats the last log line.
    * `lacking`: moves for which the seat has too little, with what they need.
    """

    label: str
    value: str
    seat: int | None
    by: int | None = None
    deals: bool = False
    tells: bool = False
    lacking: tuple[Choice, ...] = ()


class TimerRing(Shape):
    """The clock acts at `due`; `of` is the whole waiting time. Both are in milliseconds."""

    label: str
    due: int
    of: int


class ExpectedChange(Shape):
    """A change that the camera should see in a zone: cards read, leaving or cleared."""

    zone: str
    watch: Literal["read", "leave", "clear"]
    text: str


class ActionsSection(Shape):
    """The viewer's possible actions, and the table's pending ones.

    * `offers`: the viewer's moves. A host's form of cards starts with the newest `reading`.
    * `wants`: what the camera should see; `watching`: what it does now.
    * `waits_for`: whom the table waits for, if the viewer can do nothing and the focus is silent.
    * `spectates`: whether the viewer's player is out, while the others play on.
    * `question_html`: the camera's question as a page shows it.
    * `photo`: whether a phone's picture would help now; it is "first" if there is no camera.
    * `counts`: whether a picture can count the viewer's cards.
    * `undo`, `redo`, `anew`: what an undo, redo or new deal does; `dealt`: whether there is a deal
      that may have been wrong.
    """

    focus: FocusPanel
    offers: tuple[Offer, ...]
    reading: tuple[ReadCard, ...]
    timer: TimerRing | None
    wants: tuple[ExpectedChange, ...]
    watching: tuple[str, ...]
    waits_for: str
    spectates: bool
    question: Question | None
    question_html: str
    photo: Literal["first", "also"] | None
    counts: bool
    undo: str | None
    redo: str | None
    anew: str | None
    dealt: bool


def actions_section(now: Moment, offers: tuple[Offer, ...], last: str, due: Due) -> ActionsSection:
    """Return what the viewer can do. `last` is the last log line."""
    viewer, snapshot, status, voice = now.viewer, now.snapshot, now.status, now.words.voice
    wants = expected_changes(voice, snapshot, status.judged, status.bot_pending)
    busy = bool(seats_to_open(now)) or any(offer.by is By.SEAT for offer in offers)
    focus = focus_panel(now, own_task(wants, busy), last)
    return ActionsSection(
        focus=focus,
        offers=offers,
        reading=newest_reading(voice, snapshot, offers),
        timer=timer(voice, snapshot, due, status.coming),
        wants=wants,
        watching=tuple(dict.fromkeys(map(voice.say, status.watching))),
        waits_for=whom_it_waits_for(now, focus, busy=busy or bool(wants)),
        spectates=is_out(now),
        question=status.question,
        question_html=question_html(now),
        photo=photo_request(snapshot, status) if viewer.at_table else None,
        counts=viewer.at_table and bool(snapshot and snapshot.game.table.appraise),
        undo=rulings.undo_text(voice, snapshot) if snapshot else None,
        redo=rulings.redo_text(voice, snapshot, viewer) if snapshot else None,
        anew=rulings.new_deal_text(voice, snapshot) if snapshot and viewer.decides else None,
        dealt=bool(snapshot and snapshot.deal_moves is not None and not snapshot.rests),
    )


def question_html(now: Moment) -> str:
    """Return the camera's question, with buttons if the viewer may answer it."""
    asked, viewer, voice = now.status.question, now.viewer, now.words.voice
    if asked is None:
        return ""
    may, whose = viewer.host or bool(viewer.seats), asked.chooser
    html = render(
        "parts/question.html",
        voice,
        asked=tell(asked, now.words),
        may=may,
        says=may and (viewer.decides or whose in (None, *viewer.seats)),
        whose=None if whose is None else seat_name(voice, whose),
        hints=now.tabletop is None or viewer.big_screen,  # A real table has buttons.
    )
    return str(html)


def photo_request(snapshot: Snapshot | None, status: Status) -> Literal["first", "also"] | None:
    """Return a request for a picture, or None if a picture would not help now."""
    if snapshot is None or snapshot.rests or snapshot.outcome is not None:
        return None
    asks = (ask for offer in snapshot.offers for ask in offer.ask)
    if snapshot.pending or any(isinstance(ask, AskCards | AskPlace) for ask in asks):
        return "also" if status.sees else "first"
    return None


# -- the focus ---------------------------------------------------------------------------


def focus_panel(now: Moment, task: str = "", last: str = "") -> FocusPanel:
    """Return the most important thing now.

    On the turn of one of the viewer's seats, it is the viewer's own `task`, if there is one. `last`
    is the last log line.
    """
    voice, view, deal = now.words.voice, now.public, now.deal
    if view is None:
        none = "page.no_match.begin" if now.viewer.decides else "page.no_match"
        return FocusPanel(voice.key(none), "", None)
    focus, for_bot = view.focus, now.status.bot_pending
    if deal.waits and not focus.value:
        return FocusPanel(deal.text, "", None, deals=True, tells=_repeats(last, deal.text))
    deals = bool(deal.text) and focus.label == view.phase
    label = game_label = deal.text if deals else voice.say(focus.label)
    if view.outcome is None and for_bot is not None:
        label = voice.say(for_bot.message)
    elif view.outcome is None and task and not focus.value and focus.seat in now.viewer.seats:
        label = task
    plain = Voice(voice.locale, voice.names).say(focus.label)  # The log never uses "you".
    tells = _repeats(last, label, plain if label == game_label else label)
    return FocusPanel(label, focus.value, focus.seat, focus.by, deals, tells, focus.lacking)


def _repeats(last: str, *labels: str) -> bool:
    """Whether one of these labels repeats the last log line."""
    return bool(last) and any(label.startswith(last.removesuffix(".")) for label in labels)


def own_task(wants: Sequence[ExpectedChange], busy: bool) -> str:
    """Return what the player must lay, take or, unless `busy` with an offer, clear."""
    watched = ("read", "leave") if busy else ("read", "leave", "clear")
    return next((want.text for want in wants if want.watch in watched), "")


def timer(
    voice: Voice, snapshot: Snapshot | None, due: Due, coming: Coming | None
) -> TimerRing | None:
    """Return what the clock, or a bot's hand, will do next, or None."""
    offers = snapshot.offers if snapshot else ()
    ours = [(due(offer), offer) for offer in offers if offer.by is By.CLOCK]
    if not ours:
        if coming is None:
            return None
        return TimerRing(voice.say(coming.message), coming.due_ms, coming.of_ms)
    at_ms, offer = min(ours, key=lambda timed: timed[0])
    return TimerRing(voice.say(offer.shown.label), due=at_ms, of=round(offer.shown.after_s * 1000))


def newest_reading(
    voice: Voice, snapshot: Snapshot | None, offers: Sequence[Offer]
) -> tuple[ReadCard, ...]:
    """Return the newest reading, if the viewer can correct it in a form."""
    if snapshot is None or not any(offer.typed is Typed.CORRECTION for offer in offers):
        return ()
    return rulings.cards_read(voice, rulings.newest_reading(snapshot, voice.seat))


# -- whom the table waits for ------------------------------------------------------------


def whom_it_waits_for(now: Moment, focus: FocusPanel, busy: bool) -> str:
    """Return a sentence about the seats that must act, or an empty text if another one says it.

    `busy` means that the viewer has something to do, or that cards are still to be moved.
    """
    view, snapshot, voice = now.public, now.snapshot, now.words.voice
    if view is None or snapshot is None or snapshot.rests or view.outcome is not None:
        return ""
    if busy or now.status.question is not None or now.deal.waits:
        return ""
    acting = {seat.seat: seat.cue for seat in view.seats if seat.cue in ACTING}
    able = {seat: cue for seat, cue in acting.items() if snapshot.offers.for_seat(seat)}
    waiting = able or acting  # A player who has claimed a card can only wait for the others.
    seats = tuple(waiting)
    if not seats or set(seats) & {now.viewer.seat, *now.viewer.seats}:
        return ""
    bots = Cue.TURN not in waiting.values() and set(seats) <= set(snapshot.players.levels)
    names = [words.seat(seat, voice.locale, voice.names) for seat in seats]
    if not bots and all(name in focus.label for name in names):
        return ""
    return voice.key("page.waits.bots" if bots else "page.waits.for", seats=seats)


def is_out(now: Moment) -> bool:
    """Whether the viewer's player is out of a match that goes on."""
    if now.view is None or now.view.outcome is not None or now.viewer.seat is None:
        return False
    return any(seat.seat == now.viewer.seat and seat.out for seat in now.view.seats)


# -- what the camera should see ----------------------------------------------------------


def expected_changes(
    voice: Voice, snapshot: Snapshot | None, judged: Judgement, wanted: PendingAction | None = None
) -> tuple[ExpectedChange, ...]:
    """Return the changes that the table still expects, including the cards to clear.

    If a bot needs people to act (`wanted`), that replaces what the match expects from the bot.
    """
    if snapshot is None:
        return ()
    due = with_wanted(judged.to_do or snapshot.pending, wanted)
    waits = [
        ExpectedChange(
            str(action.zone),
            "leave" if isinstance(action, Take) else "read",
            voice.say(action.message),
        )
        for action in due
    ]
    goes: dict[str, list[str]] = {}
    named = {card for action in due for card in action.cards}  # The rest of a canoe goes later.
    for card in () if snapshot.rests else snapshot.layout.cards:
        later = card.at is not None and named and card.name not in named
        if card.status is CardStatus.TO_CLEAR and not later:
            # The zones of all seats are cleared together.
            zone = "seats" if card.zone.kind == "seat" else str(card.zone)
            goes.setdefault(zone, []).append(card.name)
    clears = (
        ExpectedChange(zone, "clear", _clear_text(voice, cards)) for zone, cards in goes.items()
    )
    return (*waits, *clears)


def _clear_text(voice: Voice, cards: Sequence[str]) -> str:
    """Return the sentence that says which cards must be cleared. Those face down have no name."""
    named = tuple(filter(None, cards))
    texts = [voice.key("table.watch.goes", cards=named)] if named else []
    if len(named) < len(cards):
        texts.append(voice.key("table.watch.goes.back"))
    return " ".join(texts)
