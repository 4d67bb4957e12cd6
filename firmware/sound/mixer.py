"""The sound settings, which survive restarts: the buzzer may be muted, and rulings spoken."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from firmware.panel.lights import LightShow
from firmware.sound.loudspeaker import Loudspeaker, find_espeak
from referee.booklet import banners
from referee.match.desk import Desk, Snapshot
from referee.match.journal.bodies import MOVE
from referee.reports.status import Part, Sound
from referee.values import Message
from referee.words import DEFAULT, Voice, locales, speakable

MUTED_KEY, SPEAKS_KEY = "sound_muted", "sound_speaks"


class Mixer:
    """Switches the buzzer and the voice, which speaks rulings in the language `locale` returns.

    It speaks only public rulings of moves that people made since the table started. It is silent
    for moves that are undone, redone or read from the journal. With `quiet`, the table starts with
    the buzzer muted and the voice off. `names` returns the names of players by seat.
    """

    def __init__(
        self,
        desk: Desk,
        lights: LightShow,
        loudspeaker: Loudspeaker,
        locale: Callable[[], str],
        *,
        buzzer: bool = True,
        quiet: bool = False,
        names: Callable[[], Mapping[int, str]] = dict,
    ) -> None:
        self._desk = desk
        self._lights = lights
        self._loudspeaker = loudspeaker
        self._locale, self._names = locale, names
        self._buzzer = buzzer
        self._lock = threading.Lock()
        self._switching = threading.Lock()  # because two people may change the settings at once
        lights.sound = not (quiet or desk.get(MUTED_KEY) is True)
        self._speaks = not quiet and desk.get(SPEAKS_KEY) is True
        self._there = find_espeak() is not None
        match = desk.snapshot()
        self._heard = match.seq if match else 0

    def state(self) -> Sound:
        """Return the sound settings. The voice's setting is None if no voice is installed."""
        voice = self._speaks if self._speaks or self._there else None
        return Sound(self._lights.sound if self._buzzer else None, voice)

    def set(self, buzzer: bool | None = None, voice: bool | None = None) -> None:
        """Switch the buzzer or the voice on or off. None leaves a setting as it is."""
        with self._switching:
            if buzzer is not None:
                self._lights.sound = buzzer
                self._desk.put(MUTED_KEY, not buzzer)
            if voice is not None:
                self._speaks = voice
                self._desk.put(SPEAKS_KEY, voice)
        if voice is False:
            self._loudspeaker.hush()

    def follow(self, match: Snapshot) -> None:
        """Speak the rulings since the last call. Show a banner with lamps and buzzer."""
        with self._lock:
            news = match.new_entries(self._heard)
            self._heard = max(self._heard, match.seq)
            newest = news[-1].rulings if news and news[-1].kind == MOVE else ()
            for act in banners.banners_for(match.game.name, newest, match.outcome)[:1]:
                self._lights.flare(act.who)
            if not (news and self._speaks):
                return
        for entry in news:
            self._say([ruling.message for ruling in entry.rulings], match)

    def announce(self, said: Message) -> None:
        """Speak a request to people, if rulings are spoken."""
        if self._speaks:
            self._say([said], self._desk.snapshot())

    def _say(self, said: Iterable[Message], match: Snapshot | None) -> None:
        locale = self._locale()
        locale = locale if locale in locales() else DEFAULT
        given = {} if match is None else dict(enumerate(match.names))
        voice = Voice(locale, {**given, **self._names()})
        self._loudspeaker.say(speakable(" ".join(map(voice.say, said)), locale), locale)

    def part(self) -> Part | None:
        """Return the voice's trouble, if the voice is switched on."""
        trouble = self._loudspeaker.trouble if self._speaks else None
        return None if trouble is None else Part("voice", False, trouble)
