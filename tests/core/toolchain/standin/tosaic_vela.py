# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for the warm Vela driver: speaks its protocol, in a mode of the environment. Standard library only."""
import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path

MODE = os.environ.get("TOSAIC_STANDIN_MODE", "ok")
COLUMNS = ["system_config", "memory_mode", "core_clock", "arena_cache_size", "weights_storage_area", "feature_map_storage_area", "inference_time", "sram_memory_used",
           "dram_memory_used", "on_chip_flash_memory_used", "off_chip_flash_memory_used", "nn_macs", "cycles_npu", "cycles_total", "sram_total_bytes"]


def summary(request: dict) -> str:
    """Cycles are the size of the input times the MACs of the target, so that both can be seen in the answer."""
    macs = int(next(word for word in request["arguments"] if word.startswith("--accelerator-config=")).rsplit("-", 1)[1])
    cycles = macs * Path(request["input"]).stat().st_size
    values = ["S", "M", 500000000.0, 1.0, "Off-chip Flash", "SRAM", 0.001, 2.5, 0.0, 0.0, 4.0, 100, cycles, cycles, 64]
    return ",".join(COLUMNS) + "\n" + ",".join(map(str, values)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--events-fd", type=int)
    events = os.fdopen(parser.parse_args().events_fd, "w")

    def send(**values: object) -> None:
        events.write(json.dumps(values) + "\n")
        events.flush()

    if MODE == "missing":
        send(event="problem", severity="error", code="tool.missing", text="no Vela here")
        sys.exit(3)
    if MODE == "never-ready":
        time.sleep(600)
    if MODE == "exits":
        print("last words", flush=True)
        sys.exit(7)
    if MODE == "garbage":
        events.write("this is no JSON\n[1, 2]\n")
    send(event="ready", tools={"vela": "4.5.0" if MODE == "old" else "5.1.0"})
    served = 0
    for line in sys.stdin:
        request = json.loads(line)
        name = Path(request["input"]).name
        if log := os.environ.get("TOSAIC_STANDIN_LOG"):
            with open(log, "a", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {name}\n")
        if MODE == "garbage":
            events.write("more of it\n")
        if MODE == "crash" or "crash" in name:
            os.kill(os.getpid(), signal.SIGSEGV)
        if MODE == "hang" or "hang" in name:
            time.sleep(600)
        if MODE == "slow":
            time.sleep(0.1)
        print(f"compiling {name}", flush=True)
        if MODE == "chatty":
            send(event="note", id=request.get("id"))
            print("x" * 100000, flush=True)
        answer = {"event": "done", "id": request.get("id"), "status": "succeeded", "elapsedMs": 1, "console": "Warning: a small one\n"}
        if MODE == "refuses" or "refused" in name:
            answer |= {"status": "failed", "problem": {"severity": "error", "code": "vela.failed", "text": "not this file"}}
        else:
            output = Path(request["outputDir"])
            output.mkdir(parents=True)
            (output / "summary.csv").write_text(summary(request))
        send(**answer)
        served += 1
        if MODE == "recycles":
            send(event="recycle", reason="jobs")
            sys.exit(0)


main()
