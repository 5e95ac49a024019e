#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Vela on the workers of a Dask cluster, one sweep after another. README.md has the protocol."""
import argparse
import sys

sys.dont_write_bytecode = True

from tosaic_driver import sweep_server  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", action="store_true", required=True, help="read requests from stdin until it ends")
    parser.add_argument("--events-fd", required=True, type=int, help="file descriptor for events")
    return sweep_server.main(parser.parse_args().events_fd)


if __name__ == "__main__":
    sys.exit(main())
