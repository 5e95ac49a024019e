# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of a driver that does one job in a child process."""
import argparse
import importlib
import os


def main(description: str, script: str, supervisor: str, worker: str | None = None) -> int:
    """Modules of this package: `supervisor` has the script's main(), `worker` (where it is another one) the work(), imported only there."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--job", required=True, help="job file (JSON)")
    parser.add_argument("--events-fd", required=True, type=int, help="file descriptor for events")
    parser.add_argument("--worker", help=argparse.SUPPRESS)  # temporary folder of the job; set by the parent only
    arguments = parser.parse_args()
    if arguments.worker:
        module = importlib.import_module(f".{worker or supervisor}", __package__)
        os._exit(module.work(arguments.job, arguments.events_fd, arguments.worker))  # a runtime may crash in its destructors
    return importlib.import_module(f".{supervisor}", __package__).main(script, arguments.job, arguments.events_fd)
