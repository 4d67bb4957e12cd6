"""The state of a page as JSON, for each kind of viewer. Viewers who see the same share one copy."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import get_type_hints

import msgspec
from msgspec import structs

from referee import library
from referee.contract import AskPlace
from referee.match.people.names import player_key
from referee.match.running import Snapshot
from referee.reports.status import Status, dealing_cue
from referee.words import Voice
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.access.seats.drawn import player_names
from webui.page.actions import ActionsSection, actions_section
from webui.page.border import Shape, Words
from webui.page.leaves import form
from webui.page.match import MatchSection, match_section
from webui.page.moment import DealDue, Moment, SectionCache, Viewer
from webui.page.offers import asked_places, due_times, viewer_offers
from webui.page.people import people_at_table
from webui.page.phone import PhoneSection, phone_section
from webui.page.pictures import digest
from webui.page.scene import (
    HandCards,
    SceneSection,
    back_address,
    own_cards,
    scene_section,
    virtual_words,
    visible_hands,
)
from webui.page.seats import SeatsSection, seats_section
from webui.page.tabletop.table import TableSection, table_section
from webui.port import Club, Table, Virtual
from webui.serving.events import EncodedState
from webui.serving.stream import LiveUpdates

NO_STATUS = Status((), ())
VIEWERS = 128  # Maximum number of cached pages, for all languages and seats; strangers share one.


@dataclass(frozen=True)
class Page:
    """All sections of a viewer's page, and the `words` in which they are told."""

    words: Words
    match: MatchSection
    seats: SeatsSection
    table: TableSection
    actions: ActionsSection
    phone: PhoneSection
    scene: SceneSection


_SECTIONS = [kind for kind in get_type_hints(Page).values() if issubclass(kind, Shape)]
_FIELDS = [field for section in _SECTIONS for field in structs.fields(form(section))]
# All that a page shows, as its script receives it: the fields of all sections side by side.
# A section with a type that may not leave raises `TypeError` here, so no table starts with it.
PageState = msgspec.defstruct(
    "PageState", [(field.name, field.type) for field in _FIELDS], rename="camel", frozen=True
)


class Served(Shape):
    """The data inside a page's HTML, besides its first `state`: its words by key, and more.

    `code` is the host's code, for hosts; `clock` is in milliseconds.
    """

    words: dict[str, str]
    host: bool
    code: str | None
    virtual: bool
    language: str
    clock: int


