#!/bin/bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# run-all.sh BUILD_DIR [MINUTES [TARGET...]]: builds the fuzz targets with clang in BUILD_DIR and runs each of them
# (or those named) until it has the executions that goals.txt wants of it, at most MINUTES (5) each, as many targets at a
# time as TOSAIC_FUZZ_JOBS says (one for each core), with inputs of at most TOSAIC_FUZZ_LONGEST bytes (4096: most of what
# can go wrong needs few, and ten times as many are tried in the same time). What was executed is added to EXECUTIONS.md,
# so that several runs reach the goals together; as long as one is not reached the exit code is 3. What crashes, hangs or
# eats memory is left in BUILD_DIR/findings (exit code 1); copy it to tests/fuzz/findings/<target> once it is mended, so
# that it stays tested. TOSAIC_FUZZ_BUILT=1 takes the programs in BUILD_DIR/bin as they are.
set -euo pipefail
fuzz_dir=$(cd "$(dirname "$0")" && pwd)
source_dir=$(cd "$fuzz_dir/../.." && pwd)
build_dir=${1:?usage: run-all.sh BUILD_DIR [MINUTES [TARGET...]]}
minutes=${2:-5}
shift $(($# < 2 ? $# : 2))
mkdir -p "$build_dir"
build_dir=$(cd "$build_dir" && pwd)
jobs=${TOSAIC_FUZZ_JOBS:-$(nproc)}
export longest=${TOSAIC_FUZZ_LONGEST:-4096}
told=${TOSAIC_FUZZ_EXECUTIONS:-$fuzz_dir/EXECUTIONS.md}

if [ -z "${TOSAIC_FUZZ_BUILT:-}" ]; then
    cmake -S "$source_dir" --preset fuzz -B "$build_dir"
    cmake --build "$build_dir" -j "$jobs" --target fuzzers makecorpus
fi
mkdir -p "$build_dir/corpus" "$build_dir/findings" "$build_dir/logs"
folders=("$source_dir/tests/fixtures")
[ -n "${TOSAIC_SAMPLES:-}" ] && folders+=("$TOSAIC_SAMPLES")
"$build_dir/bin/makecorpus" "$build_dir/corpus" "${folders[@]}"
mapfile -t all < <("$build_dir/bin/makecorpus" --list)
chosen=("${all[@]}")
[ $# -gt 0 ] && chosen=("$@")

goal_of() { awk -v target="$1" '$1 == target { print $2 }' "$fuzz_dir/goals.txt"; }
done_of() { [ ! -f "$told" ] || awk -F ' *[|] *' -v target="$1" '$2 == target { print $3 }' "$told"; }

for target in "${all[@]}"; do
    [ -n "$(goal_of "$target")" ] || { echo "$target has no row in goals.txt" >&2; exit 2; }
done

fuzz_one() {
    local build_dir=$1 minutes=$2 target=$3 runs=$4
    local log="$build_dir/logs/$target.log"
    "$build_dir/bin/fuzz_$target" -runs="$runs" -max_total_time=$((minutes * 60)) -max_len="$longest" -timeout=10 \
        -entropic=0 -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$build_dir/findings/$target-" \
        "$build_dir/corpus/$target" >"$log" 2>&1 || { echo "$target: found something, see $log"; return 1; }
    echo "$target: $(grep -o 'number_of_executed_units: .*' "$log" | tail -1), nothing found"
}
export -f fuzz_one

# Half of the time of short inputs went into where memory came from, which only a finding asks, into a choice of inputs
# by how rare their features are, and into stacks that outlive their functions, which the ordinary tests look for.
export ASAN_OPTIONS=${ASAN_OPTIONS:-malloc_context_size=2:quarantine_size_mb=16:detect_stack_use_after_return=0}
rm -f "$build_dir"/logs/*.log
failed=0
for target in "${chosen[@]}"; do
    missing=$(($(goal_of "$target") - $(done_of "$target" | grep . || echo 0)))
    if [ "$missing" -gt 0 ]; then printf '%s\0%s\0' "$target" "$missing"; fi
done | xargs -0 -r -n 2 -P "$jobs" bash -c 'fuzz_one "$@"' _ "$build_dir" "$minutes" || failed=1

commit=$(git -C "$source_dir" rev-parse --short=12 HEAD)
date=$(date -u +%Y-%m-%d)
sum=0
reached=1
rows=
for target in "${all[@]}"; do
    before=$(done_of "$target" | grep . || echo 0)
    log="$build_dir/logs/$target.log"
    units=$(grep -o 'number_of_executed_units: *[0-9]*' "$log" 2>/dev/null | tail -1 | tr -cd 0-9 || true)
    row=$([ -f "$told" ] && awk -F ' *[|] *' -v target="$target" '$2 == target' "$told" || true)
    if [ -n "$units" ]; then
        row="| $target | $((before + units)) | $commit | $date |"
    elif [ -z "$row" ]; then
        row="| $target | 0 | | |"
    fi
    total=$((before + ${units:-0}))
    sum=$((sum + total))
    [ "$total" -ge "$(goal_of "$target")" ] || reached=0
    rows+="$row"$'\n'
done
{
    echo "# Executions of the fuzz targets"
    echo
    echo "Written by \`run-all.sh\`, which adds what it executes; the goals are in \`goals.txt\`. Commit and date are those of the last run of a target."
    echo
    echo "| target | executions | commit | date |"
    echo "|---|---:|---|---|"
    printf '%s' "$rows"
    echo "| **all** | $sum | | |"
} >"$told.new"
mv "$told.new" "$told"
echo "$sum executions in total"
[ "$failed" = 0 ] || exit 1
[ "$reached" = 1 ] || { echo "the goals of goals.txt are not reached yet: run it again"; exit 3; }
