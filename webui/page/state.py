"""The state of a page as JSON. Viewers who see the same share one copy."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import msgspec
from msgspec import UNSET

from referee import library
from referee.contract import By
from referee.match.running import Snapshot
from referee.names import player_key
from referee.reports.analysis import Analysis
from referee.reports.tabletop import Tabletop
from referee.words import Voice
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.access.seats.drawn import player_names
from webui.page import approvals, banners, photo, places, rulings, seats, sections
from webui.page.fields import HandCards
from webui.page.games import game_title, most_seats
from webui.page.hands import free_cards, limit_to_held, nameable_cards, visible_hands
from webui.page.past.ending import ending_html
from webui.page.scene import scene
from webui.page.schema import OfferForm, PageState
from webui.page.tabletop.table import table_drawing
from webui.port import Club, Table, Virtual
from webui.serving.stream import LiveUpdates

VIEWERS = 128  # Maximum number of cached states, for all languages and seats; strangers share one.


@dataclass(frozen=True)
class Viewer:
    """The viewer of a state: a seat (None: a stranger), perhaps a host, and a language.

    * `seats`: all seats of the phone; a shared phone has no `seat` until a player opens one.
    * `requested_seat`: the seat that the phone requests.
    * `is_host_phone`: whether the viewer is a phone that is also a host.
    * `big_screen`: whether the viewer is the screen that everyone sees.
    * `note_tokens`: the hashes of those tokens of the phone that have notices.
    """

    locale: str
    seat: int | None = None
    host: bool = False
    scene: bool = False
    requested_seat: int | None = None
    is_host_phone: bool = False
    seats: tuple[int, ...] = ()
    big_screen: bool = False
    note_tokens: tuple[str, ...] = ()

    @property
    def shared(self) -> tuple[int, ...]:
        """The seats of a shared phone if none of them is open, otherwise nothing."""
        return self.seats if self.seat is None else ()


def _may_send_pictures(viewer: Viewer) -> bool:
    """Whether the viewer may send pictures: a phone at a seat, or a host."""
    return bool(viewer.seats) or viewer.host or viewer.is_host_phone


class PageStates:
    """Makes the newest state for each kind of viewer, and caches it. Thread-safe."""

    def __init__(
        self,
        table: Table,
        virtual: Virtual | None,
        holders: Holders,
        approvals: Approvals,
        updates: LiveUpdates,
        club: Club | None = None,
    ) -> None:
        self._club = club
        self._table = table
        self._virtual = virtual
        self._holders = holders
        self._approvals = approvals
        self._updates = updates
        self._lock = threading.Lock()
        self._kept: dict[Viewer, tuple[int, bytes]] = {}

    def json(self, viewer: Viewer) -> bytes:
        """Return the state as JSON. For a hundred strangers, each change is serialised once."""
        with self._lock:
            version = self._updates.version
            kept = self._kept.get(viewer)
            if kept is None or kept[0] != version:
                state = msgspec.json.encode(self.state(viewer))
                if kept is not None and kept[1] == state:
                    state = kept[1]  # An unchanged object is recognised quickly.
                kept = (version, state)
                if len(self._kept) >= VIEWERS:
                    self._kept.clear()
                self._kept[viewer] = kept
            return kept[1]

    def state(self, viewer: Viewer) -> PageState:
        snapshot = self._table.desk.snapshot()
        status = self._table.status()
        secret = snapshot.hiding_bots if snapshot else frozenset()
        names = player_names(self._holders, snapshot)
        voice = Voice(viewer.locale, names, viewer.seat)
        log = rulings.newest_log_lines(voice, snapshot)
        view = sections.view(snapshot, voice) if snapshot else None
        virtual = self._virtual if viewer.scene else None
        due = view.deal if view else None
        waits = due is not None and self._virtual is not None and not self._virtual.is_dealt()
        deals = voice.say(view.phase) if view and due and (waits or self._virtual is None) else ""
        matters = view
        if due and due.then and self._virtual and not waits:
            view = due.then
            matters = (
                matters if viewer.big_screen else view
            )  # The big screen keeps a count until the next move.
        offers = sections.offers(
            voice,
            snapshot,
            viewer.host,
            self._table.due_ms,
            not waits,
            viewer.shared,
            viewer.is_host_phone,
        )
        held = self.hands(voice, viewer.seat) if viewer.seat is not None else ()
        if snapshot and view and self._virtual:
            free = free_cards(snapshot.layout, snapshot.pending)
            tabletop, plays = self._virtual.scene(), view.focus.hand
            offers = limit_to_held(
                offers, lambda one: self._nameable_cards(tabletop, viewer, plays, one, secret), free
            )
        wants = (
            sections.expected_changes(voice, snapshot, status.judged, status.bot_pending)
            if snapshot
            else ()
        )
        hand_to = sections.seats_to_open(snapshot, viewer.shared) if not waits else ()
        newest = rulings.status_line(snapshot, viewer.seat, log)
        last = newest.text if newest else ""
        busy = bool(hand_to) or any(one.by == By.SEAT.value for one in offers)
        focus = sections.focus(
            voice,
            matters,
            deals=deals,
            first=waits,
            yours=sections.own_task(wants, busy),
            held=viewer.seats,
            last=last,
            begins=viewer.host or viewer.is_host_phone,
            wanted=voice.say(status.bot_pending.message) if status.bot_pending else "",
        )
        asked = status.question
        return PageState(
            seq=snapshot.seq if snapshot else None,
            locale=viewer.locale,
            you=viewer.seat,
            yours=viewer.seats,
            hand_to=hand_to,
            hides=sections.secret_seats(snapshot, hand_to),
            title=game_title(view.game, viewer.locale) if view else voice.key("page.title"),
            round_text=voice.key("page.round", number=view.round) if view else "",
            phase=voice.say(view.phase) if view else "",
            focus=focus,
            facts=sections.facts(voice, view),
            table=table_drawing(
                voice,
                snapshot,
                self._table.plan,
                status.judged,
                self._table.face_svg,
                offers,
                asked.message if asked else None,
                len(view.others) if view else 0,
                status.bot_pending,
            ),
            deals=deals,
            must_deal=waits,
            over=places.outcome(voice, snapshot, view),
            ending=ending_html(
                snapshot.ending,
                voice,
                snapshot.players,
                f"/history/{snapshot.match}" if _may_send_pictures(viewer) else "",
                analysis=self._analysis(snapshot),
            )
            if snapshot
            else "",
            paused=snapshot is not None and snapshot.paused,
            match=sections.match(snapshot),
            known=self._names_to_offer(viewer, names),
            seats=seats.seats(
                voice,
                snapshot,
                view,
                status,
                self._holders.closed,
                self._table.seats,
                self._table.face_svg,
                frozenset(one.seat for one in self._approvals.seat_requests()),
            ),
            others=seats.others(voice, view, self._table.face_svg),
            everybody=seats.everybody(voice, max(self._table.seats, most_seats())),
            buttons=self._table.seats,
            offers=offers,
            timer=sections.timer(voice, snapshot, self._table.due_ms),
            wants=sections.mark_said(wants, focus),
            watching=tuple(dict.fromkeys(voice.say(message) for message in status.watching)),
            count=rulings.ruling_sheet(voice, snapshot, snapshot.remarks if snapshot else ()),
            question=sections.question(voice, asked),
            photo=photo.photo_request(voice, snapshot, status)
            if _may_send_pictures(viewer)
            else None,
            counts=_may_send_pictures(viewer) and photo.can_count_grid(snapshot),
            waits=approvals.prompts(
                voice,
                self._approvals,
                snapshot,
                status.yes,
                asks=viewer.requested_seat,
                decides=viewer.is_host_phone,
                held=viewer.seats,
                big=viewer.big_screen,
            ),
            notes=approvals.notes(voice, self._approvals, viewer.note_tokens),
            sitting=approvals.sit_down_step(
                voice,
                self._approvals,
                status.yes,
                viewer.note_tokens,
                asks=viewer.requested_seat,
                held=viewer.seats,
                snapshot=snapshot,
            ),
            hosts=viewer.is_host_phone,
            parts=sections.parts(voice, status),
            log=log,
            last=last,
            cited=newest.rules if newest else (),
            undo=rulings.undo_text(voice, snapshot) if snapshot else None,
            redo=rulings.redo_text(voice, snapshot, viewer.is_host_phone, viewer.seats)
            if snapshot
            else None,
            anew=rulings.new_deal_text(voice, snapshot)
            if snapshot and (viewer.host or viewer.is_host_phone)
            else None,
            dealt=snapshot is not None and rulings.has_deal(snapshot),
            news=rulings.spoken_rulings(voice, snapshot),
            moment=banners.newest_banner(voice, snapshot, self._table.face_svg),
            sound=sections.sound(status) if viewer.host or viewer.is_host_phone else None,
            lesson=sections.lesson(voice, snapshot, None if self._virtual is None else not waits),
            untried=self._table.desk.untried,
            club=seats.club_note(voice, self._club, snapshot),
            no_bots=self._why_no_bots(voice, snapshot),
            scene=scene(voice, virtual, self._holders.taken, secret) if virtual else UNSET,
            hands=held,
        )

    def _analysis(self, match: Snapshot) -> Analysis | None:
        """Return the analysis of a finished match, or None."""
        if match.ending is None or match.lesson:
            return None
        return self._table.analyses.result(match.game.name, match.match, match.steps_seq)

    def _why_no_bots(self, voice: Voice, snapshot: Snapshot | None) -> str:
        """Return why bots cannot play in this match or the first game, or an empty string."""
        why = self._table.no_bots(snapshot.game.name if snapshot else library.names()[0])
        return voice.say(why) if why else ""

    def hands(self, voice: Voice, seat: int) -> tuple[HandCards, ...]:
        """Return the hands that a seat may see at the virtual table, if there is one."""
        return visible_hands(voice, self._virtual, seat) if self._virtual else ()

    def _nameable_cards(
        self,
        tabletop: Tabletop,
        viewer: Viewer,
        plays: int | None,
        one: OfferForm,
        bots: Collection[int],
    ) -> tuple[str, ...] | None:
        """Return the cards that a viewer may name in an offer, or None."""
        seat = one.seat if viewer.seat is None else viewer.seat
        hand = seat if plays is None else plays
        if hand is None:
            return None
        return nameable_cards(tabletop, self._holders.taken, viewer.seat, hand, bots)

    def _names_to_offer(self, viewer: Viewer, names: Mapping[int, str]) -> tuple[str, ...]:
        """Return recent names that nobody uses, or none if the viewer may not choose a name."""
        if not (viewer.seats or viewer.seat is not None or viewer.host or viewer.is_host_phone):
            return ()
        borne = set(map(player_key, names.values()))
        return tuple(one for one in self._holders.used.recent if player_key(one) not in borne)
