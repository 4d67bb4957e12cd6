"""Installing, updating and taking away: what stays as it is, and what comes back by itself."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.hotspot import installed_hotspot, installed_port
from firmware.install import __main__ as installer
from firmware.install import machine as machines
from firmware.install import release, system
from firmware.install.disk import Disk
from firmware.install.hotspot import mode_of
from firmware.install.machine import Failed
from firmware.install.places import HOTSPOT, UNIT
from firmware.install.settings import Mode
from firmware.install.switching import current
from tests.firmware.install.machine import (
    FakeMachine,
    PowerCut,
    content,
    install,
    machine,
    source,
)
from tests.process import PATIENCE_S, run_program
from webui.access.portal import WELCOME
from webui.serving import addresses
from webui.serving.addresses import NO_ADDRESS

APT_INSTALL = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no real disk, nor for a table that stays."""
    monkeypatch.setattr(os, "sync", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr(machines, "STAYS_S", 0.0)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine's disk, with the data of an evening and somebody's file beside them."""
    root = tmp_path / "root"
    data = root / "var" / "lib" / "coyote-table"
    (data / "decks").mkdir(parents=True)
    (data / "table.sqlite").write_bytes(os.urandom(4096))
    (data / "decks" / "mine.toml").write_text("[deck]\n")
    (root / "etc" / "default").mkdir(parents=True)
    (root / "etc" / "default" / "other").write_text("THEIRS=1\n")
    return root


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return source(tmp_path / "good", "good")


@pytest.fixture
def better(tmp_path: Path) -> Path:
    return source(tmp_path / "better", "better")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return source(tmp_path / "bad", "bad")


def has_model(root: Path, model: str = "Raspberry Pi 4 Model B") -> None:
    """Let a machine be of a model, as its firmware would tell."""
    answer = root / "proc" / "device-tree" / "model"
    answer.parent.mkdir(parents=True)
    answer.write_text(model)


def data(on: FakeMachine) -> dict[str, str]:
    return content(on.places.data)


def name(made_of: Path) -> str:
    return release.name_of(made_of, sys.version)


# -- again and again -------------------------------------------------------------------------------


def test_ten_installations_change_nothing_after_the_first(root: Path, good: Path) -> None:
    kept = data(machine(root))
    new = machine(root)
    assert install(new, good)
    assert ("udevadm", "control", "--reload") in new.asked
    first = content(root)
    for _ in range(9):
        again = machine(root)
        again.running = name(good)
        assert install(again, good)
        assert again.running == name(good)
        assert not [item for item in again.asked if {"stop", "pip", "udevadm"} & {*item}]
    assert content(root) == first
    assert data(again) == kept


def test_a_source_makes_the_same_release_wherever_it_lies(tmp_path: Path, good: Path) -> None:
    elsewhere = source(tmp_path / "elsewhere", "good")
    (elsewhere / "referee" / "__pycache__").mkdir()
    (elsewhere / "referee" / "__pycache__" / "rules.pyc").write_bytes(b"compiled")
    (elsewhere / ".git").mkdir()
    assert name(elsewhere) == name(good)
    assert release.name_of(good, "3.13") != release.name_of(good, "3.11")
    (elsewhere / "referee" / "rules.py").write_text("Good")
    assert name(elsewhere) != name(good)
    (good / "referee" / "rules.py").rename(good / "referee" / "other.py")
    (elsewhere / "referee" / "rules.py").write_text("good")
    assert name(elsewhere) != name(good)


@pytest.mark.parametrize("linked", ["file", "house"])
def test_no_link_of_the_source_is_followed(
    tmp_path: Path, root: Path, good: Path, linked: str
) -> None:
    """Root read through it what its owner may not, and left it open to all until pip ended."""
    secret = tmp_path / "secret"
    (secret / "rules").mkdir(parents=True)
    (secret / "key").write_text("of root alone")
    (secret / "key").chmod(0o600)
    place = {
        "file": good / "referee" / "notes.txt",
        "house": good / "vision",
    }[linked]
    if place.exists():
        shutil.rmtree(place)
    place.symlink_to(secret / "key" if linked == "file" else secret)
    with pytest.raises(Failed, match="is a link, and the installer follows none"):
        install(machine(root), good)
    assert not list(root.rglob("notes*"))


def test_a_private_file_is_private_from_the_start(
    root: Path, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (good / "referee" / "own.txt").write_text("private")
    (good / "referee" / "own.txt").chmod(0o600)
    modes: list[int] = []
    run = FakeMachine.run

    def looks(self: FakeMachine, *command: str, **how: Any) -> Any:
        for path in (*root.rglob("own.txt"), *root.rglob("releases/*/source")):
            modes.append(path.stat().st_mode & 0o077)
        return run(self, *command, **how)

    monkeypatch.setattr(FakeMachine, "run", looks)
    assert install(machine(root), good)
    assert set(modes) == {0}


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("python", "Installing the packages"),
        ("coyote", "Starting the command"),
        ("systemd-sysusers", "Making the user did not work"),
    ],
)
def test_a_step_that_does_not_work_leaves_what_runs(
    root: Path, good: Path, better: Path, program: str, sentence: str
) -> None:
    install(machine(root), good)
    offline = machine(root)
    failing = offline.places.releases / name(better) / ".venv" / "bin" / program
    offline.running, offline.without = name(good), (str(failing), program)
    with pytest.raises(Failed, match=sentence):
        install(offline, better)
    assert offline.running == current(offline) == name(good)


def test_what_is_no_source_is_refused_in_a_sentence(tmp_path: Path, root: Path) -> None:
    with pytest.raises(Failed, match="is not the folder of Coyote Table's source"):
        install(machine(root), tmp_path)


def test_a_release_is_not_begun_where_there_is_no_room_for_it(
    root: Path, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = shutil.disk_usage(root)._replace(free=release.LEAST_FREE_BYTES - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    with pytest.raises(Failed, match="too little room: 900 MB must be free"):
        install(on := machine(root), good)
    assert not [*on.places.releases.iterdir()]


# -- a new release ---------------------------------------------------------------------------------


def test_an_update_runs_keeps_the_one_before_and_no_older_one(
    root: Path, good: Path, better: Path, tmp_path: Path
) -> None:
    best = source(tmp_path / "best", "best")
    for made_of in (good, better, best):
        on = machine(root)
        assert install(on, made_of)
        assert on.running == current(on) == name(made_of)
        assert any("plays on meanwhile" in line for line in on.lines) == (made_of is not good)
    there = {path.name for path in on.places.releases.iterdir()}
    assert there == {name(better), name(best)}
    new = on.places.releases / name(best)
    assert {path.name for path in new.iterdir()} == {".venv", UNIT, release.WHOLE}
    assert on.followed(on.places.command) == new / ".venv" / "bin" / "coyote"
    assert on.places.previous.readlink() == Path("releases", name(better))


def test_a_release_that_is_not_ready_gives_way_to_the_one_before(
    root: Path, good: Path, bad: Path
) -> None:
    install(machine(root), good)
    kept = data(machine(root))
    on = machine(root)
    assert not install(on, bad)
    assert on.running == current(on) == name(good)
    assert not on.places.before.is_symlink()
    assert "is back" in on.lines[-1]
    assert data(on) == kept


def test_a_release_that_was_ready_and_ends_at_once_gives_way(
    root: Path, good: Path, better: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three starts that failed the table is READY: in safe mode."""
    install(machine(root), good)
    monkeypatch.setattr(machines, "STAYS_S", PATIENCE_S)
    on = machine(root)
    on.restarts = 1
    assert not install(on, better)
    assert current(on) == name(good)


# -- a power cut -----------------------------------------------------------------------------------


def cut_everywhere(root: Path, work: Callable[[FakeMachine], object]) -> Iterator[FakeMachine]:
    """Yield a copy of the machine after a power cut before each step of some work."""

    def copied(name: str) -> Path:
        return Path(shutil.copytree(root, root.with_name(name), symlinks=True))

    work(whole := machine(copied("whole")))
    assert len(whole.power.steps) > 10
    for number in range(len(whole.power.steps)):
        here = copied(f"cut-{number}")
        with pytest.raises(PowerCut):
            work(machine(here, cut_before=number))
        yield machine(here)


def test_a_power_cut_at_any_step_of_an_update_leaves_a_table_that_starts(
    root: Path, tmp_path: Path, good: Path, better: Path
) -> None:
    install(machine(root), source(tmp_path / "older", "older"))
    install(machine(root), good)
    kept, started = data(machine(root)), set()
    for on in cut_everywhere(root, lambda on: install(on, better)):
        assert on.boot()
        assert on.running == current(on)
        assert data(on) == kept
        started.add(on.running)
        assert install(on, better)  # and once more, with power
        assert on.running == name(better)
        assert not list(on.places.home.rglob("*.coyote-new"))
        assert {path.name for path in on.places.releases.iterdir()} == {name(good), name(better)}
    assert started == {name(good), name(better)}


def test_a_power_cut_at_any_step_of_going_back_leaves_a_table_that_starts(
    root: Path, good: Path, bad: Path
) -> None:
    install(machine(root), good)
    for on in cut_everywhere(root, lambda on: install(on, bad)):
        assert on.boot()
        assert on.running == name(good)


def test_a_first_installation_that_is_cut_off_anywhere_is_done_by_doing_it_again(
    root: Path, good: Path
) -> None:
    kept = data(machine(root))
    for on in cut_everywhere(root, lambda on: install(on, good)):
        assert install(on, good)
        assert on.boot()
        assert on.running == name(good)
        assert data(on) == kept


def test_taking_it_away_can_be_cut_off_and_done_again(root: Path, good: Path) -> None:
    install(machine(root), good)
    for on in cut_everywhere(root, lambda on: installer.uninstall(on, data=True)):
        installer.uninstall(on, data=True)
        assert set(content(on.places.root)) == {"etc/default/other"}


def test_a_release_is_on_the_disk_before_it_is_called_whole_and_before_it_is_current(
    root: Path, good: Path, better: Path
) -> None:
    """A file that was written may be empty after a power cut, until it is flushed."""
    install(machine(root), good)
    on = machine(root)
    install(on, better)
    steps = [step.replace(str(root), "").replace(name(better), "NEW") for step in on.power.steps]
    packages = next(n for n, step in enumerate(steps) if "-m pip" in step)
    whole = steps.index("write /opt/coyote-table/releases/NEW/whole.coyote-new")
    before = steps.index("link /opt/coyote-table/before.coyote-new")
    current = steps.index("link /opt/coyote-table/current.coyote-new")
    assert "sync" in steps[packages:whole]
    assert "sync" in steps[whole:before]
    assert before < current


def test_what_is_written_renamed_and_removed_is_on_the_disk_when_that_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[str, str]] = []

    def fsync(number: int) -> None:
        there = Path(os.readlink(f"/proc/self/fd/{number}"))  # noqa: PTH115  of this process
        flushed.append((there.name, there.read_text() if there.is_file() else "a folder"))

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "sync", lambda: flushed.append(("all", "")))
    disk, folder = Disk(), (tmp_path.name, "a folder")
    assert disk.write(tmp_path / "file", "text")
    assert flushed == [("file.coyote-new", "text"), folder]
    assert not disk.write(tmp_path / "file", "text")
    disk.link(tmp_path / "link", "file")
    disk.remove(tmp_path / "link")
    disk.sync()
    assert flushed[2:] == [folder, folder, ("all", "")]


