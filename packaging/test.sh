#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs everything the tests need (Debian packages, the compilers from PyPI), builds, and runs all tests, real compiles included.
#   TOSAIC_PYTHON       interpreter that has the compilers already; otherwise one is made in build/tools
#   TOSAIC_TORCH_INDEX  package index with CPU builds of torch, where the default index would bring CUDA
#   TOSAIC_SAMPLES      folder with other people's files; tests that need it are skipped without it
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
jobs="${TOSAIC_JOBS:-2}"
cd "$here"

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

# What reads untrusted bytes also runs under the sanitizers.
cmake --preset asan
cmake --build build/asan -j "$jobs" --target tosaic_parser_tests
if [ -n "$tools_job" ]; then
    wait "$tools_job" || { cat build/tools.log; exit 1; }
    trap - EXIT
fi
cmake --preset ci
cmake --build build/ci -j "$jobs"

export QT_QPA_PLATFORM=offscreen
export OMP_NUM_THREADS=1 # as many tests run at a time as there are cores
# The sanitized tests end with a summary of their own; the summary of all the others comes last.
ASAN_OPTIONS=detect_leaks=0 ctest --test-dir build/asan -L parser -j "$jobs" --output-on-failure --no-tests=error
ctest --test-dir build/ci -j "$jobs" --output-on-failure --no-tests=error
