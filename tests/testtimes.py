#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests take, from ctest's JUnit files.

testtimes.py slowest JUNIT...         prints the twenty slowest
testtimes.py failed JUNIT...          prints how the output of each that failed ends
testtimes.py record BUILD JUNIT...    writes tests/costs.txt: seconds of each program's longest test, from ten seconds on
"""
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

COSTS = Path(__file__).resolve().with_name("costs.txt")
WORTH_RECORDING = 10  # seconds


def times(files: list[str]) -> dict[str, float]:
    return {case.get("name"): float(case.get("time")) for file in files for case in ElementTree.parse(file).iter("testcase")}


def slowest(files: list[str]) -> None:
    taken = times(files)
    print(f"The slowest of {len(taken)} tests, {sum(taken.values()):.0f} s in all:")
    for name, seconds in sorted(taken.items(), key=lambda item: -item[1])[:20]:
        print(f"{seconds:8.1f} s  {short(name)}")


def short(name: str) -> str:
    """Without the bytes of a parameter that has no text of its own."""
    return name.split("  # GetParam()")[0]


def failed(files: list[str]) -> None:
    """Kept short: where only the end of what was printed is seen, this is in it."""
    cases = [case for file in files for case in ElementTree.parse(file).iter("testcase") if case.get("status") == "fail"]
    for case in cases[:4]:
        output = (case.findtext("system-out") or "").strip()
        telling = [line for line in output.splitlines() if re.search(r"FAIL|ERROR|Error|Failure|error:|Exception", line)]
        print(f"{short(case.get('name'))} failed:")
        for line in telling[:6] + ["[...]"] + output.splitlines()[-12:]:
            print(f"    {line[:160]}")


def record(build: str, files: list[str]) -> None:
    listed = json.loads(subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True).stdout)
    # A case counts for its program, a script for itself.
    owners = {test["name"]: Path(test["command"][0]).name for test in listed["tests"] if "bin/test_" in test.get("command", [""])[0]}
    costs: dict[str, float] = {}
    for name, seconds in times(files).items():
        owner = owners.get(name, name)
        costs[owner] = max(costs.get(owner, 0), seconds)
    rows = sorted((f"{seconds:.0f} {name}" for name, seconds in costs.items() if seconds >= WORTH_RECORDING), key=lambda row: -int(row.split()[0]))
    COSTS.write_text("# Seconds of the longest test of each program, on two cores: testtimes.py record\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    {"slowest": lambda: slowest(sys.argv[2:]), "failed": lambda: failed(sys.argv[2:]), "record": lambda: record(sys.argv[2], sys.argv[3:])}[sys.argv[1]]()
