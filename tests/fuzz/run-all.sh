#!/bin/bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# run-all.sh BUILD_DIR [MINUTES [TARGET...]]: builds the fuzz targets with clang in BUILD_DIR and runs each of them
# (or those named) for that many minutes (5), as many at a time as there are cores. What crashes, hangs or eats
# memory is left in BUILD_DIR/findings; copy it to tests/fuzz/findings/<target> once it is mended, so that it stays tested.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
build_dir=${1:?usage: run-all.sh BUILD_DIR [MINUTES [TARGET...]]}
minutes=${2:-5}
shift $(($# < 2 ? $# : 2))
mkdir -p "$build_dir"
build_dir=$(cd "$build_dir" && pwd)

cmake -S "$source_dir" --preset fuzz -B "$build_dir"
cmake --build "$build_dir" --target fuzzers makecorpus

mkdir -p "$build_dir/corpus" "$build_dir/findings" "$build_dir/logs"
folders=("$source_dir/tests/fixtures")
[ -n "${TOSAIC_SAMPLES:-}" ] && folders+=("$TOSAIC_SAMPLES")
"$build_dir/bin/makecorpus" "$build_dir/corpus" "${folders[@]}"
[ $# -gt 0 ] || mapfile -t all < <("$build_dir/bin/makecorpus" --list)
[ $# -gt 0 ] && all=("$@")

fuzz_one() {
    local build_dir=$1 minutes=$2 target=$3
    "$build_dir/bin/fuzz_$target" -max_total_time=$((minutes * 60)) -max_len=65536 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$build_dir/findings/$target-" "$build_dir/corpus/$target" \
        >"$build_dir/logs/$target.log" 2>&1 || { echo "$target: found something, see logs/$target.log"; return 1; }
    echo "$target: $(grep -o 'number_of_executed_units: .*' "$build_dir/logs/$target.log" | tail -1), nothing found"
}
export -f fuzz_one
printf '%s\n' "${all[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one "$@"' _ "$build_dir" "$minutes" {}
