# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What PyTorch and ExecuTorch themselves find in .pt2, ETRecord and ETDump files.

listprograms.py FILE...: prints {file: result} as JSON on the last line of its output. Result of a
.pt2 or .etrecord: {"graphs": {name: [[node, operator, debug handle]...]}}, of an .etdp:
{"events": [[run, event, count, nanoseconds]...]}, of any of them {"error": text}. One interpreter
for all files, because importing takes longer than the work.
"""

import json
import operator
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[4] / "resources" / "drivers"))
from tosaic_driver.quick_imports import quick_imports  # noqa: E402

with quick_imports():
    from executorch.exir.dialects.edge._ops import EdgeOpOverload  # noqa: E402


def operator_name(target):
    if isinstance(target, torch._ops.HigherOrderOperator):
        return "higher_order." + target.name()
    if isinstance(target, str):
        return target
    if isinstance(target, EdgeOpOverload):
        target = target._op
    name = str(target)
    if name.startswith("<built-in"):
        return f"{target.__module__}.{target.__name__}"
    return name


def nodes(graph_module):
    """Calls only: inputs, outputs and the getitem of several results are no nodes of the file."""
    return [
        [node.name, operator_name(node.target), node.meta.get("debug_handle")]
        for node in graph_module.graph.nodes
        if node.op == "call_function" and node.target is not operator.getitem
    ]


def read_pt2(path):
    from torch.export.pt2_archive._package import load_pt2

    programs = load_pt2(path).exported_programs
    return {"graphs": {name: nodes(ep.graph_module) for name, ep in programs.items()}}


def read_etrecord(path):
    from executorch.devtools.etrecord import parse_etrecord

    record = parse_etrecord(path)
    graphs = {}
    edge = record.edge_dialect_program
    if isinstance(edge, dict):
        for method, program in edge.items():
            graphs["edge_dialect_exported_program/" + method] = nodes(program.graph_module)
    elif edge is not None:
        graphs["edge_dialect_exported_program/forward"] = nodes(edge.graph_module)
    if record.exported_program is not None:
        graphs["exported_program"] = nodes(record.exported_program.graph_module)
    for name, program in (record.graph_map or {}).items():
        graphs[name] = nodes(program.graph_module)
    return {
        "graphs": graphs,
        "handles": record._debug_handle_map,
        "delegates": record._delegate_map,
    }


def read_etdump(path):
    from executorch.devtools import Inspector

    events = []
    for block in Inspector(etdump_path=path).event_blocks:
        for event in block.events:
            raw = event.perf_data.raw if event.perf_data else []
            events.append([block.name, event.name, len(raw), round(sum(raw) * 1e6)])
    return {"events": events}


READERS = {"pt2": read_pt2, "etrecord": read_etrecord, "bin": read_etrecord, "etdp": read_etdump}


def main():
    import executorch.exir  # noqa: F401  registers the operators of quantised programs
    import executorch.kernels.quantized  # noqa: F401

    results = {}
    for path in sys.argv[1:]:
        try:
            results[path] = READERS[path.rsplit(".", 1)[1]](path)
        except Exception as error:  # whatever they say about a file is the result
            results[path] = {"error": f"{type(error).__name__}: {error}"[:300]}
    print()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
