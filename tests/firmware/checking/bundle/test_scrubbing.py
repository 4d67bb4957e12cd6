"""Only the program's own words leave the machine; names go even where they are such words."""

from __future__ import annotations

import re

import pytest

from firmware.checking.bundle.scrubbing import Scrubber, place, vocabulary

SECRETS = (
    "Zoé",
    "Marguerite",
    "Freebox-7A41C2",
    "MyHomeWifi",
    "correct-horse-battery",
    "192.168.178.23",
    "10.20.30.40",
    "fe80::ba27:ebff:fe12:3456",
    "2001:db8::1",
    "b8:27:eb:12:34:56",
    "http://192.168.1.7:8080/join?token=Jq0N",
    "ada@example.org",
    "/srv/marguerite/cards/deck",
    "~/private/deck",
    "C920_5F3A2B1C",
    "8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92",
    "eyJhbGciOiJIUzI1NiJ9",
    "321386",
    "10000000abcdef12",
    "PIN-4711-secret",
)
INTO = (
    "Camera {} is there.",
    "{}",
    "The journal {} is damaged: disk I/O error",
    "No GPIO here ([Errno 13] Permission denied: '{}').",
    "sqlite3.OperationalError: unable to open database file {}!",
    "({})",
)


@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_stays(secret: str) -> None:
    parts = {secret, *re.split("[./:@-]", secret)}
    telling = {one for one in parts if len(one) > 2 and one.lower() not in vocabulary()}
    assert telling
    for sentence in INTO:
        said = Scrubber().text(sentence.format(secret))
        assert not [part for part in telling if part in said], said


def test_the_programs_own_sentences_stay() -> None:
    lines = [
        "2026-11-21 09:52:15,386 INFO camera firmware.cameras.reconnecting: Camera pi is there.",
        "2026-11-21 09:52:16,001 WARNING MainThread firmware.cameras.reconnecting: Camera lost"
        " (table.camera.lost); trying again in 0.5 s.",
        "OSError: [Errno 28] No space left on device",
    ]
    assert list(Scrubber(more=("pi",)).log(lines)) == lines


def test_a_name_goes_even_where_it_is_a_word_of_the_program() -> None:
    scrubber = Scrubber(["Camera", "Anna Lost"])
    assert scrubber.text("camera Lost, anna lost, Anna; the camera") == "… …, …, …; the …"


def test_a_traceback_keeps_its_places_and_loses_its_folders_and_lines() -> None:
    traceback = [
        "Traceback (most recent call last):",
        '  File "/srv/ada/table/firmware/running/table.py", line 12, in run',
        "    secret = 'Zoé'",
        '  File "/srv/ada/v/lib/python3.13/site-packages/luma/core/device.py", line 7, in do',
        '  File "/srv/ada/firmware/zoe.py", line 3, in zoe',
        "ValueError: Zoé is no card",
    ]
    assert list(Scrubber().log(traceback)) == [
        "Traceback (most recent call last):",
        "  firmware/running/table.py:12 run",
        "  luma/core/device.py:7 do",
        "  …:3",
        "ValueError: … is no card",
    ]


def test_a_place_outside_of_code_is_no_place() -> None:
    assert place("/usr/lib/python3.13/threading.py") == "threading.py"
    assert place("/srv/ada/x/firmware/console/menus/menu.py") == "firmware/console/menus/menu.py"
    assert place("/srv/ada/firmware/../../etc/passwd") == "…"
    assert place("<string>") == "…"
