"""The state of a page as JSON, for each kind of viewer. Viewers who see the same share one copy."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from referee import library
from referee.contract import By, Offer, View
from referee.match.running import Snapshot
from referee.names import player_key
from referee.reports.analysis import Analysis
from referee.reports.status import Status
from referee.words import Voice
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.access.seats.drawn import player_names
from webui.page import actions, hands, phone, rulings
from webui.page.actions import ActionsSection
from webui.page.border import Words
from webui.page.hands import HandCards
from webui.page.log import LogLine, log_section, status_line
from webui.page.match import MatchSection, match_section
from webui.page.phone import PhoneSection
from webui.page.photo import can_count_grid, photo_request
from webui.page.scene import SceneSection, back_address, mat_address, scene_section
from webui.page.seats import SeatsSection, seats_section
from webui.page.sections import Page, SectionCache
from webui.page.tabletop.table import TableSection, table_section
from webui.port import Club, Table, Virtual
from webui.serving.stream import LiveUpdates, Told, joined

VIEWERS = 128  # Maximum number of cached pages, for all languages and seats; strangers share one.


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

    @property
    def decides(self) -> bool:
        """Whether the viewer is a host."""
        return self.host or self.is_host_phone

    @property
    def at_table(self) -> bool:
        """Whether the viewer is a phone at a seat, or a host."""
        return bool(self.seats) or self.decides


@dataclass(frozen=True)
class Moment:
    """What is on the table now, as one viewer may see it.

    * `public`: the view that the focus shows. The big screen keeps a count until the next move,
      when the others already see the next deal.
    * `deals`: what players must deal, if anything; `waits`: whether the match waits for that.
    * `bots`: the bots whose hands nobody may see.
    """

    viewer: Viewer
    words: Words
    snapshot: Snapshot | None
    status: Status
    view: View | None
    public: View | None
    deals: str
    waits: bool
    bots: frozenset[int]


class PageStates:
    """Makes the newest page for each kind of viewer, and caches its sections. Thread-safe."""

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
        self._caches: dict[Viewer, tuple[int, SectionCache]] = {}

    def json(self, viewer: Viewer) -> bytes:
        """Return the whole state as JSON."""
        return joined(self.told(viewer))

    def told(self, viewer: Viewer) -> Told:
        """Return the JSON of each section. For a hundred strangers, each change is told once."""
        with self._lock:
            version = self._updates.version
            made_at, cache = self._caches.get(viewer, (None, SectionCache()))
            if made_at != version:
                self.page(viewer, cache)
                if viewer not in self._caches and len(self._caches) >= VIEWERS:
                    self._caches.clear()
                self._caches[viewer] = version, cache
            return dict(cache.told)

    def page(self, viewer: Viewer, cache: SectionCache | None = None) -> Page:
        """Return the sections of a page. Those in the `cache` are made again only if they must."""
        now, cache = self._moment(viewer), cache or SectionCache()
        offers = self._offers(now)
        log = cache.make(log_section, now.words, now.snapshot)
        last = status_line(now.snapshot, viewer.seat, log.log)
        return Page(
            words=now.words,
            match=self._match(now, cache, last),
            seats=self._seats(now, cache),
            table=self._drawing(now, cache, offers),
            actions=self._actions(now, cache, offers, last),
            log=log,
            phone=self._phone(now, cache),
            scene=self._scene(now, cache),
        )

    def hands(self, voice: Voice, seat: int) -> tuple[HandCards, ...]:
        """Return the hands that a seat may see at the virtual table, if there is one."""
        return hands.visible_hands(voice, self._virtual, seat) if self._virtual else ()

    # -- what the sections rest on -----------------------------------------------------------

    def _moment(self, viewer: Viewer) -> Moment:
        snapshot, status = self._table.desk.snapshot(), self._table.status()
        voice = Voice(viewer.locale, player_names(self._holders, snapshot), viewer.seat)
        view = public = self._view(snapshot, viewer)
        due = view.deal if view else None
        waits = due is not None and self._virtual is not None and not self._virtual.is_dealt()
        deals = voice.say(view.phase) if view and due and (waits or self._virtual is None) else ""
        if due and due.then and self._virtual and not waits:
            view = due.then
            public = public if viewer.big_screen else view
        return Moment(
            viewer=viewer,
            words=Words(voice, self._table.face_svg),
            snapshot=snapshot,
            status=status,
            view=view,
            public=public,
            deals=deals,
            waits=waits,
            bots=snapshot.hiding_bots if snapshot else frozenset(),
        )

    def _view(self, snapshot: Snapshot | None, viewer: Viewer) -> View | None:
        """Return the game's view for the viewer's seat, or the public one if there is no such."""
        if snapshot is None:
            return None
        mine = viewer.seat is not None and viewer.seat < snapshot.seats
        return snapshot.view(viewer.seat if mine else None)

    def _offers(self, now: Moment) -> tuple[Offer, ...]:
        """Return the viewer's moves. At a virtual table, forms name only cards that are at hand."""
        viewer, snapshot = now.viewer, now.snapshot
        offers = actions.open_offers(
            snapshot,
            seat=viewer.seat,
            host=viewer.host,
            plays=not now.waits,
            shared=viewer.shared,
            decides=viewer.is_host_phone,
        )
        if self._virtual is None or snapshot is None or now.view is None:
            return offers
        tabletop, plays, phones = self._virtual.scene(), now.view.focus.hand, self._holders.taken

        def at_hand(one: Offer) -> tuple[str, ...] | None:
            seat = one.seat if viewer.seat is None else viewer.seat
            hand = seat if plays is None else plays
            if hand is None:
                return None
            return hands.nameable_cards(tabletop, phones, viewer.seat, hand, now.bots)

        free = hands.free_cards(snapshot.layout, snapshot.pending)
        return hands.limit_to_held(offers, at_hand, free)

    # -- the sections ------------------------------------------------------------------------

    def _match(self, now: Moment, cache: SectionCache, last: LogLine | None) -> MatchSection:
        snapshot = now.snapshot
        game = snapshot.game.name if snapshot else library.names()[0]
        why = self._table.no_bots(game)
        return cache.make(
            match_section,
            now.words,
            snapshot,
            now.view,
            deals=now.deals,
            must_deal=now.waits,
            dealt=None if self._virtual is None else not now.waits,
            last=last,
            analysis=self._analysis(snapshot) if snapshot else None,
            may_share=now.viewer.at_table,
            club=self._club.status() if self._club else None,
            untried=self._table.desk.untried,
            no_bots=now.words.voice.say(why) if why else "",
        )

    def _analysis(self, match: Snapshot) -> Analysis | None:
        """Return the analysis of a finished match, or None."""
        if match.ending is None or match.lesson:
            return None
        return self._table.analyses.result(match.game.name, match.match, match.steps_seq)

    def _seats(self, now: Moment, cache: SectionCache) -> SeatsSection:
        return cache.make(
            seats_section,
            now.words,
            now.snapshot,
            now.view,
            lights=now.status.lights,
            denied=now.status.denied,
            held=self._holders.closed,
            asked=frozenset(one.seat for one in self._approvals.seat_requests()),
            buttons=self._table.seats,
            known=self._names_to_offer(now),
        )

    def _names_to_offer(self, now: Moment) -> tuple[str, ...]:
        """Return recent names that nobody uses, or none if the viewer may not choose a name."""
        if not (now.viewer.at_table or now.viewer.seat is not None):
            return ()
        borne = set(map(player_key, now.words.voice.names.values()))
        return tuple(one for one in self._holders.used.recent if player_key(one) not in borne)

    def _drawing(self, now: Moment, cache: SectionCache, offers: tuple[Offer, ...]) -> TableSection:
        asked = now.status.question
        return cache.make(
            table_section,
            now.words,
            now.snapshot,
            self._table.plan() if now.snapshot else None,
            judged=now.status.judged,
            asked=actions.asked_places(offers),
            reason=asked.message if asked else None,
            others=len(now.view.others) if now.view else 0,
            wanted=now.status.bot_pending,
        )

    def _actions(
        self,
        now: Moment,
        cache: SectionCache,
        offers: tuple[Offer, ...],
        last: LogLine | None,
    ) -> ActionsSection:
        viewer, snapshot, status, voice = now.viewer, now.snapshot, now.status, now.words.voice
        bots_wish = status.bot_pending
        wants = actions.expected_changes(voice, snapshot, status.judged, bots_wish)
        busy = bool(self._seats_to_open(now)) or any(one.by is By.SEAT for one in offers)
        focus = actions.focus_panel(
            voice,
            now.public,
            deals=now.deals,
            first=now.waits,
            yours=actions.own_task(wants, busy),
            held=viewer.seats,
            last=last.text if last else "",
            begins=viewer.decides,
            wanted=voice.say(bots_wish.message) if bots_wish else "",
        )
        due, pictures = self._table.due_ms, viewer.at_table
        section = ActionsSection(
            focus=focus,
            offers=offers,
            reading=actions.newest_reading(voice, snapshot, offers),
            timer=actions.timer(voice, snapshot, due),
            wants=actions.mark_said(wants, focus),
            watching=tuple(dict.fromkeys(map(voice.say, status.watching))),
            question=status.question,
            photo=photo_request(voice, snapshot, status.sees, bots_wish) if pictures else None,
            counts=pictures and can_count_grid(snapshot),
            undo=rulings.undo_text(voice, snapshot) if snapshot else None,
            redo=rulings.redo_text(voice, snapshot, viewer.is_host_phone, viewer.seats)
            if snapshot
            else None,
            anew=rulings.new_deal_text(voice, snapshot) if snapshot and viewer.decides else None,
            dealt=snapshot is not None and rulings.has_deal(snapshot),
        )
        return cache.keep(section, replace(now.words, due_ms=actions.due_times(offers, due)))

    def _seats_to_open(self, now: Moment) -> tuple[int, ...]:
        return () if now.waits else actions.seats_to_open(now.snapshot, now.viewer.shared)

    def _phone(self, now: Moment, cache: SectionCache) -> PhoneSection:
        viewer, snapshot, status, voice = now.viewer, now.snapshot, now.status, now.words.voice
        asks, held, tokens = viewer.requested_seat, viewer.seats, viewer.note_tokens
        hand_to = self._seats_to_open(now)
        section = PhoneSection(
            locale=voice.locale,
            you=viewer.seat,
            yours=held,
            hand_to=hand_to,
            hides=phone.secret_seats(snapshot, hand_to),
            hosts=viewer.is_host_phone,
            waits=phone.prompts(
                voice,
                self._approvals,
                snapshot,
                status.yes,
                asks=asks,
                decides=viewer.is_host_phone,
                held=held,
                big=viewer.big_screen,
            ),
            notes=phone.notes(voice, self._approvals, tokens),
            sitting=phone.sit_down_step(
                voice,
                self._approvals,
                status.yes,
                tokens,
                asks=asks,
                held=held,
                snapshot=snapshot,
            ),
            hands=() if viewer.seat is None else self.hands(voice, viewer.seat),
            parts=status.parts,
            sound=status.sound if viewer.decides else None,
        )
        return cache.keep(section, now.words)

    def _scene(self, now: Moment, cache: SectionCache) -> SceneSection:
        if self._virtual is None or not now.viewer.scene:
            return cache.make(scene_section, now.words, None)
        return cache.make(
            scene_section,
            hands.virtual_words(now.words.voice, self._virtual),
            self._virtual.scene(),
            phones=frozenset(self._holders.taken),
            bots=now.bots,
            back=back_address(self._virtual),
            mat=mat_address(self._virtual),
            console=self._virtual.console(),
        )
