"""The players as everyone sees them: the seats, and the parties without a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from types import MappingProxyType

from msgspec.structs import asdict

from referee import words
from referee.contract import Cue, Message, Party, SeatView, Token, View
from referee.match.people.players import Players, Tenure, place_answers
from referee.match.running import Snapshot
from referee.reports.status import ACTING, Denied
from referee.seating import Person, regrouped
from referee.words import Voice
from webui.access.seats.notices import NameQuestion
from webui.page.border import CardFace, Shape, Words
from webui.page.games import most_seats


class PlaceChoice(Shape):
    """An answer to the question who takes the place at the end: its `value`, and its words."""

    value: str
    label: str


class SeatName(Shape):
    """A seat's symbol and its player's name. `given` is the name that the player chose."""

    seat: int
    label: str
    symbol: str
    name: str
    given: str


class PersonName(Shape):
    """Somebody who may play in the next match; a `place` that is no seat is one in the queue.

    `name` is what to call them, and `given` is empty if nobody knows a name.
    """

    place: int
    name: str
    given: str


class SeatPanel(SeatName):
    """A seat for everyone to see: its cue, light, cards and counters.

    * `held`: whether a phone has this seat; `asked`: whether a phone requests it.
    * `away`: when its phone went away, by the table's clock in milliseconds.
    * `noted`: whether the page shows the first of the seat's notes instead of its cue.
    * `backs`: how many cards it holds up, seen by the other players only.
    * `says`: what a bot says aloud about the last move, or an empty text.
    * `denied`: why the seat's last press did nothing.
    * `level`, `bot`, `played`: a bot's level, its mark, and the mark in words.
    * `places`: who can take the place and the rating at the end, if the seat is handed over now.
    """

    level: str
    bot: str
    played: str
    held: bool
    asked: bool
    away: int | None
    cue: Cue
    cue_text: str
    says: str
    tokens: tuple[Token, ...]
    cards: tuple[CardFace, ...]
    backs: int
    notes: tuple[Message, ...]
    noted: bool
    out: bool
    light: str
    denied: Denied | None
    places: tuple[PlaceChoice, ...]


class SeatsSection(Shape):
    """All players.

    * `others`: parties without a seat.
    * `everybody`: the names of all possible seats.
    * `known`: recent names that nobody uses now, for a viewer who may choose a name.
    * `people`: who may play in the next match.
    * `regroups`: what changes if this match is played again, in words; empty if nothing does.
    """

    seats: tuple[SeatPanel, ...]
    others: tuple[Party, ...]
    everybody: tuple[SeatName, ...]
    known: tuple[str, ...]
    people: tuple[PersonName, ...]
    regroups: str


def seats_section(
    words: Words,
    snapshot: Snapshot | None,
    view: View | None,
    *,
    buttons: int,
    lights: Sequence[str] = (),
    denied: Sequence[Denied] = (),
    held: AbstractSet[int] = frozenset(),
    asked: AbstractSet[int] = frozenset(),
    away: Mapping[int, int] = MappingProxyType({}),
    known: tuple[str, ...] = (),
    people: tuple[Person, ...] = (),
) -> SeatsSection:
    """Return all players. Phones have the seats `held`, and request those `asked`.

    The phones of the seats `away` are asleep or closed since then. `people` may play next.
    """
    voice, over = words.voice, snapshot is None or snapshot.outcome is not None
    denials, outcry = {item.seat: item for item in denied}, snapshot and snapshot.outcry

    def panel(shown: SeatView) -> SeatPanel:
        seat = shown.seat
        level = snapshot.players.levels.get(seat, "") if snapshot else ""
        cue = _cue(voice, shown, snapshot, over)
        return SeatPanel(
            **asdict(seat_name(voice, seat)),
            level=level,
            bot=bot_mark(voice, level),
            played=bot_words(voice, level),
            held=seat in held,
            asked=seat in asked,
            away=away.get(seat),
            cue=shown.cue,
            cue_text=" · ".join(filter(None, (cue, voice.key("cue.away") if seat in away else ""))),
            says=voice.say(outcry.words) if outcry and outcry.seat == seat else "",
            noted=_is_noted(shown, over),
            tokens=shown.tokens,
            cards=words.cards(shown.cards),
            backs=shown.backs,
            notes=shown.notes,
            out=shown.out,
            light=lights[seat] if seat < len(lights) else "off",
            denied=denials.get(seat),
            places=place_choices(voice, snapshot, seat),
        )

    # Before the first match, the seats of the table are shown.
    seats = view.seats if view else [SeatView(seat, Cue.IDLE) for seat in range(buttons)]
    return SeatsSection(
        seats=tuple(map(panel, seats)),
        others=view.others if view else (),
        everybody=tuple(seat_name(voice, seat) for seat in range(max(buttons, most_seats()))),
        known=known,
        people=tuple(person_name(voice, person) for person in people),
        regroups="" if snapshot is None else _regroups(voice, snapshot, people),
    )


def person_name(voice: Voice, person: Person) -> PersonName:
    """Return what to call a person, and where they are."""
    colour = words.seat(person.place, voice.locale) if person.place < len(words.SYMBOLS) else ""
    name = person.name or colour or voice.key("page.match.person")
    return PersonName(person.place, name, person.name)


def _regroups(voice: Voice, match: Snapshot, people: tuple[Person, ...]) -> str:
    """Return who comes, who leaves and who finds no seat if this match is played again."""
    if match.outcome is None or match.lesson:
        return ""
    seats = range(match.seats)
    again = regrouped(people, match) or seats
    waiting = [person for person in people if person.here and person.place not in seats]
    values = {
        "comes": [person for person in waiting if person.place in again],
        "leaves": [person for person in people if person.place in {*seats} - {*again}],
        "full": [person for person in waiting if person.place not in again],
    }
    return " ".join(
        voice.key(f"page.again.{key}", names=[person_name(voice, person).name for person in some])
        for key, some in values.items()
        if some
    )


def bot_mark(voice: Voice, level: str) -> str:
    """Return the mark of a bot, or an empty string for a person."""
    return voice.key(f"bot.mark.{level}") if level else ""


def bot_words(voice: Voice, level: str) -> str:
    """Return the mark of a bot in words, for screen readers."""
    return voice.key(f"bot.played.{level}") if level else ""


def seat_name(voice: Voice, seat: int) -> SeatName:
    """Return a seat's symbol and its player's name. A seat without a symbol has its number."""
    label = words.seat(seat, voice.locale, voice.names)
    known = seat < len(words.SYMBOLS)
    symbol = words.SYMBOLS[seat] if known else str(seat + 1)
    name = label.split("\N{NO-BREAK SPACE}", 1)[-1] if known else label
    return SeatName(seat, label, symbol, name, voice.names.get(seat, ""))


def _cue(voice: Voice, seat: SeatView, snapshot: Snapshot | None, over: bool) -> str:
    if seat.cue in ACTING:
        moves = snapshot.offers.for_seat(seat.seat) if snapshot else ()
        # A move that is neither a press nor folded away.
        speaks = any(not (offer.shown.press or offer.shown.aside) for offer in moves)
        return voice.key("cue.turn" if speaks else f"cue.{seat.cue.value}")
    if _is_noted(seat, over):
        return voice.say(seat.notes[0])
    if over and seat.cue is Cue.IDLE:
        return ""  # Without a match, nobody waits.
    return voice.key(f"cue.{seat.cue.value}")


def _is_noted(seat: SeatView, over: bool) -> bool:
    """Whether the seat's first note replaces its cue. After the end, the notes stay as a record."""
    return bool(seat.notes) and not over and seat.cue not in ACTING


