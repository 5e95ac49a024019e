#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the layering: who may include whom, over the #include lines of the sources.

On Debian a target that links only Qt Core still compiles <QtWidgets/QWidget>, so link lines alone do not hold it.
"""
import re
import sys
from pathlib import Path

# folder -> folders it may include besides itself. Folders not listed here are an error, so that a new one is placed deliberately.
ALLOWED = {
    "core/base": [],
    "core/model": ["core/base"],
    "core/spec": ["core/base"],
    "core/compiled": ["core/base", "core/model", "core/spec", "core/formats"],
    "core/toolchain": ["core/base", "core/compiled", "core/spec", "core/formats"],
    "core/formats": ["core/base", "core/model"],
    "core/npu": ["core/base", "core/model", "core/formats"],
    "core/npusim": ["core/base", "core/model", "core/formats", "core/npu"],
    "core/inspect": ["core/base", "core/model", "core/formats", "core/npu"],
    "core/boards": ["core/base", "core/spec"],
    "core/sweep": ["core/base", "core/analysis", "core/boards", "core/spec", "core/compiled", "core/toolchain"],
    "core/pinsearch": ["core/base", "core/analysis", "core/spec", "core/sweep", "core/compiled", "core/toolchain"],
    "core/advice": ["core/base", "core/analysis", "core/model", "core/spec", "core/sweep", "core/compiled", "core/toolchain"],
    "core/analysis": ["core/base", "core/boards", "core/formats", "core/model", "core/npu", "core/spec", "core/compiled"],
    "core/localrun": ["core/base", "core/model", "core/formats", "core/npu", "core/npusim", "core/inspect", "core/toolchain", "core/analysis"],
    "core/accuracy": ["core/base", "core/model", "core/formats", "core/npu", "core/npusim", "core/analysis", "core/spec", "core/compiled", "core/toolchain", "core/localrun"],
    "core/graph": ["core/base", "core/model", "core/npu", "core/compiled", "core/analysis"],
    "core/layout": ["core/base"],
    "core/workspace": ["core/base", "core/spec", "core/compiled", "core/toolchain", "core/analysis"],
    "core/teamstore": ["core/base", "core/workspace"],
    "core/report": ["core/base"],
    "core/documents": ["core/base", "core/model", "core/spec", "core/compiled", "core/toolchain", "core/formats", "core/npu",
                       "core/inspect", "core/analysis", "core/workspace"],
    "profiler": ["core/base", "core/workspace"],
    "profiler/parsers": ["core/base", "core/model", "profiler"],
    "profiler/analysis": ["core/base", "core/model", "core/spec", "core/workspace", "profiler", "profiler/parsers"],
    "profiler/join": ["core/base", "core/model", "core/spec", "core/formats", "core/npu", "core/compiled", "core/analysis",
                      "profiler", "profiler/analysis"],
    "profiler/store": ["core/base", "core/analysis", "core/workspace", "profiler", "profiler/parsers"],
    "profiler/timeline": ["core/base", "core/model", "core/analysis", "core/npu", "profiler", "profiler/parsers", "profiler/join"],
    "profiler/kernels": ["core/base", "core/model", "profiler", "profiler/parsers", "profiler/analysis"],
    "profiler/imports": ["core/base", "core/model", "core/formats", "core/workspace", "profiler", "profiler/parsers", "profiler/analysis",
                         "profiler/join", "profiler/store"],
    "profiler/targets": ["core/base", "core/model", "core/spec", "core/formats", "core/toolchain", "core/analysis", "core/workspace", "core/documents",
                         "profiler", "profiler/parsers", "profiler/store", "profiler/kernels"],
    "profiler/doctor": ["core/base", "core/spec", "core/teamstore", "core/toolchain", "core/workspace", "profiler/targets"],
    "profiler/exports": ["core/base", "core/spec", "core/compiled", "core/workspace"],
    "profiler/session": ["core/*", "profiler", "profiler/parsers", "profiler/analysis", "profiler/join", "profiler/timeline",
                         "profiler/kernels", "profiler/store", "profiler/imports"],
    "views/models": ["core/*", "profiler", "profiler/*"],
    "views/widgets": ["core/*", "views/models"],
    "views/canvas": ["core/*", "profiler", "profiler/*", "views/models", "views/widgets"],
    # Two graph pages side by side: stands above them.
    "views/twographs": ["core/*", "profiler", "profiler/*", "views/models", "views/widgets", "views/canvas", "views/graph"],
    "views/*": ["core/*", "profiler", "profiler/*", "views/models", "views/widgets", "views/canvas"],
    "app/shell": ["core/*", "profiler", "profiler/*", "views/*"],
    "app/cli": ["core/*", "profiler", "profiler/*", "views/*", "app/shell/*"],
}

# Rooms of the two programs -> rooms they may include besides themselves; all may include what the program may.
ROOMS = {
    "app/shell": {
        "frame": [],
        "tools": ["frame"],
        "models": ["frame"],
        "compile": ["frame", "tools"],
        "workspace": ["frame", "tools", "models", "compile"],
        "spec": ["frame", "tools", "compile", "workspace"],
        "whatif": ["frame", "tools", "models", "compile", "workspace", "spec"],
        "graph": ["frame", "workspace"],
        "runs": ["frame", "tools", "models", "workspace"],
        "report": ["frame", "workspace", "spec"],
        "window": ["frame", "tools", "models", "compile", "workspace", "spec", "whatif", "graph", "runs", "report"],
    },
    "app/cli": {
        "frame": [],
        "program": ["frame"],
        "keep": ["frame"],
        "runs": ["frame"],
        "compile": ["frame", "program", "keep"],
        "report": ["frame", "program", "compile", "runs"],
    },
}
for program, rooms in ROOMS.items():
    allowed = ALLOWED.pop(program)
    ALLOWED |= {f"{program}/{room}": allowed + [f"{program}/{below}" for below in rooms[room]] for room in rooms}

# Exceptions granted for a while. Keep it empty.
DEBT: set[tuple[str, str]] = set()

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
GUI = re.compile(r"^Qt(Gui|Widgets|Charts|Svg|SvgWidgets)/|^Q(Widget|Application|GuiApplication|Painter|Pixmap|Image|Color|Font|Icon|Action|"
                 r"Palette|Chart|ChartView|MainWindow|PushButton|Label|Dialog|MessageBox|FileDialog|Graphics\w+|(Tree|Table|List|AbstractItem)View)$")


def layer_of(path: str) -> str:
    parts = path.split("/")
    if parts[0] == "profiler" and len(parts) == 2:
        return "profiler"
    return "/".join(parts[:3 if parts[0] == "app" else 2])


def rule_for(layer: str) -> list[str] | None:
    if layer in ALLOWED:
        return ALLOWED[layer]
    return ALLOWED.get(layer.split("/")[0] + "/*")


def matches(layer: str, pattern: str) -> bool:
    return layer == pattern or (pattern.endswith("/*") and layer.startswith(pattern[:-1]))


def violations(root: Path) -> list[str]:
    found = []
    for top in ("core", "profiler", "views", "app"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            path = file.relative_to(root).as_posix()
            layer = layer_of(path)
            allowed = rule_for(layer)
            if allowed is None:
                found.append(f"{path}: folder {layer} has no rule in check_layers.py")
                continue
            for kind, name in INCLUDE.findall(file.read_text(encoding="utf-8")):
                if kind == "<":
                    if top in ("core", "profiler") and GUI.search(name):
                        found.append(f"{path}: includes <{name}>, but {top} knows no windows")
                    continue
                if name.startswith("../") or name.startswith("./"):
                    found.append(f'{path}: includes "{name}"; use the full path from the root')
                if not re.match(r"(core|profiler|views|app|tests)/", name):
                    continue  # generated headers
                target = layer_of(name)
                if target == layer or any(matches(target, p) for p in allowed) or (path, name) in DEBT:
                    continue
                found.append(f'{path}: {layer} must not include "{name}"')
    return found


if __name__ == "__main__":
    problems = violations(Path(sys.argv[1]))
    print("\n".join(problems) or "layers hold")
    sys.exit(1 if problems else 0)