@dataclass(eq=False)
class PageStates:
    """Makes the newest page for each kind of viewer, and caches its sections. Thread-safe.

    `version` is the one of the pages' static files. `away` returns the seats whose phone is away,
    and since when.
    """

    table: Table
    virtual: Virtual | None
    holders: Holders
    approvals: Approvals
    updates: LiveUpdates
    club: Club | None = None
    version: str = ""
    away: Callable[[], Mapping[int, int]] = dict
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _caches: dict[Viewer, SectionCache] = field(default_factory=dict, init=False)
    _status: tuple[int, Status] = (0, NO_STATUS)  # That of a version of the table.

    def json(self, viewer: Viewer) -> bytes:
        """Return the whole state as JSON."""
        return self.encoded(viewer).json()

    def encoded(self, viewer: Viewer) -> EncodedState:
        """Return the newest state. Viewers of one kind share one state until it changes."""
        with self._lock:
            version, cache = self.updates.version, self._caches.get(viewer) or SectionCache()
            if cache.version != version:
                if self._status[0] != version:
                    self._status = version, self.table.status()
                self.page(viewer, cache, self._status[1])
                cache.version = version
                if cache.state.sections != cache.encoded:
                    cache.state = EncodedState(dict(cache.encoded))
                if viewer not in self._caches and len(self._caches) >= VIEWERS:
                    self._caches.clear()
                self._caches[viewer] = cache
            return cache.state

    def page(
        self, viewer: Viewer, cache: SectionCache | None = None, status: Status | None = None
    ) -> Page:
        """Return the sections of a page. Those in the `cache` are made again only if they must.

        `status` is the table's, if it is known.
        """
        now = self._moment(viewer, status or self.table.status())
        cache = cache or SectionCache()
        offers = viewer_offers(now, self.holders.taken)
        held = () if viewer.seat is None else self.hands(now.words.voice, viewer.seat)
        match = self._match(now, cache)
        return Page(
            words=now.words,
            match=match,
            seats=self._seats(now, cache),
            table=self._drawing(now, cache, asked_places(offers, own_cards(now.tabletop, held))),
            actions=cache.keep(
                actions_section(now, offers, match.last, self.table.due_ms),
                replace(now.words, due_ms=due_times(offers, self.table.due_ms)),
            ),
            phone=cache.keep(phone_section(now, self.approvals, held, self.version), now.words),
            scene=self._scene(now, cache),
        )

    def hands(self, voice: Voice, seat: int) -> tuple[HandCards, ...]:
        """Return the hands that a seat may see at the virtual table, if there is one."""
        return visible_hands(voice, self.virtual, seat) if self.virtual else ()

    # -- what the sections rest on -----------------------------------------------------------

    def _moment(self, viewer: Viewer, status: Status) -> Moment:
        snapshot = self.table.desk.snapshot()
        names, you = player_names(self.holders, snapshot), self._lone_player(viewer, snapshot)
        voice = Voice(viewer.locale, names, viewer.seat, you)
        mine = snapshot is not None and viewer.seat is not None and viewer.seat < snapshot.seats
        view = public = snapshot.view(viewer.seat if mine else None) if snapshot else None
        due = view.deal if view else None
        seen = None if self.virtual is None else due is None or self.virtual.is_dealt()
        deals = ""
        if view and due and not seen:
            present = viewer.at_table or viewer.big_screen
            deals = voice.say(view.phase) if present else voice.key("page.dealing")
        if due and due.then and seen:
            view = due.then
            public = public if viewer.big_screen else view
        if view and seen is False:
            cued = (
                structs.replace(seat, cue=dealing_cue(seat.cue), backs=0) for seat in view.seats
            )
            view = structs.replace(view, seats=tuple(cued))
        return Moment(
            viewer=viewer,
            words=Words(voice, self.table.face_svg),
            snapshot=snapshot,
            status=status,
            view=view,
            public=public,
            deal=DealDue(deals, seen),
            bots=snapshot.hiding_bots if snapshot else frozenset(),
            tabletop=self.virtual.scene() if self.virtual else None,
            untried=self.table.desk.untried,
        )

    def _lone_player(self, viewer: Viewer, snapshot: Snapshot | None) -> int | None:
        """Return the seat of the only person, who plays against bots at the virtual table."""
        if snapshot is None or not viewer.scene:
            return None
        people = {*range(snapshot.seats)} - {*snapshot.players.levels}
        alone = len(people) == 1 < snapshot.seats and not people & {*self.holders.taken}
        return people.pop() if alone else None

    # -- the sections ------------------------------------------------------------------------

    def _match(self, now: Moment, cache: SectionCache) -> MatchSection:
        game = now.snapshot.game.name if now.snapshot else library.names()[0]
        why, club = self.table.no_bots(game), self.club.status() if self.club else None
        no_bots = now.words.voice.say(why) if why else ""
        resting = replace(now, status=NO_STATUS)  # The match does not depend on it.
        return cache.make(match_section, now.words, resting, club, no_bots)

    def _seats(self, now: Moment, cache: SectionCache) -> SeatsSection:
        return cache.make(
            seats_section,
            now.words,
            now.snapshot,
            now.view,
            lights=now.status.lights,
            denied=now.status.denied,
            held=self.holders.closed,
            asked=frozenset(request.seat for request in self.approvals.seat_requests()),
            away=self.away(),
            buttons=self.table.seats,
            known=self._names_to_offer(now),
            people=people_at_table(self.table.desk, self.holders, self.away),
        )

    def _names_to_offer(self, now: Moment) -> tuple[str, ...]:
        """Return recent names that nobody uses, or none if the viewer may not choose a name."""
        if not now.viewer.at_table and now.viewer.seat is None:
            return ()
        borne = set(map(player_key, now.words.voice.names.values()))
        return tuple(name for name in self.holders.used.recent if player_key(name) not in borne)

    def _drawing(
        self, now: Moment, cache: SectionCache, asks: tuple[AskPlace, ...]
    ) -> TableSection:
        asked = now.status.question
        return cache.make(
            table_section,
            now.words,
            now.snapshot,
            self.table.plan() if now.snapshot else None,
            judged=now.status.judged,
            asked=asks,
            reason=asked.message if asked else None,
            others=len(now.view.others) if now.view else 0,
            wanted=now.status.bot_pending,
            facts=now.view.facts if now.view else (),
            near=not (now.viewer.big_screen or now.viewer.scene),
            starts=now.tabletop.starts if now.tabletop and now.viewer.scene else None,
        )

    def _scene(self, now: Moment, cache: SectionCache) -> SceneSection:
        if self.virtual is None or not now.viewer.scene:
            return cache.make(scene_section, now.words, None)
        return cache.make(
            scene_section,
            virtual_words(now.words.voice, self.virtual),
            now.tabletop,
            phones=frozenset(self.holders.taken),
            bots=now.bots,
            deck=self.virtual.tray(),
            back=back_address(self.virtual),
            mat=f"/virtual/mat.svg?{digest(self.virtual.mat_svg())}",
            console=self.virtual.console(),
        )
