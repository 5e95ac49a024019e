#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the warm workers cost and save, as ratios within one run: PYTHON tests/bench/bench_worker.py, with an interpreter that has the compilers.

Prints the numbers and ends with 1 when one is missed:
  recompile   full recompiles of AddModule in the warm worker, at most 1.2 times what ExecuTorch's own flow needs in an equally warm process
  cold        the same flow as a script with its imports takes at least twice as long as a recompile in the worker
  memory      200 compiles, the worker replaced when it asks for it: its memory never above the limit and some slack
  estimate    from a change of the memory mode to Vela's numbers: AddModule 0.3 s, MobileNetV2 at 224 x 224 1.5 s
"""
import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "fixtures"))
from driving import GENERATED, HAS_TOOLS, MODELS, CompileServer, Server, run_cold  # noqa: E402

RECOMPILE_LIMIT, COLD_LIMIT = 1.2, 2.0
ADD_SECONDS, MOBILENET_SECONDS = 0.3, 1.5
RSS_LIMIT, RSS_SLACK = 700, 250  # MiB; the slack is what one compile may add before the process is asked again

# ExecuTorch's own flow and nothing else. Each number of elements is another program, so that no cache can help.
FLOW = """
import gc, sys, time
import torch
from executorch.backends.arm.ethosu import EthosUCompileSpec, EthosUPartitioner
from executorch.backends.arm.quantizer import EthosUQuantizer, get_symmetric_quantization_config
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge_transform_and_lower
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

gc.collect()
gc.freeze()  # as in the worker: what is loaded is not looked at by every collection

class AddModule(torch.nn.Module):
    def forward(self, values):
        return values + values

def compile(elements):
    inputs = (torch.ones(elements),)
    spec = EthosUCompileSpec("ethos-u55-128", extra_flags=["--enable-debug-db", "--verbose-performance", "--verbose-cycle-estimate"])
    program = torch.export.export(AddModule().eval(), inputs)
    quantizer = EthosUQuantizer(spec)
    quantizer.set_global(get_symmetric_quantization_config())
    prepared = prepare_pt2e(program.module(check_guards=False), quantizer)
    prepared(*inputs)
    program = torch.export.export(convert_pt2e(prepared), inputs)
    edge = to_edge_transform_and_lower(program, partitioner=[EthosUPartitioner(spec)], compile_config=EdgeCompileConfig(_check_ir_validity=False))
    with open(sys.argv[1], "wb") as file:
        edge.to_executorch(config=ExecutorchBackendConfig(extract_delegate_segments=False)).write_to_file(file)

for line in sys.stdin:
    started = time.monotonic()
    compile(int(line))
    print("seconds", time.monotonic() - started, flush=True)
