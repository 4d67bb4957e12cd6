"""The things that a table needs from the system: packages, a user, units, a network name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.install.disk import read
from firmware.install.machine import Machine
from firmware.install.places import ASKED, BACK, CHANGES, HOME, HOTSPOT, NAME, UNIT, UNITS
from firmware.install.settings import port_in, with_port

FILES = Path(__file__).parent / "files"
NEEDED = ("python3-venv", "avahi-daemon")
# A Pi's own parts need these packages. Raspberry Pi OS has them, but Debian's archive does not.
OF_A_PI = {"python3-lgpio": "buttons and lamps", "python3-picamera2": "a Camera Module"}
_LEAN = "--no-install-recommends"
BUNDLER = "esbuild"  # With it, phones load the pages' scripts in one file (`webui/bundle.py`).
SYSUSERS = f"/etc/sysusers.d/{NAME}.conf"
SHARED = f"/etc/tmpfiles.d/{NAME}.conf"
RULES = f"/etc/udev/rules.d/60-{NAME}.rules"
DEVICES = {"gpio": "gpiochip*", "i2c": "i2c-*"}  # By group, as in these rules.
AVAHI = f"/etc/avahi/services/{NAME}.service"
# In the table's own Wi-Fi, this makes every name lead to the table.
NAMES = f"/etc/NetworkManager/dnsmasq-shared.d/{NAME}.conf"
PROFILE = f"/etc/NetworkManager/system-connections/{NAME}.nmconnection"


def text_of(name: str) -> str:
    """Return the text of a file to install. Some of these texts have blanks to fill in."""
    return read(FILES.parents[2], FILES.relative_to(FILES.parents[2]) / name)[0].decode("utf-8")


def packages(machine: Machine) -> None:
    """Install the Debian packages that are missing. Raise `Failed` on failure.

    The table also works without `BUNDLER`, so only a hint tells that it is missing.
    """
    wanted = (*NEEDED, BUNDLER, *(OF_A_PI if machine.is_pi else ()))
    missing = [name for name in wanted if not _installed(machine, name)]
    if not missing:
        return
    machine.say(f"Installing {' '.join(missing)} ...")
    machine.run("dpkg", "--configure", "-a")  # A power cut may have interrupted an earlier attempt.
    machine.run("apt-get", "update", "-qq")
    for name, what in OF_A_PI.items():
        if name in missing and machine.run("apt-cache", "show", name).returncode:
            machine.say(f"This system has no {name}: for {what} take Raspberry Pi OS.")
            missing.remove(name)
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", _LEAN)
    if BUNDLER in missing:
        missing.remove(BUNDLER)
        if machine.run(*apt, BUNDLER).returncode:
            machine.say(f"Without {BUNDLER}, pages load slower: sudo apt install {BUNDLER}")
    if missing:
        machine.must("Installing Debian's packages", *apt, *missing)


def bus(machine: Machine) -> None:
    """Switch on the I²C bus of a Pi's display, if the bus is off."""
    if not machine.is_pi or machine.places.path("/dev/i2c-1").exists():
        return
    machine.say("Switching on the display's bus ...")
    if machine.run("raspi-config", "nonint", "do_i2c", "0").returncode:
        machine.say("It stays off: add dtparam=i2c_arm=on to /boot/firmware/config.txt.")


def _installed(machine: Machine, name: str) -> bool:
    asked = machine.run("dpkg-query", "-W", "-f=${db:Status-Abbrev}", name)
    return asked.returncode == 0 and asked.stdout.startswith("ii")


def user(machine: Machine) -> None:
    """Create the service's user, its groups, and the folder in which root tells it things.

    Raise `Failed` on failure.
    """
    machine.disk.write(machine.places.path(SYSUSERS), text_of("sysusers.conf"))
    machine.must("Making the user", "systemd-sysusers")
    machine.disk.write(machine.places.path(SHARED), text_of("tmpfiles.conf"))
    machine.must("Making the folders", "systemd-tmpfiles", "--create", SHARED)
    if (
        machine.disk.write(machine.places.path(RULES), text_of("udev.rules"))
        and machine.has_systemd
    ):
        machine.run("udevadm", "control", "--reload")
        if lacking := tuple(_of_other_groups(machine)):
            machine.run("udevadm", "trigger", *lacking)


