# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs compile specs through ExecuTorch's EthosUCompileSpec and Vela, all in one process, and says what happened.

stdin: {"networks": {"name": "path of a .tosa"}, "ini": {"file name": "text"}, "cases": [{"name", "python": source that makes `spec`, "network": name}
        or {"name", "vela": [arguments], "network"} or {"name", "edge": true}]}
stdout: {"name": {"error"?: "Type: text", "console", "entries": {key: text}, "bytes"?: sha256, "summary"?: {column: text}, "recursionLimit", "targets"?, "tagged"?}}
"""
import csv
import hashlib
import json
import os
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
sys.path.append(str(Path(__file__).resolve().parents[3] / "resources" / "drivers"))
from tosaic_driver.quick_imports import quick_imports  # noqa: E402

RESULTS = os.fdopen(os.dup(1), "w")


def captured(folder: Path, work) -> dict:
    """Everything that is printed, also by C++, and the exception."""
    outcome = {}
    sys.stdout.flush()
    sys.stderr.flush()
    saved = os.dup(1), os.dup(2)
    console = os.open(folder / "console.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.dup2(console, 1)
    os.dup2(console, 2)
    limit = sys.getrecursionlimit()
    try:
        work(outcome)
    except BaseException as error:  # SystemExit too: Vela ends like that
        outcome["error"] = f"{type(error).__name__}: {error}"
        traceback.print_exc()
    finally:
        outcome["recursionLimit"] = sys.getrecursionlimit()
        sys.setrecursionlimit(limit)
        sys.stdout.flush()
        sys.stderr.flush()
        os.dup2(saved[0], 1)
        os.dup2(saved[1], 2)
        for fd in (*saved, console):
            os.close(fd)
    outcome["console"] = (folder / "console.txt").read_text(errors="replace")
    return outcome


def compile_with_executorch(case: dict, network: bytes, folder: Path, outcome: dict) -> None:
    from executorch.backends.arm import arm_vela
    from executorch.backends.arm.common import pipeline_config
    from executorch.backends.arm.ethosu import EthosUCompileSpec, VelaExternalBlockPlacements
    from executorch.backends.arm.tosa import TosaSpecification
    scope = {name: getattr(pipeline_config, name) for name in dir(pipeline_config)}
    scope |= {"EthosUCompileSpec": EthosUCompileSpec, "VelaExternalBlockPlacements": VelaExternalBlockPlacements, "TosaSpecification": TosaSpecification}
    exec(case["python"], scope)
    entries = scope["spec"]._to_list()
    outcome["entries"] = {entry.key: entry.value.decode() for entry in entries}
    spec = EthosUCompileSpec._from_list(entries)  # as EthosUBackend.preprocess does
    result = arm_vela.vela_compile(network, list(spec.compiler_flags), intermediate_path=str(folder))
    outcome["bytes"] = hashlib.sha256(result.processed_bytes).hexdigest()


def run_vela(case: dict, path: str, folder: Path, outcome: dict) -> None:
    from ethosu.vela import vela
    outcome["exit"] = vela.main([*case["vela"], f"--output-dir={folder / 'output'}", path])


def edge_names(outcome: dict) -> None:
    """What operators are called where the partitioner looks, and what it takes of a float model."""
    import torch
    import torch.nn.functional as F
    from executorch.backends.arm.ethosu import EthosUCompileSpec, EthosUPartitioner
    from executorch.exir import EdgeCompileConfig
    from executorch.exir.program._program import _gen_edge_manager_for_partitioners

    class Model(torch.nn.Module):
        def forward(self, x, weight, narrow):
            y = F.conv2d(x, weight, padding=1) + F.conv2d(x, weight, padding="same") + F.conv_transpose2d(x, weight, padding=1)
            y = F.max_pool2d(F.relu6(F.relu_(y + 1)), 2)
            z = F.conv1d(y.flatten(2), narrow).transpose(1, 2).unsqueeze(0).squeeze(0)
            z = F.layer_norm(torch.softmax(z, -1), (4,)) @ z.permute(0, 2, 1)
            y = F.batch_norm(y, torch.zeros(4), torch.ones(4))
            return z.reshape(-1)[1:3], y.view(4, -1).expand(4, 16), F.adaptive_avg_pool2d(y, 1)

    inputs = torch.randn(1, 4, 8, 8), torch.randn(4, 4, 3, 3), torch.randn(4, 4, 3)
    program = torch.export.export(Model().eval(), inputs)
    spec = EthosUCompileSpec("ethos-u85-256")
    manager = _gen_edge_manager_for_partitioners({"forward": [EthosUPartitioner(spec)]}, {"forward": program}, EdgeCompileConfig(_check_ir_validity=False), None)
    edge = manager.exported_program()
    calls = [node for node in edge.graph.nodes if node.op == "call_function"]
    for node in calls:
        node.meta.pop("delegation_tag", None)
    EthosUPartitioner(spec).partition(edge)
    outcome["sources"] = sorted({str(node.target) for node in program.graph.nodes if node.op == "call_function"})
    outcome["targets"] = sorted({str(getattr(node.target, "_op", node.target)) for node in calls})
    outcome["tagged"] = sum("delegation_tag" in node.meta for node in calls)


def run(case: dict, request: dict) -> dict:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cfg").mkdir()
        for file, text in request["ini"].items():
            (folder / file).write_text(text)
            (folder / "cfg" / file).write_text(text)
        os.chdir(folder)
        path = request["networks"].get(case.get("network", ""), "")
        if case.get("edge"):
            outcome = captured(folder, edge_names)
        elif "vela" in case:
            outcome = captured(folder, lambda out: run_vela(case, path, folder, out))
        else:
            outcome = captured(folder, lambda out: compile_with_executorch(case, Path(path).read_bytes(), folder, out))
        for summary in (folder / "output").glob("*_summary_*.csv"):
            outcome["summary"] = next(csv.DictReader(summary.open()))
        os.chdir("/")
        return outcome


def main() -> None:
    request = json.load(sys.stdin)
    with quick_imports():
        import executorch.backends.arm.ethosu  # noqa: F401
    json.dump({case["name"]: run(case, request) for case in request["cases"]}, RESULTS)
    RESULTS.flush()


main()
