#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs some instructions of a .pte in ExecuTorch's runtime, in a child process. README.md has the protocol."""
import sys

sys.dont_write_bytecode = True

from tosaic_driver import entry  # noqa: E402

if __name__ == "__main__":
    sys.exit(entry.main(__doc__, __file__, "segment"))
