#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs everything the tests need (Debian packages, the compilers from PyPI), builds, and runs the tests, real compiles included.
# test.sh [--full]: --full takes every model through every target and memory mode on every way, which needs hours; without it each
# pair of them is met once, at the job.
#   TOSAIC_PYTHON       interpreter that has the compilers already; otherwise one is made in build/tools
#   TOSAIC_TORCH_INDEX  package index with CPU builds of torch, where the default index would bring CUDA
#   TOSAIC_SAMPLES      folder with other people's files; tests that need it are skipped without it
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
jobs="${TOSAIC_JOBS:-2}"
cd "$here"
case "${1:-}" in
    "") unset TOSAIC_FULL_MATRIX ;;
    --full) export TOSAIC_FULL_MATRIX=1 ;;
    *) echo "usage: packaging/test.sh [--full]" >&2; exit 2 ;;
esac

packaging/install-packages.sh packaging/packages-run.txt packaging/packages-test.txt

make_tools() {
    local tools="$1" torch_index=()
    echo "Making the tool environment in $tools"
    python3 -m venv --clear "$tools"
    [ -n "${TOSAIC_TORCH_INDEX:-}" ] && torch_index=(--index-url "$TOSAIC_TORCH_INDEX")
    # torch first and alone: a later step would otherwise bring a build with gigabytes of CUDA.
    "$tools/bin/pip" install -q "${torch_index[@]}" torch==2.13.0
    "$tools/bin/pip" install -q "executorch[ethos-u]==1.5.1"
    touch "$tools/complete"
}

tools_job=
if [ -z "${TOSAIC_PYTHON:-}" ]; then
    tools="$here/build/tools"
    TOSAIC_PYTHON="$tools/bin/python"
    if ! "$TOSAIC_PYTHON" resources/drivers/tosaic_probe.py >/dev/null 2>&1 || [ ! -e "$tools/complete" ]; then
        mkdir -p build
        (set -e; make_tools "$tools") >build/tools.log 2>&1 & # mostly waits for the network and the disk; the compiler does not
        tools_job=$!
        trap 'kill "$tools_job" 2>/dev/null || true' EXIT
    fi
fi
export TOSAIC_PYTHON

# What reads untrusted bytes is tested under the sanitizers, everything else without.
cmake --preset asan
cmake --build build/asan -j "$jobs" --target tosaic_parser_tests
cmake --preset ci
cmake --build build/ci -j "$jobs"
if [ -n "$tools_job" ]; then
    wait "$tools_job" || { cat build/tools.log; exit 1; }
    trap - EXIT
fi

export QT_QPA_PLATFORM=offscreen
export OMP_NUM_THREADS=1 # as many tests run at a time as there are cores
choice=(--output-on-failure --no-tests=error -j "$jobs")
[ -n "${TOSAIC_SAMPLES:-}" ] || choice+=(-LE nosamples) # nothing to leave away
status=0
ASAN_OPTIONS=detect_leaks=0 ctest --test-dir build/asan -L parser "${choice[@]}" --output-junit junit.xml || status=$?
ctest --test-dir build/ci "${choice[@]}" --output-junit junit.xml | tee build/tests.log || status=$?
python3 tests/testtimes.py slowest build/asan/junit.xml build/ci/junit.xml
# ctest's own summary of all but the sanitized tests, once more: it ends what is printed.
sed -n '/tests passed,/,$p' build/tests.log
exit "$status"
