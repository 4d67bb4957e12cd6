"""What a host asks for in the browser is checked again by root, made, and told in a sentence."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from firmware.errors import BadData
from firmware.install.changing import MOST_BYTES, NAME_STAYS, end, main
from firmware.install.hotspot import set_up
from firmware.install.places import ASKED
from firmware.install.settings import Change, Mode, changed, read_settings
from firmware.machine_settings import PATIENCE_S, RUN, InstalledSettings
from firmware.wifi import FIRMWARE
from referee import words
from tests.firmware.install.machine import FakeMachine
from tests.firmware.install.machine import machine as made

OWN = "# mine\nCOYOTE_PORT=9000\nCOYOTE_OPTIONS=--gpio gpio --pins /etc/coyote-table/pins.toml\n"
MINIMAL = "/usr/lib/firmware/cypress/cyfmac43455-sdio-minimal.bin"


@dataclass
class Owned(FakeMachine):
    """A machine whose table does not start with a second USB camera, and whose name changes."""

    wifi_state: str = ""
    radio: str = ""
    made: str = "make: Entering\nFetched what is new.\nmake: *** [update] Error 1"

    def run(self, *command: str, **how: Any) -> subprocess.CompletedProcess[str]:
        done = super().run(*command, **how)
        if command[:2] == ("hostnamectl", "set-hostname"):
            self.places.path("/etc/hostname").write_text(f"{command[2]}\n")
        if command[:2] == ("update-alternatives", "--list"):
            done.stdout = MINIMAL.replace("minimal", "standard") + f"\n{MINIMAL}\n"
        if "GENERAL.STATE" in command:
            done.stdout = self.wifi_state
        if command[1:3] == ("-g", "TYPE,STATE,CONNECTION"):
            done.stdout = self.radio
        if command[0] == "make":
            done.stdout = self.made
        return done

    def restart(self) -> bool:
        self.restarts += 1
        return "--camera usb:1" not in self.places.settings.read_text()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in (
        ("etc/default/coyote-table", OWN),
        ("etc/hostname", "coyote\n"),
        ("etc/hosts", "127.0.0.1 localhost\n127.0.1.1 coyote.lan coyote\n"),
        ("run/coyote-table/lock", ""),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def on(root: Path) -> Owned:
    fake_machine = made(root)
    machine = Owned(fake_machine.places, fake_machine.disk, fake_machine.power)
    machine.places.unit(ASKED).parent.mkdir(parents=True)
    machine.places.unit(ASKED).write_text("")
    return machine


def page_of(on: FakeMachine, **environ: str) -> InstalledSettings:
    return InstalledSettings(on.places, addresses=lambda: ("10.42.0.1",), environ=environ)


def result_of(on: FakeMachine) -> tuple[str, dict[str, str]]:
    result = json.loads(on.places.outcome.read_text())
    assert not on.places.request.exists()
    return result["key"], result["params"]


def asked(on: FakeMachine, text: str) -> tuple[str, dict[str, str]]:
    """Return what comes of a request, written by whoever has taken over the service."""
    on.places.request.write_text(text)
    main(on)
    return result_of(on)


def test_a_change_is_made_and_told_and_nothing_else_of_the_owners_file_changes(on: Owned) -> None:
    page = page_of(on, **{RUN: "/run/coyote-table"})
    name = page.ask({"port": 80, "camera": "none", "mains": "60", "sounds": False})
    waits = page.outcome(name)
    assert waits is not None
    assert not waits.done
    same = {"port": 80, "camera": "none", "mains": "60", "sounds": False}
    assert page.ask(same) == name, "a second tap is the same request"
    with pytest.raises(BadData, match=r"page\.settings\.busy"):
        page.ask({"port": 81})
    main(on)
    done = page.outcome(name)
    assert done is not None
    assert (done.message.key, done.done) == ("page.settings.done", True)
    assert on.places.settings.read_text() == (
        "# mine\nCOYOTE_PORT=80\nCOYOTE_OPTIONS=--gpio gpio --pins /etc/coyote-table/pins.toml"
        " --camera none --mains 60 --quiet\n"
    )
    assert on.restarts == 1
    now = page.current()
    assert now is not None
    assert (now.port, now.camera, now.mains, now.sounds, now.name) == (
        *(80, "none", "60", False, "coyote"),
    )
    page.ask({"camera": "usb:usb-046d_C920-1.2", "sounds": True, "size": "", "mains": "50"})
    main(on)
    assert "toml --camera usb:usb-046d_C920-1.2 --mains 50\n" in on.places.settings.read_text()


def test_a_table_started_by_hand_says_that_nothing_can_be_changed(on: Owned) -> None:
    assert page_of(on).current() is None
    on.places.unit(ASKED).unlink()
    assert page_of(on, **{RUN: "/run/coyote-table"}).current() is None


BAD = (
    '"options": "--data /etc"',
    '"port": true',
    '"port": "80; reboot"',
    '"port": 0',
    '"port": 6667',
    '"name": "$(reboot)"',
    '"camera": "folder:/etc"',
    '"camera": ["none"]',
    '"size": "1920x1080 --data /etc"',
    '"mains": "55"',
    '"hotspot": "open"',
    '"history_mb": 3',
    '"act": "sh"',
)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", '{"port": 80}', '{"id": "../a", "port": 80}'),
        *(f'{{"id": "a", {field}}}' for field in BAD),
        *("[" * 4000, " " * (MOST_BYTES + 1)),
    ],
)
def test_root_makes_nothing_of_a_request_that_the_page_would_not_write(
    on: Owned, text: str
) -> None:
    key, params = asked(on, text)
    assert key.startswith("page.settings.bad.")
    for locale in words.LOCALES:
        answer = words.texts("page.settings.bad.", locale)[key]
        assert answer % params
    assert on.asked == []
    assert on.places.settings.read_text() == OWN


@pytest.mark.parametrize("kind", ["link", "dead link", "folder", "pipe", "socket"])
def test_root_takes_only_a_file_for_a_request_and_leaves_nothing_in_its_place(
    on: Owned, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe stayed, and systemd started the helper for it again and again."""
    request = on.places.request
    monkeypatch.chdir(request.parent)  # The path of a socket must be short.
    server = socket.socket(socket.AF_UNIX)
    {
        "link": lambda: request.symlink_to(on.places.settings),
        "dead link": lambda: request.symlink_to("nowhere"),
        "folder": lambda: (request / "inner").mkdir(parents=True),
        "pipe": lambda: os.mkfifo(request),
        "socket": lambda: server.bind(request.name),
    }[kind]()
    server.close()
    main(on)
    assert not os.path.lexists(request)
    assert result_of(on)[0] == "page.settings.bad.request"
    assert on.places.settings.read_text() == OWN


