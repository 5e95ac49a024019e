# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a worker of a cluster runs: Vela in a process of its own, on TOSA that was sent along. Standard library only; the code travels with each task.

A file that kills Vela kills that process, not the worker, and Vela's hold on the interpreter lock never keeps the worker from answering its scheduler.
No code of a model comes here: a cell is bytes of TOSA and arguments of Vela.
"""
import base64
import hashlib
import io
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

START_LIMIT_S = 60
CELL_LIMIT_S = 60
LARGEST_ARRAY = 4096  # bytes of an array whose values are sent back; of larger ones the sizes are


class Child:
    """A warm tosaic_vela.py of one interpreter."""

    def __init__(self, interpreter: str, drivers: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tosaic-"))
        events, theirs = os.pipe()
        try:
            self.process = subprocess.Popen([interpreter, str(drivers / "tosaic_vela.py"), "--serve", "--events-fd", str(theirs)], cwd=self.folder, pass_fds=[theirs],
                                            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                            env=os.environ | {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"})
        except OSError:
            os.close(events)
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        finally:
            os.close(theirs)
        self.events, self.pending, self.version = events, b"", ""
        event = self.event(START_LIMIT_S)
        if not event or event.get("event") != "ready":
            self.end()
            raise OSError((event or {}).get("text", "the interpreter did not start Vela"))
        self.version = event["tools"]["vela"]

    def event(self, limit: float) -> dict | None:
        """The next line; None if the process ended or said nothing in time."""
        until = time.monotonic() + limit
        while b"\n" not in self.pending:
            if not select.select([self.events], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            data = os.read(self.events, 1 << 16)
            if not data:
                return None
            self.pending += data
        line, self.pending = self.pending.split(b"\n", 1)
        return json.loads(line)

    def answer(self, cell: dict, blobs: dict[str, bytes]) -> dict:
        output = self.folder / "out"
        try:
            request = {"id": 0, "input": str(self.file(cell["blob"], blobs, cell["suffix"])), "outputDir": str(output),
                       "arguments": [f"--config={self.file(cell['ini'], blobs, '.ini')}" if word.startswith("--config=") and cell.get("ini") else word
                                     for word in cell["arguments"]]}
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            done = self.event(CELL_LIMIT_S)
            if done is None:
                raise OSError("gone")
            return done | {"files": {path.name: base64.b64encode(slim(path)).decode() for path in output.glob("*") if path.name in ("summary.csv", "vela.npz", "vela.tflite")}}
        finally:
            shutil.rmtree(output, ignore_errors=True)

    def file(self, name: str, blobs: dict[str, bytes], suffix: str) -> Path:
        path = self.folder / f"{name}{suffix}"
        if not path.is_file():
            path.write_bytes(blobs[name])
        return path

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        os.close(self.events)
        shutil.rmtree(self.folder, ignore_errors=True)


def slim(path: Path) -> bytes:
    """Weights are megabytes of which only the size is read: they go back as zeros, which pack to nothing."""
    if path.suffix != ".npz":
        return path.read_bytes()
    made = io.BytesIO()
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as small:
        for name in whole.namelist():
            data = whole.read(name)
            if name == "weight_data.npy" and len(data) > LARGEST_ARRAY:
                start = 10 + int.from_bytes(data[8:10], "little")  # of the values in a .npy of version 1
                data = data[:start] + bytes(len(data) - start)
            small.writestr(name, data)
    return made.getvalue()


def unpacked(drivers: bytes) -> Path:
    """The drivers that were sent along, in a folder that only this user can write; by content, so that one sweep after another finds them."""
    folder = Path(tempfile.gettempdir()) / f"tosaic-drivers-{os.getuid()}-{os.getpid()}" / hashlib.sha256(drivers).hexdigest()[:16]
    if not (folder / "tosaic_vela.py").is_file():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        zipfile.ZipFile(io.BytesIO(drivers)).extractall(folder)
    return folder


def child_for(children: dict, environment: dict, drivers: Path) -> Child:
    """Warm, of the version that is asked for: the named interpreter if it is on this machine, else that of the worker."""
    key = environment["interpreter"]
    if children.get(key):
        return children[key].pop()
    problem = "there is no such interpreter"
    for interpreter in [path for path in (key, sys.executable) if os.access(path, os.X_OK)]:
        try:
            child = Child(interpreter, drivers)
        except OSError as error:
            problem = str(error)
            continue
        if environment.get("version", child.version) == child.version:
            return child
        problem = f"Vela is {child.version} here"
        child.end()
    raise OSError(problem)


def children_of(worker: object) -> dict:
    if not hasattr(worker, "tosaic_children"):
        worker.tosaic_children = {}
    return worker.tosaic_children


def versions_here(environments: list[dict], drivers: bytes, dask_worker: object) -> bytes:
    """JSON: which of the environments this worker has, {"name": "5.1.0"}. Leaves their processes warm."""
    children, found = children_of(dask_worker), {}
    for environment in environments:
        try:
            child = child_for(children, environment, unpacked(drivers))
        except OSError:
            continue
        found[environment["name"]] = child.version
        children.setdefault(environment["interpreter"], []).append(child)
    return json.dumps(found).encode()


def run_chunk(cells: list[dict], environment: dict, names: list[str], drivers: bytes, *contents: bytes) -> bytes:
    """JSON, one answer for each cell in their order: bytes, so that nobody has to unpickle what comes back."""
    from distributed import get_worker
    children, blobs, answers = children_of(get_worker()), dict(zip(names, contents)), []
    child = None
    for cell in cells:
        started = time.monotonic()
        try:
            child = child or child_for(children, environment, unpacked(drivers))
        except OSError as error:
            answers.append({"id": cell["id"], "status": "failed", "problem": {"severity": "error", "code": "tool.missing", "text": f"Vela does not start on this worker: {error}."}})
            continue
        version = child.version
        try:
            answer = child.answer(cell, blobs)
        except OSError:
            limit = time.monotonic() - started >= CELL_LIMIT_S
            code, text = ("tool.timeout", f"Vela did not end within {CELL_LIMIT_S} s and was stopped.") if limit else ("tool.crashed", "Vela crashed on this file.")
            answer = {"status": "failed", "problem": {"severity": "error", "code": code, "text": text}}
            child.end()
            child = None
        answers.append(answer | {"id": cell["id"], "vela": version, "elapsedMs": round((time.monotonic() - started) * 1000)})
    if child:
        children.setdefault(environment["interpreter"], []).append(child)
    return json.dumps(answers).encode()
