"""The USB cameras that are plugged in, each with a permanent name, and who has a device open.

Numbers such as ``/dev/video0`` depend on the order in which devices were plugged in. On a Pi, most
of these devices are not cameras. udev names a camera by its id (maker, model and serial number) and
by its path (the USB port). Two cameras of one model without serial numbers have the same id, so
they go by their ports.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path

from firmware.errors import CameraLost

BY_ID = Path("/dev/v4l/by-id")  # udev's
BY_PATH = Path("/dev/v4l/by-path")
NODES = Path("/sys/class/video4linux")  # The kernel's
DEVICES = Path("/dev")
PICTURES = "-video-index0"  # This device gives pictures. A camera's other devices give metadata.
PROCESSES = Path("/proc")


def usb_cameras() -> list[Path]:
    """Return the device of each USB camera by its id, or else by its port."""
    by_id = {link.resolve(): link for link in sorted(BY_ID.glob(f"*{PICTURES}"))}
    by_path: dict[Path, Path] = {}
    for link in sorted(BY_PATH.glob(f"*-usb*{PICTURES}")):
        by_path.setdefault(link.resolve(), link)  # Newer systems give each port two names.
    unnamed = [device for device in by_path if device not in by_id]
    alike = [
        device
        for device in by_id
        if device in by_path
        and any(_are_twins((device, by_path[device]), (other, by_path[other])) for other in unnamed)
    ]
    named = [link for device, link in by_id.items() if device not in alike]
    named += [link for device, link in by_path.items() if device in alike or device not in by_id]
    return sorted(named, key=lambda link: link.name)


def usb_device(which: str) -> Path:
    """Return the device of a USB camera, given its number, a part of its id or port, or a path.

    Raise `CameraLost` if there is no such camera, or if a part of a name fits several.
    """
    there = usb_cameras()
    if which.startswith("/"):
        nodes = [Path(which)]
    elif not which.isdecimal():
        nodes = _named(which, there)
    elif there:
        nodes = there[int(which) :]
    else:
        nodes = [DEVICES / f"video{which}"]
    if not nodes or not nodes[0].exists():
        raise CameraLost("table.camera.none", camera=f"usb:{which}")
    return nodes[0]


def camera_name(device: Path) -> str:
    """Return the name of a device's camera. The same name opens the camera again."""
    named = device.parent in (BY_ID, BY_PATH)
    return f"usb:{device.name.removesuffix(PICTURES) if named else device}"


def usb_names() -> tuple[str, ...]:
    """Return the names of the USB cameras that have a name, not only a number."""
    return tuple(name for name in map(camera_name, usb_cameras()) if "/" not in name)


def _named(which: str, there: list[Path]) -> list[Path]:
    """Return the camera with a name, or those with a part of it. Raise `CameraLost` if several."""
    exact = [path for path in there if path.name.removesuffix(PICTURES) == which]
    matching = exact or [path for path in there if which.lower() in path.name.lower()]
    shared = BY_ID / f"{which}{PICTURES}"
    if not matching and shared.exists():  # The id of several cameras, which go by their ports.
        model = _model(shared.resolve())
        matching = [path for path in there if _model(path.resolve()) == model]
    if len(matching) > 1:
        names = tuple(map(camera_name, matching))
        raise CameraLost("table.camera.several", camera=f"usb:{which}", cameras=names)
    return matching


def _are_twins(camera: tuple[Path, Path], other: tuple[Path, Path]) -> bool:
    """Whether two devices with their port links are two cameras of one model.

    A camera with two sensors, such as one for the dark, has two devices at the same port.
    """
    ports = [link.name.removesuffix(PICTURES).rpartition(":")[0] for _, link in (camera, other)]
    return ports[0] != ports[1] and _model(camera[0]) == _model(other[0])


def _model(device: Path) -> str:
    """Return the name of a device's model as the kernel knows it, or an empty string."""
    try:
        return (NODES / device.name / "name").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def programs_with(paths: Collection[Path], processes: Path = PROCESSES) -> tuple[str, ...]:
    """Return the other programs that have one of these paths open, as ``name (number)``.

    Only root can see other users' programs.
    """
    wanted = {str(path) for path in paths}
    users = set()
    for folder in processes.glob("[0-9]*"):
        if folder.name != str(os.getpid()) and wanted & set(_open_files(folder)):
            users.add(f"{_name(folder)} ({folder.name})")
    return tuple(sorted(users))


def _open_files(process: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):
        for handle in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                yield str(handle.readlink())


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text("utf-8", "replace").strip() or "?"
    except OSError:
        return "?"
