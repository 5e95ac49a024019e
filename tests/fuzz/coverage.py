#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""coverage.py BUILD_DIR: how much of each reader the fuzz targets reach with BUILD_DIR/corpus (run-all.sh makes both),
written to COVERAGE.md: edges of the control flow by source file, over all targets, and every function of a file below
GOAL percent that is not reached whole. Counted by the fuzzers' own instrumentation, which they say with
-print_coverage=1; needs llvm-symbolizer. An edge counts where one target reaches it; of a function that several targets
reach in different parts the best of them counts, so that the numbers are a lower bound."""
import collections
import pathlib
import re
import subprocess
import sys

GOAL = 95  # percent
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
READERS = ("core/formats/", "core/workspace/", "core/localrun/", "core/npu/", "core/npusim/", "core/spec/",
           "core/accuracy/dataset", "core/boards/", "core/documents/", "core/toolchain/result", "profiler/parsers/",
           "profiler/imports/", "profiler/kernels/", "profiler/timeline/", "profiler/targets/embedded")
ROW = re.compile(r"^(UN)?COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) (.*) (\S+?):(\d+)(?::\d+)?$")


def functions(build, target):
    """File, name, line -> edges reached and there, of the functions of readers."""
    told = subprocess.run([build / "bin" / f"fuzz_{target}", "-runs=0", "-print_coverage=1", "-rss_limit_mb=4096",
                           build / "corpus" / target], capture_output=True, text=True, errors="replace", check=False)
    if told.returncode != 0:
        sys.exit(f"{target} failed on its own corpus: {told.stderr[-500:]}")
    for line in told.stderr.splitlines():
        if not (row := ROW.match(line)):
            continue
        path = row[5].split(f"{ROOT}/")[-1].lstrip("/")
        if path.startswith(READERS) and "_autogen" not in path:
            yield (path, row[4], int(row[6])), int(row[2]), int(row[3])


def main():
    build = pathlib.Path(sys.argv[1])
    targets = subprocess.run([build / "bin" / "makecorpus", "--list"], check=True, capture_output=True, text=True)
    best = {}
    for target in targets.stdout.split():
        for key, reached, there in functions(build, target):
            best[key] = max(best.get(key, (0, there)), (reached, there))
    files = collections.defaultdict(lambda: [0, 0, []])
    for (path, name, line), (reached, there) in best.items():
        files[path][0] += reached
        files[path][1] += there
        if reached < there:
            files[path][2].append((there - reached, f"{line} {name} {reached}/{there}"))
    reached = sum(one[0] for one in files.values())
    there = sum(one[1] for one in files.values())
    text = ["# What the fuzz targets reach of the readers", "",
            "Written by `coverage.py`, which says how it counts.", "",
            f"{reached} of {there} edges, {100 * reached / max(there, 1):.1f} %; goal {GOAL} %.", "",
            "| file | edges | reached | % |", "|---|---:|---:|---:|"]
    for path, (got, all_edges, _) in sorted(files.items()):
        text.append(f"| `{path}` | {all_edges} | {got} | {100 * got / all_edges:.1f} |")
    text += ["", f"## Not reached, in files below {GOAL} %", ""]
    for path, (got, all_edges, missing) in sorted(files.items()):
        if 100 * got < GOAL * all_edges:
            text.append(f"- `{path}`: " + "; ".join(f"`{what}`" for _, what in sorted(missing, reverse=True)[:8]))
    (HERE / "COVERAGE.md").write_text("\n".join(text) + "\n")
    print(f"{reached} of {there} edges")


main()
