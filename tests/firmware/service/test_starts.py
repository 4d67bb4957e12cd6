"""Starts that fail in a row are counted on disk, and only those that no one asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from firmware.errors import BadWiring
from firmware.service.starts import MOST, REASON_LENGTH, Starts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.starts"


def fail(path: Path, error: BaseException, excused: bool = False) -> None:
    with (
        pytest.raises(type(error)),
        Starts(path).counted(lambda _: excused),
    ):
        raise error


def test_after_three_starts_that_failed_in_a_row_there_are_too_many(path: Path) -> None:
    for failed in range(1, MOST + 1):
        assert not Starts(path).too_many
        fail(path, RuntimeError("no camera " + 1000 * "at all "))
        starts = Starts(path)
        assert starts.failed == failed
        assert starts.reason("en").startswith("RuntimeError: no camera at all at all")
        assert len(starts.reason("en")) == REASON_LENGTH
    assert Starts(path).too_many


CUT_OFF: list[AbstractContextManager[None]] = []  # starts that come to no end within their test


@pytest.fixture(autouse=True)
def _none_is_left_to_the_interpreters_end() -> Iterator[None]:
    """End the starts that were cut off: the interpreter can store nothing when it ends them."""
    yield
    while CUT_OFF:
        CUT_OFF.pop().__exit__(None, None, None)


def begun(path: Path, boot: str, *, served: bool) -> None:
    starts = Starts(path, boot=boot)
    CUT_OFF.append(start := starts.counted(lambda _: False))
    start.__enter__()
    if served:
        starts.served()


def ended(path: Path, boot: str, *, served: bool) -> Starts:
    """Start, and end without a word; return what the next start in another run finds."""
    begun(path, boot, served=served)
    return Starts(path, boot=f"after {boot}")


def test_power_cuts_after_the_pages_were_served_lead_to_no_safe_mode(path: Path) -> None:
    for boot in "abcdef":
        starts = ended(path, boot, served=True)
        assert (starts.failed, starts.too_many) == (0, False)


def test_a_crash_soon_after_the_pages_were_served_counts_and_has_no_reason(path: Path) -> None:
    fail(path, RuntimeError("another"))
    for failed in (2, 3):
        ended(path, "a", served=True)
        starts = Starts(path, boot="a")  # the machine went on: the program ended by itself
        assert (starts.failed, starts.reason("en")) == (failed, "")
    assert starts.too_many


def test_a_start_that_hung_until_the_plug_was_pulled_counts(path: Path) -> None:
    for boot in "abc":
        assert not Starts(path, boot=boot).too_many
        ended(path, boot, served=False)
    assert Starts(path, boot="d").too_many


def test_a_reason_is_said_in_words_where_it_has_some(path: Path) -> None:
    fail(path, BadWiring("cli.run.bad_size", given="10x10"))
    english, french = (Starts(path).reason(locale) for locale in ("en", "fr"))
    assert "10x10" in english
    assert "10x10" in french
    assert english != french
    assert "cli.run" not in english + french


def test_one_that_was_well_counts_from_zero_whatever_comes_after(path: Path) -> None:
    fail(path, RuntimeError())
    starts = Starts(path)

    def run() -> None:
        with starts.counted(lambda _: False):
            starts.well()
            assert Starts(path).failed == 0
            raise RuntimeError

    with pytest.raises(RuntimeError):
        run()
    assert Starts(path).failed == 0
    fail(path, RuntimeError())
    with Starts(path).counted(lambda _: False):
        assert Starts(path).failed == 2
    assert Starts(path).failed == 0


def test_what_was_asked_for_wrongly_or_ended_from_outside_is_not_counted(path: Path) -> None:
    fail(path, RuntimeError("first"))
    fail(path, ValueError("no such deck"), excused=True)
    fail(path, KeyboardInterrupt())
    assert (Starts(path).failed, Starts(path).reason("en")) == (1, "RuntimeError: first")


def test_once_more_is_safe_mode_again_where_it_fails_again(path: Path) -> None:
    for _ in range(MOST):
        fail(path, RuntimeError())
    Starts(path).once_more()
    assert not Starts(path).too_many
    fail(path, RuntimeError())
    assert Starts(path).too_many


def test_what_another_release_failed_at_does_not_count(path: Path) -> None:
    for _ in range(MOST):
        fail(path, RuntimeError())
    assert Starts(path).too_many
    assert not Starts(path, "releases/before").too_many


@pytest.mark.parametrize(
    "kept", [b"", b"garbage", b"[]", b'{"failed": "3", "program": "this"}', b"\xff\xfe"]
)
def test_a_count_that_cannot_be_read_is_none(path: Path, kept: bytes) -> None:
    path.write_bytes(kept)
    assert Starts(path, "this").failed == 0
    with Starts(path / "nowhere" / "table.starts").counted(lambda _: False):
        pass  # a place that cannot be written stops no table


def test_a_count_is_whole_on_the_disk_before_it_is_in_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file whose power went while it was written is no reason for safe mode, nor against it."""
    flushed: list[str] = []

    def fsync(number: int) -> None:
        flushed.append(Path(f"/proc/self/fd/{number}").read_text())
        assert not path.exists() or path.read_text() != flushed[-1]

    monkeypatch.setattr(os, "fsync", fsync)
    with Starts(path).counted(lambda _: False):
        assert flushed == [path.read_text()]
