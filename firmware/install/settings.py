"""The owner's settings in ``/etc/default``, as typed values that a page may change."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

PORT = 8080
MOST_PORT = 65535
HISTORY_MB = 500  # Enough for 100 evenings with pictures, on the smallest memory card sold.
# As systemd reads the file: spaces may stand around a name, and the last line of a name counts.
_LINE = r"(?m)^[ \t]*{}[ \t]*=(.*)$"
_OPTIONS = re.compile(_LINE.format("COYOTE_OPTIONS"))
_PORT = re.compile(_LINE.format("COYOTE_PORT"))
_GIVEN = "--gpio gpio"  # The service's option without the line.
_ODD = re.compile(r"[\\$`\"']")  # Only a person may have written these.
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")  # RFC 1123
_CAMERA = re.compile(r"auto|none|pi|usb:[A-Za-z0-9_.:+-]{1,200}")  # By number, id or port.
_SIZE = re.compile(r"([0-9]{3,4})x([0-9]{3,4})")
_LONGEST_GIVEN = 40  # Letters of a wrong value that its refusal repeats.
# Ports at which no browser opens a page, as other services have them: https://fetch.spec.whatwg.org
_FOR_OTHERS = (
    "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 "
    "111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 "
    "532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 "
    "5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
)
BLOCKED_PORTS = frozenset(map(int, _FOR_OTHERS.split()))


class Mode(StrEnum):
    """When the table opens its Wi-Fi."""

    ALWAYS = "always"
    FALLBACK = "fallback"  # Only if it finds no network within a minute of its start.
    NEVER = "never"


class Refusal(ValueError):
    """A setting that cannot be. `key` and `params` give the reason in every language."""

    def __init__(self, key: str, **params: str) -> None:
        self.key, self.params = key, params
        super().__init__(key)


@dataclass(frozen=True)
class Settings:
    """The settings of the running table in the owner's file.

    `camera` is as the command's option has it; several are parted by commas. An empty `size` is the
    camera's usual one. `history_mb` is the disk space for past matches.
    """

    port: int = PORT
    camera: str = "auto"
    size: str = ""
    mains: str = "50"
    sounds: bool = True
    history_mb: int = HISTORY_MB


@dataclass(frozen=True)
class Change:
    """The change that a host asks for. None leaves a setting as it is.

    `act` is "update" or "restart" (of the machine), and then nothing else is asked for.
    """

    port: int | None = None
    name: str | None = None
    hotspot: str | None = None
    camera: str | None = None
    size: str | None = None
    mains: str | None = None
    sounds: bool | None = None
    history_mb: int | None = None
    act: str = ""

    def __post_init__(self) -> None:
        """Raise `Refusal` if a value is not possible."""
        for name, fits in _FITS.items():
            value = getattr(self, name)
            if value is not None and not fits(value):
                key = name if name in ("port", "name", "size", "history_mb") else "value"
                raise Refusal(f"page.settings.bad.{key}", given=_shortened(str(value)))
        if self.port in BLOCKED_PORTS:
            raise Refusal("page.settings.bad.port_blocked", given=str(self.port))

    @property
    def asked(self) -> dict[str, Any]:
        """The fields that change something, by name."""
        return {
            name: value
            for name, value in vars(self).items()
            if value is not None and (value != "" or name == "size")
        }


def is_name(text: object) -> bool:
    """Whether a text can be the name of a machine.

    >>> is_name("coyote-2"), is_name("Coyote"), is_name("localhost"), is_name("-x"), is_name("42")
    (True, False, False, False, False)
    """
    fits = isinstance(text, str) and _LABEL.fullmatch(text) is not None
    return fits and text != "localhost" and not str(text).isdecimal()


def is_size(text: object) -> bool:
    """Whether a text is the size of a picture, or empty for the camera's usual one."""
    size = _SIZE.fullmatch(text) if isinstance(text, str) else None
    return text == "" or (size is not None and int(size[1]) >= 320)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_GIVEN else f"{text[: _LONGEST_GIVEN - 1]}…"


