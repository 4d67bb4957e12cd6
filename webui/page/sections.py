"""The sections of a page's state: the match, offers, questions and parts, in words.

All texts are in the viewer's language and contain no secret of another seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    By,
    Cell,
    Choice,
    Offer,
    View,
)
from referee.judging import Judgement
from referee.match.running import Snapshot
from referee.pending import PendingAction
from referee.reports.status import TWO, Item, Question, Status, Way
from referee.table import ANYWHERE, CardStatus, Zone
from referee.words import Voice
from webui.page import rulings
from webui.page.fields import (
    CardCells,
    CardsField,
    CellCard,
    ChoiceField,
    ChoiceLabel,
    Field,
    NumberField,
    PlaceField,
    PossibleName,
    ReadCard,
    SeatField,
)
from webui.page.questions import QuestionCandidate, QuestionCard, QuestionOption, QuestionSheet
from webui.page.schema import (
    ExpectedChange,
    FocusPanel,
    LessonText,
    MatchInfo,
    OfferForm,
    PartStatus,
    SoundSwitches,
    TimerRing,
)
from webui.page.tabletop.glows import with_wanted


def view(snapshot: Snapshot, voice: Voice) -> View:
    """Return the game's view for the viewer's seat, or the public view if the viewer has none."""
    mine = voice.seat if voice.seat is not None and voice.seat < snapshot.seats else None
    return snapshot.view(mine)


# -- the match ---------------------------------------------------------------------------


def focus(
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


def facts(voice: Voice, view: View | None) -> tuple[str, ...]:
    """Return the facts about the match."""
    return tuple(voice.say(fact) for fact in view.facts) if view else ()


def match(snapshot: Snapshot | None) -> MatchInfo | None:
    """Return the current match."""
    if snapshot is None:
        return None
    options = msgspec.to_builtins(snapshot.options)
    return MatchInfo(snapshot.game.name, snapshot.seats, options)


def lesson(voice: Voice, snapshot: Snapshot | None, dealt: bool | None) -> LessonText | None:
    """Return the text of the teach-in. `dealt` is None if the table cannot see the deal."""
    told = snapshot.lesson_texts(dealt) if snapshot else None
    return LessonText(tuple(map(voice.say, told.texts)), told.last) if told else None


# -- offers ------------------------------------------------------------------------------


Due = Callable[[Offer], int]


def offers(
    voice: Voice,
    snapshot: Snapshot | None,
    host: bool,
    due: Due,
    plays: bool = True,
    shared: Sequence[int] = (),
    decides: bool = False,
) -> tuple[OfferForm, ...]:
    """Return the moves that the viewer may make.

    A host may make every move; a seat may make its own moves and those for the whole table. A phone
    that is also a host (`decides`) gets the host's moves for single seats too. Bots make their own
    moves. A shared phone on which no seat is open gets the public moves of its seats (`shared`).
    Unless the table `plays`, seats' moves are left out. `due` returns when an offer becomes
    available, in milliseconds of the table's clock.
    """
    if snapshot is None:
        return ()
    return tuple(
        OfferForm(
            move=offer.move,
            label=voice.say(offer.label),
            effect=_effect(voice, offer),
            seat=offer.seat,
            given=offer.given,
            ask=tuple(_field(voice, ask, offer, snapshot) for ask in offer.ask),
            by=offer.by.value,
            press=offer.press.value if offer.press else None,
            due=due(offer) if offer.after_s else None,
            aside=offer.aside,
            among=voice.say(offer.among) if offer.among else "",
        )
        for offer in snapshot.offers
        if offer.by is not By.CLOCK
        and (plays or offer.by is not By.SEAT)
        and not (offer.by is By.SEAT and offer.seat in snapshot.players.levels)
        and (
            host
            or may_take(offer, voice.seat)
            or (offer.seat in shared and is_public(offer))
            or (decides and offer.by is By.HOST and offer.seat is not None)
        )
    )


def is_public(offer: Offer) -> bool:
    """Whether a move can be made in front of everyone: it is a press that reveals no secret."""
    return offer.press is not None and not offer.secret


def seats_to_open(snapshot: Snapshot | None, shared: Sequence[int]) -> tuple[int, ...]:
    """Return the seats of a shared phone that can do more than public moves."""
    offers = snapshot.offers if snapshot else ()
    ours = {offer.seat for offer in offers if offer.by is By.SEAT and not is_public(offer)}
    return tuple(seat for seat in shared if seat in ours)


def secret_seats(snapshot: Snapshot | None, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that see something secret or have a secret offer."""
    if snapshot is None:
        return ()
    secret = {offer.seat for offer in snapshot.offers if offer.secret}
    everybody = snapshot.view(None)
    return tuple(
        seat
        for seat in seats
        if seat in secret or replace(snapshot.view(seat), seat=None) != everybody
    )


