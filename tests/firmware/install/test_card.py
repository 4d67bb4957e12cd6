"""A card that becomes a table by itself, and the address from which it fetches the project."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware.install import card
from firmware.install.address import project_address, public_address
from firmware.install.machine import Failed, Machine
from tests import guide
from tests.process import run_program

ROOT = Path(__file__).parents[3]
ABOUT = (ROOT / "pyproject.toml").read_text("utf-8")
ADDRESS = "https://example.org/coyote-table"
# What Raspberry Pi Imager writes: a user, ssh, and commands for the first start alone.
IMAGERS = "#cloud-config\nuser:\n  name: anna\nruncmd:\n  - [ systemctl, enable, --now, ssh ]\n"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """A card's boot partition, as Imager leaves it."""
    boot = tmp_path / "bootfs"
    boot.mkdir()
    for name in ("config.txt", "cmdline.txt", "meta-data"):
        (boot / name).write_text("")
    (boot / "user-data").write_text(IMAGERS)
    return boot


@pytest.mark.parametrize("address", [None, ADDRESS])
def test_the_guide_names_the_projects_address_once_there_is_one(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    monkeypatch.setattr(guide, "project_address", lambda _: address)
    for name in ("README.md", "install.md"):
        page = guide.filled((guide.FOLDER / name).read_text("utf-8"))
        assert (f"git clone {ADDRESS} coyote-table" in page) == (address is not None)
        assert (guide.NO_ADDRESS in page) == (address is None)


def test_the_address_is_the_projects_or_else_that_of_a_public_clone(tmp_path: Path) -> None:
    named = ABOUT.replace("[project.urls]", f'[project.urls]\nRepository = "{ADDRESS}/theirs"')
    assert project_address(named) == f"{ADDRESS}/theirs"
    git = ("git", "-C", str(tmp_path))
    for words in (("init", "--quiet"), ("remote", "add", "origin", ADDRESS)):
        run_program([*git, *words])
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1"\n')
    assert public_address(Machine(), tmp_path) == ADDRESS
    for private in ("git@example.org:coyote-table", "https://192.168.1.2/coyote", "/srv/coyote"):
        texts = (*git, "remote", "set-url", "origin", private)
        run_program(texts)
        assert public_address(Machine(), tmp_path) is None
    (tmp_path / "pyproject.toml").write_text(named)
    assert public_address(Machine(), tmp_path) == f"{ADDRESS}/theirs"


def test_a_card_fetches_the_project_and_keeps_what_imager_wrote(boot: Path) -> None:
    before = {path.name: path.read_text() for path in boot.iterdir()}
    assert card.main([str(boot), "--address", ADDRESS]) == 0
    after = {path.name: path.read_text() for path in boot.iterdir()}
    text = after.pop("vendor-data")
    assert after == before
    assert f"git clone --quiet --depth=1 {ADDRESS} " in text
    assert card.main([str(boot), "--address", f"{ADDRESS}/$(reboot)"]) == 0
    assert f"'{ADDRESS}/$(reboot)'" in (boot / "vendor-data").read_text()


@pytest.mark.parametrize(
    ("user", "network", "warned"),
    [
        ("#cloud-config\n#users:\n", "#network:\n#  wifis:\n", True),
        (IMAGERS, "", False),
        ("#cloud-config\nusers:\n- name: anna\n", "", False),
        ("#cloud-config\n", "network:\n  version: 2\n  wifis:\n    wlan0:\n", False),
    ],
)
def test_a_card_without_user_and_wifi_is_named_as_an_older_imager_leaves_it(
    boot: Path, user: str, network: str, warned: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    (boot / "user-data").write_text(user)
    (boot / "network-config").write_text(network)
    assert card.main([str(boot), "--address", ADDRESS]) == 0
    assert (card.NOTHING_SET in capsys.readouterr().err) == warned


def test_a_cards_file_sets_nothing_that_imagers_would_replace() -> None:
    """cloud-init merges by key: of two lists of commands, only the one in user-data would run."""
    keys = {line.split(":")[0] for line in card.first_start("").splitlines() if line[:1].isalpha()}
    assert keys == {"hostname", "manage_etc_hosts", "bootcmd"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda boot: (boot / "config.txt").unlink(), "is no boot partition"),
        (lambda boot: (boot / "user-data").unlink(), "has no cloud-init"),
        (lambda boot: (boot / "user-data").write_text("bootcmd:\n  - ls\n"), "has a bootcmd"),
        (lambda boot: (boot / "vendor-data").write_text("theirs"), "somebody else's"),
        (lambda boot: (boot / "vendor-data").mkdir(), "is no file"),
        (shutil.rmtree, "is no boot partition"),
    ],
)
def test_a_card_that_would_not_become_a_table_is_left_alone(
    boot: Path, change: object, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(change)
    change(boot)
    before = {path.name: path.read_text() for path in boot.glob("*") if path.is_file()}
    with pytest.raises(Failed, match=why):
        card.write(boot, ADDRESS)
    assert card.main([str(boot), "--address", ADDRESS]) == 1
    assert why in capsys.readouterr().err
    after = {path.name: path.read_text() for path in boot.glob("*") if path.is_file()}
    assert after == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--address=x", "--", "{boot}"], ""),
        (["--address=git@example.org:a", "--", "{boot}"], ""),
        (["--address=https://a.org/b\nbootcmd: []", "--", "{boot}"], ""),
        (["--address=-x", "--", "{boot}"], ""),
        (["{boot}"], card.NO_ADDRESS),
        (["", "--address", ADDRESS], "make card BOOT=FOLDER"),
    ],
)
def test_a_card_is_not_written_without_a_folder_and_an_address_that_git_can_fetch(
    boot: Path,
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(card, "public_address", lambda *_: None)
    assert card.main([word.replace("{boot}", str(boot)) for word in arguments]) == 1
    answer = capsys.readouterr().err
    assert (sentence in answer, answer.count("\n")) == (True, 1)
    assert not (boot / "vendor-data").exists()
