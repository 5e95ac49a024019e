#!/bin/bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# coverage.sh BUILD_DIR: builds the tests of what reads foreign bytes with clang's coverage in BUILD_DIR, runs them (with the files
# in TOSAIC_SAMPLES where that is set, and with the random networks of the simulator where TOSAIC_PYTHON has the compilers) and writes
# COVERAGE.md: the branches of each reader that were taken.
set -euo pipefail
fuzz_dir=$(cd "$(dirname "$0")" && pwd)
source_dir=$(cd "$fuzz_dir/../.." && pwd)
build_dir=${1:?usage: coverage.sh BUILD_DIR}
mkdir -p "$build_dir"
build_dir=$(cd "$build_dir" && pwd)
jobs=${TOSAIC_JOBS:-$(nproc)}
told=${TOSAIC_FUZZ_COVERAGE:-$fuzz_dir/COVERAGE.md}
readers=(core/formats/ core/npu/ core/npusim/ core/compiled/resultreader.cpp core/localrun/array.cpp core/localrun/indexinputs.cpp core/sweep/grid.cpp
    core/workspace/salvage.cpp profiler/imports/ profiler/parsers/)
others=(test_npusim test_sweep test_workspace test_compiled) # of readers that need no sanitizer: they stand on others

flags="-fprofile-instr-generate -fcoverage-mapping"
cmake -S "$source_dir" --preset asan -B "$build_dir" -DTOSAIC_SANITIZE= -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags"
cmake --build "$build_dir" -j "$jobs" --target tosaic_parser_tests "${others[@]}" tosaic-cli
rm -rf "$build_dir/profiles"
mkdir "$build_dir/profiles"
# Eight files for each program, to which its processes add: one for each test would fill the disk.
export LLVM_PROFILE_FILE="$build_dir/profiles/%8m.profraw" QT_QPA_PLATFORM=offscreen
ctest --test-dir "$build_dir" -L parser -j "$jobs" --output-on-failure | tail -n 20
(
    cd "$source_dir"
    for other in "${others[@]}"; do "$build_dir/bin/$other" --gtest_brief=1; done
    [ -z "${TOSAIC_PYTHON:-}" ] || TOSAIC_CLI="$build_dir/bin/tosaic-cli" "$TOSAIC_PYTHON" -m unittest tests/fixtures/test_npusim.py
)
llvm-profdata-16 merge -sparse "$build_dir"/profiles/*.profraw -o "$build_dir/tests.profdata"
mapfile -t programs < <(find "$build_dir/bin" \( -name 'test_*' -o -name tosaic-cli \) -type f -executable | sort)
objects=()
for program in "${programs[@]:1}"; do objects+=(-object "$program"); done
llvm-cov-16 export -summary-only -instr-profile "$build_dir/tests.profdata" "${programs[0]}" "${objects[@]}" >"$build_dir/coverage.json"
python3 - "$build_dir/coverage.json" "$source_dir" "${readers[@]}" >"$told.new" <<'PYTHON'
import json
import sys
from collections import defaultdict
from pathlib import Path

export, source, readers = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
folders, files = defaultdict(lambda: [0, 0, 0, 0]), []
for entry in json.loads(export.read_text())["data"][0]["files"]:
    name = entry["filename"].removeprefix(source + "/")
    if not name.startswith(tuple(readers)):
        continue
    branches, lines = entry["summary"]["branches"], entry["summary"]["lines"]
    counts = branches["covered"], branches["count"], lines["covered"], lines["count"]
    files.append((name, *counts))
    folder = folders[str(Path(name).parent)]
    for index, count in enumerate(counts):
        folder[index] += count


def row(name: str, taken: int, branches: int, run: int, lines: int) -> str:
    return f"| {name} | {taken} | {branches} | {100 * taken / max(branches, 1):.1f} % | {100 * run / max(lines, 1):.1f} % |"


print("# Branches of the readers that tests take\n")
print("Written by `coverage.sh`; the simulator's own tests count with those of the readers. Each side of a condition is a branch; the goal is 95 %. A condition that only a broken invariant or an")
print("allocation that fails could turn counts like any other.\n")
head = "| {} | taken | branches | of them | lines |\n|---|---:|---:|---:|---:|"
print(head.format("folder"))
for name in sorted(folders):
    print(row(name, *folders[name]))
print(row("**all**", *(sum(counts) for counts in zip(*folders.values()))))
print("\nFiles below 95 %, those with most branches that are not taken first:\n")
print(head.format("file"))
for entry in sorted((entry for entry in files if entry[1] < 0.95 * entry[2]), key=lambda entry: entry[1] - entry[2]):
    print(row(*entry))
PYTHON
mv "$told.new" "$told"
grep -F '**all**' "$told"
