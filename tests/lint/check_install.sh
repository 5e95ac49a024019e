#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# check_install.sh BUILD_DIR: what is installed works from where it is installed, without the source tree's help.
set -euo pipefail

build="$1"
prefix="$(mktemp -d)"
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >/dev/null

desktop-file-validate "$prefix"/share/applications/*.desktop
appstreamcli validate --no-net "$prefix"/share/metainfo/*.xml >/dev/null
update-mime-database "$prefix/share/mime"

cli="$prefix/bin/tosaic-cli"
"$cli" --version
"$prefix/bin/tosaic" --version
sample="$(find "$prefix/share/tosaic/samples" -name '*.pte' | head -n 1)"
[ -n "$sample" ] || { echo "the bundled sample is not installed"; exit 1; }
[ -e "$prefix/share/tosaic/drivers/tosaic_compile.py" ] || { echo "the compiler drivers are not installed"; exit 1; }
for page in guide simulator accuracy sweeps; do
    [ -s "$prefix/share/tosaic/help/$page.md" ] || { echo "the help page $page is not installed"; exit 1; }
done
"$cli" inspect "$sample" >/dev/null
"$cli" budget --list | grep -q corstone-300 || { echo "the boards are not installed"; exit 1; }
# The layout program is found beside the installed executables.
"$cli" graph "$sample" -o "$prefix/graph.svg"
grep -q '<svg' "$prefix/graph.svg"
"$cli" report "$sample" -o "$prefix/report.html"
echo "installed programs work"
