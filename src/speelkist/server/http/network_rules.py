"""What a host has decided about networks: who is banned, and who has limits of their own."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterable

from speelkist.core import SpeelkistError
from speelkist.server.storage.admin_queries import NetworkRule
from speelkist.server.timestamps import now_ms

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MAX_KNOWN = 4096  # addresses whose rules are remembered
COUNTED_BITS = 64  # of an IPv6 address: whoever has one such address has them all
_LOOPBACK: tuple[Network, ...] = (ipaddress.IPv4Network("127.0.0.0/8"), ipaddress.IPv6Network("::1/128"))


class NetworkRules:
    """The rules that hold now. Where several networks hold an address, the narrowest counts."""

    def __init__(self) -> None:
        self._rules: list[tuple[Network, NetworkRule]] = []
        self._known: dict[str, list[NetworkRule]] = {}  # by address: they are asked for at every message

    def replace(self, rules: Iterable[NetworkRule]) -> None:
        """From now on these hold, and no others."""
        read = [(ipaddress.ip_network(rule.network), rule) for rule in rules]
        self._rules = sorted(read, key=lambda item: item[0].prefixlen, reverse=True)
        self._known.clear()

    def rule_of(self, address: str) -> NetworkRule | None:
        """The rule about an address, if there is one."""
        if not self._rules:
            return None
        rules = self._known.get(address)
        if rules is None:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            parsed = parse_address(address)
            rules = [rule for network, rule in self._rules if parsed is not None and parsed in network]
            self._known[address] = rules
        now = now_ms()
        return next((rule for rule in rules if rule.expires_at is None or rule.expires_at > now), None)

    def is_banned(self, address: str) -> bool:
        """Whether nobody at this address is let in."""
        rule = self.rule_of(address)
        return rule is not None and rule.banned


def parse_address(text: str) -> Address | None:
    """An address; one of IPv4 that is written as one of IPv6 is one of IPv4. None if it is none."""
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed


@functools.lru_cache(maxsize=4096)  # asked for at every message
def network_of(address: str) -> str:
    """By what an address is counted: IPv6 by its first 64 bits."""
    parsed = parse_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, COUNTED_BITS), strict=False))
    return address if parsed is None else str(parsed)


def read_network(text: str) -> str:
    """The network that a host means; a single address of IPv6 stands for its first 64 bits.

    :raises SpeelkistError: it is none, or this machine itself is in it.
    """
    address = parse_address(text.strip())
    try:
        if isinstance(address, ipaddress.IPv6Address):
            network: Network = ipaddress.ip_network((address, COUNTED_BITS), strict=False)
        else:
            network = ipaddress.ip_network(text.strip() if address is None else address, strict=False)
    except ValueError:
        raise SpeelkistError("server.admin.network", text=text[:60]) from None
    if any(network.version == own.version and network.overlaps(own) for own in _LOOPBACK):
        raise SpeelkistError("server.admin.own_network", network=str(network))
    return str(network)
