"""The addresses under which others on the local network can reach this machine."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import Iterable

import ifaddr

TRY_SECONDS = 2.0

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


async def answering(addresses: Iterable[str], port: int) -> list[str]:
    """Those of these addresses at which this server answers a request from this machine."""
    addresses = list(addresses)
    answers = await asyncio.gather(*(_answers(address, port) for address in addresses))
    return [address for address, answers_there in zip(addresses, answers, strict=True) if answers_there]


async def _answers(address: str, port: int) -> bool:
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(TRY_SECONDS):
            reader, writer = await asyncio.open_connection(address, port)
            with contextlib.closing(writer):
                writer.write(f"HEAD /api/lan HTTP/1.1\r\nHost: {address}:{port}\r\nConnection: close\r\n\r\n".encode())
                return (await reader.readline()).startswith(b"HTTP/1.1 200")
    return False


def _is_reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)
