#!/bin/bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# check-model.sh SPEC.json COMPILED ACCEPTED BOARD REPORTS
# COMPILED and ACCEPTED are folders of a compile (tosaic-cli compile ... -o FOLDER); REPORTS gets JUnit, SARIF and Markdown.
# TOSAIC_CLI names the program, GROWTH the percent of cycles that are allowed (2).
set -u
spec=$1 compiled=$2 accepted=$3 board=$4 reports=$5
cli=${TOSAIC_CLI:-tosaic-cli}
mkdir -p "$reports"
status=0

judge() { # NAME COMMAND...: all three forms, one exit code
    local name=$1
    shift
    for format in junit:xml sarif:sarif markdown:md; do
        "$cli" "$@" --format "${format%:*}" > "$reports/$name.${format#*:}" 2> "$reports/$name.log" || status=1
    done
    cat "$reports/$name.md"
}

program=$(find "$compiled" -maxdepth 1 -name '*.pte' | head -n 1)
judge spec spec check "$spec"
judge program inspect "$program" --check
judge budget budget "$compiled" --board "$board"
judge cycles diff "$accepted" "$compiled" --fail-above "${GROWTH:-2}"
exit $status
