"""A card's image, started in an emulated machine with a Pi's processor and simulated radios.

The machine has no network. It reads the boot partition as a Pi does, with what Raspberry Pi Imager
would write there, and tells on its serial line what became of it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.firmware.install.root import LONG_S

IMAGER = Path(__file__).parent / "imager"
BOOT_AT = "4M"  # where the boot partition begins
FILES = {
    "user-data": "user-data",
    "emulated-vendor-data": "vendor-data",
    "probe.sh": "probe.sh",
}
MACHINE = "-M virt -cpu cortex-a72 -smp 2 -m 2G -nic none -no-reboot -display none -monitor none"
KERNELS = "root=LABEL=ROOT rw console=ttyAMA0 net.ifnames=0 ds=nocloud;i=rpi-imager-1"
LARGER_BYTES = 1_000_000_000  # the card is larger than the image


def customise(card: Path) -> None:
    """Write to the boot partition what Imager would, and what this test needs."""
    seed = card.with_name("meta-data")
    seed.write_text("instance-id: rpi-imager-1\n")
    files = {seed: "meta-data", **{IMAGER / ours: name for ours, name in FILES.items()}}
    for path, name in files.items():
        put = ["mcopy", "-o", "-i", f"{card}@@{BOOT_AT}", str(path), f"::{name}"]
        subprocess.run(put, check=True, timeout=LONG_S)
    seed.unlink()


def start(file: Path, log: Path) -> dict[str, str]:
    """Start a card with this image, and return what it told before it went off."""
    card = file.with_suffix(".card")
    shutil.copyfile(file, card)
    os.truncate(card, file.stat().st_size + LARGER_BYTES)
    customise(card)
    kernel = ["-kernel", str(file.parent / "vmlinuz"), "-initrd", str(file.parent / "initrd.img")]
    drive = ["-drive", f"if=virtio,format=raw,file={card}", "-serial", f"file:{log}"]
    command = ["qemu-system-aarch64", *MACHINE.split(), *kernel, "-append", KERNELS, *drive]
    subprocess.run(command, check=True, timeout=LONG_S)
    card.unlink()
    findall = re.findall(r"TOLD (\w+): (.*?)\s*$", log.read_text(errors="replace"), re.M)
    return dict(findall)


def check(file: Path) -> None:
    """Hold that the image is a table from its first start, in a Wi-Fi of its own."""
    values = start(file, file.with_suffix(".log"))
    for name, value in values.items():
        print(f"  {name}: {value}", flush=True)
    assert values["table"] == "active"
    assert values["first"] == "success"
    assert values["name"] == "coyote"
    assert "Coyote Table coyote" in values["heard"]
    assert values["shown"].startswith("The table's Wi-Fi is “Coyote Table coyote”, its password")
    assert values["shown"].count("The table is on: http://coyote.local/ ") == 1
    assert "by hand" not in values["shown"]
    assert values["kept"] == "alike"
    assert values["page"] == values["portal"] == "200"
    assert values["users"] == "anna"
    assert "password is required" in values["sudo"]
    assert values["ssh"] == "active"
    assert values["cloud"].endswith("done")
    assert int(values["root_mb"]) > file.stat().st_size / 1e6
    assert values["failed"] == ""