# -- the owner's settings --------------------------------------------------------------------------


def test_the_owners_settings_stay_and_a_port_changes_its_line_alone(root: Path, good: Path) -> None:
    on = machine(root)
    install(on, good)
    settings = on.places.settings
    assert "COYOTE_PORT=8080\n" in settings.read_text()
    own = "# réglé\nCOYOTE_PORT=9000\nCOYOTE_OPTIONS=--mains 60\n".encode("latin-1")
    settings.write_bytes(own)
    assert install(on, good)
    assert settings.read_bytes() == own
    stops = on.asked.count(("systemctl", "stop", "coyote-table.service"))
    assert install(on, good, port=80)
    assert settings.read_bytes() == own.replace(b"9000", b"80")
    assert on.asked.count(("systemctl", "stop", "coyote-table.service")) == stops + 1
    assert "<port>80</port>" in on.places.path(system.AVAHI).read_text()
    assert f".local/ or http://192.168.1.20/ ({name(good)})" in on.lines[-1]


@pytest.mark.parametrize(("model", "gpio"), [("Raspberry Pi 5 Model B", "gpio"), ("", "auto")])
def test_a_pi_has_its_pins_and_bus_without_being_asked_for(
    root: Path, good: Path, model: str, gpio: str
) -> None:
    """On a Pi a table on mock pins would run, and no button work."""
    has_model(root, model)
    on = machine(root)
    on.without = ("raspi-config",)
    install(on, good)
    assert f"COYOTE_OPTIONS=--gpio {gpio}\n" in on.places.settings.read_text()
    asked = [command[-1] for command in on.asked if command[0] == "dpkg-query"]
    assert ("python3-picamera2" in asked) == bool(model)
    assert (("raspi-config", "nonint", "do_i2c", "0") in on.asked) == bool(model)
    assert any("dtparam=i2c_arm=on" in line for line in on.lines) == bool(model)
    (root / "dev").mkdir()
    (root / "dev" / "i2c-1").touch()
    install(again := machine(root), good)
    assert "raspi-config" not in {command[0] for command in again.asked}


