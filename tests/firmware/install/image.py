"""A card's image: its layer's own script makes a system that never ran into a table."""

from __future__ import annotations

import re

from firmware.install.system import OF_A_PI
from tests.firmware.install.root import BESIDE, PROJECT, Root

RECIPE = PROJECT / "firmware" / "install" / "image"
SUITE = "trixie"
CONFIG = "boot/firmware/config.txt"


def made(arch: str) -> Root:
    """Return a clean root that the recipe was applied to, but for what Debian itself lacks."""
    root = Root.clean(SUITE, arch, "image")
    layer = (RECIPE / "layer" / "coyote-table.yaml").read_text("utf-8")
    assert 'sh ./into-root.sh "$1"' in layer
    packages = [name for name in re.findall(r"(?m)^    - ([\w-]+)$", layer) if name not in OF_A_PI]
    root.run("apt-get", "update", "-qq")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq")
    root.run(*apt, "--no-install-recommends", *packages)
    config = root.path / CONFIG
    config.parent.mkdir(parents=True)
    config.write_text("camera_auto_detect=1\n")
    root.run("sh", str(RECIPE / "into-root.sh"), where=BESIDE)
    assert "\n[all]\ndtparam=i2c_arm=on\n" in config.read_text()
    assert root.places.wanted("coyote-table.service").is_symlink()
    return root
