"""Assigns processes to processors, so that tests measure the server's own fairness.

The server has a processor of its own, and all clients share another one. A hostile client
runs only while the other clients wait. Otherwise the machine's scheduler, which knows no rooms, would run the
hostile clients before the server, and delays would show the scheduler's choices instead of the server's.
"""

import os

ALL = sorted(os.sched_getaffinity(0))
# The beginning of the server's command.
FOR_SERVER = ("taskset", "-c", str(ALL[0]))


def leave_to_server():
    """Keeps this process, and those it starts, off the server's processor if there is another."""
    os.sched_setaffinity(0, ALL[1:] or ALL)


def give_way():
    """Lets this process run only while no other process wants to, until `stand_up`."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def stand_up():
    """Gives this process its normal priority again."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
