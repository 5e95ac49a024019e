#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs some instructions of a .pte in ExecuTorch's runtime, in a child process. README.md has the protocol."""
import argparse
import os
import sys

sys.dont_write_bytecode = True

from tosaic_driver import segment  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--job", required=True, help="job file (JSON)")
    parser.add_argument("--events-fd", required=True, type=int, help="file descriptor for events")
    parser.add_argument("--worker", help=argparse.SUPPRESS)  # temporary folder of the job; set by the parent only
    arguments = parser.parse_args()
    if arguments.worker:
        os._exit(segment.work(arguments.job, arguments.events_fd, arguments.worker))
    return segment.main(__file__, arguments.job, arguments.events_fd)


if __name__ == "__main__":
    sys.exit(main())
