#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a preview of the partitions costs beside the partitioner alone: PYTHON tests/bench/bench_preview.py, with an interpreter that has the compilers.

Both run in this process, in turns, on the graph that the warm worker keeps; each turn has other pins. Prints times and ratios and ends with 1 when one is missed:
  ratio       a whole preview, job file to result.json, at most 1.5 times ExecuTorch's partitioner as anybody calls it, without a hook (MobileNetV2 and a chain of 5,000 nodes)
  p95         of MobileNetV2, 100 ms; a time of this machine, told and not judged with --smoke
"""
import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "fixtures"), str(ROOT / "resources" / "drivers")]
from driving import HAS_TOOLS, MODELS, write_job  # noqa: E402

RATIO_LIMIT, SECONDS_LIMIT = 1.5, 0.1

LONG = """
import torch
class Long(torch.nn.Module):
    def forward(self, x):
        for _ in range(LENGTH):
            x = torch.relu(x + 1)
        return x
ModelUnderTest = Long()
ModelInputs = (torch.ones(1, 8),)
"""


class Previews:
    """The server of the warm worker, in this process."""

    def __init__(self, folder: Path) -> None:
        from tosaic_driver.compile_server import Server
        from tosaic_driver.compiling import import_compilers
        from tosaic_driver.state import Process
        import_compilers()
        self.folder, self.jobs = folder, 0
        self.server = Server(os.open(os.devnull, os.O_WRONLY), Process())

    def partitioner_alone(self, pins: list[str]) -> float:
        """Seconds, on the graph of the last preview."""
        from executorch.backends.arm.ethosu import EthosUCompileSpec, EthosUPartitioner
        from executorch.exir.backend.operator_support import DontPartitionName
        edge = self.server.cache.exported.edge
        for node in edge.graph.nodes:
            node.meta.pop("delegation_tag", None)
        started = time.monotonic()
        EthosUPartitioner(EthosUCompileSpec("ethos-u55-128"), additional_checks=[DontPartitionName(*pins)])(edge)
        return time.monotonic() - started

    def ask(self, model: Path, pins: list[str]) -> tuple[float, dict]:
        """Seconds of the preview, and the result."""
        from tosaic_driver import compile_server
        self.jobs += 1
        output = self.folder / f"job{self.jobs}"
        job = {"action": "partition", "input": str(model), "spec": {"target": "ethos-u55-128", "partition": {"keepOnCpu": {"nodes": pins}}}, "outputDir": str(output)}
        request = {"job": write_job(job)}
        ended = []
        original = compile_server.conclude
        compile_server.conclude = lambda *arguments: (original(*arguments), ended.append(time.monotonic()))
        started = time.monotonic()
        try:
            self.server.serve(request)  # what is put back after the answer is not waited for
        finally:
            compile_server.conclude = original
        result = json.loads((output / "result.json").read_text())
        if result["status"] != "succeeded":
            raise SystemExit(f"a preview failed: {result['problems']}")
        return ended[0] - started, result


def measure(previews: Previews, name: str, model: Path, rounds: int) -> tuple[float, float]:
    """Median ratio and p95."""
    choice = random.Random(7)
    _, result = previews.ask(model, [])
    nodes = [node["name"] for node in result["nodes"] if node["placement"] == "npu" and "quantize" not in node["target"]]
    times, ratios = [], []
    for _ in range(rounds + 1):
        pins = choice.sample(nodes, 2)
        whole, _ = previews.ask(model, pins)
        times.append(whole)
        ratios.append(whole / previews.partitioner_alone(pins))
    times, ratios = times[1:], ratios[1:]  # the first makes the graph without weights
    ratio, p95 = statistics.median(ratios), sorted(times)[int(0.95 * (len(times) - 1))]
    print(f"{name}: {len(result['nodes'])} nodes, {rounds} previews: median {statistics.median(times) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, "
          f"{ratio:.2f} x of the partitioner", flush=True)
    return ratio, p95


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--smoke", action="store_true", help="only that it runs, on small models")
    arguments = parser.parse_args()
    if not HAS_TOOLS:
        print("this interpreter has no ExecuTorch with Vela")
        return 77
    if arguments.smoke and "TOSAIC_FULL_MATRIX" not in os.environ:
        print("TOSAIC_FULL_MATRIX is not set: the tests of the drivers preview in the worker")
        return 77
    if os.environ.get("PYTHONHASHSEED") != "0":  # as in the worker
        return subprocess.call([sys.executable, *sys.argv], env=os.environ | {"PYTHONHASHSEED": "0"})
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        folder = Path(scratch)
        previews = Previews(folder)
        long = folder / "long.py"
        long.write_text(LONG.replace("LENGTH", "20" if arguments.smoke else "830"))
        models = [("two_partitions", MODELS / "two_partitions.py"), ("chain", long)] if arguments.smoke else [("mobilenet_v2", MODELS / "mobilenet_v2.py"), ("chain", long)]
        missed = []
        for name, model in models:
            ratio, p95 = measure(previews, name, model, 3 if arguments.smoke else 20)
            if not arguments.smoke and ratio > RATIO_LIMIT:
                missed.append(f"{name}: ratio")
            if not arguments.smoke and name == "mobilenet_v2" and p95 > SECONDS_LIMIT:
                missed.append(f"{name}: p95")
        print("MISSED: " + ", ".join(missed) if missed else "ok")
        return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
