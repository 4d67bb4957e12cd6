"""A phone's own part of the page: its seats and hands, the pending approvals, and the notices."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.match.commands import Correct, Move, Undo
from referee.match.running import Snapshot
from referee.offers import Press
from referee.reports.status import APPROVAL_HOLD_S, Part, Sound
from referee.reports.tabletop import TableDuty
from referee.words import Voice
from webui.access.seats.approvals import Approvals, Question
from webui.access.seats.notices import NameQuestion
from webui.page import rulings
from webui.page.border import Shape
from webui.page.moment import Moment, Viewer
from webui.page.offers import seats_to_open
from webui.page.scene import HandCards, own_duties
from webui.page.seats import PlaceChoice, own_place_choices, seat_name

HOLD = round(APPROVAL_HOLD_S)


class Prompt(Shape):
    """A sentence with up to two buttons: a pending approval, or a notice.

    `yes` and `no` are the labels of the viewer's buttons. `due` is the time at which the request
    expires, in milliseconds of the table's clock, and `of` how long it is open; None means never.
    """

    id: str
    text: str
    yes: str | None
    no: str | None
    due: int | None = None
    of: int | None = None


class SitDownStep(Shape):
    """The step that a player must take to sit down at the seat with this symbol and colour.

    If `due` is set, the request waits for approval, for `of` milliseconds in all. Otherwise the
    page asks the player for a name; `name` is then the known player at this seat, or empty. If
    `drawn` is true, the club drew that player, and everybody else should leave the seat. `places`
    are the answers to the question who takes the place of a seat that changes hands, if anybody
    must say so.
    """

    id: str
    seat: int
    symbol: str
    colour: str
    text: str
    name: str = ""
    due: int | None = None
    of: int | None = None
    drawn: bool = False
    places: tuple[PlaceChoice, ...] = ()


class PhoneSection(Shape):
    """The part of a state that only one phone needs.

    * `version`: the version of the pages' static files; a page of another version loads again.
    * `you`: the viewer's seat; `yours`: all seats of the phone. On a shared phone, no seat counts
      as the viewer's until a player opens one.
    * `waits_at`: the place at which the phone's player waits for the next match.
    * `hand_to`: a shared phone's seats that can act only when open; `hides`: its seats with
      secrets.
    * `hosts`: whether the viewer is a host; `sound`: the table's sounds, for hosts.
    * `waits`: pending approvals; `notes`: notices for this phone; `sitting`: what its player must
      do to sit down.
    * `hands`: the hands of the virtual table that this phone may see; `duties`: what its
      player, or anybody, must do with cards there.
    * `parts`: the parts of the table, and how well they work.
    """

    locale: str
    version: str
    you: int | None
    yours: tuple[int, ...]
    waits_at: int | None
    hand_to: tuple[int, ...]
    hides: tuple[int, ...]
    hosts: bool
    waits: tuple[Prompt, ...]
    notes: tuple[Prompt, ...]
    sitting: SitDownStep | None
    hands: tuple[HandCards, ...]
    duties: tuple[TableDuty, ...]
    parts: tuple[Part, ...]
    sound: Sound | None


def phone_section(
    now: Moment, approvals: Approvals, hands: tuple[HandCards, ...], version: str
) -> PhoneSection:
    """Return what concerns the viewer's phone alone, with its `hands`."""
    viewer, snapshot, status, voice = now.viewer, now.snapshot, now.status, now.words.voice
    hand_to = seats_to_open(now)
    return PhoneSection(
        locale=voice.locale,
        version=version,
        you=viewer.seat,
        yours=viewer.seats,
        waits_at=viewer.waits,
        hand_to=hand_to,
        hides=secret_seats(snapshot, hand_to),
        hosts=viewer.is_host_phone,
        waits=_prompts(now, approvals),
        notes=_notes(now, approvals),
        sitting=_sit_down_step(now, approvals),
        hands=hands,
        duties=own_duties(now.tabletop, viewer.seat),
        parts=status.parts,
        sound=status.sound if viewer.decides else None,
    )


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


def _notes(now: Moment, approvals: Approvals) -> tuple[Prompt, ...]:
    """Return the notices for the viewer's phone."""
    voice = now.words.voice
    read = voice.key("page.note.read")
    return tuple(
        Prompt(note.id, voice.say(note.text), None, read)
        for note in approvals.notices.notes_for(now.viewer.noted)
        if not isinstance(note, NameQuestion)
    )


def _sit_down_step(now: Moment, approvals: Approvals) -> SitDownStep | None:
    """Return the step that the viewer must take to sit down: wait for approval, or give a name.

    If a bot played at the seat until the end of the match, its name is not suggested.
    """
    voice, viewer, snapshot = now.words.voice, now.viewer, now.snapshot
    for asked in approvals.seat_requests():
        if asked.seat == viewer.requested_seat:
            label, text = _seat_label(voice, asked.seat), _how_to_confirm(now, asked)
            return SitDownStep(asked.id, *label, text, due=asked.due_ms, of=asked.lasts_ms)
    bots = {} if snapshot is None else snapshot.players.levels
    for note in approvals.notices.notes_for(viewer.noted):
        if not isinstance(note, NameQuestion) or note.seat not in viewer.seats:
            continue
        if note.is_open("" if note.seat in bots else voice.names.get(note.seat, "")):
            label, text = _seat_label(voice, note.seat), voice.say(note.text)
            places = own_place_choices(voice, snapshot, note)
            return SitDownStep(note.id, *label, text, note.name, drawn=note.drawn, places=places)
    return None


