"""Under which addresses others on the local network can reach this machine, found without asking anybody."""

from __future__ import annotations

import ipaddress
import socket
import sys

# Interfaces that lead to virtual machines and containers rather than to people.
_INDOORS = ("br-", "docker", "veth", "virbr", "vmnet", "vboxnet", "utun", "awdl", "llw")


def lan_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others on the local network can use."""
    found = _of_interfaces() if sys.platform != "win32" else _of_name()
    return [one for one in dict.fromkeys(found) if _is_for_others(one)]


def _is_for_others(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


if sys.platform != "win32":
    import fcntl
    import struct

    # the question "which address has this interface", as the systems number it
    _ASK = 0x8915 if sys.platform == "linux" else 0xC0206921

    def _of_interfaces() -> list[str]:
        """The first address of each interface, as the system itself knows it."""
        found = []
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                if not name.startswith(_INDOORS):
                    question = struct.pack("256s", name.encode()[:15])
                    try:
                        answer = fcntl.ioctl(asking.fileno(), _ASK, question)
                    except OSError:  # it has none, or is down
                        continue
                    found.append(socket.inet_ntoa(answer[20:24]))
        return found


def _of_name() -> list[str]:
    """On Windows, what the machine's own name stands for."""
    try:
        return [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
