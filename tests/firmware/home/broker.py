"""A real broker (mosquitto) on a port of its own, and one who listens there."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tests.process import PATIENCE_S, eventually, free_port, run_program

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
USER, PASSWORD = "coyote", "s3cret word"


def certificate(folder: Path, name: str) -> Path:
    """Make a broker's own certificate for a name such as ``IP:127.0.0.1``, and its key."""
    made = folder / "own.crt"
    subject = ("-subj", "/CN=broker", "-addext", f"subjectAltName={name}")
    keys = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", str(made.with_suffix(".key")), "-out", str(made))
    command = ("openssl", "req", "-x509", *keys, "-days", "2", *subject, *files)
    run_program(command)
    return made


class Mosquitto:
    """A broker that asks for a password, and can be stopped and started again."""

    def __init__(self, folder: Path, certificate: Path | None = None) -> None:
        """With a certificate, and its key beside it, the broker uses TLS."""
        self.port = free_port()
        passwords = folder / "passwords"
        passwords.touch(0o600)
        command = ("mosquitto_passwd", "-b", str(passwords), USER, PASSWORD)
        run_program(command)
        self._config = folder / "mosquitto.conf"
        self._config.write_text(
            f"listener {self.port} 127.0.0.1\npassword_file {passwords}\nuser root\n"
            + (
                f"certfile {certificate}\nkeyfile {certificate.with_suffix('.key')}\n"
                if certificate
                else ""
            ),
            "utf-8",
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO is not None
        quiet = subprocess.DEVNULL
        command = (MOSQUITTO, "-c", str(self._config))
        self._process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        eventually(self._answers)

    def halt(self) -> None:
        """Stop answering, as a machine that hangs. Only `go_on` and `stop` end this."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
            self._process = None

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Listener:
    """Keeps the newest message of each topic at a broker."""

    def __init__(self, port: int) -> None:
        self.newest: dict[str, bytes] = {}
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set(USER, PASSWORD)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_message = self._note
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _note(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        self.newest[message.topic] = bytes(message.payload)

    def say(self, topic: str, payload: str, *, retain: bool = False) -> None:
        self._client.publish(topic, payload, 1, retain=retain).wait_for_publish(PATIENCE_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def broker(folder: Path, certificate: Path | None = None) -> Iterator[Mosquitto]:
    """Run a broker."""
    mosquitto = Mosquitto(folder, certificate)
    mosquitto.start()
    try:
        yield mosquitto
    finally:
        mosquitto.stop()


@contextmanager
def listening(port: int) -> Iterator[Listener]:
    """Listen to everything at a broker."""
    listener = Listener(port)
    try:
        yield listener
    finally:
        listener.close()
