#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs take from outside, beside what they took before, what others take and what is wanted, as one Markdown table.

    python3 tests/bench/measured.py --build build/release [--only sweep open] [--rivals] [--smoke]

Needs an optimised build with write_sample and bench_console; sweep, estimate and respec also TOSAIC_PYTHON. Before and the rivals' numbers were measured once on two shared
cores; --rivals measures Netron and Model Explorer again, beside these on this machine (rivals.py; downloads them). What cannot be measured says why in its row.
Machines are noisy: wall times of the least of --rounds. --smoke takes tiny inputs, which only tells that every row still runs.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
FIXTURE = SOURCE / "tests/fixtures/generated/mobilenet_v2-u55-128"
CONSOLE = "I [executorch:arm_perf_monitor.cpp:110] NPU Inferences : 1\nI [executorch:arm_perf_monitor.cpp:120] ethosu_pmu_cycle_cntr : {}\n"


class NotHere(Exception):
    """Why a row has no number."""


@dataclass
class Row:
    group: str
    work: str
    unit: str
    measure: Callable[["Bench"], float]
    before: str
    rival: str = ""
    target: float | None = None
    more_is_better: bool = False


class Bench:
    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.bin = Path(options.build) / "bin"
        self.environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
        self.python = os.environ.get("TOSAIC_PYTHON", "")

    def run(self, program: str, *arguments: str, **environment: str) -> str:
        path = self.bin / program
        if not path.exists():
            raise NotHere(f"{program} was not built")
        done = subprocess.run([str(path), *arguments], env=self.environment | environment, capture_output=True, text=True, timeout=self.options.limit)
        if done.returncode:
            raise NotHere(f"{program} ended with {done.returncode}: {(done.stderr.strip().splitlines() or ['no words'])[-1]}")
        return done.stdout

    def seconds(self, program: str, *arguments: str) -> float:
        def once() -> float:
            start = time.perf_counter()
            self.run(program, *arguments)
            return time.perf_counter() - start
        return min(once() for _ in range(self.options.rounds))

    def need_tools(self) -> None:
        if not self.python:
            raise NotHere("TOSAIC_PYTHON is not set")

    def fresh(self, name: str) -> Path:
        return Path(tempfile.mkdtemp(prefix=name, dir=self.folder))

    def opening(self, family: str, operators: int) -> float:
        """Until every operator is drawn, with the start of the process."""
        operators = 100 if self.options.smoke else operators
        file = self.folder / f"{family}-{operators}.tflite"
        if not file.exists():
            self.run("write_sample", family, str(operators), "named", str(file))
        lines = self.run("tosaic", "--bench-open", str(file)).splitlines()
        return json.loads(next(line for line in lines if line.startswith("{")))["all_ops_ms"] / 1000

    def start(self) -> float:
        def once() -> float:
            start = time.perf_counter()
            self.run("tosaic", TOSAIC_QUIT_WHEN_SHOWN="1")
            return time.perf_counter() - start
        once()  # warms the caches
        return statistics.median(once() for _ in range(self.options.rounds))

    def console(self, family: str) -> float:
        """MB a second of the program's own time."""
        said = self.run("bench_console", family, TOSAIC_BENCH_BYTES="65536" if self.options.smoke else "200000000")
        found = re.search(rf"^{re.escape(family)} .*?:\s+(\d+) MB/s", said, re.MULTILINE)
        if not found:
            raise NotHere(f"bench_console does not measure {family}")
        return float(found[1])

    def store(self) -> Path:
        """A workspace with many runs."""
        path = self.folder / "runs.tosaic"
        if path.exists():
            return path
        consoles = self.fresh("consoles")
        count = 20 if self.options.smoke else 10000
        for run in range(count):
            (consoles / f"{run:05}.log").write_text(CONSOLE.format(1000 + run))
        files = sorted(str(file) for file in consoles.iterdir())
        start = time.perf_counter()
        self.run("tosaic-cli", "import", *files, "--workspace", str(path))
        self.importing = (time.perf_counter() - start) * 10000 / count
        return path

    def import_runs(self) -> float:
        self.store()
        return self.importing

    def list_runs(self) -> float:
        return self.seconds("tosaic-cli", "runs", "--workspace", str(self.store()))

    def compare_runs(self) -> float:
        return self.seconds("tosaic-cli", "compare", "1", "2", "--workspace", str(self.store()))

    def sweep(self) -> float:
        """Cells a second, with the start of the workers."""
        self.need_tools()
        grid = self.folder / "grid.json"
        axes = {"targets": ["ethos-u55-128"], "systemConfigs": ["default"], "memoryModes": ["Shared_Sram"]} if self.options.smoke else {"optimise": ["Size", "Performance"]}
        grid.write_text(json.dumps(axes))
        out = self.fresh("sweep") / "out"
        self.run("tosaic-cli", "sweep", str(SOURCE / "tests/fixtures/generated/add-u55-128"), "--grid", str(grid), "-o", str(out), "--python", self.python)
        result = json.loads((out / "results.json").read_text())
        return sum(cell["status"] == "estimated" for cell in result["cells"]) * 1000 / max(result["elapsedMs"], 1)

    def spec(self) -> str:
        path = self.folder / "spec.json"
        path.write_text(json.dumps({"target": "ethos-u55-128", "memoryMode": "Sram_Only"}))
        return str(path)

    def estimate(self) -> float:
        self.need_tools()
        return self.seconds("tosaic-cli", "estimate", str(FIXTURE), "--spec", self.spec(), "--python", self.python)

    def respec(self) -> float:
        self.need_tools()
        spec = json.loads((FIXTURE / "result.json").read_text())["spec"] | {"memoryMode": "Sram_Only"}
        path = self.folder / "respec.json"
        path.write_text(json.dumps(spec))
        return self.seconds("tosaic-cli", "respec", str(FIXTURE / "mobilenet_v2.pte"), "--spec", str(path), "--force", "-o", str(self.folder / "new.pte"), "--python", self.python)


