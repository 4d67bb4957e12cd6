"""The guests' kernel: Debian's source as User-Mode Linux, built once for each configuration."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.cached import cached

SOURCE = Path("/usr/src/linux-source-6.12.tar.xz")
CONFIG = Path(__file__).with_name("kernel.config")
# The half of the source that is never compiled here; what configures it stays.
SKIPPED = (
    "Documentation/*.[ry]*",
    "arch/[!ux]*.[chS]",
    "arch/[!ux]*.dts*",
    "drivers/gpu/*.[ch]",
    "drivers/net/ethernet/*.[ch]",
    "drivers/net/wireless/[!v]*.[ch]",
    "sound/*.[ch]",
)
BUILD_S = 3600.0


@dataclass(frozen=True)
class Edit:
    """What is changed in a file of the kernel's source: `before` stands there once."""

    file: str
    before: str
    after: str


_PULL = "return gpio_sim_apply_pull(chip, offset, {});"
_ALGORITHM = "static const struct i2c_algorithm smbus_algorithm = {"
_AT_ONCE = """static void do_io(struct io_thread_req *req, struct io_desc *desc);

static int at_once(struct io_thread_req *req)
{
\tint i = 0;

\tdo
\t\tdo_io(req, &req->io_desc[i]);
\twhile (!req->error && ++i < req->desc_cnt);
\tubd_end_request(req);
\treturn sizeof(req);
}

"""
_SUBMIT = "static int ubd_submit_request("
_TAKEN = """static int taken(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
\treturn messages->addr == chip_addr[0] ? count : -EREMOTEIO;
}

"""
_VIMC = "drivers/media/test-drivers/vimc/vimc-"
_THREAD = "static int vimc_streamer_thread(void *data)\n"
_LOOSE = """static bool loose;
module_param(loose, bool, 0644);

"""
_FRAMES = "for (i = {}stream->pipe_size - 1; i >= 0; i--) {{\n\t\t\tframe"
EDITS = (
    # What waits for a tick waits 1 ms, not 10.
    Edit("arch/um/Kconfig", "default 100\n", "default 1000\n"),
    # Computers with AMX have 11,008 bytes of registers, and take no fewer back.
    Edit("arch/x86/um/user-offsets.c", "HOST_FP_SIZE, 2696", "HOST_FP_SIZE, 11008"),
    # A wire's edge is stamped when it happens, as a Pi's is, not at the next tick.
    Edit(
        "kernel/irq/irq_sim.c",
        "irq_work_queue(&irq_ctx->work_ctx->work);",
        "{ irq_work_queue(&irq_ctx->work_ctx->work); irq_work_run(); }",
    ),
    # A finger on a button is stronger than the pull-up that a program asks for.
    Edit("drivers/gpio/gpio-sim.c", _PULL.format(1), "return 0;"),
    Edit("drivers/gpio/gpio-sim.c", _PULL.format(0), "return 0;"),
    # The bus is one of a Pi's kind, on which one address takes whatever is written to it.
    Edit("drivers/i2c/i2c-stub.c", _ALGORITHM, _TAKEN + _ALGORITHM),
    Edit("drivers/i2c/i2c-stub.c", ".smbus_xfer\t= stub_xfer,", ".master_xfer\t= taken,"),
    Edit("drivers/i2c/i2c-stub.c", "STUB_FUNC_ALL & functionality", "STUB_FUNC_ALL | I2C_FUNC_I2C"),
    # The camera gives blue, green, red as a Pi's; its cable `loose` no frames, and no word of it.
    Edit(
        f"{_VIMC}debayer.c",
        "SOURCE_MBUS_FMT\tMEDIA_BUS_FMT_RGB888_1X24",
        "SOURCE_MBUS_FMT\tMEDIA_BUS_FMT_BGR888_1X24",
    ),
    Edit(f"{_VIMC}streamer.c", _THREAD, _LOOSE + _THREAD),
    Edit(f"{_VIMC}streamer.c", _FRAMES.format(""), _FRAMES.format("loose ? -1 : ")),
    # A disk works at once, as simulated time does not wait for one; and a flush is one, of which
    # the kernel's own never comes to the image.
    Edit("arch/um/drivers/ubd_kern.c", _SUBMIT, _AT_ONCE + _SUBMIT),
    Edit(
        "arch/um/drivers/ubd_kern.c",
        "os_write_file(thread_fd, &io_req, sizeof(io_req));",
        "at_once(io_req);",
    ),
    # Nothing is loaded later, so it is built in.
    Edit("drivers/i2c/Kconfig", 'Test Stub"\n\tdepends on m\n', 'Test Stub"\n'),
)


class NotBuilt(Exception):
    """A kernel or a root cannot be built; the message says why."""


def cache() -> Path:
    """Return the folder that outlives this checkout: ``~/.cache/coyote-rig``."""
    return cached("rig")


def kernel() -> Path:
    """Return where the kernel of this configuration is, once it is built."""
    made_of = CONFIG.read_bytes() + repr((SOURCE.name, EDITS)).encode()
    return cache() / f"linux-{hashlib.sha256(made_of).hexdigest()[:12]}"


def build(say: Callable[[str], None]) -> Path:
    """Return the kernel, built where it is not there yet; raises `NotBuilt`."""
    built = kernel()
    if built.exists():
        return built
    if not SOURCE.exists():
        raise NotBuilt(f"The kernel's source is missing. sudo apt install {SOURCE.name[:-7]}")
    cache().mkdir(parents=True, exist_ok=True)
    say(f"Building a kernel into {built}: some minutes, once.")
    with tempfile.TemporaryDirectory(dir=cache(), prefix="build-") as folder:
        source = _unpacked(Path(folder))
        _configure(source)
        _make(source, f"-j{os.cpu_count() or 1}", "linux")
        run("strip", "-o", "stripped", "linux", cwd=source)
        shutil.move(source / "stripped", built)
    return built


def _unpacked(folder: Path) -> Path:
    """Unpack the source and change it; return its folder."""
    skipped = [f"--exclude={pattern}" for pattern in SKIPPED]
    run("tar", "-xf", str(SOURCE), "--strip-components=1", *skipped, cwd=folder)
    for edit in EDITS:
        path = folder / edit.file
        text = path.read_text(encoding="utf-8")
        if text.count(edit.before) != 1:
            raise NotBuilt(f"{edit.file} is not as it was: {edit.before!r} is not there once.")
        path.write_text(text.replace(edit.before, edit.after), encoding="utf-8")
    return folder


def _configure(source: Path) -> None:
    """Configure the kernel; raises `NotBuilt` where an option did not come to be."""
    _make(source, f"KCONFIG_ALLCONFIG={CONFIG}", "allnoconfig")
    wanted = CONFIG.read_text(encoding="utf-8")
    there = set((source / ".config").read_text(encoding="utf-8").splitlines())
    options = [line for line in wanted.splitlines() if line.startswith("CONFIG_")]
    if missing := [line for line in options if line not in there]:
        raise NotBuilt(f"The kernel cannot have {', '.join(missing)}.")


def _make(source: Path, *targets: str) -> None:
    run("nice", "make", "-s", "ARCH=um", *targets, cwd=source)


def run(*command: str, cwd: Path) -> None:
    """Run a command; raises `NotBuilt` where it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=BUILD_S,
        )
    except OSError as error:
        raise NotBuilt(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        raise NotBuilt(f"{' '.join(command)}:\n{done.stdout[-2000:]}")
