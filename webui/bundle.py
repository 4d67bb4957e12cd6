"""Bundle each page's script with all that it imports, if esbuild is installed.

This happens at each start and takes a tenth of a second, so no bundle is ever older than its
scripts, in a clone, a release or a wheel. Without esbuild, browsers load the scripts one by one.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

PROGRAM = "esbuild"
OF_NPM = Path(sys.prefix, "node_modules", ".bin")  # `.ci/setup` installs it here.
OLDEST = "chrome87"  # The oldest browser that every page works in: televisions of 2022.
OPTIONS = ("--bundle", "--minify", "--format=esm", "--charset=utf8", "--log-level=warning")
WITHIN_S = 20.0  # A Pi 3 needs less than one second.

_log = logging.getLogger(__name__)


def program() -> str | None:
    """Return the path of esbuild, or None."""
    return shutil.which(PROGRAM, path=os.pathsep.join((str(OF_NPM), os.environ.get("PATH", ""))))


def bundled(folder: Path, scripts: Iterable[str]) -> dict[str, bytes]:
    """Return the bundle of each of these scripts by name; nothing if that is impossible."""
    esbuild, names = program(), tuple(scripts)
    if esbuild is None:
        return {}
    with TemporaryDirectory(prefix="coyote-pages-") as made:
        where = (f"--target={OLDEST}", "--outbase=.", f"--outdir={made}")
        command = [esbuild, *names, *OPTIONS, *where]
        try:
            subprocess.run(
                command, cwd=folder, check=True, capture_output=True, text=True, timeout=WITHIN_S
            )
            return {name: Path(made, name).read_bytes() for name in names}
        except (OSError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", None) or error
            _log.warning("The pages' scripts were not bundled: %s", reason)
            return {}
