"""What sounds at the table: muted or not, spoken or not, and what is never spoken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.sound import mixer
from firmware.sound.loudspeaker import Loudspeaker
from firmware.sound.mixer import Mixer
from referee.match.commands import Begin, Move, Redo, Undo
from referee.match.desk import Desk
from referee.reports.status import Sound


class Voice(Loudspeaker):
    """Keeps what it is given to say."""

    def __init__(self) -> None:
        super().__init__(lambda: None)
        self.sentences: list[tuple[str, str]] = []
        self.hushed = 0

    def say(self, text: str, locale: str) -> None:
        self.sentences.append((text, locale))

    def hush(self) -> None:
        self.hushed += 1


@pytest.fixture
def made(
    desk: Desk, panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Mixer, Voice]]:
    """Make a mixer as at the start of a table that has espeak-ng."""
    monkeypatch.setattr(mixer, "find_espeak", lambda: "/usr/bin/espeak-ng")

    def make(**how: Any) -> tuple[Mixer, Voice]:
        voice = Voice()
        return Mixer(desk, LightShow(panel), voice, lambda: "en", **how), voice

    return make


Made = Callable[..., tuple[Mixer, Voice]]


def test_the_voice_is_off_until_asked_and_both_switches_are_kept(
    desk: Desk, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = made()
    assert first.state() == Sound(buzzer=True, voice=False)
    first.set(buzzer=False, voice=True)
    assert made()[0].state() == first.state() == Sound(buzzer=False, voice=True)
    assert made(quiet=True)[0].state() == Sound(buzzer=False, voice=False)
    first.set(buzzer=True)
    assert made()[0].state() == Sound(buzzer=True, voice=True)
    assert desk.get(mixer.SPEAKS_KEY) is True
    monkeypatch.setattr(mixer, "find_espeak", lambda: None)
    assert made(quiet=True, buzzer=False)[0].state() == Sound(), "what is not there"


def test_a_ruling_is_spoken_once_by_the_players_names_in_the_tables_language(
    desk: Desk, panel: Panel
) -> None:
    voice, locale = Voice(), ["fr"]
    sound = Mixer(desk, LightShow(panel), voice, lambda: locale[0], names=lambda: {1: "Zoé"})
    desk.listen(sound.follow)
    desk.do(Begin("coyote", {}, 3, ("Ada", "Ben", "")))
    desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    assert voice.sentences == []  # off until asked
    sound.set(voice=True)
    desk.do(Move({"move": "announce", "seat": 1, "number": 1234567}))
    locale[0] = "xx"
    desk.do(Move({"move": "challenge", "seat": 2}))
    assert voice.sentences == [
        ("Zoé monte à 1234567.", "fr"),
        ("Coyote! Green challenges Zoé’s 1,234,567. Put all cards face up.", "en"),
    ]
    sound.set(voice=False)
    assert voice.hushed == 1
    desk.do(Undo(desk.snapshot().seq))  # type: ignore[union-attr]
    assert len(voice.sentences) == 2


def test_what_is_taken_back_made_again_or_read_from_the_journal_is_not_spoken_again(
    desk: Desk, made: Made
) -> None:
    sound, voice = made()
    sound.set(voice=True)
    desk.listen(sound.follow)
    desk.do(Begin("coyote", {}, 3))
    first = desk.do(Move({"move": "announce", "seat": 0, "number": 7}))
    assert [text for text, _ in voice.sentences] == ["Blue starts with 7."]
    undone = desk.do(Undo(first.seq))
    again = desk.do(Redo(undone.seq))
    after, restarted = made()
    after.follow(again)
    assert restarted.sentences == []
    assert len(voice.sentences) == 1
    desk.do(Undo(again.seq))
    desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    assert [text for text, _ in voice.sentences] == ["Blue starts with 7.", "Blue starts with 8."]


def test_a_secret_coup_is_never_spoken_whatever_was_answered(desk: Desk, made: Made) -> None:
    heard = []
    for lodge in (True, False):
        sound, voice = made()
        sound.set(voice=True)
        stop = desk.listen(sound.follow)
        desk.do(Begin("coup_detat", {"secret_coup": True}, 4))
        for seat, card in enumerate(("AC", "9D", "9H", "9S")):
            desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
        desk.do(Move({"move": "cleared"}))
        desk.do(Move({"move": "decline", "seat": 1}))
        desk.do(Move({"move": "name_contract", "seat": 0, "contract": "siege"}))
        before = len(voice.sentences)
        desk.do(Move({"move": "answer", "seat": 2, "lodge": lodge}))
        assert len(voice.sentences) == before + 1, "that there is an answer is for every ear"
        stop()
        heard.append(voice.sentences)
    assert heard[0] == heard[1]


def test_lamps_and_buzzer_tell_of_a_moment_once(
    desk: Desk, panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights = LightShow(panel)
    flared: list[tuple[int, ...]] = []
    monkeypatch.setattr(lights, "flare", flared.append)
    sound = Mixer(desk, lights, Voice(), lambda: "en", quiet=True)
    desk.listen(sound.follow)
    desk.do(Begin("coyote", {"edition": "tomahawk", "strikes": 1}, 2))
    desk.do(Move({"move": "announce", "seat": 0, "number": 9}))
    assert flared == []
    match = desk.do(Move({"move": "challenge", "seat": 1}))
    assert flared == [(1,)]
    desk.do(Undo(match.seq))
    desk.do(Redo(match.seq + 1))
    assert flared == [(1,)]
    desk.do(Move({"move": "cards_read", "cards": ["20", "1"]}))
    assert flared == [(1,), (1,)]  # who called, and lost
