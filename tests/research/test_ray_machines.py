"""Self-play on a cluster of two machines, of which one is lost; both are simulated on this one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from speelkist.bots.training import settings_of

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
training = pytest.importorskip("speelkist.research.ray_training")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
GAME = "kriskras"


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A machine with room for one actor; another one may join."""
    cluster = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}, shutdown_at_exit=False
    )
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_a_lost_machine_loses_its_chunk_and_leaves_the_rest_playing(cluster: Any) -> None:
    other = cluster.add_node(num_cpus=1)
    training.connect(cluster.address)
    trainer = training.RayTrainer(GAME, settings_of(GAME, games=4000, hidden=4, seed=5, threads=1), actors=2)
    played = []
    for step in trainer.run():
        played.append(step.games)
        if len(played) == 10:
            cluster.remove_node(other, allow_graceful=False)
    assert played == [100 * number for number in range(1, 41)]
    assert trainer.lost == 1
