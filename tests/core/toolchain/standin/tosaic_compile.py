# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for the compile driver, cold and warm, in a mode of the environment. Standard library only."""
import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path

MODE = os.environ.get("TOSAIC_STANDIN_MODE", "ok")


def log(text: str) -> None:
    if path := os.environ.get("TOSAIC_STANDIN_LOG"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{text}\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--job")
    parser.add_argument("--events-fd", type=int)
    arguments = parser.parse_args()
    events = os.fdopen(arguments.events_fd, "w")

    def send(**values: object) -> None:
        events.write(json.dumps(values) + "\n")
        events.flush()

    def run(path: str, how: str) -> bool:
        job = json.loads(Path(path).read_text(encoding="utf-8"))
        stem, output = Path(job["input"]).stem, Path(job["outputDir"])
        log(f"{how} {os.getpid()} {job.get('action', 'compile')} {stem}")
        send(event="stage", name="lower", index=5, count=9)
        (output / f"{stem}.pte").write_bytes(b"half")
        (output / "partition0").mkdir()
        print(f"console of {stem}", flush=True)
        if MODE == "crash" or "crash" in stem:
            os.kill(os.getpid(), signal.SIGSEGV)
        if MODE == "hang" or "hang" in stem:
            time.sleep(600)
        send(event="progress", fraction=0.5)
        data = f"{stem} for {job['spec']['target']}".encode()
        (output / f"{stem}.pte").write_bytes(data)
        status = "failed" if "refused" in stem else "succeeded"
        problems = [{"severity": "error", "code": "model.lower-failed", "text": "no"}] if status == "failed" else []
        result = {"formatVersion": 1, "status": status, "tools": {"vela": "5.1.0"}, "spec": job["spec"], "problems": problems,
                  "artefacts": [{"kind": "pte", "path": f"{stem}.pte", "sha256": "0" * 64, "size": len(data)}]}
        (output / "result.json").write_text(json.dumps(result))
        send(event="finished", status=status)
        return status == "succeeded"

    if arguments.job:
        return 0 if run(arguments.job, "cold") else 1
    if MODE == "no-serve":
        send(event="problem", severity="error", code="tool.broken", text="cannot serve")
        return 3
    vela = "4.0.0" if MODE == "other-version" else "5.1.0"
    send(event="ready", tools={"vela": vela, "executorch": "1.5.1", "torch": "2.13.0+cpu"})
    for line in sys.stdin:
        run(json.loads(line)["job"], "warm")
        if MODE == "recycles":
            send(event="recycle", reason="memory")
            return 0
    return 0


sys.exit(main())
