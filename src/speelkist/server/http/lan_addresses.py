"""The addresses under which others on the local network can reach this machine."""

from __future__ import annotations

import ipaddress

import ifaddr

# Interfaces that lead to virtual machines and containers rather than to people.
_VIRTUAL_INTERFACES = ("br-", "docker", "veth", "virbr", "vmnet", "vboxnet", "utun", "awdl", "llw")


def lan_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others on the local network can use. No packet is sent to learn them."""
    addresses = [
        str(address.ip)
        for adapter in ifaddr.get_adapters()
        if not adapter.name.startswith(_VIRTUAL_INTERFACES)
        for address in adapter.ips
        if address.is_IPv4
    ]
    return [address for address in dict.fromkeys(addresses) if _is_reachable(address)]


def _is_reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)