def test_what_is_missing_of_debian_is_installed_and_what_runs_stays_where_it_cannot_be(
    root: Path, good: Path, better: Path
) -> None:
    has_model(root)
    on = machine(root)
    on.lacks = ("python3-venv", "python3-lgpio")
    assert install(on, good)
    assert [command for command in on.asked if command[0] in ("dpkg", "apt-get", "env")] == [
        ("dpkg", "--configure", "-a"),
        ("apt-get", "update", "-qq"),
        ("env", "DEBIAN_FRONTEND=noninteractive", *APT_INSTALL, *on.lacks),
    ]
    offline = machine(root)
    offline.lacks, offline.without = on.lacks, ("env",)
    with pytest.raises(Failed, match="Installing Debian's packages did not work:\nnot found"):
        install(offline, better)
    assert current(offline) == name(good)


def test_whatever_comes_from_an_index_is_held_to_its_hash(root: Path, good: Path) -> None:
    on = machine(root)
    assert install(on, good)
    packages, table = [item for item in on.asked if "pip" in item]
    assert {"--require-hashes", "--only-binary"} <= {*packages}
    listed = [Path(word) for word in packages if word.endswith(".txt")]
    assert [path.name for path in listed] == ["table.txt", "numpy2.txt"]
    has_model(root)
    (root / "etc" / "os-release").write_text('NAME="Debian"\nVERSION_ID="12"\n')
    assert release.locked(on)[-1] == ".ci/locked/numpy1.txt", "the system's, on a Pi"
    assert all(root in path.parents for path in listed)  # of the copy, which is root's
    assert {"--no-deps", "--no-build-isolation"} <= {*table}