def test_settings_with_which_the_table_does_not_start_are_undone(on: Owned) -> None:
    set_up(on, Mode.FALLBACK)
    key, params = asked(on, '{"id": "a", "camera": "usb:1", "port": 81, "name": "anna"}')
    assert (key, "journalctl" in params["log"]) == ("page.settings.back", True)
    assert on.places.settings.read_text() == OWN
    assert on.restarts == 2
    wifi = page_of(on).wifi()
    assert (on.name, wifi and wifi.name) == ("coyote", "Coyote Table coyote")


def test_a_full_disk_is_told_and_nothing_is_changed(
    on: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = on.disk.write

    def full(path: Path, text: str, mode: int = 0o644) -> bool:
        if path == on.places.settings:
            raise OSError(28, "No space left on device", str(path))
        return write(path, text, mode)

    monkeypatch.setattr(on.disk, "write", full)
    key, params = asked(on, '{"id": "a", "port": 81, "name": "anna"}')
    assert (key, "No space left" in params["reason"]) == ("page.settings.failed", True)
    assert (on.name, on.places.settings.read_text()) == ("coyote", OWN)
    assert on.places.outcome.is_relative_to(on.places.path("/run"))  # This needs no disk.


def test_a_helper_that_was_killed_is_not_waited_for(
    on: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(on, **{RUN: "/run/coyote-table"})
    name = page.ask({"port": 81})

    def killed(*_: Any) -> Any:
        raise SystemExit(9)

    with monkeypatch.context() as patch:
        patch.setattr("firmware.install.changing.make", killed)
        with pytest.raises(SystemExit):
            main(on)
    before = page.outcome(name)
    assert end(on) == 0
    after = page.outcome(name)
    assert (before and before.done, after and after.message.key) == (False, "page.settings.broken")
    asked(on, '{"id": "b", "port": 81}')
    end(on)
    assert result_of(on)[0] == "page.settings.done"


def test_options_that_only_a_person_should_change_are_left_alone_and_others_keep_the_rest(
    on: Owned,
) -> None:
    odd = OWN.replace("--gpio gpio", "--gpio 'gpio'")
    on.places.settings.write_text(odd)
    assert asked(on, '{"id": "a", "mains": "60"}')[0] == "page.settings.bad.by_hand"
    assert on.places.settings.read_text() == odd
    text = changed("COYOTE_PORT=80\n", Change(camera="none"))
    assert text == "COYOTE_PORT=80\nCOYOTE_OPTIONS=--gpio gpio --camera none\n"
    several = 'COYOTE_OPTIONS="--camera usb:0 --camera=usb:1 --history 90"\n'
    assert read_settings(several).camera == "usb:0, usb:1"
    kept = changed(several, Change(history_mb=100))
    assert kept == "COYOTE_OPTIONS=--camera usb:0 --camera=usb:1 --history 100\n"


def test_a_new_name_is_also_that_of_the_wifi_whose_password_stays(on: Owned) -> None:
    set_up(on, Mode.FALLBACK)
    before = page_of(on).wifi()
    keeps = on.places.path(NAME_STAYS)
    assert asked(on, '{"id": "a", "name": "anna"}')[0] == "page.settings.done"
    assert on.places.path("/etc/hosts").read_text().endswith("127.0.1.1 coyote.lan anna\n")
    assert not keeps.exists()
    after = page_of(on).wifi()
    assert before is not None
    assert after is not None
    assert (after.name, after.password) == ("Coyote Table anna", before.password)
    assert (after.url, after.on) == ("http://10.42.0.1:9000/", True)
    keeps.parent.mkdir(parents=True)  # cloud-init gave the first name
    on.wifi_state = "activated\n"  # and a Wi-Fi that is on keeps its name until the next start
    set_up(on, Mode.ALWAYS)
    assert asked(on, '{"id": "a", "name": "berta"}')[0] == "page.settings.renamed"
    assert keeps.read_text() == "preserve_hostname: true\n"


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("COYOTE_PORT=80\nCOYOTE_PORT=90\n", 90),
        ("  COYOTE_PORT='81'", 81),
        ("COYOTE_PORT = 83\nCOYOTE_OPTIONS = --gpio gpio --size 640x480\n", 83),
        ("COYOTE_PORT=84\r\nCOYOTE_OPTIONS=--gpio gpio\r\n", 84),
        ("COYOTE_PORT=99999\n", 8080),
        ("COYOTE_PORT=" + "9" * 5000, 8080),
        ("COYOTE_OPTIONS=--gpio gpio --history " + "9" * 5000, 8080),
    ],
)
def test_an_odd_file_is_read_as_systemd_reads_it_and_keeps_its_lines(text: str, port: int) -> None:
    assert read_settings(text).port == port
    after = changed(text, Change(port=82, mains="60"))
    assert (read_settings(after).port, read_settings(after).mains) == (82, "60")
    assert "--gpio gpio" in after
    assert read_settings(after).size == read_settings(text).size
    assert all(line.strip().startswith("COYOTE_") for line in after.splitlines())
    assert after.count("COYOTE_OPTIONS") == 1


