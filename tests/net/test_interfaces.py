"""Which of the addresses of a machine a house on a private network listens on, and in which order
friends are told of them."""

import ipaddress

from game_server.net.interfaces import in_order, private_addresses


def test_that_of_the_way_to_the_world_comes_first_and_those_of_one_wire_last() -> None:
    found = ["127.0.0.1", "172.17.0.1", "fe80::1%eth0", "fd00::1", "192.168.1.5", "169.254.7.7"]
    assert in_order(found, "192.168.1.5") == (
        "192.168.1.5",
        "172.17.0.1",
        "169.254.7.7",
        "fd00::1",
        "fe80::1%eth0",
    )


def test_addresses_of_the_world_are_none_of_them_whatever_the_way_there_is() -> None:
    assert in_order(["192.0.2.5", "2001:db8::5", "10.0.0.5", "::1"], "192.0.2.5") == ("10.0.0.5",)


def test_the_addresses_of_this_machine_can_be_asked_for() -> None:
    for address in private_addresses():
        assert ipaddress.ip_address(address.partition("%")[0]).is_private