# -- who takes the place and the rating of a seat that changes hands ---------------------


def place_choices(voice: Voice, snapshot: Snapshot | None, seat: int) -> tuple[PlaceChoice, ...]:
    """Return the possible answers if a seat is handed over now."""
    if snapshot is None or not _is_asked(snapshot, seat):
        return ()
    return _choices(voice, snapshot, snapshot.players.tenures[seat], "other")


def own_place_choices(
    voice: Voice, snapshot: Snapshot | None, asked: NameQuestion
) -> tuple[PlaceChoice, ...]:
    """Return the possible answers of a player who has sat down and is asked for a name."""
    if snapshot is None or asked.drawn or not _is_asked(snapshot, asked.seat):
        return ()
    tenures = snapshot.players.tenures[asked.seat]
    before = tenures if asked.kept else tenures[:-1]
    return _choices(voice, snapshot, before, "me") if before else ()


def _is_asked(snapshot: Snapshot, seat: int) -> bool:
    return seat < snapshot.seats and snapshot.outcome is None and not snapshot.lesson


def _choices(
    voice: Voice, snapshot: Snapshot, before: Sequence[Tenure], newcomer: str
) -> tuple[PlaceChoice, ...]:
    answer: Mapping[str, str] = {"comes": f"page.place.comes.{newcomer}"}
    return tuple(
        PlaceChoice(place, known or voice.key(answer.get(place, f"page.place.{place}")))
        for place, known in place_answers(before, drawn=bool(snapshot.players.drawn))
    )


def place_voice(voice: Voice, players: Players) -> Voice:
    """Return a voice that names each seat after whoever takes its place."""
    takers = enumerate(players.place_takers)
    earlier = {
        seat: taker.name
        for seat, taker in takers
        if taker is not None and taker is not players.tenures[seat][-1]
    }
    return replace(voice, names={**voice.names, **earlier})
