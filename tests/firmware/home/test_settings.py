"""`home.toml`: what an owner may write there, and what is said of anything else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from firmware.errors import BadData
from firmware.home.settings import FILE, load_settings
from referee import words


def written(folder: Path, text: str) -> Path:
    (folder / FILE).write_text(text, "utf-8")
    return folder


def test_without_the_file_or_without_an_address_there_is_nothing(tmp_path: Path) -> None:
    assert load_settings(tmp_path) is None
    assert load_settings(written(tmp_path, 'name = "Ours"\n')) is None


@pytest.mark.parametrize(
    ("broker", "at"),
    [
        ("mqtt://ha", ("mqtt", "ha", 1883, "", "")),
        ("mqtts://u:p%40ss@10.0.0.2", ("mqtts", "10.0.0.2", 8883, "u", "p@ss")),
        ("mqtt://u@[::1]:1884", ("mqtt", "::1", 1884, "u", "")),
        ("mqtt://ada:12/34@host", ("mqtt", "host", 1883, "ada", "12/34")),
        ("mqtt://ada:a@b:c#d?e@host:99", ("mqtt", "host", 99, "ada", "a@b:c#d?e")),
        ("mqtt://[fe80::1%25eth0]:99", ("mqtt", "fe80::1%eth0", 99, "", "")),
        ("mqtt://:word@host/", ("mqtt", "host", 1883, "", "word")),
    ],
)
def test_a_brokers_address_is_taken_apart(
    tmp_path: Path, broker: str, at: tuple[str, str, int, str, str]
) -> None:
    settings = load_settings(written(tmp_path, f'broker = "{broker}"\n'))
    assert settings is not None
    assert msgspec.structs.astuple(settings.broker_address) == at
    assert settings.broker_address.tls == (at[0] == "mqtts")


@pytest.mark.parametrize(
    "text",
    [
        'broker = "192.168.1.2"',
        'broker = "http://192.168.1.2"',
        'broker = "mqtt://ada:s3cret@host:port"',
        'broker = "mqtt://host:0"',
        'webhook = "http://host/"',
        'broker = "mqtt://ada:s3cret@"',
        'broker = "mqtt://ada:s3cret@[::::]"',
        "broker = “mqtt://ada:s3cret@host”",
        'broker = "mqtts://ada:s3cret@host"\nca = "~nobody-of-this-name/ca.crt"',
        'broker = "mqtts://ada:s3cret@host"\nca = "nothing.crt"',
        'topic = "a/b"',
        'brokr = "mqtt://host"',
        "broker = ",
        'broker = "mqtt://ada:s3cret@host"\nmay_pause = "yes"',
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_without_a_password(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(BadData) as refused:
        load_settings(written(tmp_path, text + "\n"))
    for locale in words.LOCALES:
        answer = words.say(refused.value.message, locale)
        assert FILE in answer
        assert "%%" not in answer
        assert "%(" not in answer
        assert "s3cret" not in answer
