#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Tosaic needs on Debian 12, builds it, and opens the window on the bundled MobileNetV2. Without a display it does the same
# job headless and says where picture, summary and report are. Python and the compilers are not needed; the window offers them.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${TOSAIC_BUILD_DIR:-$here/build/release}"
sample="$here/resources/samples/mobilenet_v2"

"$here/packaging/install-packages.sh" "$here/packaging/packages-run.txt"
cmake --preset release -S "$here" -B "$build" >"$here/.configure.log" 2>&1 || { cat "$here/.configure.log"; exit 1; }
rm -f "$here/.configure.log"
cmake --build "$build" -j "${TOSAIC_JOBS:-$(nproc)}"

model="$(find "$sample" -name '*.pte' | sort | head -n 1)"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$build/bin/tosaic" "${1:-$model}"
fi

out="${TOSAIC_OUT_DIR:-$here/build/first-look}"
mkdir -p "$out"
cli="$build/bin/tosaic-cli"
echo
"$cli" inspect "${1:-$model}" | tee "$out/summary.txt"
"$cli" screenshot "${1:-$model}" -o "$out/window.png" --size 1600x1000
"$cli" report "${1:-$model}" -o "$out/report.html"
cat <<TEXT

There is no display, so the window was drawn into a file.
  picture  $out/window.png
  summary  $out/summary.txt
  report   $out/report.html
On a desktop, run: $build/bin/tosaic
TEXT