def sound(status: Status) -> SoundSwitches:
    """Return the table's sounds."""
    return SoundSwitches(status.sound.buzzer, status.sound.voice)


def timer(voice: Voice, snapshot: Snapshot | None, due: Due) -> TimerRing | None:
    """Return what the clock will do next, or None."""
    offers = snapshot.offers if snapshot else ()
    ours = [(due(offer), offer) for offer in offers if offer.by is By.CLOCK]
    if not ours:
        return None
    at_ms, offer = min(ours, key=lambda one: one[0])
    return TimerRing(voice.say(offer.label), due=at_ms, of=round(offer.after_s * 1000))


def may_take(offer: Offer, seat: int | None) -> bool:
    """Whether a phone at `seat` may make this move: its own move, or one for the whole table."""
    if seat is None:
        return False
    return offer.seat == seat if offer.by is By.SEAT else offer.seat is None


def _effect(voice: Voice, one: Choice | Offer | Way) -> str:
    return voice.say(one.effect) if one.effect else ""


def _field(voice: Voice, ask: Ask, offer: Offer, snapshot: Snapshot) -> Field:
    match ask:
        case AskNumber():
            return NumberField(ask.field, ask.least, ask.most, ask.step)
        case AskSeat():
            return SeatField(ask.field, ask.seats)
        case AskChoice():
            choices = (
                ChoiceLabel(one.value, voice.say(one.label), _effect(voice, one))
                for one in ask.choices
            )
            return ChoiceField(ask.field, tuple(choices))
        case AskCards():
            return CardsField(
                field=ask.field,
                least=ask.least,
                most=ask.most,
                known=ask.known,
                brings=ask.brings,
                now=_first_cards(voice, ask, offer, snapshot),
                possible=tuple(
                    PossibleName(card, voice.card(card), left) for card, left in ask.limit().items()
                ),
            )
        case AskPlace():
            names = ask.names()
            return PlaceField(
                field=ask.field,
                zone=ask.zone,
                leaves=ask.leaves,
                known=tuple(_cell(voice, cell) for cell in ask.known),
                places=tuple(
                    CardCells(card, voice.card(card), cells, names[card])
                    for card, cells in ask.places.items()
                ),
            )


def _cell(voice: Voice, cell: Cell) -> CellCard:
    return CellCard(cell.card, voice.card(cell.card), cell.row, cell.column)


def _first_cards(
    voice: Voice, ask: AskCards, offer: Offer, snapshot: Snapshot
) -> tuple[ReadCard, ...]:
    """Return the cards that a form contains at first.

    A host's correction starts with the newest reading; a new reading, with the known cards.
    """
    if offer.by is By.HOST:
        return rulings.cards_read(voice, rulings.newest_reading(snapshot, voice.seat))
    return tuple(ReadCard(card, voice.card(card), None) for card in ask.known)


SEATS = Zone("seats")  # Represents the zones of all seats, which are cleared together.


def expected_changes(
    voice: Voice, snapshot: Snapshot, judged: Judgement, wanted: PendingAction | None = None
) -> tuple[ExpectedChange, ...]:
    """Return the changes that the table still expects, including the cards to clear.

    If a bot needs people to act (`wanted`), that replaces what the match expects from the bot.
    """
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


# -- the table itself --------------------------------------------------------------------


def question(voice: Voice, asked: Question | None) -> QuestionSheet | None:
    """Return the camera's question, or None."""
    if asked is None:
        return None
    missing = asked.missing
    count_key = "page.question.missing" if missing > 0 else "page.question.extra"
    return QuestionSheet(
        id=asked.id,
        text=voice.say(asked.message),
        count_text=voice.key(count_key, count=abs(missing)) if missing else "",
        items=tuple(_item(voice, item) for item in asked.items),
        ways=tuple(
            QuestionOption(
                one.id,
                voice.say(one.label),
                _effect(voice, one),
                press.value if (press := asked.press_of(number)) else None,
                len(asked.ways) > TWO and number == asked.at,
            )
            for number, one in enumerate(asked.ways)
        ),
        seat=asked.seat,
    )


def _item(voice: Voice, item: Item) -> QuestionCard:
    card = item.answer or item.guess
    return QuestionCard(
        id=item.id,
        proof=item.proof,
        candidates=tuple(
            QuestionCandidate(
                one.card, voice.say(item.yes) if item.yes else voice.card(one.card), one.score
            )
            for one in item.candidates
        ),
        guess=item.guess,
        answer=item.answer,
        certain=item.certain,
        reason=voice.say(item.reason) if item.reason else "",
        none=voice.say(item.none) if item.none else voice.key("page.question.none"),
        label=voice.card(card) if card else "",
    )


def parts(voice: Voice, status: Status) -> tuple[PartStatus, ...]:
    return tuple(
        PartStatus(voice.key(f"part.{part.name}"), part.well, voice.say(part.message))
        for part in status.parts
    )
