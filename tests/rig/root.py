"""The root with picamera2: Debian's unstable, whose libcamera takes pictures from files too.

Made once, beside the kernels. Debian has no picamera2: it comes from PyPI, as the project's own
requirements do, in the versions and with the hashes that a table has.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.rig.kernel import NotBuilt, cache, run

PROJECT = Path(__file__).parents[2]
LOCKED = tuple(PROJECT / ".ci" / "locked" / name for name in ("table.txt", "numpy2.txt"))
SUITE = "sid"
PACKAGES = (
    *("ca-certificates", "gcc", "libc6-dev", "libcamera-ipa", "python3-dev"),
    *("python3-libcamera", "python3-pip", "python3-prctl", "udev"),
)
PICAMERA2 = "picamera2==0.3.38"
# picamera2 imports it for a preview on a screen, which nobody here has.
PYKMS = """class Names(type):
    def __getattr__(cls, name):
        return name


class PixelFormat(metaclass=Names):
    pass
"""
SITE = "usr/local/lib/python3.*/dist-packages"
# Mounts of its own, gone when the command ends.
CHROOT = 'for d in proc sys dev; do mount --rbind "/$d" "$0/$d"; done; exec chroot "$0" "$@"'
CLEAN = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root")
BORROWED = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")


def path() -> Path:
    """Return where the root is, once it is made."""
    locked = [item.read_text(encoding="utf-8") for item in LOCKED]
    made_of = repr((SUITE, PACKAGES, PICAMERA2, locked, PYKMS)).encode()
    return cache() / f"root-{hashlib.sha256(made_of).hexdigest()[:12]}"


def build(say: Callable[[str], None]) -> Path:
    """Return the root, made where it is not there yet; raises `NotBuilt`."""
    made = path()
    if made.exists():
        return made
    if os.geteuid() or not shutil.which("mmdebstrap"):
        raise NotBuilt("A root for cameras takes root and mmdebstrap: sudo apt install mmdebstrap")
    cache().mkdir(parents=True, exist_ok=True)
    say(f"Making a root with picamera2 into {made}: some minutes, 1.2 GB, once.")
    folder = Path(tempfile.mkdtemp(dir=cache(), prefix="build-"))
    try:
        _packages(folder)
        _wheels(folder)
        folder.chmod(0o755)
        folder.rename(made)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return made


def _packages(folder: Path) -> None:
    texts = ("--variant=apt", f"--include={','.join(PACKAGES)}")
    apt = ['APT::Install-Recommends "false"', 'Acquire::Check-Valid-Until "false"']
    run("mmdebstrap", "-q", *texts, *(f"--aptopt={item}" for item in apt), SUITE, ".", cwd=folder)


def _wheels(folder: Path) -> None:
    for name in BORROWED:
        shutil.copyfile(Path("/", name), folder / name)
    certificates = f"PIP_CERT=/{BORROWED[1]}"
    answers = ("--quiet", "--no-cache-dir", "--break-system-packages")
    pip = ("python3", "-m", "pip", "install", *answers)
    private = ("unshare", "--mount", "--propagation", "private", "sh", "-c", CHROOT, ".")
    listed: list[str] = []
    for item in LOCKED:
        shutil.copyfile(item, folder / "tmp" / item.name)
        listed += ["-r", f"/tmp/{item.name}"]
    # What Debian installed cannot be uninstalled, so pip puts its own beside it.
    ours = ("--ignore-installed", "--require-hashes", *listed)
    run(*private, *CLEAN, certificates, *pip, *ours, cwd=folder)
    run(*private, *CLEAN, certificates, *pip, PICAMERA2, cwd=folder)
    (site,) = folder.glob(SITE)
    (site / "pykms.py").write_text(PYKMS, encoding="utf-8")
