# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A process that serves a parent: it ends with it, and reads one request a line."""
import contextlib
import ctypes
import json
import os
import signal
from collections.abc import Iterator

from .failures import Failure

PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """If the parent is killed, this process gets a signal, even inside Vela (Linux; elsewhere it ends at the end of its input)."""
    parent = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, number)
    if os.getppid() != parent:  # it died in between
        os.kill(os.getpid(), number)


def keep_channel(fd: int) -> None:
    """Programs that a job starts must not hold the event channel open."""
    os.set_inheritable(fd, False)


def take_requests() -> int:
    """A private descriptor for the requests; descriptor 0 becomes empty, so that no job reads them away."""
    requests = os.dup(0)
    os.set_inheritable(requests, False)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return requests


def requests_of(fd: int) -> Iterator[dict | Failure]:
    """One object for each line; what is no JSON object comes as a Failure, and the next line is read."""
    with open(fd, "rb") as stream:
        for line in stream:
            if not line.strip():
                continue
            try:
                request = json.loads(line)
                if not isinstance(request, dict):
                    raise ValueError("not an object")
            except (ValueError, RecursionError) as error:
                yield Failure("request.invalid", f"The request line cannot be used: {error}.")
            else:
                yield request
