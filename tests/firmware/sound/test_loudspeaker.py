"""A voice that hangs, dies or is not there keeps nobody waiting; two sentences never overlap."""

from __future__ import annotations

import shutil
import stat
import subprocess
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.service.supervisor import Supervisor
from firmware.sound import loudspeaker
from firmware.sound.loudspeaker import WAITING, Loudspeaker
from tests.process import PATIENCE_S, eventually

# What it was asked to say is kept, with a line at its beginning and one at its end.
SPEAKS = 'echo "begin $2 $(cat)" >> "$SAID"; echo end >> "$SAID"\n'
NASTY = {
    "hangs": 'trap "" TERM INT HUP\necho begun >> "$SAID"\nsleep 600',
    "reads nothing": 'exec 0<&-\necho begun >> "$SAID"\nsleep 600',
    "dies": 'echo begun >> "$SAID"\nkill -9 $$',
    "fails": 'echo begun >> "$SAID"\necho "Error: no such voice" >&2; exit 1',
    "ends well without a sound card": 'echo begun >> "$SAID"\necho "error: no device" >&2',
    "floods": 'echo begun >> "$SAID"\nyes error >&2',  # which fills no memory
}
Install = Callable[[str], None]


@pytest.fixture
def spoken_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a fake espeak-ng keeps what it said; only what is installed is found."""
    path = tmp_path / "said"
    path.touch()
    monkeypatch.setenv("SAID", str(path))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(loudspeaker, "PROGRAM", "fake-espeak")
    return path


@pytest.fixture
def install(tmp_path: Path, spoken_file: Path) -> Install:
    """Install a fake espeak-ng of a few lines of shell."""
    assert spoken_file.exists()

    def install(script: str) -> None:
        path = tmp_path / "new-espeak"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        path.rename(tmp_path / "fake-espeak")

    return install


@pytest.fixture
def voice() -> Iterator[Loudspeaker]:
    """Return a voice whose thread runs, and to which a sentence may take as long as it takes."""
    made, supervisor = Loudspeaker(lambda: None), Supervisor(lambda: None)
    worker = supervisor.start("voice", made.run)
    yield made
    made.hush()
    supervisor.stop()
    assert not worker.thread.is_alive()
    assert supervisor.trouble() == ()


def spoken(spoken_file: Path) -> list[str]:
    return spoken_file.read_text().splitlines()


def test_two_sentences_at_once_are_spoken_in_their_languages_one_after_the_other(
    voice: Loudspeaker, install: Install, spoken_file: Path
) -> None:
    install(SPEAKS)
    voice.say("-f /etc/passwd; $(reboot) « é »", "fr")
    voice.say("two", "en")
    both = ["begin fr -f /etc/passwd; $(reboot) « é »", "end", "begin en two", "end"]
    eventually(lambda: spoken(spoken_file), both)
    assert voice.trouble is None


def test_the_newest_sentences_find_room_and_what_is_switched_off_falls_silent_at_once(
    spoken_file: Path, install: Install
) -> None:
    install(SPEAKS)
    made, supervisor = Loudspeaker(lambda: None), Supervisor(lambda: None)
    for number in range(9):
        made.say(str(number), "en")
    supervisor.start("voice", made.run)
    newest = [line for n in range(9 - WAITING, 9) for line in (f"begin en {n}", "end")]
    eventually(lambda: spoken(spoken_file), newest)
    install(NASTY["hangs"])
    made.say("ten", "en")
    made.say("eleven", "en")
    eventually(lambda: spoken(spoken_file)[4:], ["begun"])
    made.hush()
    install(SPEAKS)
    made.say("twelve", "en")
    eventually(lambda: spoken(spoken_file)[5:], ["begin en twelve", "end"])
    made.hush()
    supervisor.stop()


@pytest.mark.parametrize("script", NASTY.values(), ids=NASTY)
def test_a_voice_that_is_ill_is_said_so_and_the_next_sentence_is_spoken(
    voice: Loudspeaker,
    install: Install,
    spoken_file: Path,
    script: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(script)
    voice.say("one " * 100, "en")
    eventually(lambda: spoken(spoken_file), ["begun"])
    with monkeypatch.context() as patched:
        patched.setattr(loudspeaker, "MOST_S", 0.0)
        eventually(lambda: voice.trouble)
    install(SPEAKS)
    voice.say("two", "en")
    eventually(lambda: spoken(spoken_file)[-2:], ["begin en two", "end"])
    eventually(lambda: voice.trouble is None)


def test_a_voice_that_is_not_installed_is_said_so(voice: Loudspeaker, spoken_file: Path) -> None:
    assert loudspeaker.find_espeak() is None
    voice.say("one", "en")
    message = eventually(lambda: voice.trouble)
    assert message.key == "table.voice.missing"
    assert spoken(spoken_file) == []


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_real_one_speaks_the_languages_of_the_table(tmp_path: Path) -> None:
    for locale in ("en", "fr"):
        path = tmp_path / f"{locale}.wav"
        subprocess.run(
            ["espeak-ng", "-v", locale, "--stdin", "-w", str(path)],
            input=b"minus 10",
            check=True,
            timeout=PATIENCE_S,
        )
        with wave.open(str(path)) as sound:
            assert sound.getnframes() > sound.getframerate() // 4
