#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs some instructions of a .pte in ExecuTorch's runtime, in a child process; with --serve one such job after another. README.md has the protocol."""
import argparse
import os
import sys

sys.dont_write_bytecode = True

from tosaic_driver import entry  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--events-fd", type=int)
    arguments = parser.parse_known_args()[0]
    if not arguments.serve:
        return entry.main(__doc__, __file__, "segment")
    from tosaic_driver import segment
    os._exit(segment.serve(__file__, sys.argv[1:], arguments.events_fd))


if __name__ == "__main__":
    sys.exit(main())
