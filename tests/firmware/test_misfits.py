"""A library that does not fit this system is named with what to do, whatever its import raises."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from firmware import cli
from firmware.cameras.picamera import PiCamera
from firmware.checking.findings import failed
from firmware.errors import CameraLost
from firmware.misfits import misfit
from referee import words
from tests.process import run_program

ABI = "numpy.dtype size changed, may indicate binary incompatibility. Expected 96, got 88"
CASES = [
    ("cv2", 'raise ImportError("numpy.core.multiarray failed to import")', "unfit"),
    ("cv2", 'raise ImportError("libGL.so.1: cannot open shared object file: No such")', "library"),
    ("cv2", 'raise ImportError("libfoo.so.7: cannot open shared object file")', "library_unknown"),
    ("cv2", 'raise AttributeError("_ARRAY_API not found")', "unfit"),
    ("numpy", f'raise ValueError("{ABI}")', "unfit"),
    ("numpy", "from . import _multiarray_umath_of_another_python", "unfit"),
    ("msgspec", 'raise ImportError("undefined symbol: PyX")', "unfit"),
    ("gone", "import of_another_python", "missing"),
]


def library(folder: Path, name: str, text: str, of: str = "site-packages") -> None:
    """Put a library in place of the real one, as pip or Debian would."""
    package = folder / of / f"{name}"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f"{text}\n")


def imported(name: str) -> Exception:
    try:
        __import__(name)
    except Exception as error:
        return error
    raise AssertionError("it can be imported")


@pytest.fixture
def unfit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a folder of libraries that come before all others."""
    for of in ("site-packages", "dist-packages"):
        monkeypatch.syspath_prepend(tmp_path / of)
    return tmp_path


@pytest.mark.parametrize(("name", "text", "key"), CASES)
def test_what_an_import_raises_becomes_a_sentence_that_names_the_library(
    unfit: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, key: str
) -> None:
    monkeypatch.delitem(sys.modules, name, raising=False)
    library(unfit, name, text)
    error = imported(name)
    message = misfit(error)
    assert message is not None
    assert message.key == f"cli.misfit.{key}"
    assert message.params["package"] == (name if key != "missing" else "of_another_python")
    assert misfit(KeyError(name)) is None, "an error of another kind is no misfit"
    for locale in words.LOCALES:
        answer = words.say(message, locale)
        assert "cli.misfit" not in answer
        assert "sudo " in answer
    assert failed("camera", error).message == message


@pytest.mark.parametrize(
    ("command", "text", "begins"),
    [
        ("play", "import gevent_of_another_python", "The package “gevent_of_another_python” is"),
        ("hub", 'raise ImportError("undefined symbol: PyX")', "The library “gevent” does not fit"),
    ],
)
def test_a_table_and_a_hub_whose_web_server_cannot_be_loaded_say_so_in_one_sentence(
    unfit: Path, command: str, text: str, begins: str
) -> None:
    library(unfit, "gevent", text)
    done = run_program(
        [sys.executable, "-m", "firmware.cli", command, "--data", str(unfit / "data")],
        cwd=Path(cli.__file__).parents[1],
        env=os.environ | {"PYTHONPATH": str(unfit / "site-packages"), "LANG": "en_GB.UTF-8"},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"coyote: {begins}")
    assert "make table" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_picamera2_that_does_not_fit_is_no_missing_one(
    unfit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    library(unfit, "picamera2", f'raise ValueError("{ABI}")', "dist-packages")
    with pytest.raises(CameraLost) as lost:
        PiCamera()
    assert lost.value.message.key == "cli.misfit.system"
    assert lost.value.message.params["package"] == "picamera2"
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="no_picamera2"):
        PiCamera()
