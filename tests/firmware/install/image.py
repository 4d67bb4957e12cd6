"""A card's image: its recipe makes a system that never ran into a table, and a file to write.

`python -m tests.firmware.install.image` makes such a file for a Pi's processor in ``out/image``,
and starts it in an emulated machine. Raspberry Pi OS's own packages are left out: the file has
Debian's kernel and firmware, without buttons, lamps and Camera Module.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from firmware.install.system import OF_A_PI
from tests.firmware.install import emulated_card
from tests.firmware.install.root import BESIDE, LONG_S, OUT, PROJECT, Root

RECIPE = PROJECT / "firmware" / "install" / "image"
SUITE = "trixie"
ARCH = "arm64"
CONFIG = "boot/firmware/config.txt"
FILE = OUT.parent / "image" / "coyote-table.img"
# A Pi's firmware, and a kernel that an emulated machine starts, too.
KERNEL = ("initramfs-tools", "linux-image-arm64", "raspi-firmware", "firmware-brcm80211")
FSTAB = "LABEL=ROOT / ext4 defaults,noatime 0 1\nLABEL=BOOT /boot/firmware vfat defaults 0 2\n"
LAYOUT = """
image {name} {{
    hdimage {{ partition-table-type = "mbr" align = 4M }}
    partition boot {{ partition-type = 0xC bootable = true image = "boot.vfat" }}
    partition root {{ partition-type = 0x83 image = "root.ext4" }}
}}
image boot.vfat {{ vfat {{ label = "BOOT" }} size = 256M mountpoint = "/boot/firmware" }}
image root.ext4 {{ ext4 {{ label = "ROOT" use-mke2fs = true }} size = {root_mb}M mountpoint = "/" }}
"""


def made(arch: str, *more: str) -> Root:
    """Return a clean root that the recipe was applied to, but for what Debian itself lacks."""
    root = Root.clean(SUITE, arch, "image")
    layer = (RECIPE / "layer" / "coyote-table.yaml").read_text("utf-8")
    assert 'sh ./into-root.sh "$1"' in layer
    listed = layer[layer.index("packages:") : layer.index("customize-hooks:")]
    packages = [name for name in re.findall(r"(?m)^    - (\S+)$", listed) if name not in OF_A_PI]
    sources = root.path / "etc/apt/sources.list"
    sources.write_text(
        re.sub(r" main$", " main non-free-firmware", sources.read_text(), flags=re.M)
    )
    root.run("apt-get", "update", "-qq")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq")
    # What the layer's own required layers bring.
    theirs = ("network-manager", "openssh-server", "systemd-timesyncd", "wireless-regdb")
    root.run(*apt, "--no-install-recommends", *packages, *theirs, *more)
    config = root.path / CONFIG
    config.parent.mkdir(parents=True, exist_ok=True)
    with config.open("a") as file:
        file.write("camera_auto_detect=1\n")
    root.run("sh", str(RECIPE / "into-root.sh"), where=BESIDE)
    assert "\n[all]\ndtparam=i2c_arm=on\n" in config.read_text()
    for unit in ("coyote-table.service", "coyote-table-first.service"):
        assert root.places.wanted(unit).is_symlink(), unit
    assert not (root.path / "etc/systemd/system/multi-user.target.wants/ssh.service").exists()
    return root


def write(root: Root, file: Path = FILE) -> Path:
    """Write the root into a file as a card has it: the boot partition, then the root."""
    file.parent.mkdir(parents=True, exist_ok=True)
    (root.path / "etc/fstab").write_text(FSTAB)
    for name in ("etc/machine-id", "etc/resolv.conf"):
        (root.path / name).write_text("uninitialized\n" if name.endswith("id") else "")
    used = subprocess.run(
        ["du", "-sm", root.path], capture_output=True, text=True, check=True, timeout=LONG_S
    )
    work = file.parent / "work"
    shutil.rmtree(work, ignore_errors=True)
    (work / "empty").mkdir(parents=True)
    layout = LAYOUT.format(name=file.name, root_mb=int(used.stdout.split()[0]) * 13 // 10 + 200)
    (work / "layout.cfg").write_text(layout)
    folders = {"root": root.path, "tmp": work / "tmp", "input": work / "empty", "output": work}
    texts = [f"--{name}path={folder}" for name, folder in folders.items()]
    subprocess.run(
        ["genimage", f"--config={work / 'layout.cfg'}", *texts],
        check=True,
        timeout=LONG_S,
        capture_output=True,
    )
    (work / file.name).rename(file)
    for kind in ("vmlinuz", "initrd.img"):
        (path,) = (root.path / "boot").glob(f"{kind}-*")
        shutil.copyfile(path, file.parent / kind)
    shutil.rmtree(work)
    return file


def main() -> None:
    """Make the file and start it, and say what it did."""
    for program in ("mmdebstrap", "genimage", "mcopy", "mkfs.vfat", "qemu-system-aarch64"):
        if shutil.which(program) is None:
            sys.exit(
                "This takes root, and: sudo apt install mmdebstrap genimage mtools dosfstools "
                "qemu-system-arm qemu-user-static arch-test"
            )
    file = write(made(ARCH, *KERNEL))
    print(f"{file}: {file.stat().st_size / 1e6:.0f} MB", flush=True)
    emulated_card.check(file)


if __name__ == "__main__":
    main()
