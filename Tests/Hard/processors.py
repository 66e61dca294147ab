"""Who runs on which processor, so that what is measured is how the server shares itself out.

The server has a processor of its own and all clients another, whether it is quiet or not; who makes trouble
runs only while nobody else there wants to. A machine's scheduler, which knows no rooms, would else put the
troublemakers before the server, and what is late would be late by their turns, not by the server's.
"""

import os

ALL = sorted(os.sched_getaffinity(0))
# What a server's command begins with.
FOR_SERVER = ("taskset", "-c", str(ALL[0]))


def leave_to_server():
    """Keeps this process, and those it starts, off the server's processor if there is another."""
    os.sched_setaffinity(0, ALL[1:] or ALL)


def give_way():
    """Has this process run only while no other wants to, until `stand_up`."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def stand_up():
    """Has this process run like others again."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
