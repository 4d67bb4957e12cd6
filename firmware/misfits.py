"""Names the library that does not fit this system, from the error of its import.

A library is built for one Python, one numpy and some libraries of the system. An upgrade of the
system changes these. The error of the import then rarely names the library, or says what to do.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator

from firmware.house import HOUSE, PACKAGES
from referee.contract import Message

REASON_LENGTH = 120
SYSTEM = "dist-packages"  # Debian's own packages are in folders of this name.
_PACKAGE = re.compile(r"/(?:site|dist)-packages/([A-Za-z0-9_]+)")
_LIBRARY = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")
# The errors of an import if something was built for another numpy, Python, system or processor.
_UNFIT = re.compile(
    r"size changed|binary incompatib|_ARRAY_API|multiarray|compiled (?:against|using)|baseline"
    r"|undefined symbol|GLIBC|GLIBCXX|ELF|DLL load|partially initialized|cannot import name"
    r"|module '[\w.]+' has no attribute|numpy.core|bad magic number|PyInit_|version mismatch"
)
_ERRORS = (ImportError, ValueError, RuntimeError, AttributeError, OSError, SystemError, TypeError)
# Debian's packages of the system's libraries that OpenCV, numpy and libcamera need.
APT = {
    "libGL.so": "libgl1",
    "libglib-2.0.so": "libglib2.0-0",
    "libgthread-2.0.so": "libglib2.0-0",
    "libopenblas.so": "libopenblas0",
    "libgfortran.so": "libgfortran5",
    "libcamera": "python3-libcamera",
}


def misfit(error: BaseException) -> Message | None:
    """Return what does not fit and what to do, or None if an error has another cause."""
    for exception in _chain(error):
        if (
            isinstance(exception, ModuleNotFoundError)
            and exception.name
            and "." not in exception.name
        ):
            return Message("cli.misfit.missing", {"package": exception.name})
        package, is_systems = _package(exception)
        text = str(exception)
        if not package or package in PACKAGES or not isinstance(exception, _ERRORS):
            continue
        if (library := _LIBRARY.search(text)) is not None:
            return _without_library(package, library[1])
        if isinstance(exception, ImportError) or _UNFIT.search(text):
            key = "cli.misfit.system" if is_systems else "cli.misfit.unfit"
            reason = text.strip().partition("\n")[0][:REASON_LENGTH] or type(exception).__name__
            return Message(key, {"package": package, "reason": reason})
    return None


def import_fault(error: BaseException, package: str) -> Message | None:
    """Return why an installed package cannot be loaded, or None if it is not installed."""
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith(package):
        return None
    return misfit(error) or Message(
        "cli.misfit.unfit", {"package": package, "reason": str(error) or type(error).__name__}
    )


def _without_library(package: str, library: str) -> Message:
    apt = next((name for start, name in APT.items() if library.startswith(start)), None)
    if apt is None:
        return Message("cli.misfit.library_unknown", {"package": package, "library": library})
    return Message("cli.misfit.library", {"package": package, "library": library, "apt": apt})


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the errors that led to an error, the first one first."""
    exceptions = [error]
    while (
        exception := exceptions[-1].__cause__ or exceptions[-1].__context__
    ) and exception not in exceptions:
        exceptions.append(exception)
    return reversed(exceptions)


def _package(error: BaseException) -> tuple[str, bool]:
    """Return the package in which an error arose, and whether it is one of the system's.

    The package is an empty string if the error arose elsewhere.
    """
    path = getattr(error, "path", None) or ""
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    for file in (path, *reversed(files)):
        if (match := _PACKAGE.search(file)) is not None:
            return match[1], SYSTEM in file
        if file.startswith(f"{HOUSE}/"):
            break
    return (getattr(error, "name", None) or "").partition(".")[0], False
