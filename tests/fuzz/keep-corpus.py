#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""keep-corpus.py BUILD_DIR [TARGET...]: minimises what run-all.sh left in BUILD_DIR/corpus (libFuzzer's -merge: the
smallest inputs that reach all that the whole reaches) and keeps it in corpus.zip, of each target the smallest inputs up
to LARGEST bytes each and TOTAL together. Targets that are not named stay as they are."""
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

LARGEST = 4096  # bytes of one input
TOTAL = 16384  # bytes of one target, before they are packed
HERE = pathlib.Path(__file__).resolve().parent
EPOCH = (2000, 1, 1, 0, 0, 0)  # the archive is the same for the same inputs


def merged(build, target):
    """Smallest first."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([build / "bin" / f"fuzz_{target}", "-merge=1", "-timeout=20", "-rss_limit_mb=2048",
                        f"-max_len={LARGEST}", folder, build / "corpus" / target],
                       check=True, stderr=subprocess.DEVNULL)
        inputs = [path.read_bytes() for path in pathlib.Path(folder).iterdir()]
    return sorted(inputs, key=lambda one: (len(one), one))


def chosen(inputs):
    room = TOTAL
    for one in inputs:
        room -= len(one)
        if room < 0:
            return
        yield one


def main():
    build = pathlib.Path(sys.argv[1])
    listed = subprocess.run([build / "bin" / "makecorpus", "--list"], check=True, capture_output=True, text=True)
    targets = listed.stdout.split()
    kept = HERE / "corpus.zip"
    members = {}
    if kept.exists():
        with zipfile.ZipFile(kept) as archive:
            members = {name: archive.read(name) for name in archive.namelist() if name.split("/")[0] in targets}
    for target in sys.argv[2:] or targets:
        members = {name: data for name, data in members.items() if not name.startswith(target + "/")}
        inputs = list(chosen(merged(build, target)))
        members |= {f"{target}/{i:03}": data for i, data in enumerate(inputs)}
        print(f"{target}: {len(inputs)} inputs", flush=True)
    draft = kept.with_suffix(".new")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(members):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), members[name], zipfile.ZIP_DEFLATED)
    os.replace(draft, kept)


main()
