"""What a node of a house that several share tells Prometheus of itself and of the others."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from prometheus_client.core import GaugeMetricFamily, Metric


@dataclass(frozen=True)
class ClusterStatus:
    """A node among the nodes of its house, as it saw them at its last look."""

    roles: Collection[str]
    nats: bool
    """Whether words are carried."""
    linked: int
    """Other nodes that it talks with."""
    live: int
    """Nodes whose lease lasts, itself among them."""
    unplaced: int
    """Tables on no node."""
    skew_seconds: float
    """How far its clock is ahead of the database's."""
    draining: bool
    """Whether its tables go to the others."""


def families(status: ClusterStatus) -> Iterator[Metric]:
    """The metrics of a node."""
    roles = GaugeMetricFamily("cardroom_role", "1, by each role of the node.", labels=["role"])
    for role in sorted(status.roles):
        roles.add_metric([role], 1)
    yield roles
    for name, value, says in (
        ("nats_connected", float(status.nats), "Whether NATS carries words of this node."),
        ("nodes_linked", status.linked, "Other nodes that this one talks with."),
        ("nodes_live", status.live, "Nodes whose lease lasts, this one among them."),
        ("tables_unplaced", status.unplaced, "Tables on no node."),
        ("clock_skew_seconds", status.skew_seconds, "How far the clock is ahead of PostgreSQL's."),
        ("draining", float(status.draining), "Whether its tables go to the other nodes."),
    ):
        yield GaugeMetricFamily(f"cardroom_{name}", says, value=value)
