"""A listener with an open setting does not start, and says what would close it."""

from dataclasses import fields, replace
from typing import Any

import pytest

from game_server.net.limits import LOGINS, POSITIVE, RATES, ListenerLimits, UnsafeSetting
from game_server.rate_limit import RateLimit
from protocol.messages import CLIENT, MESSAGES
from tests.net.wired import MemoryListener

SAFE = ListenerLimits(apps=True)


def test_the_usual_limits_are_safe_once_it_is_said_who_may_connect() -> None:
    SAFE.check()
    replace(SAFE, apps=False, origins=("https://play.example.org",)).check()
    with pytest.raises(UnsafeSetting, match=r"Nobody could connect; allow apps, or name"):
        ListenerLimits().check()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"address": "0.0.0.0"}, "0.0.0.0 is beyond this machine and has no TLS"),
        ({"address": "::"}, ":: is beyond this machine"),
        ({"address": ""}, "Every address is beyond this machine"),
        ({"address": "house.example.org"}, "is beyond this machine"),
        ({"certificate": "cert.pem"}, "A certificate needs its key"),
        ({"key": "key.pem"}, "a key its certificate"),
        ({"port": 70000}, "Port 70000 does not exist"),
        ({"origins": ("*",)}, "lets strangers' pages in"),
        ({"origins": ("https://*.example.org",)}, "lets strangers' pages in"),
        ({"origins": ("example.org",)}, "is no origin"),
        ({"origins": ("https://a.example/",)}, "is no origin"),
        ({"origins": ("https://a|b.example",)}, "is no origin"),
        ({"origins": ("null",)}, "is no origin"),
        ({"rates": {}}, "The rate of 'act' is not limited"),
        ({"rates": {**RATES, "act": RateLimit(5, 0)}}, "The rate of 'act' is 5 and 0"),
        ({"frames": RateLimit(0, 5)}, "frames is 0 and 5 a second"),
        ({"logins": RateLimit(5, float("inf"))}, "logins is 5 and inf"),
        ({"frame_bytes": 65536}, "the protocol ends at 4096"),
        ({"connections": 10}, "One address may hold 40 lines of 10"),
        ({"reserved": 1.0}, "reserved is 1.0; it is a share of the lines"),
        (
            {"network_factor": 3, "site_factor": 2},
            "network_factor is 3, site_factor 2; larger networks hold no fewer lines",
        ),
    ],
)
def test_an_open_setting_is_refused_with_what_would_close_it(
    change: dict[str, Any], says: str
) -> None:
    with pytest.raises(UnsafeSetting) as refused:
        replace(SAFE, **change).check()
    assert says in str(refused.value)


@pytest.mark.parametrize("name", POSITIVE)
def test_no_limit_can_be_switched_off(name: str) -> None:
    nothing: dict[str, Any] = {name: 0}
    with pytest.raises(UnsafeSetting, match=f"{name} is 0, which is no limit"):
        replace(SAFE, **nothing).check()


def test_every_number_is_looked_at() -> None:
    kinds = {"int", "float"}
    numbers = {field.name for field in fields(ListenerLimits) if field.type in (int, float, *kinds)}
    assert numbers - set(POSITIVE) == {"port", "network_factor", "site_factor", "reserved"}


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(UnsafeSetting) as refused:
        replace(SAFE, address="0.0.0.0", slow_bytes=0, origins=("*",)).check()
    text = str(refused.value)
    assert all(part in text for part in ("beyond this machine", "slow_bytes", "'*'"))


def test_beyond_this_machine_it_listens_with_a_certificate() -> None:
    replace(SAFE, address="0.0.0.0", certificate="cert.pem", key="key.pem").check()


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_this_machine_alone_needs_no_certificate(address: str) -> None:
    replace(SAFE, address=address).check()


@pytest.mark.parametrize("address", ["10.1.2.3", "172.31.0.9", "192.168.1.5", "169.254.3.3"])
def test_a_private_network_needs_no_certificate_where_it_is_meant_to_be_open_to_it(
    address: str,
) -> None:
    replace(SAFE, lan=True, others=(address, "fd00::5", "fe80::1%eth0", "::1")).check()
    with pytest.raises(UnsafeSetting, match=r"no TLS.*--tls self.*--lan opens"):
        replace(SAFE, address=address).check()


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0", "::", "", "192.0.2.1", "172.32.0.1", "100.64.0.1", "2001:db8::1", "house"],
)
def test_on_a_private_network_no_other_address_is_listened_on(address: str) -> None:
    for tls in ({}, {"certificate": "cert.pem", "key": "key.pem"}):
        with pytest.raises(UnsafeSetting, match="is no private address"):
            replace(SAFE, lan=True, others=(address,), **tls).check()  # type: ignore[arg-type]


def test_only_what_is_said_beyond_this_machine_without_tls_can_be_read() -> None:
    assert replace(SAFE, lan=True).readable
    assert not SAFE.readable
    assert not replace(SAFE, lan=True, certificate="cert.pem", key="key.pem").readable


def test_on_a_private_network_nobody_comes_in_from_elsewhere() -> None:
    listener = MemoryListener(replace(SAFE, lan=True))
    assert listener.shut("192.0.2.7")
    assert listener.shut("2001:db8::7")
    assert listener.context.counts["not_private"] == 2
    assert listener.context.admission.connections == 0
    for near in ("192.168.1.9", "::ffff:10.0.0.9", "fe80::9%eth0", "127.0.0.1"):
        listener.met(near)


def test_a_listener_with_an_open_setting_is_not_even_built() -> None:
    with pytest.raises(UnsafeSetting):
        MemoryListener(replace(SAFE, frame_bytes=0))


def test_every_kind_of_message_has_a_budget_of_its_own() -> None:
    kinds = {name for name, cls in MESSAGES.items() if cls.frm == CLIENT}
    assert set(RATES) == kinds
    assert kinds > LOGINS


def test_origins_are_compared_with_their_ports() -> None:
    limits = replace(SAFE, origins=("https://play.example.org", "http://here.example:8080"))
    assert limits.pages() == ("https://play.example.org:443", "http://here.example:8080")
