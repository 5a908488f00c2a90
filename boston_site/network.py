"""Where the server listens, and under which addresses a phone finds it. Sends nothing."""

import contextlib
import errno
import ipaddress
import socket

# Asking which address would be used towards these finds the networks this machine is in; nothing is sent.
SOMEWHERE = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")


class CannotListen(Exception):
    """Says in one sentence why, and what to do."""


def listen(host: str, port: str) -> socket.socket:
    """Take the port for good: the server inherits this very socket, so nobody can come between."""
    if not (port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        raise CannotListen(f"{port} is not a port; a port is a number from 1 to 65535, such as 8000.")
    taken = socket.socket()
    try:
        found = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        # IPv4 first: that is what `localhost` means to most programs that are pointed at it.
        family, _, _, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        taken.bind(address)
        taken.listen(2048)
    except (OSError, UnicodeError) as error:
        taken.close()
        raise CannotListen(reason(error, host, int(port))) from None
    return taken


def reason(error: Exception, host: str, port: int) -> str:
    match error:
        case OSError(errno=errno.EADDRINUSE):
            other = port + 1 if port < 65535 else 8000
            return f"Port {port} is taken by another program; stop it or choose another port, such as --port {other}."
        case OSError(errno=errno.EACCES):
            return f"Port {port} is reserved for the system; choose one from 1024 on, such as --port 8000."
        case _:
            return f"This machine has no address {host}; use --host 0.0.0.0 for every address it has."


def own_addresses() -> list[str]:
    """IPv4 addresses under which other devices reach this machine, home networks first."""
    found: list[str] = []
    for target in SOMEWHERE:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError, UnicodeError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    outside = [address for address in dict.fromkeys(found) if reachable(address)]
    return sorted(outside, key=lambda address: not ipaddress.ip_address(address).is_private)


def reachable(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def own_names() -> list[str]:
    name = socket.gethostname().split(".")[0]
    return [name, f"{name}.local"] if name else []


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
