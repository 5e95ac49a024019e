#!/usr/bin/env bash
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# install-packages.sh LIST...: installs the Debian packages named in the lists, if any is missing.
set -euo pipefail

mapfile -t wanted < <(sed 's/#.*//' "$@" | grep -v '^[[:space:]]*$' | sort -u)
missing=()
for package in "${wanted[@]}"; do
    [ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "error: ${#missing[@]} packages are missing and neither root nor sudo is there. Install: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi
echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
