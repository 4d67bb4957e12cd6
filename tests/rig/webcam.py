"""A webcam of a guest's: the gadget's side of a USB cable whose other end is in the same kernel.

It answers as the UVC specification has it, and sends one picture again and again, as JPEG.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import select
import struct
import threading
import time
from contextlib import suppress
from pathlib import Path

GADGET = Path("/sys/kernel/config/usb_gadget/webcam")
NODES = Path("/sys/class/video4linux")
CONTROLLER, GADGET_NAME = "dummy_udc.0", "dummy_udc"
NAME, SERIAL = "Webcam", "0001"
WIDTH, HEIGHT, INTERVAL_100NS, MOST_BYTES = 1920, 1080, 333_333, 4_147_200
SETTINGS = {
    "idVendor": "0x1d6b",
    "idProduct": "0x0102",
    "strings/0x409/manufacturer": "Rig",
    "strings/0x409/product": NAME,
    "strings/0x409/serialnumber": SERIAL,
    "functions/uvc.0/streaming/mjpeg/m/f/wWidth": WIDTH,
    "functions/uvc.0/streaming/mjpeg/m/f/wHeight": HEIGHT,
    "functions/uvc.0/streaming/mjpeg/m/f/dwFrameInterval": INTERVAL_100NS,
    "functions/uvc.0/streaming/mjpeg/m/f/dwDefaultFrameInterval": INTERVAL_100NS,
    "functions/uvc.0/streaming/mjpeg/m/f/dwMaxVideoFrameBufferSize": MOST_BYTES,
}
FUNCTION = "functions/uvc.0"
LINKS = {
    f"{FUNCTION}/streaming/header/h/m": f"{FUNCTION}/streaming/mjpeg/m",
    f"{FUNCTION}/streaming/class/fs/h": f"{FUNCTION}/streaming/header/h",
    f"{FUNCTION}/streaming/class/hs/h": f"{FUNCTION}/streaming/header/h",
    f"{FUNCTION}/streaming/class/ss/h": f"{FUNCTION}/streaming/header/h",
    f"{FUNCTION}/control/class/fs/h": f"{FUNCTION}/control/header/h",
    f"{FUNCTION}/control/class/ss/h": f"{FUNCTION}/control/header/h",
    "configs/c.1/uvc.0": FUNCTION,
}
# V4L2's and the gadget's own numbers.
SUBSCRIBE, EVENT, RESPOND = 0x4020565A, 0x80885659, 0x40405501
FORMAT, BUFFERS, ABOUT, QUEUE, TAKE = 0xC0D05605, 0xC0145608, 0xC0585609, 0xC058560F, 0xC0585611
ON, OFF = 0x40045612, 0x40045613
OUTPUT, MAPPED, MJPEG = 2, 1, int.from_bytes(b"MJPG", "little")
FIRST, STREAM_ON, STREAM_OFF, SETUP = 0x08000000, 2, 3, 4
GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = range(0x81, 0x88)
PROBE = struct.pack("<HBBIHHHHHII8x", 1, 1, 1, INTERVAL_100NS, 0, 0, 0, 0, 0, MOST_BYTES, 1024)
# Answers to what is asked of its own settings, of which it has none that matters: brightness.
ANSWERS = {GET_CUR: 2, GET_MIN: 0, GET_MAX: 127, GET_RES: 1, GET_DEF: 2, GET_INFO: 3}
BUFFER = struct.Struct("=3I48x2I20x")  # index, kind, bytes used; memory, offset
COUNT = 4
POLL_MS, FRAME_S = 100, INTERVAL_100NS / 1e7


class Webcam:
    """A webcam that shows `jpeg`; `plug` puts its cable in, `pull` takes it out."""

    def __init__(self, jpeg: bytes) -> None:
        self.jpeg = jpeg
        for name, value in SETTINGS.items():
            path = GADGET / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(value))
        for link, to in LINKS.items():
            for folder in (GADGET / to, (GADGET / link).parent):
                folder.mkdir(parents=True, exist_ok=True)
            (GADGET / link).symlink_to(GADGET / to)
        self._pulled = threading.Event()
        self._idle = threading.Event()

    def plug(self) -> None:
        """Put the cable in, and answer whoever asks, in a thread."""
        (GADGET / "UDC").write_text(CONTROLLER)
        (name,) = (path for path in NODES.iterdir() if _named(path) == GADGET_NAME)
        device = os.open(f"/dev/{name.name}", os.O_RDWR | os.O_NONBLOCK)
        for event in range(FIRST, FIRST + 6):
            fcntl.ioctl(device, SUBSCRIBE, struct.pack("I28x", event))
        self._pulled.clear()
        threading.Thread(target=self._serve, args=(device,), daemon=True).start()

    def pull(self) -> None:
        """Pull the cable out."""
        self._pulled.set()
        (GADGET / "UDC").write_text("\n")

    def _serve(self, device: int) -> None:
        """Answer the host until the cable is out."""
        asked = select.poll()
        asked.register(device, select.POLLPRI)
        while not self._pulled.is_set():
            if not asked.poll(POLL_MS):
                continue
            event = bytearray(136)
            fcntl.ioctl(device, EVENT, event)
            kind = struct.unpack_from("I", event)[0] - FIRST
            if kind == SETUP:
                self._answer(device, bytes(event[8:16]))
            elif kind == STREAM_ON:
                self._idle.clear()
                threading.Thread(target=self._stream, args=(device,), daemon=True).start()
            elif kind == STREAM_OFF:
                self._idle.set()
        self._idle.set()
        time.sleep(2 * FRAME_S)
        os.close(device)

    @staticmethod
    def _answer(device: int, asked: bytes) -> None:
        """Say what is asked for, or take what is told."""
        towards, request, _, entity, length = struct.unpack("<BBxBxBH", asked)
        told = b""
        if towards & 0x80:
            told = bytes([ANSWERS.get(request, 0), 0])
            if not entity:
                told = PROBE if request != GET_INFO else told
            if request == GET_LEN:
                told = struct.pack("<H", len(PROBE) if not entity else 2)
            length = min(length, len(told))
        fcntl.ioctl(device, RESPOND, struct.pack("i60s", length, told))

    def _stream(self, device: int) -> None:
        """Send the picture again and again, at the rate that is promised."""
        about = struct.pack("I4x4I4xI176x", OUTPUT, WIDTH, HEIGHT, MJPEG, 1, MOST_BYTES)
        fcntl.ioctl(device, FORMAT, bytearray(about))
        fcntl.ioctl(device, BUFFERS, bytearray(struct.pack("3I8x", COUNT, OUTPUT, MAPPED)))
        memory = []
        for index in range(COUNT):
            buffer = bytearray(BUFFER.pack(index, OUTPUT, 0, MAPPED, 0))
            fcntl.ioctl(device, ABOUT, buffer)
            memory.append(mmap.mmap(device, MOST_BYTES, offset=BUFFER.unpack(buffer)[4]))
            self._send(device, memory[index], index)
        fcntl.ioctl(device, ON, struct.pack("i", OUTPUT))
        while not self._idle.wait(FRAME_S):
            buffer = bytearray(BUFFER.pack(0, OUTPUT, 0, MAPPED, 0))
            with suppress(BlockingIOError):
                fcntl.ioctl(device, TAKE, buffer)
                index = BUFFER.unpack(buffer)[0]
                self._send(device, memory[index], index)
        with suppress(OSError):  # the cable may be out
            fcntl.ioctl(device, OFF, struct.pack("i", OUTPUT))
        for one in memory:
            one.close()
        with suppress(OSError):
            fcntl.ioctl(device, BUFFERS, bytearray(struct.pack("3I8x", 0, OUTPUT, MAPPED)))

    def _send(self, device: int, memory: mmap.mmap, index: int) -> None:
        jpeg = self.jpeg
        memory[: len(jpeg)] = jpeg
        buffer = bytearray(BUFFER.pack(index, OUTPUT, len(jpeg), MAPPED, 0))
        fcntl.ioctl(device, QUEUE, buffer)


def _named(node: Path) -> str:
    return (node / "name").read_text(encoding="utf-8").strip()
