"""Builds a table from its parts: a virtual one on any computer, or a real one on a Pi."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.bots.seating import HandsFactory, Seating
from firmware.cameras.base import SIZE, Camera, Setting
from firmware.cameras.lenses import Lenses
from firmware.cameras.opening import opener
from firmware.cameras.reconnecting import Reconnecting
from firmware.console.console import LOCALE_KEY, Console
from firmware.console.display import Display, Oled, StoredDisplay
from firmware.decks import Decks
from firmware.errors import BadData
from firmware.mats import Mats, other_mat
from firmware.panel.barrier import Barrier
from firmware.panel.buttons import Buttons
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel, open_panel
from firmware.panel.pins import ConsolePins, load_pins
from firmware.pictures.counting import Counts
from firmware.pictures.photos import Photos
from firmware.pictures.reader import PictureReader
from firmware.plans import Plans
from firmware.reading.judged_pass import Judges
from firmware.reading.views import Views
from firmware.reading.watcher import Watcher
from firmware.running.clock import Clock
from firmware.running.commands import TableCommands
from firmware.running.events import Events
from firmware.running.moves import TimedMoves
from firmware.running.prompts import AttachedPhones, Prompts
from firmware.running.table import NICENESS, RunningTable
from firmware.service.calls import OneThread
from firmware.service.supervisor import Supervisor
from firmware.sound.loudspeaker import Loudspeaker
from firmware.sound.mixer import Mixer
from firmware.virtual.brief import Briefs
from firmware.virtual.following import Follower
from firmware.virtual.rendering.camera import VirtualCamera
from firmware.virtual.rendering.process import K1
from firmware.virtual.table import VirtualTable
from hardware import PINS
from referee.contract import Message
from referee.match.desk import Desk, Snapshot
from referee.notifying import Listeners
from vision.art import art_names
from vision.lens import Lens

if TYPE_CHECKING:
    from firmware.bots.hands import Hands


class TableBuilder:
    """Builds the parts of a table in the order in which they need each other.

    The console comes first (`console`, None without its pins or a `display`), because a virtual
    table shows it. Without `sound`, the table starts silently.
    """

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        mats: Mats,
        decks: Decks,
        display: Callable[[ConsolePins], Display] | None = None,
        *,
        sound: bool = True,
    ) -> None:
        self._desk, self._panel, self._mats, self._decks = desk, panel, mats, decks
        self._sound, self.events, self._phones = sound, Events(), AttachedPhones()
        wired = panel.pins.console
        self.console = (
            None
            if display is None or wired is None
            else Console(desk, panel, wired, partial(display, wired), self._phones.get)
        )

    def build(
        self,
        cameras: Sequence[Callable[[], Camera]],
        lenses: Lenses | None = None,
        serve: HandsFactory | None = None,
        *,
        follower: Callable[[Snapshot], None] = lambda _: None,
        unfinished_chore: Callable[[], Message | None] = lambda: None,
        is_dealt: Callable[[], bool] = lambda: True,
        by_rules: Judges | None = None,
    ) -> RunningTable:
        """Return a table. Without `cameras`, phones send the pictures."""
        desk, panel, mats, decks = self._desk, self._panel, self._mats, self._decks
        events, phones = self.events, self._phones
        news, asked = events.news.notify, events.asked.notify
        supervisor, darkroom = Supervisor(news), OneThread("pictures", NICENESS)
        lights, loudspeaker = LightShow(panel, self._sound), Loudspeaker(news)
        mixer = Mixer(
            desk,
            lights,
            loudspeaker,
            lambda: str(desk.get(LOCALE_KEY)),
            buzzer=panel.pins.buzzer is not None,
            quiet=not self._sound,
            names=phones.names,
        )
        barrier = Barrier(panel)
        moves = TimedMoves(desk, barrier.wait, unfinished_chore)
        results = events.moved.notify, mixer.announce
        bots = Seating(supervisor, desk.snapshot, moves.do, serve, *results, by_rules)
        reconnecting = tuple(map(Reconnecting, cameras))
        watcher = Watcher(
            desk, reconnecting, mats.mats_for, decks.read_by, asked, lenses, other_mat, bots.judges
        )
        reader = PictureReader(desk, mats.mats_for, decks.read_by, asked, not cameras)
        photos = Photos(desk, reader, asked, bots.judges)
        prompts = Prompts(desk, panel, lights, moves, watcher, photos, bots, phones, is_dealt)
        commands = TableCommands(desk, watcher, photos, bots, mixer, moves, phones.get, news)
        return RunningTable(
            desk=desk,
            panel=panel,
            decks=decks,
            plans=Plans(desk, mats, decks),
            events=events,
            follower=follower,
            supervisor=supervisor,
            lights=lights,
            loudspeaker=loudspeaker,
            mixer=mixer,
            phones=phones,
            moves=moves,
            bots=bots,
            watcher=watcher,
            views=Views(watcher, darkroom),
            darkroom=darkroom,
            reader=reader,
            photos=photos,
            counts=Counts(desk, reader),
            prompts=prompts,
            commands=commands,
            buttons=Buttons(
                desk,
                panel,
                lights,
                barrier,
                prompts.meanings,
                news,
                commands.do_at_table,
                commands.check_read,
            ),
            clock=Clock(desk, lambda: moves.times, barrier.wait),
            console=self.console,
        )


def build_virtual_table(
    desk: Desk,
    *,
    deck: str | None = None,
    size: tuple[int, int] = SIZE,
    seed: int | None = None,
    sound: bool = True,
    rests: bool = True,
) -> tuple[RunningTable, VirtualTable]:
    """Return a table with mock pins and rendered frames, and its virtual cards and hands.

    `size` is the width and height of the pictures in pixels. With `rests=False` the camera returns
    frames even while nothing changes, as a real one does. Raise `BadData` for a deck that cannot be
    drawn.
    """
    if deck is not None and deck not in art_names():
        raise BadData("cli.play.no_art", deck=deck, decks=art_names())
    mats, decks = Mats(), Decks(desk, deck)
    panel = open_panel(load_pins(), "mock", drawn=True)
    builder = TableBuilder(
        desk, panel, mats, decks, lambda _: StoredDisplay(virtual.pictured.notify), sound=sound
    )
    cards_moved = Listeners[[]]()
    virtual = VirtualTable(
        mats.mats_for(None),
        get=desk.get,
        put=desk.put,
        brief=Briefs(desk.snapshot),
        press=panel.press,
        console=builder.console,
        changed=cards_moved.notify,
        seed=seed,
    )
    if builder.console is not None:
        builder.console.virtual = virtual
    follower = Follower(virtual)

    def set_out(match: Snapshot) -> None:
        deck, counts = decks.played(match), match.game.table.cards.counts(match.options)
        virtual.set_out(match.match, deck, counts, match.seats, mats.mats_for(match))
        follower.follow(match)

    lenses = Lenses()
    lenses.keep("virtual", Lens(*size, K1, 0.0))
    table = builder.build(
        (lambda: VirtualCamera(virtual, size, rests=rests),),
        lenses,
        HandsFactory(lambda *_: _hands(virtual), secret=True),
        follower=set_out,
        unfinished_chore=virtual.unfinished_chore,
        is_dealt=virtual.is_dealt,
        by_rules=Judges(virtual.known_card),
    )
    virtual.obstacle, virtual.is_read = table.watcher.obstacle, table.watcher.is_read
    cards_moved.listen(lambda: follower.note(desk.snapshot()))
    cards_moved.listen(table.watcher.touched)
    cards_moved.listen(table.events.moved.notify)
    return table, virtual


def build_real_table(
    desk: Desk,
    *,
    cameras: Sequence[str] = ("auto",),
    mat: str | Path | None = None,
    setting: Setting | None = None,
    gpio: str = "auto",
    pins: Path = PINS,
    deck: str | None = None,
    lenses: Lenses | None = None,
    sound: bool = True,
) -> RunningTable:
    """Return a table with real pins and cameras. Without `cameras`, phones send the pictures.

    If `gpio` is "auto", mock pins are used until the real ones are available. The cameras open when
    the table runs. Raise `BadWiring`, `MatError` for a bad `mat`, and `CameraLost` for an unknown
    kind of camera.
    """
    panel = open_panel(load_pins(pins), gpio, needed=bool(cameras))  # else phones are enough
    builder = TableBuilder(desk, panel, Mats(mat), Decks(desk, deck), Oled, sound=sound)
    openers = [opener(camera, setting) for camera in cameras]
    return builder.build(openers, lenses, HandsFactory(_people, secret=False))


def _people(ask: Callable[[Message], None], shown: Callable[[], None]) -> Hands:
    """Return the hands by which people move the bots' cards. The first bot needs them."""
    from firmware.bots.real_hands import RealHands

    return RealHands(ask=ask, shown=shown)


def _hands(virtual: VirtualTable) -> Hands:
    """Return the hands that move the bots' virtual cards. The first bot needs them."""
    from firmware.bots.hands import VirtualHands

    return VirtualHands(virtual)
