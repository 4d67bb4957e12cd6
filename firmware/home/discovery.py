"""Home Assistant's device discovery: the table as one device with several entities."""

from __future__ import annotations

from typing import Any

from firmware.home.settings import Settings
from firmware.version import VERSION

PREFIX = "homeassistant"  # Home Assistant's default prefix.
BORN = f"{PREFIX}/status"  # Home Assistant publishes "online" here after its start.
ONLINE, OFFLINE, ON, OFF = "online", "offline", "ON", "OFF"


class Topics:
    """The MQTT topics that one table uses."""

    def __init__(self, topic: str) -> None:
        self.state = f"coyote/{topic}/state"
        self.here = f"coyote/{topic}/online"
        self.pause = f"coyote/{topic}/pause"
        self.config = f"{PREFIX}/device/{topic}/config"
        self.retained = (self.config, self.state, self.here)  # These stay at a broker.


def device(settings: Settings, entities: dict[str, str], has_camera: bool) -> dict[str, Any]:
    """Return the discovery payload: the table's device and its entities.

    `entities` maps each entity's key to its name in the table's language.
    """
    topics = Topics(settings.topic)

    def entity(key: str, platform: str, **more: str) -> dict[str, str]:
        return {
            "platform": platform,
            "name": entities[key],
            "unique_id": f"{settings.topic}_{key}",
            **more,
        }

    def sensor(key: str, icon: str) -> dict[str, str]:
        short = f"{{{{ value_json.{key}[:255] }}}}"  # A state has at most 255 characters.
        return entity(key, "sensor", icon=f"mdi:{icon}", value_template=short)

    def problem(key: str) -> dict[str, str]:
        ill = f"{{{{ 'OFF' if value_json.{key}.well else 'ON' }}}}"
        return entity(key, "binary_sensor", device_class="problem", value_template=ill)

    shown = {
        "game": sensor("game", "cards-playing"),
        "round": sensor("round", "counter"),
        "phase": sensor("phase", "progress-clock"),
        "turn": sensor("turn", "account-arrow-right"),
        "ruling": sensor("ruling", "gavel")
        | {
            "json_attributes_topic": topics.state,
            "json_attributes_template": "{{ {'text': value_json.ruling, 'rules': value_json.rules,"
            " 'seats': value_json.seats} | tojson }}",
        },
        "winner": sensor("winner", "trophy"),
        "table": problem("table"),
    }
    if has_camera:
        shown["camera"] = problem("camera")
    if settings.may_pause:
        shown["paused"] = entity(
            "paused",
            "switch",
            icon="mdi:pause",
            command_topic=topics.pause,
            value_template=f"{{{{ '{ON}' if value_json.paused else '{OFF}' }}}}",
        )
    return {
        "device": {
            "identifiers": [settings.topic],
            "name": settings.name,
            "model": "Coyote Table",
            "sw_version": VERSION,
        },
        "origin": {"name": "coyote-table", "sw_version": VERSION},
        "components": shown,
        "state_topic": topics.state,
        "availability_topic": topics.here,
        "qos": 1,
    }
