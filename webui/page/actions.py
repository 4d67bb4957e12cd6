"""What a viewer can do now: the moves, what the table waits for, and the camera's question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec.structs import replace

from referee.contract import AskCards, AskPlace, By, Offer, View
from referee.judging import Judgement
from referee.match.running import Snapshot
from referee.pending import PendingAction
from referee.reports.status import Question
from referee.table import ANYWHERE, CardStatus, Zone
from referee.words import Voice
from webui.page import rulings
from webui.page.border import ReadCard, Shape
from webui.page.photo import PhotoDue
from webui.page.tabletop.glows import with_wanted


class FocusPanel(Shape):
    """What matters most now: a label, a large value, and the seat that it concerns.

    * `deals`: whether the label is about dealing.
    * `tells`: whether the label repeats the last log line.
    """

    label: str
    value: str
    seat: int | None
    deals: bool = False
    tells: bool = False


class TimerRing(Shape):
    """The clock acts at `due`; `of` is the whole waiting time. Both are in milliseconds."""

    label: str
    due: int
    of: int


class ExpectedChange(Shape):
    """A change that the camera should see in a zone: cards read, leaving or cleared.

    * `scope`: the whole `mat`, all `seats`' zones, one seat's `own` zone, or a `shared` one.
    * `told`: whether the focus already says what must change.
    """

    zone: str
    scope: Literal["mat", "seats", "own", "shared"]
    watch: Literal["read", "leave", "clear"]
    least: int
    text: str
    told: bool = False


class ActionsSection(Shape):
    """What the viewer can do, and what the table waits for.

    * `offers`: the viewer's moves. A host's form of cards starts with the newest `reading`.
    * `wants`: what the camera should see; `watching`: what it does now.
    * `photo`: a request for a picture; `counts`: whether a picture can count the viewer's cards.
    * `undo`, `redo`, `anew`: what an undo, redo or new deal does; `dealt`: whether there is a deal
      that may have been wrong.
    """

    focus: FocusPanel
    offers: tuple[Offer, ...]
    reading: tuple[ReadCard, ...]
    timer: TimerRing | None
    wants: tuple[ExpectedChange, ...]
    watching: tuple[str, ...]
    question: Question | None
    photo: PhotoDue | None
    counts: bool
    undo: str | None
    redo: str | None
    anew: str | None
    dealt: bool


# -- the focus ---------------------------------------------------------------------------


def focus_panel(
    voice: Voice,
    view: View | None,
    *,
    deals: str = "",
    first: bool = False,
    yours: str = "",
    held: Sequence[int] = (),
    last: str = "",
    begins: bool = False,
    wanted: str = "",
) -> FocusPanel:
    """Return the most important thing now.

    * `begins`: the viewer may begin a first match.
    * `deals`: what must be dealt; it comes `first` if play waits for it.
    * `yours`: what the player must lay or take; shown on the turn of one of the seats `held`.
    * `wanted`: what people must do for a bot.
    * `last`: the last log line.
    """
    if view is None:
        none = "page.no_match.begin" if begins else "page.no_match"
        return FocusPanel(voice.key(none), "", None)
    now, first = view.focus, first and not view.focus.value
    whole = voice.say(now.label)
    label = deals if first else whole
    told = bool(deals) and label == deals
    if yours and not now.value and view.outcome is None and now.seat in held and not first:
        label = yours
    if wanted and view.outcome is None and not first:
        label = wanted
    plain = Voice(voice.locale, voice.names).say(now.label)  # The log never uses "you".
    said = plain if label == whole else label
    tells = any(one.startswith(last.removesuffix(".")) for one in (label, said))
    return FocusPanel(label, now.value, None if first else now.seat, told, tells)


def own_task(wants: Sequence[ExpectedChange], busy: bool) -> str:
    """Return what the player must lay, take or, unless `busy` with an offer, clear."""
    watched = ("read", "leave") if busy else ("read", "leave", "clear")
    return next((one.text for one in wants if one.watch in watched), "")


def mark_said(wants: Sequence[ExpectedChange], focus: FocusPanel) -> tuple[ExpectedChange, ...]:
    """Mark those expected changes that the focus already describes."""
    return tuple(replace(one, told=one.text == focus.label) for one in wants)


# -- offers ------------------------------------------------------------------------------


Due = Callable[[Offer], int]  # Returns when an offer becomes available, in ms of the table's clock.


def open_offers(
    snapshot: Snapshot | None,
    *,
    seat: int | None,
    host: bool,
    plays: bool = True,
    shared: Sequence[int] = (),
    decides: bool = False,
) -> tuple[Offer, ...]:
    """Return the moves that a viewer may make.

    A host may make every move; a seat may make its own moves and those for the whole table. A phone
    that is also a host (`decides`) gets the host's moves for single seats too. Bots make their own
    moves. A shared phone on which no seat is open gets the public moves of its seats (`shared`).
    Unless the table `plays`, seats' moves are left out.
    """
    if snapshot is None:
        return ()
    return tuple(
        offer
        for offer in snapshot.offers
        if offer.by is not By.CLOCK
        and (plays or offer.by is not By.SEAT)
        and not (offer.by is By.SEAT and offer.seat in snapshot.players.levels)
        and (
            host
            or may_take(offer, seat)
            or (offer.seat in shared and is_public(offer))
            or (decides and offer.by is By.HOST and offer.seat is not None)
        )
    )


def may_take(offer: Offer, seat: int | None) -> bool:
    """Whether a phone at `seat` may make this move: its own move, or one for the whole table."""
    if seat is None:
        return False
    return offer.seat == seat if offer.by is By.SEAT else offer.seat is None


def is_public(offer: Offer) -> bool:
    """Whether a move can be made in front of everyone: it is a press that reveals no secret."""
    return offer.press is not None and not offer.secret


def seats_to_open(snapshot: Snapshot | None, shared: Sequence[int]) -> tuple[int, ...]:
    """Return the seats of a shared phone that can do more than public moves."""
    offers = snapshot.offers if snapshot else ()
    ours = {offer.seat for offer in offers if offer.by is By.SEAT and not is_public(offer)}
    return tuple(seat for seat in shared if seat in ours)


def due_times(offers: Sequence[Offer], due: Due) -> tuple[tuple[Offer, int], ...]:
    """Return the offers that people must wait for, each with the time of its end."""
    return tuple((offer, due(offer)) for offer in offers if offer.after_s)


def timer(voice: Voice, snapshot: Snapshot | None, due: Due) -> TimerRing | None:
    """Return what the clock will do next, or None."""
    offers = snapshot.offers if snapshot else ()
    ours = [(due(offer), offer) for offer in offers if offer.by is By.CLOCK]
    if not ours:
        return None
    at_ms, offer = min(ours, key=lambda one: one[0])
    return TimerRing(voice.say(offer.label), due=at_ms, of=round(offer.after_s * 1000))


def newest_reading(
    voice: Voice, snapshot: Snapshot | None, offers: Sequence[Offer]
) -> tuple[ReadCard, ...]:
    """Return the newest reading, if the host can correct it in a form."""
    forms = (ask for one in offers if one.by is By.HOST for ask in one.ask)
    if snapshot is None or not any(isinstance(ask, AskCards) for ask in forms):
        return ()
    return rulings.cards_read(voice, rulings.newest_reading(snapshot, voice.seat))


def asked_places(offers: Sequence[Offer]) -> tuple[AskPlace, ...]:
    """Return the questions in which cell of a grid a card goes."""
    return tuple(ask for one in offers for ask in one.ask if isinstance(ask, AskPlace))


# -- what the camera should see ----------------------------------------------------------


SEATS = Zone("seats")  # Represents the zones of all seats, which are cleared together.


def expected_changes(
    voice: Voice,
    snapshot: Snapshot | None,
    judged: Judgement,
    wanted: PendingAction | None = None,
) -> tuple[ExpectedChange, ...]:
    """Return the changes that the table still expects, including the cards to clear.

    If a bot needs people to act (`wanted`), that replaces what the match expects from the bot.
    """
    if snapshot is None:
        return ()
    due = with_wanted(judged.to_do or snapshot.pending, wanted)
    free = {card.zone for card in snapshot.layout.cards if card.status is CardStatus.FREE}
    waits = [
        ExpectedChange(
            str(one.zone),
            _scope(one.zone),
            "leave" if one.zone in free else "read",
            one.count,
            voice.say(one.message),
        )
        for one in due
    ]
    goes: dict[Zone, list[str]] = {}
    for card in () if snapshot.rests else snapshot.layout.cards:
        if card.status is CardStatus.TO_CLEAR:
            goes.setdefault(SEATS if card.zone.kind == "seat" else card.zone, []).append(card.name)
    return (
        *waits,
        *(
            ExpectedChange(
                str(zone),
                _scope(zone),
                "clear",
                0,
                voice.key("table.watch.goes", cards=tuple(cards)),
            )
            for zone, cards in goes.items()
        ),
    )


def _scope(zone: Zone) -> Literal["mat", "seats", "own", "shared"]:
    if zone == ANYWHERE:
        return "mat"
    return "seats" if zone == SEATS else "shared" if zone.seat is None else "own"