def _of_other_groups(machine: Machine) -> Iterator[str]:
    """Yield the pins' and the bus's devices that are not of the groups in our rules yet.

    Raspberry Pi OS gives them these groups itself. Its rule for a Pi 5 then takes the link
    `/dev/gpiochip4` away at every second event of the header's chip. So no other device gets one.
    """
    for group, pattern in DEVICES.items():
        for device in sorted(machine.places.path("/dev").glob(pattern)):
            if not device.is_symlink() and _group_of(device) != group:
                yield f"/dev/{device.name}"


def _group_of(device: Path) -> str:
    """Return the name of a file's group, or nothing if the system has no name for it."""
    try:
        return device.group()
    except KeyError:
        return ""


def units(machine: Machine) -> None:
    """Install the units that fall back after a power cut and that make a host's changes.

    They belong to no release, so they work with every release. If there is a unit of a hotspot,
    update it.
    """
    if machine.places.unit(HOTSPOT).is_file():
        machine.disk.write(machine.places.unit(HOTSPOT), text_of(HOTSPOT))
    machine.disk.write(machine.places.unit(BACK), text_of(BACK))
    machine.disk.link(machine.places.wanted(BACK), f"/usr/local/lib/systemd/system/{BACK}")
    new = [
        machine.disk.write(machine.places.unit(name), text_of(name)) for name in (CHANGES, ASKED)
    ]
    machine.disk.link(machine.places.wanted(ASKED), f"/usr/local/lib/systemd/system/{ASKED}")
    if any(new):
        machine.systemctl("daemon-reload")
        machine.systemctl("restart", ASKED)


def service(machine: Machine) -> None:
    """Start the current release's unit with the machine, and install its command."""
    places, disk = machine.places, machine.disk
    disk.link(places.unit(UNIT), f"{HOME}/current/{UNIT}")
    disk.link(places.wanted(UNIT), f"/usr/local/lib/systemd/system/{UNIT}")
    disk.link(places.command, f"{HOME}/current/.venv/bin/coyote")
    disk.write(places.completion, text_of("completion"))


def settings(machine: Machine, port: int | None) -> int:
    """Write default settings if there are none. If a port is requested, set it.

    Return the port. The rest of an existing file stays as it is.
    """
    path = machine.places.settings
    if path.is_file():
        text = machine.settings
    else:
        pins = machine.is_pi and _installed(machine, "python3-lgpio")
        text = text_of("default").replace("{gpio}", "gpio" if pins else "auto")
    if port is not None:
        text = with_port(text, port)
    machine.disk.write(path, text)
    return port_in(text)


def announce(machine: Machine, port: int) -> None:
    """Announce the table's address and port: through avahi, and in its own Wi-Fi if it has one."""
    answer = text_of("avahi.service").replace("{port}", str(port))
    machine.disk.write(machine.places.path(AVAHI), answer)
    if machine.places.path(NAMES).is_file():
        lead(machine, port)


def lead(machine: Machine, port: int) -> None:
    """In the table's own Wi-Fi, make every name lead to the table, and tell phones its page."""
    names = text_of("dnsmasq.conf").replace("{port}", "" if port == 80 else f":{port}")
    machine.disk.write(machine.places.path(NAMES), names)


def remove(machine: Machine) -> None:
    """Remove everything except the packages and the user."""
    places, disk = machine.places, machine.disk
    machine.systemctl("stop", UNIT, ASKED)
    for name in UNITS:
        disk.remove(places.wanted(name))
        disk.remove(places.unit(name))
    for path in (
        places.command,
        places.completion,
        places.path(AVAHI),
        places.path(PROFILE),
        places.path(NAMES),
        places.path(RULES),
        places.path(SHARED),
        places.shared,
        places.outcome.parent,
    ):
        disk.remove(path)
    reload_files(machine)


def reload_files(machine: Machine) -> None:
    """Make systemd and NetworkManager read their files again."""
    machine.systemctl("daemon-reload")
    if machine.has_systemd:
        machine.run("nmcli", "connection", "reload")
