#!/bin/bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# run-all.sh BUILD_DIR [MINUTES]: builds the fuzz targets with clang in BUILD_DIR and runs each of them
# for that many minutes (5). What crashes, hangs or eats memory is left in BUILD_DIR/findings; copy it
# to tests/fuzz/findings/<target> once it is understood, so that it stays tested.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
build_dir=${1:?usage: run-all.sh BUILD_DIR [MINUTES]}
minutes=${2:-5}
mkdir -p "$build_dir"
build_dir=$(cd "$build_dir" && pwd)

cmake -S "$source_dir" --preset fuzz -B "$build_dir"
cmake --build "$build_dir" --target fuzz_pte fuzz_velastream makecorpus

mkdir -p "$build_dir/corpus" "$build_dir/findings"
folders=("$source_dir/tests/fixtures")
[ -n "${TOSAIC_SAMPLES:-}" ] && folders+=("$TOSAIC_SAMPLES")
"$build_dir/bin/makecorpus" "$build_dir/corpus" "${folders[@]}"

status=0
for target in pte velastream; do
    echo "== $target for $minutes minutes"
    "$build_dir/bin/fuzz_$target" -max_total_time=$((minutes * 60)) -max_len=65536 -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$build_dir/findings/$target-" \
        "$build_dir/corpus/$target" || status=1
done
exit $status