def _seat_label(voice: Voice, seat: int) -> tuple[int, str, str]:
    """Return a seat's number, symbol and colour, without its player's name."""
    place = seat_name(Voice(voice.locale), seat)
    return seat, place.symbol, place.name


def _prompts(now: Moment, approvals: Approvals) -> tuple[Prompt, ...]:
    """Return the open questions that concern the viewer.

    A host may answer everything. The big screen shows everything but answers nothing.
    """
    viewer = now.viewer
    sees_all = viewer.is_host_phone or viewer.big_screen
    return tuple(
        _seat_prompt(now, asked) if asked.command is None else _command_prompt(now, asked)
        for asked in approvals.open(now.snapshot)
        if sees_all
        or (asked.command is not None and bool(viewer.seats))
        or (asked.command is None and asked.seat == viewer.requested_seat)
        or _is_to_move(asked, viewer)
    )


def _is_to_move(asked: Question, viewer: Viewer) -> bool:
    """Whether another phone requests a seat that the viewer's phone has."""
    return asked.holder is not None and asked.seat in viewer.seats


def _command_prompt(now: Moment, asked: Question) -> Prompt:
    """Return a command, for a viewer who may agree, for its own phone, or for anyone else."""
    voice, viewer, presses = now.words.voice, now.viewer, now.status.yes.items()
    own = asked.seat in viewer.seats and not viewer.is_host_phone
    may = viewer.is_host_phone or bool(viewer.seats)
    text = _command_text(now, asked, own, may)
    by = tuple(seat for seat, press in presses if press is Press.LONG and seat != asked.seat)
    if by:
        text += " " + voice.key("page.wait.buttons", seats=by, hold=HOLD)
    yes = voice.key("page.wait.yes") if may and not own else None
    no = voice.key("page.wait.withdraw" if own else "page.wait.no") if may else None
    return Prompt(asked.id, text, yes, no)


def _seat_prompt(now: Moment, asked: Question) -> Prompt:
    """Return a seat request, for the phone that asks, the phone of the seat, a host, or all."""
    voice, viewer, seat = now.words.voice, now.viewer, asked.seat
    by, yes = _press_name(now, asked), ""
    no = voice.key("page.wait.no")
    if seat == viewer.requested_seat:
        text, no = _how_to_confirm(now, asked), voice.key("page.wait.withdraw")
    elif _is_to_move(asked, viewer):
        text, yes = voice.key("page.wait.moves", seat=seat), voice.key("page.wait.moves.yes")
    else:
        kind = "seat" if viewer.is_host_phone else "asks"
        text = voice.key(f"page.wait.{kind}.{by}", seat=seat, hold=HOLD)
        text += "" if asked.holder is None else " " + voice.key("page.wait.loses")
        yes, no = (voice.key("page.wait.seat.yes"), no) if viewer.is_host_phone else ("", "")
    return Prompt(asked.id, text, yes or None, no or None, asked.due_ms, asked.lasts_ms)


def _press_name(now: Moment, asked: Question) -> str:
    presses = now.status.yes
    press = presses.get(asked.seat)
    return press.value if press else "none" if asked.seat in presses else "host"


def _how_to_confirm(now: Moment, asked: Question) -> str:
    """Return a sentence that tells the requesting phone who must approve, and with which press."""
    voice, key = now.words.voice, f"page.wait.press.{_press_name(now, asked)}"
    how = voice.key(key, seat=asked.seat, seconds=asked.lasts_ms // 1000, hold=HOLD)
    return how if asked.holder is None else f"{voice.key('page.wait.elsewhere')} {how}"


def _command_text(now: Moment, asked: Question, own: bool, may: bool) -> str:
    """Return what a seat asks for. The text hides typed cards unless the viewer `may` agree."""
    voice = now.words.voice
    match asked.command:
        case Undo():
            what = (now.snapshot and rulings.undo_text(voice, now.snapshot)) or ""
            kind = "undo"
        case Correct(card=card):
            what = voice.key("page.wait.correct.what", card=card, was_card=asked.was)
            kind = "correct"
        case Move(move):
            cards = move.get("cards", ())
            what = ", ".join(voice.card(card) for card in cards if isinstance(card, str))
            kind = "cards" if what else "nothing"
    if own:
        return voice.key(f"page.wait.{kind}.yours", what=what)
    if not may and kind in ("cards", "correct"):
        return voice.key(f"page.wait.{kind}.unsaid", seat=asked.seat)
    back = isinstance(asked.command, Correct) and asked.command.back
    return voice.key(f"page.wait.{kind}" + (".back" if back else ""), seat=asked.seat, what=what)
