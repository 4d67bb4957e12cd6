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
from webui.access.seats.approvals import Approvals, Proposal, SeatRequest
from webui.access.seats.notices import NameQuestion
from webui.page import rulings
from webui.page.border import Shape
from webui.page.moment import Moment, Viewer
from webui.page.offers import seats_to_open
from webui.page.scene import HandCards
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
    name: str
    due: int | None
    of: int | None
    drawn: bool
    places: tuple[PlaceChoice, ...]


class PhoneSection(Shape):
    """What concerns one phone alone.

    * `version`: the version of the pages' static files; a page of another version loads again.
    * `you`: the viewer's seat; `yours`: all seats of the phone. On a shared phone, no seat counts
      as the viewer's until a player opens one.
    * `waits_at`: the place at which the phone's player waits for the next match.
    * `hand_to`: a shared phone's seats that can act only when open; `hides`: those with secrets.
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
    now: Moment,
    approvals: Approvals,
    hands: tuple[HandCards, ...],
    duties: tuple[TableDuty, ...],
    version: str,
) -> PhoneSection:
    """Return what concerns the viewer's phone alone, with its `hands` and `duties`."""
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
        duties=duties,
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
        for note in approvals.notices.notes_for(*now.viewer.note_tokens)
        if not isinstance(note, NameQuestion)
    )


def _sit_down_step(now: Moment, approvals: Approvals) -> SitDownStep | None:
    """Return the step that the viewer must take to sit down: wait for approval, or give a name.

    If a bot played at the seat until the end of the match, its name is not suggested.
    """
    voice, viewer, snapshot = now.words.voice, now.viewer, now.snapshot
    asked = approvals.seat_requests()
    request = next((request for request in asked if request.seat == viewer.requested_seat), None)
    if request is not None:
        text = _how_to_confirm(now, request)
        label = _seat_label(voice, request.seat)
        due, of = request.due_ms, request.lasts_ms
        return SitDownStep(request.id, *label, text, "", due, of, drawn=False, places=())
    bots = {} if snapshot is None else snapshot.players.levels
    for note in approvals.notices.notes_for(*viewer.note_tokens):
        if not isinstance(note, NameQuestion) or note.seat not in viewer.seats:
            continue
        if note.is_open("" if note.seat in bots else voice.names.get(note.seat, "")):
            text = voice.say(note.text)
            label = _seat_label(voice, note.seat)
            places = own_place_choices(voice, snapshot, note)
            return SitDownStep(
                note.id, *label, text, note.name, None, None, drawn=note.drawn, places=places
            )
    return None


def _seat_label(voice: Voice, seat: int) -> tuple[int, str, str]:
    """Return a seat's number, symbol and colour, without its player's name."""
    place = seat_name(Voice(voice.locale), seat)
    return seat, place.symbol, place.name


def _prompts(now: Moment, approvals: Approvals) -> tuple[Prompt, ...]:
    """Return the seat requests and proposals that concern the viewer.

    A host may answer everything. The big screen shows everything but answers nothing.
    """
    viewer = now.viewer
    sees_all = viewer.is_host_phone or viewer.big_screen
    seats = (
        _seat_prompt(now, request)
        for request in approvals.seat_requests()
        if sees_all or request.seat == viewer.requested_seat or _is_to_move(request, viewer)
    )
    acts = approvals.proposals(now.snapshot) if sees_all or viewer.seats else ()
    return (*seats, *(_proposal_prompt(now, act) for act in acts))


def _is_to_move(one: SeatRequest, viewer: Viewer) -> bool:
    """Whether another phone requests a seat that the viewer's phone has."""
    return one.holder is not None and one.seat in viewer.seats


def _proposal_prompt(now: Moment, act: Proposal) -> Prompt:
    """Return a proposal, for a viewer who may agree, for its own phone, or for anyone else."""
    voice, viewer, presses = now.words.voice, now.viewer, now.status.yes
    own = act.seat in viewer.seats and not viewer.is_host_phone
    may = viewer.is_host_phone or bool(viewer.seats)
    text = _proposal_text(now, act, own, may)
    by = tuple(seat for seat, press in presses.items() if press is Press.LONG and seat != act.seat)
    if by:
        text += " " + voice.key("page.wait.buttons", seats=by, hold=HOLD)
    if own:
        return Prompt(act.id, text, None, voice.key("page.wait.withdraw"))
    if not may:
        return Prompt(act.id, text, None, None)
    return Prompt(act.id, text, voice.key("page.wait.yes"), voice.key("page.wait.no"))


def _seat_prompt(now: Moment, one: SeatRequest) -> Prompt:
    """Return a seat request, for the phone that asks, the one that has the seat, a host, or all."""
    voice, viewer = now.words.voice, now.viewer
    by, no = _press_name(now, one), voice.key("page.wait.no")

    def prompt(text: str, yes: str | None, no: str | None) -> Prompt:
        return Prompt(one.id, text, yes, no, one.due_ms, one.lasts_ms)

    if one.seat == viewer.requested_seat:
        return prompt(_how_to_confirm(now, one), None, voice.key("page.wait.withdraw"))
    if _is_to_move(one, viewer):
        text = voice.key("page.wait.moves", seat=one.seat)
        return prompt(text, voice.key("page.wait.moves.yes"), no)
    loses = " " + voice.key("page.wait.loses") if one.holder is not None else ""
    if not viewer.is_host_phone:
        text = voice.key(f"page.wait.asks.{by}", seat=one.seat, hold=HOLD)
        return prompt(text + loses, None, None)
    text = voice.key(f"page.wait.seat.{by}", seat=one.seat, hold=HOLD)
    return prompt(text + loses, voice.key("page.wait.seat.yes"), no)


def _press_name(now: Moment, one: SeatRequest) -> str:
    presses = now.status.yes
    press = presses.get(one.seat)
    return press.value if press else "none" if one.seat in presses else "host"


def _how_to_confirm(now: Moment, one: SeatRequest) -> str:
    """Return a sentence that tells the requesting phone who must approve, and with which press."""
    voice, key = now.words.voice, f"page.wait.press.{_press_name(now, one)}"
    how = voice.key(key, seat=one.seat, seconds=one.lasts_ms // 1000, hold=HOLD)
    return how if one.holder is None else f"{voice.key('page.wait.elsewhere')} {how}"


def _proposal_text(now: Moment, act: Proposal, own: bool, may: bool) -> str:
    """Return what a seat proposes. The text hides typed cards unless the viewer `may` agree."""
    voice = now.words.voice
    match act.command:
        case Undo():
            what = (now.snapshot and rulings.undo_text(voice, now.snapshot)) or ""
            kind = "undo"
        case Correct(card=card):
            what = voice.key("page.wait.correct.what", card=card, was_card=act.was)
            kind = "correct"
        case Move(move):
            cards = move.get("cards", ())
            what = ", ".join(voice.card(card) for card in cards if isinstance(card, str))
            kind = "cards" if what else "nothing"
    if own:
        return voice.key(f"page.wait.{kind}.yours", what=what)
    if not may and kind in ("cards", "correct"):
        return voice.key(f"page.wait.{kind}.unsaid", seat=act.seat)
    back = isinstance(act.command, Correct) and act.command.back
    return voice.key(f"page.wait.{kind}" + (".back" if back else ""), seat=act.seat, what=what)
