"""The state of a page as JSON, made once for all who may see the same."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import msgspec
from msgspec import UNSET

from referee import library
from referee.contract import By
from referee.match.running import Snapshot
from referee.reports.hindsight import Analysis
from referee.reports.tabletop import Tabletop
from referee.words import Voice
from webui.access.approvals import Consent
from webui.access.holders import Holders
from webui.page import approvals, banners, photo, rulings, seats, sections
from webui.page.fields import HandCards
from webui.page.games import most_seats, title
from webui.page.hands import hands, holding, nameable, untaken
from webui.page.past.ending import drawn
from webui.page.scene import scene
from webui.page.schema import OfferForm, PageState
from webui.page.tabletop.table import table
from webui.port import Club, Table, Virtual
from webui.serving.stream import Hub

VIEWERS = 128  # languages times seats; strangers count once


@dataclass(frozen=True)
class Viewer:
    """Who looks: from which seat (None: a stranger), as host or not, in which language.

    A phone `held` by the players of several seats shows none of them until one says so. `asks` is
    the seat that a phone asks for; who `decides` has the host's say on a phone, too. The `big`
    screen is looked at by the whole table. To a phone that was `told` something it is said, by the
    hashes of its tokens.
    """

    locale: str
    seat: int | None = None
    host: bool = False
    scene: bool = False
    asks: int | None = None
    decides: bool = False
    held: tuple[int, ...] = ()
    big: bool = False
    told: tuple[str, ...] = ()

    @property
    def shared(self) -> tuple[int, ...]:
        """The seats of a shared phone that nobody has taken in hand."""
        return self.held if self.seat is None else ()


def _may_send_pictures(viewer: Viewer) -> bool:
    """Tell whether a viewer may send a picture: a phone at a seat, and a host."""
    return bool(viewer.held) or viewer.host or viewer.decides


class Board:
    """Makes and keeps the newest state for every kind of viewer; safe from any thread."""

    def __init__(
        self,
        table: Table,
        virtual: Virtual | None,
        holders: Holders,
        consent: Consent,
        hub: Hub,
        club: Club | None = None,
    ) -> None:
        self._club = club
        self._table = table
        self._virtual = virtual
        self._holders = holders
        self._consent = consent
        self._hub = hub
        self._lock = threading.Lock()
        self._kept: dict[Viewer, tuple[int, bytes]] = {}

    def json(self, viewer: Viewer) -> bytes:
        """Return the state as JSON: a hundred strangers cost one serialisation a change."""
        with self._lock:
            version = self._hub.version
            kept = self._kept.get(viewer)
            if kept is None or kept[0] != version:
                state = msgspec.json.encode(self.state(viewer))
                if kept is not None and kept[1] == state:
                    state = kept[1]  # the same object: quickly found to be no news
                kept = (version, state)
                if len(self._kept) >= VIEWERS:
                    self._kept.clear()
                self._kept[viewer] = kept
            return kept[1]

    def state(self, viewer: Viewer) -> PageState:
        """Return the state."""
        snapshot = self._table.desk.snapshot()
        status = self._table.status()
        given = dict(enumerate(snapshot.names)) if snapshot else {}
        bots = snapshot.players.levels if snapshot else {}
        secret = {} if snapshot and snapshot.lesson else bots  # a teach-in's round is an open one
        called = {seat: name for seat, name in self._holders.names.items() if seat not in bots}
        names = {**given, **called}
        voice = Voice(viewer.locale, names, viewer.seat)
        log = rulings.log(voice, snapshot)
        standing = rulings.standing(snapshot, viewer.seat) if snapshot else []
        view = sections.view(snapshot, voice) if snapshot else None
        virtual = self._virtual if viewer.scene else None
        due = view.deal if view else None
        waits = due is not None and self._virtual is not None and not self._virtual.dealt()
        deals = voice.say(view.phase) if view and due and (waits or self._virtual is None) else ""
        matters = view
        if due and due.then and self._virtual and not waits:
            view = due.then
            matters = matters if viewer.big else view  # where all look, the count stays till a word
        offers = sections.offers(
            voice,
            snapshot,
            viewer.host,
            self._table.due_ms,
            not waits,
            viewer.shared,
            viewer.decides,
        )
        held = self.hands(voice, viewer.seat) if viewer.seat is not None else ()
        if snapshot and view and self._virtual:
            free = untaken(snapshot.layout, snapshot.pending)
            lies, plays = self._virtual.scene(), view.focus.hand
            offers = nameable(
                offers, lambda one: self._nameable_cards(lies, viewer, plays, one, secret), free
            )
        wants = (
            sections.wants(voice, snapshot, status.judged, status.bot_pending) if snapshot else ()
        )
        hand_to = sections.hand_to(snapshot, viewer.shared) if not waits else ()
        newest = rulings.last(snapshot, viewer.seat, log)
        last = newest.text if newest else ""
        busy = bool(hand_to) or any(one.by == By.SEAT.value for one in offers)
        focus = sections.focus(
            voice,
            matters,
            deals=deals,
            first=waits,
            yours=sections.due_of(wants, busy),
            held=viewer.held,
            last=last,
            begins=viewer.host or viewer.decides,
            wanted=voice.say(status.bot_pending.message) if status.bot_pending else "",
        )
        asked = status.question
        return PageState(
            seq=snapshot.seq if snapshot else None,
            locale=viewer.locale,
            you=viewer.seat,
            yours=viewer.held,
            hand_to=hand_to,
            hides=sections.hides(snapshot, hand_to),
            title=title(view.game, viewer.locale) if view else voice.key("page.title"),
            round_text=voice.key("page.round", number=view.round) if view else "",
            phase=voice.say(view.phase) if view else "",
            focus=focus,
            facts=sections.facts(voice, view),
            table=table(
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
            over=sections.outcome(voice, view),
            ending=drawn(
                snapshot.ending,
                voice,
                snapshot.players,
                f"/history/{snapshot.match}" if _may_send_pictures(viewer) else "",
                hindsight=self._hindsight(snapshot),
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
                self._holders.taken,
                self._table.seats,
                self._table.face_svg,
                frozenset(one.seat for one in self._consent.seats()),
            ),
            others=seats.others(voice, view, self._table.face_svg),
            everybody=seats.everybody(voice, max(self._table.seats, most_seats())),
            buttons=self._table.seats,
            offers=offers,
            timer=sections.timer(voice, snapshot, self._table.due_ms),
            wants=sections.untold(wants, focus),
            watching=tuple(dict.fromkeys(voice.say(message) for message in status.watching)),
            count=rulings.count(voice, snapshot, snapshot.remarks if snapshot else ()),
            question=sections.question(voice, asked),
            photo=photo.due(voice, snapshot, status) if _may_send_pictures(viewer) else None,
            counts=_may_send_pictures(viewer) and photo.counts(snapshot),
            waits=approvals.waits(
                voice,
                self._consent,
                snapshot,
                status.yes,
                asks=viewer.asks,
                decides=viewer.decides,
                held=viewer.held,
                big=viewer.big,
            ),
            notes=approvals.notes(voice, self._consent, viewer.told),
            sitting=approvals.sits(
                voice,
                self._consent,
                status.yes,
                viewer.told,
                asks=viewer.asks,
                held=viewer.held,
                bots=bots,
            ),
            hosts=viewer.decides,
            parts=sections.parts(voice, status),
            log=log,
            last=last,
            cited=newest.rules if newest else (),
            undo=rulings.undo(voice, snapshot, standing) if snapshot else None,
            redo=rulings.redo(voice, snapshot, viewer.decides, viewer.held) if snapshot else None,
            news=rulings.news(voice, snapshot),
            moment=banners.newest(voice, snapshot, self._table.face_svg),
            sound=sections.sound(status) if viewer.host or viewer.decides else None,
            lesson=sections.lesson(voice, snapshot, None if self._virtual is None else not waits),
            untried=self._table.desk.untried,
            club=seats.club(voice, self._club, snapshot),
            no_bots=self._why_no_bots(voice, snapshot),
            scene=scene(voice, virtual, self._holders.taken, secret) if virtual else UNSET,
            hands=held,
        )

    def _hindsight(self, match: Snapshot) -> Analysis | None:
        """Return what is known of what else there was in a match that has ended."""
        if match.ending is None or match.lesson:
            return None
        return self._table.lookback.of(match.game.name, match.match, match.steps_seq)

    def _why_no_bots(self, voice: Voice, snapshot: Snapshot | None) -> str:
        """Say why no player of the table's own sits down in the match, or in a first one; nothing
        where one may.
        """
        why = self._table.no_bots(snapshot.game.name if snapshot else library.names()[0])
        return voice.say(why) if why else ""

    def hands(self, voice: Voice, seat: int) -> tuple[HandCards, ...]:
        """Return the hands at the virtual table that a seat may look at, where there is one."""
        return hands(voice, self._virtual, seat) if self._virtual else ()

    def _nameable_cards(
        self,
        lies: Tabletop,
        viewer: Viewer,
        plays: int | None,
        one: OfferForm,
        bots: Collection[int],
    ) -> tuple[str, ...] | None:
        """Return the cards that an offer may name to a viewer, see `holding`."""
        seat = one.seat if viewer.seat is None else viewer.seat
        hand = seat if plays is None else plays
        if hand is None:
            return None
        return holding(lies, self._holders.taken, viewer.seat, hand, bots)

    def _names_to_offer(self, viewer: Viewer, names: Mapping[int, str]) -> tuple[str, ...]:
        """Return the names to choose from, for those who may choose one."""
        if not (viewer.held or viewer.seat is not None or viewer.host or viewer.decides):
            return ()
        return tuple(name for name in self._holders.used.kept if name not in names.values())
