"""The web addresses at which phones reach the pages."""

from __future__ import annotations

from webui.access.network import Network, read_origin
from webui.serving.addresses import phone_addresses


def urls_for_phones(network: Network, listens: str, port: int | str) -> tuple[str, ...]:
    """Return the web addresses that phones may use, the best first; none if no phone can.

    The owner's own address comes first. `listens` is the address on which the server listens.
    """
    own = read_origin(network.address)
    others = (url_of(phone_address, port) for phone_address in phone_addresses(listens))
    return tuple(dict.fromkeys((*([f"{own}/"] if own else []), *others)))


def url_of(name: str, port: int | str) -> str:
    """Return the web address of a name or an address with a port.

    >>> url_of("coyote.local", 80), url_of("192.0.2.7", "8080")
    ('http://coyote.local/', 'http://192.0.2.7:8080/')
    """
    return f"http://{name}/" if str(port) == "80" else f"http://{name}:{port}/"
