#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles a model for an Ethos-U NPU in a child process. README.md has the protocol."""
import argparse
import os
import sys

sys.dont_write_bytecode = True  # neither the installed driver nor the user's model folder gets a __pycache__

from tosaic_driver import supervisor  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--job", help="job file (JSON)")
    parser.add_argument("--serve", action="store_true", help="keep the compilers loaded and read requests from stdin until it ends")
    parser.add_argument("--rss-limit", type=int, help="with --serve: MiB of memory above which the process asks to be replaced")
    parser.add_argument("--job-limit", type=int, help="with --serve: number of jobs after which it asks the same")
    parser.add_argument("--events-fd", required=True, type=int, help="file descriptor for events")
    parser.add_argument("--worker", help=argparse.SUPPRESS)  # temporary folder of the job; set by the supervisor only
    arguments = parser.parse_args()
    if bool(arguments.job) == arguments.serve:
        parser.error("give either --job or --serve")
    if arguments.serve:
        from tosaic_driver import compile_server as server
        limit = server.RSS_LIMIT if arguments.rss_limit is None else arguments.rss_limit << 20
        os._exit(server.main(__file__, sys.argv[1:], arguments.events_fd, limit, arguments.job_limit or server.JOB_LIMIT))
    if arguments.worker:
        from tosaic_driver import worker
        os._exit(worker.main(arguments.job, arguments.events_fd, arguments.worker))  # libraries leave threads behind that can hang at exit
    return supervisor.main(__file__, arguments.job, arguments.events_fd)


if __name__ == "__main__":
    sys.exit(main())
