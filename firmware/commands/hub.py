"""`coyote hub`: the hub of a club's tables."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from firmware.commands.options import PortRange, data_option
from firmware.commands.speak import tell, warn
from firmware.commands.until import (
    Pulse,
    UntilSignal,
    load_network_or_warn,
    say_address,
    wait_serving,
)
from firmware.folders import data_folder, log_to
from firmware.hub import backup
from firmware.hub.broker import PORT as BROKER_PORT
from firmware.hub.broker import Broker
from firmware.hub.disk import storage_faults
from firmware.hub.hub import Hub
from firmware.hub.mqtt_client import HubMqttClient
from firmware.hub.store import open_store
from firmware.install.settings import MOST_PORT
from firmware.languages import language_problems
from firmware.service.supervisor import Supervisor
from referee.hub.projection import Projection
from webui.access.hosts import Hosts
from webui.hub.app import create_hub_app
from webui.serving.serve import Server

PORT = 8090
FOLDER = "hub"  # Name of the hub's folder in the data folder.
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group("hub", invoke_without_command=True)
@click.option("--name", default="Coyote Club", show_default=True, help="The name of the club.")
@click.option(
    "--database", default="", metavar="URL", help="A PostgreSQL database; otherwise a file."
)
@click.option("--host", default="0.0.0.0", show_default=True, help="The IPv4 address of the pages.")
@click.option(
    "--port", type=PortRange(0), default=PORT, show_default=True, help="The port of the pages."
)
@click.option(
    "--broker-port",
    type=click.IntRange(1, MOST_PORT),
    default=BROKER_PORT,
    show_default=True,
    help="The port of the broker.",
)
@click.option("--verbose", is_flag=True, help="Print more.")
@data_option(help="The data folder.")
@click.pass_context
def hub_command(
    context: click.Context,
    name: str,
    database: str,
    host: str,
    port: int,
    broker_port: int,
    verbose: bool,
    data: Path | None,
) -> None:
    """Run a club's hub: all tables live, results, rounds and standings."""
    folder = data_folder(data) / FOLDER
    context.obj = folder
    if context.invoked_subcommand is not None:
        return
    with storage_faults(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        log_to(folder, verbose)
    store = open_store(folder, database)
    try:
        projection = Projection(store)
        broker = Broker(folder, broker_port, "" if host == "0.0.0.0" else host)
        mqtt_client = HubMqttClient(projection, broker)
        hub = Hub(name, folder, projection, broker, mqtt_client)
        directors = Hosts(projection, place=folder)
        network = load_network_or_warn(folder)
        server = Server(create_hub_app(hub, directors, network, bundled=True), host, port)
        supervisor = Supervisor(lambda: None)
        stop = UntilSignal()
        supervisor.start("broker", broker.run)
        supervisor.start("post", mqtt_client.run)
        supervisor.start("seating", hub.keep_seated)
        server.start()
        try:
            tell("hub.runs", url=server.url)
            say_address(server, network)
            tell("hub.runs.code", code=directors.code)
            tell("hub.runs.stop")
            for _, fault in language_problems():
                warn(fault.key, **fault.params)
            sys.stdout.flush()
            wait_serving(stop, Pulse(server))
        finally:
            server.stop()
            supervisor.stop()
    finally:
        store.close()


@hub_command.command("backup")
@click.argument("file", type=FILE)
@click.pass_obj
def backup_command(folder: Path, file: Path) -> None:
    """Write everything the hub knows to one FILE, while it runs."""
    tell("hub.backup.written", file=str(file), count=backup.write(folder, file))


@hub_command.command("restore")
@click.argument("file", type=FILE)
@click.pass_obj
def restore_command(folder: Path, file: Path) -> None:
    """Restore a hub from a FILE of `coyote hub backup`. The tables fill in newer results."""
    count = backup.restore(folder, file)
    tell("hub.backup.restored", file=str(file), count=count, before=backup.BEFORE)
