"""kill -9 of a node and of Redis while gifts are posted: nothing that was answered is lost or doubled."""

import time

from Cluster.posting import Posting

ROOMS = ["main", "second"]


def test_a_node_is_killed(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)

    def kill():
        node = posting.random.choice(cluster.nodes)
        time.sleep(posting.random.uniform(0.1, 0.8))
        node.kill()
        time.sleep(posting.random.uniform(0, 0.5))
        node.start()

    posting.survive(rounds, kill, seconds=0.3)


def test_redis_is_killed(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)

    def kill():
        time.sleep(posting.random.uniform(0.1, 0.8))
        cluster.redis.kill()
        time.sleep(posting.random.uniform(0, 1.5))
        cluster.redis.start()

    posting.survive(rounds, kill, seconds=0.5)


def test_all_nodes_and_redis_are_killed(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)
    for _ in range(rounds):

        def kill():
            time.sleep(posting.random.uniform(0.1, 0.8))
            for process in posting.random.sample([*cluster.nodes, cluster.redis], 4):
                process.kill()

        posting.beside(kill)
        cluster.redis.start()
        for node in cluster.nodes:
            node.start()
        posting.check()