def test_a_host_switches_the_wifi_and_only_the_service_learns_its_password(on: Owned) -> None:
    page = page_of(on, **{RUN: "/run/coyote-table"})
    assert page.wifi() is None
    on.radio = "wifi:connected:Home\n"  # Nobody loses the network through which they ask.
    for mode in ("fallback", "always"):
        assert asked(on, f'{{"id": "a", "hotspot": "{mode}"}}')[0] == f"page.settings.set.{mode}"
        now = page.current()
        assert now is not None
        assert now.hotspot == mode
    assert on.places.wifi.stat().st_mode & 0o777 == 0o640
    assert ("update-alternatives", "--set", FIRMWARE, MINIMAL) in on.asked
    opens = ("nmcli", "connection", "up", "coyote-table")
    assert opens not in on.asked
    on.radio = "ethernet:connected:Wired\nwifi:disconnected:\n"  # It opens if its radio is free.
    assert asked(on, '{"id": "a", "hotspot": "always"}')[0] == "page.settings.set.open"
    assert opens in on.asked
    assert asked(on, '{"id": "a", "hotspot": "never"}')[0] == "page.settings.set.never"
    assert page.wifi() is None
    assert on.restarts == 0


def test_an_update_is_that_of_the_clone_from_which_the_table_came(on: Owned) -> None:
    assert asked(on, '{"id": "a", "act": "update"}')[0] == "page.settings.bad.no_clone"
    (on.places.path("/srv/coyote") / ".git").mkdir(parents=True)
    on.places.source.parent.mkdir(exist_ok=True, parents=True)
    on.places.source.write_text("/srv/coyote\n4711\n")  # Somebody else's by now.
    assert asked(on, '{"id": "a", "act": "update"}')[0] == "page.settings.bad.no_clone"
    on.places.source.write_text(f"/srv/coyote\n{os.geteuid()}\n")
    assert asked(on, '{"id": "a", "act": "update"}')[0] == "page.settings.updated"
    assert ("make", "-C", "/srv/coyote", "update") in on.asked
    on.without = ("make",)
    told_so = "page.settings.not_updated", {"reason": "Fetched what is new."}
    assert asked(on, '{"id": "a", "act": "update"}') == told_so
    for on.made, reason in (
        ("make: *** [update] Killed\n", "make: *** [update] Killed"),
        ("", "make: Error 127"),
    ):
        told_so = "page.settings.not_updated", {"reason": reason}
        assert asked(on, '{"id": "a", "act": "update"}') == told_so
    assert asked(on, '{"id": "a", "act": "restart"}')[0] == "page.settings.restarts"
    assert on.asked[-1:] == [("systemctl", "reboot")]


def test_a_request_that_nobody_takes_is_not_waited_for_forever(
    on: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(on, **{RUN: "/run/coyote-table"})
    name = page.ask({"port": 80})
    started = page._asked[1]
    monkeypatch.setattr("time.monotonic", lambda: started + PATIENCE_S + 1)
    outcome = page.outcome(name)
    assert outcome is not None
    assert (outcome.message.key, outcome.done) == ("page.settings.no_answer", True)
    assert page.outcome("other") is None
