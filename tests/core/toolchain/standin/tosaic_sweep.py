# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for the client of a cluster: speaks its protocol, in a mode of the environment. Standard library only."""
import argparse
import hashlib
import json
import os
import sys
from pathlib import Path

MODE = os.environ.get("TOSAIC_STANDIN_MODE", "ok")
COLUMNS = ["system_config", "memory_mode", "core_clock", "arena_cache_size", "weights_storage_area", "feature_map_storage_area", "inference_time", "sram_memory_used",
           "dram_memory_used", "on_chip_flash_memory_used", "off_chip_flash_memory_used", "nn_macs", "cycles_npu", "cycles_total", "sram_total_bytes"]


def summary(cell: dict, size: int) -> str:
    """As tosaic_vela.py beside this file: cycles are the size of the input times the MACs of the target."""
    macs = int(next(word for word in cell["arguments"] if word.startswith("--accelerator-config=")).rsplit("-", 1)[1])
    values = ["S", "M", 500000000.0, 1.0, "Off-chip Flash", "SRAM", 0.001, 2.5, 0.0, 0.0, 4.0, 100, macs * size, macs * size, 64]
    return ",".join(COLUMNS) + "\n" + ",".join(map(str, values)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--events-fd", type=int)
    events = os.fdopen(parser.parse_args().events_fd, "w")

    def send(**values: object) -> None:
        events.write(json.dumps(values) + "\n")
        events.flush()

    send(event="ready", tools={"dask": "2026.8.0"})
    blobs: dict[str, int] = {}
    for line in sys.stdin:
        request = json.loads(line)
        if log := os.environ.get("TOSAIC_STANDIN_LOG"):
            with open(log, "a", encoding="utf-8") as file:
                file.write(f"{request['action']} {len(request.get('cells', []))}\n")
        if request["action"] == "open" and MODE == "unreachable":
            send(event="finished", status="failed", problem={"severity": "error", "code": "cluster.unreachable", "text": "nobody answers"})
        elif request["action"] == "open":
            send(event="done", status="succeeded", environments={one["name"]: "5.1.0" for one in request["environments"]})
        elif request["action"] == "blob":
            data = Path(request["path"]).read_bytes()
            assert hashlib.sha256(data).hexdigest() == request["sha256"]
            blobs[request["sha256"]] = len(data)
            send(event="done", status="succeeded")
        elif request["action"] == "submit":
            send(event="workers", count=2, workers=[])
            for number, cell in enumerate(request["cells"]):
                if MODE == "dies" and number:
                    sys.exit(7)
                output = Path(cell["outputDir"])
                output.mkdir(parents=True)
                (output / "summary.csv").write_text(summary(cell, blobs[cell["blob"]]))
                send(event="cell", id=cell["id"], status="succeeded", vela="5.1.0", console="Warning: a small one\n")
            send(event="finished", status="succeeded")


main()
