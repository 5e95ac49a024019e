#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs everything the tests need (Debian packages, the compilers from PyPI), builds, and runs the tests, real compiles included.
# test.sh [--full]: --full takes every model through every target and memory mode on every way, which needs hours; without it each
# pair of them is met once, at the job.
#   TOSAIC_PYTHON       interpreter that has the compilers already; otherwise one is made in build/tools
#   TOSAIC_PYTHON_VELA52  interpreter with Vela 5.2.0, for what compares versions; otherwise one is made in build/vela52
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

since_start() { # so that one sees where the half hour goes
    echo "$1 after $((SECONDS / 60)) min $((SECONDS % 60)) s"
}
since_start "Packages installed"

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

add_dask() {
    "$1/bin/python" -c 'import dask_jobqueue' 2>/dev/null || "$1/bin/pip" install -q "dask[distributed]==2026.1.1" dask-jobqueue==0.9.0
}

make_vela52() {
    echo "Making an environment of Vela 5.2 in $1"
    python3 -m venv --clear "$1"
    "$1/bin/pip" install -q ethos-u-vela==5.2.0
}

# What is installed below mostly waits for the network and the disk; the compiler does not.
mkdir -p build
tools_job=
vela52_job=
trap 'kill $tools_job $vela52_job 2>/dev/null || true' EXIT
if [ -z "${TOSAIC_PYTHON:-}" ]; then
    tools="$here/build/tools"
    TOSAIC_PYTHON="$tools/bin/python"
    if ! "$TOSAIC_PYTHON" resources/drivers/tosaic_probe.py >/dev/null 2>&1 || [ ! -e "$tools/complete" ]; then
        (set -e; make_tools "$tools"; add_dask "$tools") >build/tools.log 2>&1 &
    else
        add_dask "$tools" >build/tools.log 2>&1 &
    fi
    tools_job=$!
fi
if [ -z "${TOSAIC_PYTHON_VELA52:-}" ]; then
    TOSAIC_PYTHON_VELA52="$here/build/vela52/bin/python"
    if ! "$TOSAIC_PYTHON_VELA52" -c 'import ethosu' 2>/dev/null; then
        (set -e; make_vela52 "$here/build/vela52") >build/vela52.log 2>&1 &
        vela52_job=$!
    fi
fi
export TOSAIC_PYTHON TOSAIC_PYTHON_VELA52

# What reads untrusted bytes is tested under the sanitizers, everything else without.
cmake --preset asan -DCMAKE_CXX_FLAGS_DEBUG=-O0 # with line numbers, as the preset has them, a sixth more
cmake --build build/asan -j "$jobs" --target tosaic_parser_tests
since_start "Sanitized tests built"
cmake --preset ci
cmake --build build/ci -j "$jobs"
since_start "Everything built"
for job in tools vela52; do
    number="${job}_job"
    [ -z "${!number}" ] || wait "${!number}" || { cat "build/$job.log"; exit 1; }
done
trap - EXIT
since_start "Compilers there"

export QT_QPA_PLATFORM=offscreen
export OMP_NUM_THREADS=1 # about as many tests run at a time as there are cores
# One more than cores: a test waits for its processes a fifth of its time.
choice=(--output-on-failure --no-tests=error -j "$((jobs + 1))")
[ -n "${TOSAIC_SAMPLES:-}" ] || choice+=(-LE nosamples) # nothing to leave away
status=0
# Addresses of what a function has left behind are looked for with --full: it takes a fifth more.
ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=${TOSAIC_FULL_MATRIX:-0}" ctest --test-dir build/asan -L parser "${choice[@]}" --output-junit junit.xml || status=$?
since_start "Sanitized tests run"
ctest --test-dir build/ci "${choice[@]}" --output-junit junit.xml | tee build/tests.log || status=$?
since_start "All tests run"
python3 tests/testtimes.py slowest build/asan/junit.xml build/ci/junit.xml
python3 tests/testtimes.py failed build/asan/junit.xml build/ci/junit.xml
# ctest's own summary of all but the sanitized tests, once more: it ends what is printed.
sed -n '/tests passed,/,$p' build/tests.log
exit "$status"
