"""A webcam of a guest's: the gadget's side of a USB cable whose other end is in the same kernel.

It answers as the UVC specification has it, and sends JPEGs, or frames that are not compressed.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import select
import struct
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.rig.webcam_controls import (
    CAMERA_CONTROLS,
    GET_INFO,
    GET_LEN,
    PROCESSING_CONTROLS,
    Controls,
)

GADGETS = Path("/sys/kernel/config/usb_gadget")
NODES = Path("/sys/class/video4linux")
GADGET_NAME = "dummy_udc"
NAME, SERIAL = "Webcam", "0001"
INTERVAL_100NS = 333_333
FUNCTION = "functions/uvc.0"
CLASSES = ("class/fs/h", "class/hs/h", "class/ss/h")
LINKS = {
    **{f"{FUNCTION}/streaming/{speed}": f"{FUNCTION}/streaming/header/h" for speed in CLASSES},
    f"{FUNCTION}/control/class/fs/h": f"{FUNCTION}/control/header/h",
    f"{FUNCTION}/control/class/ss/h": f"{FUNCTION}/control/header/h",
    "configs/c.1/uvc.0": FUNCTION,
}
# V4L2's and the gadget's own numbers.
SUBSCRIBE, EVENT, RESPOND = 0x4020565A, 0x80885659, 0x40405501
FORMAT, BUFFERS, ABOUT, QUEUE, TAKE = 0xC0D05605, 0xC0145608, 0xC0585609, 0xC058560F, 0xC0585611
ON, OFF = 0x40045612, 0x40045613
OUTPUT, MAPPED = 2, 1
FIRST, STREAM_ON, STREAM_OFF, SETUP, DATA = 0x08000000, 2, 3, 4, 5
PROBE = struct.Struct("<HBBIHHHHHII8x")
BUFFER = struct.Struct("=3I48x2I20x")  # index, kind, bytes used; memory, offset
COUNT = 4
POLL_MS = 100


class Webcam:
    """A webcam that sends `frame(number)`; `plug` puts its cable in, `pull` takes it out.

    It is the `port`-th on the bus. Without a `serial` number it is like others of its kind. Its
    pictures are JPEGs, or YUYV if it has no `mjpg`. While it is `silent`, it sends none.
    """

    def __init__(
        self,
        frame: Callable[[int], bytes],
        *,
        size: tuple[int, int] = (1920, 1080),
        serial: str = SERIAL,
        port: int = 0,
        mjpg: bool = True,
        controls: Controls | None = None,
    ) -> None:
        self.frame = frame
        self.frame_s = INTERVAL_100NS / 1e7
        self.silent = False
        self._size = size
        self._most_bytes = 2 * size[0] * size[1]
        self._fourcc = int.from_bytes(b"MJPG" if mjpg else b"YUYV", "little")
        self._controls = controls or Controls()
        self._gadget = GADGETS / f"webcam{len(list(GADGETS.iterdir()))}"
        self._port = port
        self._number = 0
        kind = "mjpeg/m" if mjpg else "uncompressed/u"
        self._write(self._settings(kind, serial))
        links = {f"{FUNCTION}/streaming/header/h/one": f"{FUNCTION}/streaming/{kind}"} | LINKS
        for link, to in links.items():
            for folder in (self._gadget / to, (self._gadget / link).parent):
                folder.mkdir(parents=True, exist_ok=True)
            (self._gadget / link).symlink_to(self._gadget / to)
        self._pulled = threading.Event()
        self._idle = threading.Event()

    def _settings(self, kind: str, serial: str) -> dict[str, object]:
        frame = f"{FUNCTION}/streaming/{kind}/f"
        words = "strings/0x409"
        numbered = {f"{words}/serialnumber": serial} if serial else {}
        return {
            "idVendor": "0x1d6b",
            "idProduct": "0x0102",
            f"{words}/manufacturer": "Rig",
            f"{words}/product": NAME,
            **numbered,
            f"{frame}/wWidth": self._size[0],
            f"{frame}/wHeight": self._size[1],
            f"{frame}/dwFrameInterval": INTERVAL_100NS,
            f"{frame}/dwDefaultFrameInterval": INTERVAL_100NS,
            f"{frame}/dwMaxVideoFrameBufferSize": self._most_bytes,
            f"{FUNCTION}/control/terminal/camera/default/bmControls": CAMERA_CONTROLS,
            f"{FUNCTION}/control/processing/default/bmControls": PROCESSING_CONTROLS,
        }

    def _write(self, settings: dict[str, object]) -> None:
        for name, value in settings.items():
            path = self._gadget / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(value))

    def plug(self) -> None:
        """Put the cable in, and answer whoever asks, in a thread."""
        before = set(NODES.iterdir()) if NODES.exists() else set()
        (self._gadget / "UDC").write_text(f"dummy_udc.{self._port}")
        (name,) = (path for path in set(NODES.iterdir()) - before if _named(path) == GADGET_NAME)
        device = os.open(f"/dev/{name.name}", os.O_RDWR | os.O_NONBLOCK)
        for event in range(FIRST, FIRST + 6):
            fcntl.ioctl(device, SUBSCRIBE, struct.pack("I28x", event))
        self._pulled.clear()
        threading.Thread(target=self._serve, args=(device,), daemon=True).start()

    def pull(self) -> None:
        """Pull the cable out."""
        self._pulled.set()
        (self._gadget / "UDC").write_text("\n")

    def _serve(self, device: int) -> None:
        """Answer the host until the cable is out."""
        asked = select.poll()
        asked.register(device, select.POLLPRI)
        setting = (0, 0)
        while not self._pulled.is_set():
            if not asked.poll(POLL_MS):
                continue
            event = bytearray(136)
            fcntl.ioctl(device, EVENT, event)
            kind = struct.unpack_from("I", event)[0] - FIRST
            if kind == SETUP:
                setting = self._answer(device, bytes(event[8:16]))
            elif kind == DATA:
                (length,) = struct.unpack_from("i", event, 8)
                self._controls.told(setting, bytes(event[12 : 12 + length]))
            elif kind == STREAM_ON:
                self._idle.clear()
                threading.Thread(target=self._stream, args=(device,), daemon=True).start()
            elif kind == STREAM_OFF:
                self._idle.set()
        self._idle.set()
        time.sleep(2 * POLL_MS / 1000)
        os.close(device)

    def _answer(self, device: int, asked: bytes) -> tuple[int, int]:
        """Say what is asked for, or take what is told. Return the setting: entity and selector."""
        towards, request, selector, entity, length = struct.unpack("<BBxBxBH", asked)
        told = b""
        if towards & 0x80:
            told = self._controls.answer((entity, selector), request)
            if not entity:
                told = {GET_INFO: b"\3", GET_LEN: struct.pack("<H", PROBE.size)}.get(
                    request, self._probe()
                )
            length = min(length, len(told))
        fcntl.ioctl(device, RESPOND, struct.pack("i60s", length, told))
        return entity, selector

    def _probe(self) -> bytes:
        most = self._most_bytes
        return PROBE.pack(1, 1, 1, INTERVAL_100NS, 0, 0, 0, 0, 0, most, 1024)

    def _stream(self, device: int) -> None:
        """Send pictures at the webcam's rate."""
        about = (OUTPUT, *self._size, self._fourcc, 1, self._most_bytes)
        fcntl.ioctl(device, FORMAT, bytearray(struct.pack("I4x4I4xI176x", *about)))
        fcntl.ioctl(device, BUFFERS, bytearray(struct.pack("3I8x", COUNT, OUTPUT, MAPPED)))
        memory = []
        free = list(range(COUNT))
        for index in free:
            buffer = bytearray(BUFFER.pack(index, OUTPUT, 0, MAPPED, 0))
            fcntl.ioctl(device, ABOUT, buffer)
            memory.append(mmap.mmap(device, self._most_bytes, offset=BUFFER.unpack(buffer)[4]))
        if not self.silent:
            self._send(device, memory, free)
        fcntl.ioctl(device, ON, struct.pack("i", OUTPUT))
        while not self._idle.wait(self.frame_s):
            with suppress(BlockingIOError):
                while True:
                    buffer = bytearray(BUFFER.pack(0, OUTPUT, 0, MAPPED, 0))
                    fcntl.ioctl(device, TAKE, buffer)
                    free.append(BUFFER.unpack(buffer)[0])
            if free and not self.silent:
                self._send(device, memory, free)
        with suppress(OSError):  # the cable may be out
            fcntl.ioctl(device, OFF, struct.pack("i", OUTPUT))
        for one in memory:
            one.close()
        with suppress(OSError):
            fcntl.ioctl(device, BUFFERS, bytearray(struct.pack("3I8x", 0, OUTPUT, MAPPED)))

    def _send(self, device: int, memory: Sequence[mmap.mmap], free: list[int]) -> None:
        """Send the next frame."""
        index, data = free.pop(), self.frame(self._number)
        self._number += 1
        memory[index][: len(data)] = data
        buffer = bytearray(BUFFER.pack(index, OUTPUT, len(data), MAPPED, 0))
        fcntl.ioctl(device, QUEUE, buffer)


def _named(node: Path) -> str:
    return (node / "name").read_text(encoding="utf-8").strip()