"""


class Flow:
    """ExecuTorch's flow in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", FLOW, str(folder / "flow.pte")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def seconds(self, elements: int) -> float:
        self.process.stdin.write(f"{elements}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("seconds "):
                return float(line.split()[1])
        raise SystemExit("ExecuTorch's own flow failed")

    def close(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Bench:
    def __init__(self, folder: Path, is_smoke: bool) -> None:
        self.folder, self.is_smoke = folder, is_smoke
        self.missed: list[str] = []

    def report(self, name: str, value: float, limit: float, unit: str, at_least: bool = False) -> None:
        good = value >= limit if at_least else value <= limit
        print(f"{name:52} {value:8.2f} {unit:4} ({'at least' if at_least else 'at most'} {limit:g})  {'ok' if good else 'MISSED'}", flush=True)
        if not good:
            self.missed.append(name)

    def job(self, elements: int, name: str = "out") -> dict:
        model = self.folder / "add.py"
        model.write_text((MODELS / "add.py").read_text().replace("torch.ones(5)", f"torch.ones({elements})"))
        return {"input": str(model), "spec": {"target": "ethos-u55-128"}, "outputDir": str(self.folder / name), "keepExportedProgram": False}

    def served(self, server: CompileServer, job: dict) -> float:
        started = time.monotonic()
        events = server.run(job)
        seconds = time.monotonic() - started
        if not events or events[-1].get("status") != "succeeded":
            raise SystemExit(f"a compile failed: {events[-2:]}")
        return seconds

    def recompile(self, rounds: int) -> None:
        """Both in turns, so that whatever else the machine does hits both."""
        server, flow = CompileServer(), Flow(self.folder)
        pairs = []
        for number in range(rounds + 2):
            pairs.append((self.served(server, self.job(10 + number)), flow.seconds(10 + number)))
        pairs = pairs[2:]
        warm = statistics.median(pair[0] for pair in pairs)
        print(f"median of {rounds}: worker {warm:.3f} s, flow alone {statistics.median(pair[1] for pair in pairs):.3f} s")
        self.report("recompile in the worker / flow in a warm process", statistics.median(a / b for a, b in pairs), RECOMPILE_LIMIT, "x")
        known = self.served(server, self.job(10 + rounds + 1))
        print(f"the same program again (cached edge graph): {known:.3f} s")
        cold = []
        for number in range(1 if self.is_smoke else 2):
            started = time.monotonic()
            script = Flow(self.folder)
            script.seconds(20)
            script.close()
            cold.append((time.monotonic() - started) / self.served(server, self.job(100 + number)))
        self.report("cold script / recompile in the worker", statistics.median(cold), COLD_LIMIT, "x", at_least=True)
        server.close()
        flow.close()

    def memory(self, compiles: int) -> None:
        server, highest, starts, reasons = None, 0, 0, []
        for number in range(compiles):
            if server is None:
                server, starts = CompileServer("--rss-limit", str(RSS_LIMIT)), starts + 1
            job = self.job(200 + number) if number % 4 else self.job(0) | {"input": str(MODELS / ("two_partitions.py" if number % 8 else "softmax.py"))}
            self.served(server, job)
            highest = max(highest, server.rss() >> 20)
            if reason := server.wish():
                reasons.append(reason)
                server = None
        if server:
            server.close()
        print(f"{compiles} compiles, {starts} processes, replaced because of: {', '.join(reasons) or 'nothing'}")
        self.report(f"highest memory of the worker in {compiles} compiles", highest, RSS_LIMIT + RSS_SLACK, "MiB")

    def mobilenet_224(self) -> Path:
        """The TOSA file of the full-width network, made once per run."""
        text = (MODELS / "mobilenet_v2.py").read_text()
        for old, new in (("WIDTH = 0.35", "WIDTH = 1.0"), ("LAST = 320", "LAST = 1280"), ("96, 96", "224, 224"), ("classes: int = 10", "classes: int = 1000")):
            assert old in text
            text = text.replace(old, new)
        (self.folder / "mobilenet.py").write_text(text)
        job = {"input": str(self.folder / "mobilenet.py"), "spec": {"target": "ethos-u55-128"}, "outputDir": str(self.folder / "mobilenet"), "keepExportedProgram": False}
        if run_cold(job)[0]:
            raise SystemExit("MobileNetV2 does not compile")
        return self.folder / "mobilenet" / "partition0" / "partition.tosa"

    def estimate(self) -> None:
        server = Server("tosaic_vela.py")
        print(f"warm Vela ready after {server.seconds_to_ready:.3f} s")
        networks = [("AddModule", GENERATED / "add-u55-128" / "partition0" / "partition.tosa", ADD_SECONDS)]
        if not self.is_smoke:
            networks.append(("MobileNetV2 224", self.mobilenet_224(), MOBILENET_SECONDS))
        for name, tosa, limit in networks:
            times = []
            for mode in ("Shared_Sram", "Sram_Only", "Shared_Sram", "Sram_Only", "Shared_Sram"):
                arguments = ["--accelerator-config=ethos-u55-128", "--config=Arm/vela.ini", "--output-format=raw", "--system-config=Ethos_U55_High_End_Embedded",
                             f"--memory-mode={mode}", "--verbose-performance"]
                started = time.monotonic()
                server.send({"id": 1, "input": str(tosa), "arguments": arguments, "outputDir": str(self.folder / "estimate")})
                done = server.event()
                with open(self.folder / "estimate" / "summary.csv", newline="") as file:
                    row = next(csv.DictReader(file))
                times.append(time.monotonic() - started)
                if done["status"] != "succeeded" or row["memory_mode"] != mode:
                    raise SystemExit(f"the estimate failed: {done}")
            self.report(f"estimate of {name}", statistics.median(times), limit, "s")
        server.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiles", type=int, default=200, help="of the memory part")
    parser.add_argument("--rounds", type=int, default=9, help="of the recompile part")
    parser.add_argument("--smoke", action="store_true", help="a few compiles; the numbers are printed, none is judged")
    arguments = parser.parse_args()
    if arguments.smoke:
        arguments.compiles = arguments.rounds = 2
    if not HAS_TOOLS:
        print("This interpreter has no ExecuTorch with Vela; set TOSAIC_PYTHON to one that has.")
        return 77
    if arguments.smoke and "TOSAIC_FULL_MATRIX" not in os.environ:
        print("TOSAIC_FULL_MATRIX is not set: the tests of the drivers compile warm and cold")
        return 77
    with tempfile.TemporaryDirectory(prefix="tosaic bench ") as folder:
        bench = Bench(Path(folder), arguments.smoke)
        bench.recompile(arguments.rounds)
        bench.estimate()
        bench.memory(arguments.compiles)
    return 1 if bench.missed and not arguments.smoke else 0


if __name__ == "__main__":
    sys.exit(main())
