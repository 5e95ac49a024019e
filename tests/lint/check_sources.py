#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the habits that a compiler does not see: file sizes, licence headers, no unfinished work, prescribed top folders, classes
that are split by state instead of over files."""
import re
import subprocess
import sys
from pathlib import Path

SOURCES = {".h", ".cpp", ".py", ".cmake", ".sh", ".fbs"}
TOP = {"app", "core", "views", "profiler", "resources", "translations", "tests", "packaging", ".ci"}
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]) + r")\b")
LARGEST_CPP = 600   # lines
USUAL_CPP = 350     # lines, for 90 % of the files
PRODUCTION = ("app/", "core/", "profiler/", "views/")
MEMBER = re.compile(r"^(?!\s|//|using|return|#|\})(?:[\w:<>,*&\[\]\s~]+?\s[*&]?)?((?:\w+::)+)(?:~?\w+|operator\S+)\s*\(", re.MULTILINE)
MOST_FILES = 2      # .cpp files that define members of one class


def tracked(root: Path) -> list[Path]:
    try:
        names = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
        files = [root / n for n in names if n]
    except (OSError, subprocess.CalledProcessError):
        files = [f for f in root.rglob("*") if "build" not in f.parts[:2]]
    return [f for f in files if f.is_file()]


def spread(texts: dict[str, str]) -> list[str]:
    """Classes whose members stand in more than MOST_FILES .cpp files of a folder."""
    files: dict[str, set[str]] = {}
    for path, text in texts.items():
        for member in MEMBER.finditer(text):
            files.setdefault(f"{path.rpartition('/')[0]} {member.group(1).removesuffix('::')}", set()).add(path)
    wide = {name for name, where in files.items() if len(where) > MOST_FILES}
    return [f"{name}: its members stand in {len(files[name])} files, at most {MOST_FILES}: " + ", ".join(sorted(files[name]))
            for name in sorted(wide)]


def main(root: Path) -> int:
    problems = []
    production = {}
    files = tracked(root)
    for top in {f.relative_to(root).parts[0] for f in files if len(f.relative_to(root).parts) > 1} - TOP:
        problems.append(f"{top}/: not one of the prescribed top folders")
    lines = {}
    for file in files:
        path = file.relative_to(root).as_posix()
        generated = "/generated/" in path or path.startswith("resources/samples/")
        if generated or not (file.suffix in SOURCES or file.name == "CMakeLists.txt"):
            continue
        text = file.read_text(encoding="utf-8")
        if "SPDX-License-Identifier: GPL-3.0-or-later" not in text[:400]:
            problems.append(f"{path}: no SPDX licence line")
        for number, line in enumerate(text.split("\n"), 1):
            if UNFINISHED.search(line):
                problems.append(f"{path}:{number}: marks unfinished work: {line.strip()}")
        if "new QFileDialog" in text and path.startswith(("app/", "views/")) and path != "views/widgets/filedialog.cpp":
            problems.append(f"{path}: a QFileDialog of its own reads the files it lists; newFileDialog() does not")
        if file.suffix == ".cpp":
            lines[path] = text.count("\n")
            if path.startswith(PRODUCTION):
                production[path] = text
    problems += [f"{p}: {n} lines, the largest allowed is {LARGEST_CPP}" for p, n in lines.items() if n > LARGEST_CPP]
    long = sorted((p for p, n in lines.items() if n > USUAL_CPP), key=lambda p: -lines[p])
    if lines and len(long) > len(lines) / 10:
        problems.append(f"{len(long)} of {len(lines)} .cpp files are above {USUAL_CPP} lines: " + ", ".join(f"{p} ({lines[p]})" for p in long))
    problems += spread(production)
    print("\n".join(problems) or f"{len(files)} files checked")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
