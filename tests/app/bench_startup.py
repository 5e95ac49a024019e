#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time from starting the program to its window being on the (offscreen) screen, warm, and its ratio to an empty QMainWindow.

usage: bench_startup.py TOSAIC EMPTYWINDOW [--runs N] [--limit MS]
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time


def median_ms(command: list[str], runs: int, environment: dict[str, str]) -> float:
    times = []
    for run in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        if run > 0:  # the first one warms the caches
            times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tosaic")
    parser.add_argument("empty")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--limit", type=float, default=0, help="fail above so many ms")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_CONFIG_HOME=home, TOSAIC_QUIT_WHEN_SHOWN="1")
        empty = median_ms([arguments.empty], arguments.runs, environment)
        window = median_ms([arguments.tosaic], arguments.runs, environment)
    print(f"start to window {window:.0f} ms, empty QMainWindow {empty:.0f} ms, ratio {window / empty:.2f}")
    return 1 if arguments.limit and window > arguments.limit else 0


if __name__ == "__main__":
    sys.exit(main())
