"""kill -9 of a node and of Redis while gifts are posted loses and doubles no answered gift."""

import time

from Cluster.posting import Posting

ROOMS = ["main", "second"]


def test_a_killed_node_loses_no_answered_gift(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)

    def kill():
        node = posting.random.choice(cluster.nodes)
        time.sleep(posting.random.uniform(0.1, 0.8))
        node.kill()
        time.sleep(posting.random.uniform(0, 0.5))
        node.start()

    posting.survive(rounds, kill)


def test_a_killed_redis_loses_no_answered_gift(cluster, seed, rounds):
    posting = Posting(cluster, seed, ROOMS)

    def kill():
        time.sleep(posting.random.uniform(0.1, 0.8))
        cluster.redis.kill()
        time.sleep(posting.random.uniform(0, 1.5))
        cluster.redis.start()

    posting.survive(rounds, kill)


def test_a_cluster_that_is_killed_at_once_loses_no_answered_gift(cluster, seed, rounds):
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