# -- a hotspot -------------------------------------------------------------------------------------


def test_a_hotspots_password_is_made_up_once_and_none_but_root_reads_it(
    root: Path, good: Path
) -> None:
    on = machine(root)
    (root / "etc/hostname").write_text("anna\n")
    installer.install(on, good, None, Mode.FALLBACK)
    profile = on.places.path(system.PROFILE)
    result = installed_hotspot(on.places)
    assert result is not None
    assert (result.wifi.name, len(result.wifi.password)) == ("Coyote Table anna", 12)
    assert any(result.wifi.password in line and "anna" in line for line in on.lines)
    assert profile.stat().st_mode & 0o777 == 0o600
    assert "\nautoconnect=false\n" in profile.read_text()
    assert (on.places.unit(HOTSPOT).is_file(), mode_of(on.places)) == (True, Mode.FALLBACK)
    again = machine(root)
    installer.install(again, good, None, Mode.ALWAYS)
    assert any(result.wifi.password in line for line in again.lines)
    assert "\nautoconnect=true\n" in profile.read_text()
    assert (on.places.unit(HOTSPOT).is_file(), mode_of(on.places)) == (False, Mode.ALWAYS)
    installer.install(again, good, None, Mode.FALLBACK)
    unit = again.places.unit(HOTSPOT)
    unit.write_text("ExecStart=/bin/sh -c 'hostname -I'")  # An earlier release's.
    installer.install(again, good, None, None)
    assert "\npmf=1\n" in profile.read_text()  # Or phones might choose WPA3, and fail.
    assert installed_hotspot(again.places) == result._replace(mode=Mode.FALLBACK)
    assert unit.read_text() == system.text_of(HOTSPOT)
    assert again.followed(again.places.wanted(HOTSPOT)).is_file()
    installer.install(again, good, None, Mode.NEVER)
    assert installed_hotspot(again.places) is None
    assert not again.places.path(system.NAMES).exists()
    assert not again.places.wanted(HOTSPOT).is_symlink()
    reloaded = (("systemctl", "daemon-reload"), ("nmcli", "connection", "reload"))
    assert [again.asked.count(item) >= 2 for item in reloaded] == [True, True]


