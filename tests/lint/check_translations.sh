#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# check_translations.sh LUPDATE SOURCE_DIR: the English catalogue has every plural form of the sources, and none is unfinished.
set -euo pipefail

lupdate="$1"
cd "$2"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cp translations/tosaic_en.ts "$scratch/"
"$lupdate" -silent -pluralonly -no-obsolete -locations none -source-language en -target-language en_US -I . profiler views app -ts "$scratch/tosaic_en.ts"
if ! diff -u translations/tosaic_en.ts "$scratch/tosaic_en.ts"; then
    echo "The catalogue is not up to date: build the target update_translations and fill in the plural forms."
    exit 1
fi
if grep -n 'type="unfinished"' translations/tosaic_en.ts; then
    echo "Fill in these plural forms."
    exit 1
fi