def opened(family: str, operators: int, before: str, rival: str, target: float) -> Row:
    return Row("open", f"{family}, {operators:,} operators: opened and drawn", "s", lambda bench: bench.opening(family, operators), before, rival, target)


ROWS = [
    Row("start", "empty window, warm", "s", Bench.start, "0.25", "plain Qt window 0.042", 0.15),
    opened("cnn", 1000, "0.75", "Netron 1.71; Model Explorer 7.5", 0.3),
    opened("cnn", 3000, "4.6", "Netron 2.75; Model Explorer 16.7", 0.4),
    opened("cnn", 10000, "nothing after 20", "Netron 7.5-14; Model Explorer 80", 0.6),
    opened("decoder", 1000, "1.1", "Netron 6.7; Model Explorer 21", 0.3),
    opened("decoder", 3000, "7.8", "Netron 66", 0.5),
    Row("console", "console of reports, read", "MB/CPU s", lambda bench: bench.console("executorch"), "658", "Python re 60-83; grep -c 1,400", 500, True),
    Row("console", "console of lines with a time, read", "MB/CPU s", lambda bench: bench.console("timestamped"), "32", "Python re 60-83", 500, True),
    Row("console", "console of CSV rows, read", "MB/CPU s", lambda bench: bench.console("csv"), "32", "Python re 60-83", 500, True),
    Row("console", "console of a hex dump, read", "MB/CPU s", lambda bench: bench.console("hex"), "32", "Python re 60-83", 500, True),
    Row("console", "console of several families, read", "MB/CPU s", lambda bench: bench.console("mixed"), "130", "Python re 60-83", 500, True),
    Row("store", "10,000 runs: import", "s", Bench.import_runs, "96", "", 10),
    Row("store", "10,000 runs: list", "s", Bench.list_runs, "0.6-1.1", "", 0.1),
    Row("store", "10,000 runs: compare two", "s", Bench.compare_runs, "0.5-0.8", "", 0.1),
    Row("sweep", "sweep of a small model, two cores", "cells/s", Bench.sweep, "13-17", "vela in a loop 3.5", 200, True),
    Row("tools", "MobileNetV2: estimate, cold", "s", Bench.estimate, "0.36-0.46", "vela alone 0.41"),
    Row("tools", "MobileNetV2: respec, cold", "s", Bench.respec, "8.4-9.5", "", 2),
]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="folder of an optimised build")
    parser.add_argument("--only", nargs="+", choices=sorted({row.group for row in ROWS}), help="rows of these groups")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=900, help="seconds for one run of a program")
    parser.add_argument("--rivals", action="store_true", help="measure other viewers again, too")
    parser.add_argument("--smoke", action="store_true", help="tiny inputs")
    return parser.parse_args()


def line_of(row: Row, bench: Bench) -> str:
    try:
        now = row.measure(bench)
    except NotHere as why:
        return f"| {row.work} | {why} | {row.before} | {row.rival} | {row.target or ''} | |"
    except (subprocess.TimeoutExpired, StopIteration, KeyError, ValueError) as error:
        return f"| {row.work} | no answer: {type(error).__name__} | {row.before} | {row.rival} | {row.target or ''} | |"
    met = "" if row.target is None else "yes" if (now >= row.target if row.more_is_better else now <= row.target) else "no"
    return f"| {row.work} ({row.unit}) | **{now:.3g}** | {row.before} | {row.rival} | {row.target or ''} | {met} |"


def main() -> int:
    options = parse()
    rows = [row for row in ROWS if not options.only or row.group in options.only]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        print("| work | now | before | others | target | met |\n|---|---|---|---|---|---|", flush=True)
        measured = 0
        for row in rows:
            line = line_of(row, bench)
            measured += "**" in line
            print(line, flush=True)
    if options.rivals:
        print("\nThe other viewers, on this machine:\n", flush=True)
        subprocess.run([sys.executable, str(Path(__file__).with_name("rivals.py")), "--tosaic", str(bench.bin / "tosaic"), "--writer", str(bench.bin / "write_sample")], check=False)
    return 0 if measured or not rows else 1


if __name__ == "__main__":
    sys.exit(main())
