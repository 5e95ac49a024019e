# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the driver tells: events on a file descriptor, artefacts with their hashes, result.json."""
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .failures import Failure, os_failure, text_of

STAGES = ("import", "load", "export", "quantise", "partition", "lower", "vela", "emit", "save")
# Where each stage begins on the progress bar, from times measured on models of 10 to 350 nodes.
STARTS = dict(zip(STAGES, (0.0, 0.2, 0.22, 0.27, 0.4, 0.65, 0.88, 0.9, 0.98)))


class Events:
    """JSON lines on the inherited descriptor. A reader that went away must not end the compile."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.fraction = -1.0

    def send(self, event: str, **values: Any) -> None:
        line = json.dumps({"event": event} | values, ensure_ascii=False) + "\n"
        try:
            data = line.encode("utf-8", "replace")
            while data:
                data = data[os.write(self.fd, data):]
        except OSError:
            pass

    def stage(self, name: str, partition: int | None = None) -> None:
        values = {} if partition is None else {"partition": partition}
        self.send("stage", name=name, index=STAGES.index(name), count=len(STAGES), **values)
        self.progress(STARTS[name])

    def progress(self, fraction: float) -> None:
        if fraction > self.fraction:
            self.fraction = fraction
            self.send("progress", fraction=round(fraction, 3))

    def within(self, name: str, share: float) -> None:
        """Progress inside a stage; share is 0...1."""
        following = STAGES.index(name) + 1
        end = STARTS[STAGES[following]] if following < len(STAGES) else 1.0
        self.progress(STARTS[name] + share * (end - STARTS[name]))


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def to_json(result: dict) -> str:
    """One list entry a line: small, and readable in a text comparison."""
    lines = []
    text_of_value = json.JSONEncoder(ensure_ascii=False).encode
    for key, value in result.items():
        if isinstance(value, list) and value:
            entries = ",\n".join("  " + text_of_value(entry) for entry in value)
            lines.append(f" {json.dumps(key)}: [\n{entries}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {text_of_value(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class Report:
    """Collects result.json while the compile runs."""

    def __init__(self, events: Events, output: Path, temporary: Path) -> None:
        self.events, self.output, self.temporary = events, output, temporary
        self.values: dict[str, Any] = {"formatVersion": 1, "status": "failed"}
        self.artefacts: list[dict] = []
        self.problems: list[dict] = []

    def problem(self, severity: str, code: str, text: str, location: str | None = None) -> None:
        entry = {"severity": severity, "code": code, "text": text} | ({"location": location} if location else {})
        if entry not in self.problems:
            self.problems.append(entry)
            self.events.send("problem", **entry)

    def keep(self, kind: str, source: Path, path: str, partition: int | None = None) -> None:
        """Moves a finished file from the temporary folder to its place and announces it."""
        target = self.output / path
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(source, target)
        entry = {"kind": kind, "path": path, "sha256": sha256_of(target), "size": target.stat().st_size}
        if partition is not None:
            entry["partition"] = partition
        self.artefacts.append(entry)
        self.events.send("artefact", **entry)

    def write(self, status: str) -> None:
        order = ("formatVersion", "status", "tools", "source", "spec", "resolvedSpec", "summary", "selectOps", "artefacts", "partitions", "nodes", "edges",
                 "origins", "rejections", "quantised", "samples", "problems")
        values = self.values | {"status": status, "artefacts": self.artefacts, "problems": self.problems}
        self.replace_result(to_json({key: values[key] for key in order if key in values}))

    def replace_result(self, text: str) -> None:
        unfinished = self.temporary / "result.json"
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, self.output / "result.json")

    def attempt(self, work: Callable[[], None], code: str, text: str) -> tuple[int, str]:
        """Exit code and status of a job's work; what goes wrong is a problem, of this code and text if nobody knows more."""
        try:
            work()
        except Exception as error:
            failure = error if isinstance(error, Failure) else os_failure(error) or Failure(code, f"{text}: {text_of(error)}")
            self.problem("error", failure.code, failure.text, failure.location)
            return failure.exit_code, "failed"
        return 0, "succeeded"
