"""Actions at the virtual table: move and turn cards, press buttons, simulate faults."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, Response, request

from referee.reports.tabletop import PILE, HeldCard, TableDuty
from referee.reports.virtual_acts import (
    Button,
    CarryOut,
    Deal,
    Fault,
    Hold,
    Place,
    PutBack,
    Show,
    Tap,
    Unsure,
    VirtualAct,
)
from webui.access.credentials import credentials
from webui.access.forms import OneSeat, read_body
from webui.access.guard import Refused, required
from webui.assets import kept
from webui.page.pictures import digest
from webui.port import Virtual
from webui.routes.api import done
from webui.routes.pages import drawing
from webui.routes.web import require_host, updates_pages, web

simulation = updates_pages(Blueprint("simulation", __name__, url_prefix="/virtual"))

OWN = (Show, PutBack, Hold)  # A phone's acts with a card that its seat plays.
ALLOWED = (*OWN, Tap, CarryOut, Deal)  # The others do a duty of the seat, or of anybody.
OWN_NAMES = frozenset(str(item.__struct_config__.tag) for item in ALLOWED)
DEAL = str(Deal.__struct_config__.tag)
ACTS: dict[str, type[VirtualAct]] = {str(a.__struct_config__.tag): a for a in get_args(VirtualAct)}


def virtual() -> Virtual:
    """Return the virtual table; raise `Refused` if this is a real table."""
    return required(web().virtual, "page.error.no_virtual")


@simulation.before_request
def check() -> None:
    """Refuse actions from all but hosts, except with a player's own cards. All may read."""
    virtual()
    if request.method == "POST" and not _is_own_hand_act():
        require_host()


def _is_own_hand_act() -> bool:
    """Whether a phone at a seat, but not a host, plays its own hand or deals."""
    name = request.path.removeprefix(f"{simulation.url_prefix}/")
    sits = bool(web().phone_seats()) if name == DEAL else web().seat() is not None
    return name in OWN_NAMES and sits and not web().hosts.is_host()


@simulation.post("/<name>")
def run_action(name: str) -> Response:
    """Carry out an action at the virtual table."""
    if name not in ACTS:
        raise Refused(404, "page.error.not_found")
    act = read_body(ACTS[name])
    duties = _duties_done_by(act)
    if isinstance(act, CarryOut) and not duties:
        raise Refused(409, "page.error.not_offered")
    if _is_own_hand_act():
        _check_own(act)
    match act:
        case Button(seat) if not 0 <= seat < web().table.seats:
            raise Refused(404, "page.error.no_such_seat")
        case Fault(switch) if switch not in virtual().scene().faults:
            raise Refused(404, "page.error.no_such_fault")
    takers = [duty.seat for duty in duties]
    if takers and takers[0] is not None and _bots().issuperset(takers):
        raise Refused(409, "page.error.bot_draws", seat=takers[0])
    try:
        virtual().do(act)
    except Unsure as doubt:
        return done(asks=web().voice(web().seat()).say(doubt.message))
    # If a tapped card is still in its hand, its player must choose a place for it.
    held = isinstance(act, Tap) and any(act.id in hand for hand in virtual().scene().hands)
    return done(held=True) if held else done()


def _duties_done_by(act: VirtualAct) -> list[TableDuty]:
    """Return the duties that an act may do."""
    duties = virtual().scene().duties
    match act:
        case CarryOut(duty_id):
            return [duty for duty in duties if duty.id == duty_id]
        case Tap(card) | Hold(card) | Place(card) if isinstance(act, Tap) or card.startswith(PILE):
            return [duty for duty in duties if card in duty.cards]
    return []


def _bots() -> frozenset[int]:
    match = web().snapshot()
    return frozenset() if match is None else match.hiding_bots


@simulation.post("/look")
def peek() -> Response:
    """Return the cards that a seat without a phone may see while the other players look away.

    This is refused if the browser plays another seat, unless the browser is on this machine.
    """
    parts, seat = web(), read_body(OneSeat).seat
    if not 0 <= seat < parts.seats:
        raise Refused(404, "page.error.no_such_seat")
    taken = seat in _bots() or seat in parts.holders.taken
    if taken or (parts.phone_seats() and not credentials().local):
        raise Refused(403, "page.error.other_hand")
    return done(hands=parts.states.hands(parts.voice(seat), seat))


def _check_own(act: VirtualAct) -> None:
    """Raise `Refused` unless the act is a deal or duty that is due, or about a card of this phone.

    All other cards are refused in the same way, so that nobody learns whether a card exists.
    """
    seat, tabletop = web().seat(), virtual().scene()
    if isinstance(act, Deal):
        if act.again or virtual().is_dealt():
            raise Refused(409, "page.error.not_offered")
        return
    mine = [hand for hand, player in enumerate(tabletop.players) if player == seat]
    due = any(duty.seat in (seat, None) for duty in _duties_done_by(act))
    if due and isinstance(act, Tap | CarryOut):
        moved = act.cards if isinstance(act, CarryOut) else (act.id,)
        others = (held for hand, held in enumerate(tabletop.hands) if hand not in mine)
        if any(card in held for held in others for card in moved):
            raise Refused(403, "page.error.other_hand")
        return
    if not isinstance(act, OWN) or not any(act.id in tabletop.hands[hand] for hand in mine):
        raise Refused(403, "page.error.other_hand")
    if isinstance(act, Show) and act.zone not in tabletop.held.get(act.id, HeldCard()).taps:
        raise Refused(409, "page.error.not_offered")


@simulation.get("/console.png")
def console() -> Response:
    """Return the picture that the console's display shows."""
    shown = virtual().console()
    if not shown.png:
        raise Refused(404, "page.error.not_found")
    return kept(Response(shown.png, mimetype="image/png"), digest(shown.png))


@simulation.get("/face/<path:card>.svg")
def face(card: str) -> Response:
    return drawing(lambda: virtual().face_svg(card))


@simulation.get("/back.svg")
def back() -> Response:
    return drawing(virtual().back_svg)


@simulation.get("/mat.svg")
def mat() -> Response:
    return drawing(virtual().mat_svg)