def test_in_the_tables_wifi_every_name_leads_to_the_table_on_the_port_that_phones_try(
    root: Path, good: Path
) -> None:
    on = machine(root)
    installer.install(on, good, None, Mode.ALWAYS)
    names = on.places.path(system.NAMES).read_text()
    hotspot = installed_hotspot(on.places)
    assert hotspot is not None
    assert f"\naddress=/#/{hotspot.address}\n" in names
    assert "\nlocal=/#/\nno-resolv\n" in names
    assert f"dhcp-option=114,http://{hotspot.address}{WELCOME}\n" in names
    assert installed_port(on.places) == 80
    installer.install(on, good, 8080, Mode.ALWAYS)
    assert installed_port(on.places) == 8080
    assert "--port 80" in on.lines[-2]
    at_8080 = f"dhcp-option=114,http://{hotspot.address}:8080{WELCOME}\n"
    assert at_8080 in on.places.path(system.NAMES).read_text()
    on.places.path(system.NAMES).write_text("# An earlier release's.\n")
    installer.install(on, good, None, None)
    assert at_8080 in on.places.path(system.NAMES).read_text()


@pytest.mark.parametrize("missing", ["nmcli", "dnsmasq"])
def test_a_hotspot_without_its_programs_is_refused_in_a_sentence(
    root: Path, good: Path, missing: str
) -> None:
    on = machine(root)
    on.without = (missing,)
    with pytest.raises(Failed, match="apt install network-manager dnsmasq-base"):
        installer.install(on, good, None, Mode.ALWAYS)
    assert not on.places.settings.exists()  # It says so before it changes anything.
    assert not on.places.releases.exists()


@pytest.mark.parametrize(
    ("status", "asked"), [(NO_ADDRESS, "connection up coyote-table"), (0, ""), (1, ""), (127, "")]
)
def test_the_hotspot_comes_on_where_phones_reach_no_address_after_a_minute(
    tmp_path: Path, status: int, asked: str
) -> None:
    for program, body in (
        ("python", f'[ "$*" = "-m {addresses.__name__}" ] && exit {status}'),
        ("sleep", f"echo $1 >>{tmp_path}/slept"),
        ("nmcli", 'printf "%s" "$*"'),
    ):
        (tmp_path / program).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / program).chmod(0o755)
    unit = system.text_of("coyote-table-hotspot.service")
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart=/bin/sh -c '"))
    command = line.removeprefix("ExecStart=/bin/sh -c '").removesuffix("'").replace("$$", "$")
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = run_program(
        ["/bin/sh", "-c", command.replace("/opt/coyote-table/current/.venv/bin/", "")],
        env={"PATH": path},
    )
    assert done.stdout == asked
    if asked:
        assert sum(map(int, (tmp_path / "slept").read_text().split())) == 60


# -- taking it away --------------------------------------------------------------------------------


def test_taken_away_it_leaves_the_data_and_settings_and_nothing_else(
    root: Path, good: Path
) -> None:
    kept = data(machine(root))
    on = machine(root)
    installer.install(on, good, None, Mode.ALWAYS)
    installer.uninstall(on, data=False)
    assert on.running is None
    assert data(on) == kept
    assert set(content(root)) == {f"var/lib/coyote-table/{path}" for path in kept} | {
        "etc/default/other",
        "etc/default/coyote-table",
        system.SYSUSERS.lstrip("/"),
    }
    assert install(on, good)
    installer.uninstall(on, data=True)
    assert set(content(root)) == {"etc/default/other"}
    installer.uninstall(on, data=True)


# -- without systemd -------------------------------------------------------------------------------


def test_while_an_image_is_made_nothing_is_started(root: Path, good: Path, better: Path) -> None:
    on = machine(root, systemd=False)
    assert install(on, good)
    assert install(on, better)
    assert not [command for command in on.asked if command[0] == "systemctl"]
    assert on.boot()
    assert on.running == name(better)
    assert current(on) == name(better)
