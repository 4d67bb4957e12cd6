"""A phone in the room of the installed table: it joins the table's Wi-Fi and asks what phones ask.

Runs in the guest, by the system's own Python. The phone is the second radio, in a network namespace
of its own, with another maker's DHCP client.
"""

from __future__ import annotations

import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

from tests.rig.installed.inside import kept, run, until

# The phone's radio is taken away from the table before NetworkManager starts.
BEFORE = "ip netns add phone\niw phy phy1 set netns name phone\n"
IN_PHONE = ("ip", "netns", "exec", "phone")
RELEASE = "/opt/coyote-table/current/.venv/bin/python"
CODE = """
from firmware.hotspot import installed_hotspot
from firmware.install.places import Places
found = installed_hotspot(Places())
print(found.wifi.code if found else "")
"""
WELCOME = "http://10.42.0.1/welcome"
# What Android, Apple's, Microsoft's and Mozilla's systems ask after they have joined a Wi-Fi.
PROBES = {
    "http://connectivitycheck.gstatic.com/generate_204": (204, ""),
    "http://captive.apple.com/hotspot-detect.html": (200, "Success"),
    "http://www.msftconnecttest.com/connecttest.txt": (200, "Microsoft Connect Test"),
    "http://detectportal.firefox.com/success.txt": (200, "success"),
}
LEASE = Path("/run/phone.lease")
DHCP = f"""#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr add "$ip/24" dev "$interface"
ip route add default via "$router"
mkdir -p /etc/netns/phone
echo "nameserver $dns" >/etc/netns/phone/resolv.conf
env >{LEASE}
"""


def main(task: str, *given: str) -> None:
    """Do what the host wants: set the table's Wi-Fi, join it, or look whether there is one."""
    match task:
        case "set":
            set_mode(*given)
        case "join":
            join()
        case "look":
            look()
        case "ask":
            ask(*given)


def set_mode(mode: str) -> None:
    """Set the Wi-Fi as the owner does, and say whether it is on: its radio is in no other one."""
    run("systemctl", "unmask", "NetworkManager", "wpa_supplicant")
    run("systemctl", "start", "NetworkManager")
    said = run("make", "-C", "/src", "install", f"ARGS=--hotspot={mode} --port 80")
    run("sync")
    on = "Its Wi-Fi is on." in said
    kept("it opens at once if it is to be on always, and else not", on is (mode == "always"))
    kept("")


def join() -> None:
    """Join with what the printed code says, and ask what a phone asks by itself."""
    result = code()
    kept("the table knows its Wi-Fi", result is not None)
    name, password = result or ("", "")
    network = f'network={{\nssid="{name}"\npsk="{password}"\n}}\n'
    Path("/run/phone.conf").write_text(f"ctrl_interface=/run/phone\n{network}")
    run(*IN_PHONE, "wpa_supplicant", "-B", "-i", "wlan1", "-c", "/run/phone.conf")
    kept("a phone joins with the code on the card", bool(until("it joins", joined)))
    script = Path("/run/phone.sh")
    script.write_text(DHCP)
    script.chmod(0o755)
    busybox = ("busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-t", "9", "-O", "114")
    run(*IN_PHONE, *busybox, "-s", str(script))
    lease = LEASE.read_text() if LEASE.exists() else ""
    kept("it gets an address, and where the page is (option 114)", WELCOME.encode().hex() in lease)
    # Not the table's page: whoever opens that is welcomed.
    until("the table answers", lambda: asked(WELCOME)[0] == 200)
    first = [asked(url) for url in PROBES]
    kept("what it asks by itself leads to the welcome", *(at == WELCOME for _, at, _ in first))
    asked(f"{WELCOME}/go")
    then = [(status, text.strip()) for status, _, text in map(asked, PROBES)]
    right = (
        status == wanted and text in heard
        for (status, heard), (wanted, text) in zip(then, PROBES.values(), strict=True)
    )
    kept("once welcomed, it gets the answers that keep it in the Wi-Fi", *right)
    status, _, text = asked("http://coyote.home/")
    kept("any name that its owner types leads to the table", status == 200, "Coyote" in text)
    kept("")


def look() -> None:
    """Say whether the phone sees a Wi-Fi of the table's."""
    run(*IN_PHONE, "ip", "link", "set", "wlan1", "up")
    seen = run(*IN_PHONE, "iw", "dev", "wlan1", "scan")
    kept("there is no Wi-Fi in the room, and no code for one", not seen.strip(), code() is None)
    kept("")


def code() -> tuple[str, str] | None:
    """Return the name and the password in the code that a phone scans."""
    match = re.fullmatch(r"WIFI:T:WPA;S:(.+);P:(.+);;\s*", run(RELEASE, "-c", CODE))
    return (match[1], match[2]) if match else None


def joined() -> bool:
    """Whether the phone is in a Wi-Fi."""
    return "Connected" in run(*IN_PHONE, "iw", "dev", "wlan1", "link")


def asked(url: str) -> tuple[int, str, str]:
    """Return what a page answers to the phone: its status, its address in the end, its text."""
    said = run(*IN_PHONE, sys.executable, "-B", "-m", "tests.rig.installed.phone", "ask", url)
    status, _, rest = said.partition(" ")
    at, _, text = rest.partition("\n")
    return (int(status) if status.isdigit() else 0), at, text


def ask(url: str) -> None:
    """Print what a page answers; runs in the phone's network."""
    try:
        with urllib.request.urlopen(url, timeout=20.0) as answer:
            print(answer.status, answer.url)
            print(answer.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        print(error.code, url)
    except OSError as error:
        print(error)


if __name__ == "__main__":
    main(*sys.argv[1:])