def _number(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and least <= value <= most


_FITS: dict[str, Callable[[Any], bool]] = {
    "port": _number(1, MOST_PORT),
    "name": is_name,
    "hotspot": lambda value: value in [*Mode],
    "camera": lambda value: isinstance(value, str) and _CAMERA.fullmatch(value) is not None,
    "size": is_size,
    "mains": lambda value: value in ("50", "60"),
    "sounds": lambda value: isinstance(value, bool),
    "history_mb": _number(10, 1_000_000),
    "act": lambda value: value in ("", "update", "restart"),
}


def read_settings(text: str) -> Settings:
    """Return what a settings file says. An unreadable setting has its usual value."""
    words = options_in(text)
    history = _last(words, "--history")
    return Settings(
        port=port_in(text),
        camera=", ".join(_values(words, "--camera")) or "auto",
        size=_last(words, "--size"),
        mains=_last(words, "--mains") or "50",
        sounds="--quiet" not in words,
        history_mb=int(history) if re.fullmatch("[0-9]{1,9}", history) else HISTORY_MB,
    )


def changed(text: str, change: Change) -> str:
    """Return a settings file with a change; all else in it stays.

    Raise `Refusal` if a person has written the options in a way that only a person should change.
    """
    if change.port is not None:
        text = with_port(text, change.port)
    options = {
        "--camera": change.camera,
        "--size": change.size,
        "--mains": change.mains,
        "--history": None if change.history_mb is None else str(change.history_mb),
    }
    if change.sounds is None and not any(value is not None for value in options.values()):
        return text
    matches = list(_OPTIONS.finditer(text))
    given = matches[-1][1].strip() if matches else _GIVEN
    if len(given) > 1 and given[0] == given[-1] and given[0] in "\"'":
        given = given[1:-1]
    if _ODD.search(given):
        raise Refusal("page.settings.bad.by_hand")
    words = given.split()
    for option, value in options.items():
        if value is not None:
            words = [*_without(words, option), *((option, value) if value else ())]
    if change.sounds is not None:
        words = [word for word in words if word != "--quiet"]
        words += [] if change.sounds else ["--quiet"]
    line = f"COYOTE_OPTIONS={' '.join(words)}"
    if not matches:
        return f"{text.rstrip()}\n{line}\n".lstrip()
    return text[: matches[-1].start()] + line + text[matches[-1].end() :]


def value_in(text: str, name: str) -> str:
    """Return the value of a name in the text of the owner's settings, or an empty string.

    >>> value_in("A=1\\n A = '2'\\r\\n#A=3", "A"), value_in("A=1", "B")
    ('2', '')
    """
    values = re.findall(_LINE.format(re.escape(name)), text)
    return values[-1].strip("\"' \t\r") if values else ""


def port_in(text: str) -> int:
    """Return the port in the text of the owner's settings, or the usual one."""
    value = value_in(text, "COYOTE_PORT")
    port = int(value) if re.fullmatch("[0-9]{1,5}", value) else 0
    return port if _FITS["port"](port) else PORT


def options_in(text: str) -> list[str]:
    """Return the words of the service's options in the text of the owner's settings."""
    return (value_in(text, "COYOTE_OPTIONS") if _OPTIONS.search(text) else _GIVEN).split()


def with_port(text: str, port: int) -> str:
    """Return the owner's settings with another port; all else in them stays."""
    text, count = _PORT.subn(f"COYOTE_PORT={port}", text)
    if count:
        return text
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{text}{end}COYOTE_PORT={port}\n"


def _values(words: Sequence[str], option: str) -> list[str]:
    """Return the values of an option, also of the form ``--option=value``."""
    after = [word for one, word in pairwise(words) if one == option]
    return [*after, *(word.partition("=")[2] for word in words if word.startswith(f"{option}="))]


def _last(words: Sequence[str], option: str) -> str:
    return (_values(words, option) or [""])[-1]


def _without(words: Sequence[str], option: str) -> list[str]:
    kept: list[str] = []
    after = ""
    for word in words:
        if option not in (word, after) and not word.startswith(f"{option}="):
            kept.append(word)
        after = word
    return kept
