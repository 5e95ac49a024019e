# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The client of a Dask cluster: takes cells as JSON lines, gives them to the workers in chunks, and writes what they answer where the caller reads it.

What comes back from the cluster is bytes and text, never objects to unpickle: a scheduler of other people cannot make this process run anything.
"""
import base64
import hashlib
import io
import json
import logging
import queue
import sys
import tempfile
import threading
import time
import uuid
import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import cluster_cells, pickles
from .failures import EXIT_TOOL, Failure
from .process import die_with_parent, keep_channel, requests_of, take_requests
from .report import Events

CHUNK_S = 0.5  # what one task should take: short enough to cancel, long enough for what a task costs (some ms)
MOST_IN_CHUNK = 200
AHEAD = 2  # tasks for each thread, so that none waits for us
LOOK_S = 1.0  # between looks at which workers there are
ALONE_S = 60.0  # without a worker that has their environment, until cells are given up; open may say another
NAMES = ("summary.csv", "vela.npz", "vela.tflite")
LOOPBACK = ("tcp://127.0.0.1:", "tcp://localhost:", "tcp://[::1]:")
SETTINGS = {"distributed.comm.timeouts.connect": "10s", "distributed.worker.daemon": True, "distributed.client.scheduler-info-interval": "500ms",
            "distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}
QUEUES = {"slurm": "SLURMCluster", "pbs": "PBSCluster", "sge": "SGECluster", "lsf": "LSFCluster"}
TLS_HINT = "Dask's own settings name them: DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ..__CLIENT__CERT and ..__CLIENT__KEY, or the same in ~/.config/dask."


def main(events_fd: int) -> int:
    die_with_parent()
    keep_channel(events_fd)
    lines = take_requests()
    events = Events(events_fd)
    try:
        pickles.refuse_foreign()
        import dask
        import distributed
    except ImportError as error:
        events.send("problem", **Failure("tool.missing", f"{error}. This installs what a cluster needs: {sys.executable} -m pip install 'dask[distributed]'").problem())
        return EXIT_TOOL
    dask.config.set(SETTINGS)
    logging.getLogger("distributed").setLevel(logging.ERROR)
    events.send("ready", tools={"dask": dask.__version__, "distributed": distributed.__version__})
    requests: queue.Queue = queue.Queue()
    threading.Thread(target=read_into, args=(requests, lines), daemon=True).start()
    server = Server(events, requests)
    try:
        while (request := requests.get()) is not None:
            server.take(request)
    finally:
        server.close()
    return 0


def read_into(requests: queue.Queue, lines: int) -> None:
    for request in requests_of(lines):
        requests.put(request)
    requests.put(None)


def packed_drivers() -> bytes:
    """What a worker needs of this folder, the same bytes every time."""
    made = io.BytesIO()
    folder = Path(__file__).resolve().parent
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [folder.parent / "tosaic_vela.py", *(folder / f"{name}.py" for name in ("__init__", "vela_server", "console", "failures", "job", "process", "report"))]:
            archive.writestr(zipfile.ZipInfo(str(path.relative_to(folder.parent))), path.read_bytes())
    return made.getvalue()


class Sent:
    """A function that travels with its code: neither scheduler nor worker has our modules, and Dask's own pickler would send only its name."""

    def __init__(self, function: Any) -> None:
        import cloudpickle
        cloudpickle.register_pickle_by_value(cluster_cells)
        self.code, self.__name__ = cloudpickle.dumps(function), function.__name__

    def __reduce__(self) -> tuple:
        return pickles.loads_unchecked, (self.code,)

    def __call__(self, *_: Any) -> Any:
        raise NotImplementedError("runs on a worker")


class Server:
    def __init__(self, events: Events, requests: queue.Queue) -> None:
        self.events, self.requests = events, requests
        self.client: Any = None
        self.cluster: Any = None
        self.environments: dict[str, dict] = {}
        self.blobs: dict[str, Path] = {}
        self.drivers = packed_drivers()
        self.patience = ALONE_S
        self.comes_later = True  # workers that are not here yet

    def take(self, request: dict | Failure) -> None:
        try:
            if isinstance(request, Failure):
                raise request
            action = {"open": self.open, "blob": self.blob, "submit": self.submit, "cancel": lambda _: None}.get(request.get("action"))
            if not action:
                raise Failure("request.invalid", "action must be open, blob, submit or cancel.")
            self.events.send("finished" if request["action"] == "submit" else "done", **({"status": "succeeded"} | (action(request) or {})))
        except Failure as failure:
            self.events.send("finished", status="failed", problem=failure.problem())
        except Exception as error:  # whatever Dask raises, the caller gets words
            self.events.send("finished", status="failed", problem=Failure("cluster.failed", f"The cluster failed: {type(error).__name__}: {error}"[:2000]).problem())

    def close(self) -> None:
        for part in (self.client, self.cluster):
            if part:
                part.close()

    def open(self, request: dict) -> dict:
        from distributed import Client
        self.close()
        self.client = self.cluster = None
        scheduler, count = request["scheduler"], int(request.get("workers", 1))
        self.patience, self.comes_later = float(request.get("patienceS", ALONE_S)), scheduler != "local"
        options = {"deserializers": ["dask", "msgpack", "error"], "timeout": 15, "set_as_default": False}
        try:
            if scheduler == "local":
                self.cluster = local_cluster(count)
                self.client = Client(self.cluster, **options)
            elif scheduler.partition(":")[0] in QUEUES:
                self.cluster = queue_cluster(*scheduler.partition(":")[::2], count)
                self.client = Client(self.cluster, **options)
            else:
                self.client = Client(scheduler, security=security_for(scheduler), **options)
        except (OSError, ValueError, TimeoutError) as error:
            raise Failure("cluster.unreachable", f"{scheduler} cannot be reached: {error}") from error
        self.environments = {environment["name"]: dict(environment) for environment in request["environments"]}
        for environment in self.environments.values():
            environment |= version_of(environment["interpreter"], self.drivers)
        self.wait_for_workers(scheduler)
        return {"environments": {name: environment.get("version") for name, environment in self.environments.items()}}

    def wait_for_workers(self, scheduler: str) -> None:
        """A cluster that starts its own has none yet."""
        until = time.monotonic() + self.patience
        while not self.client.scheduler_info(n_workers=-1)["workers"]:
            if time.monotonic() > until:
                raise Failure("cluster.no-workers", f"{scheduler} has had no workers for {self.patience:.0f} s.")
            time.sleep(0.1)

    def blob(self, request: dict) -> None:
        path = Path(request["path"])
        if hashlib.sha256(path.read_bytes()).hexdigest() != request["sha256"]:
            raise Failure("model.unreadable", f"{path.name} has changed since it was looked at.")
        self.blobs[request["sha256"]] = path

    def submit(self, request: dict) -> dict:
        return Sweep(self, request["cells"]).run()


def security_for(address: str) -> Any:
    from distributed import Security
    if address.startswith(LOOPBACK):
        return None
    if not address.startswith("tls://"):
        raise Failure("cluster.not-encrypted", f"{address} is not on this machine: only tls:// addresses are used beyond it.")
    security = Security(require_encryption=True)
    if not (security.tls_ca_file and security.tls_client_cert and security.tls_client_key):
        raise Failure("cluster.no-certificate", f"{address} needs a certificate of the authority, one of this client and its key. {TLS_HINT}")
    return security


def local_cluster(count: int) -> Any:
    """Threads of this process, because Vela has processes of its own; there is no port that other users of the machine could send code to. Dask's web servers cannot be left out, but have no page."""
    from distributed import LocalCluster
    return LocalCluster(n_workers=count, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0", worker_dashboard_address="127.0.0.1:0")


def queue_cluster(kind: str, queue_name: str, count: int) -> Any:
    """Workers that a queueing system starts; their scheduler is in this process."""
    from distributed import Security
    try:
        import dask_jobqueue
    except ImportError as error:
        raise Failure("tool.missing", f"{error}. This installs what a queue needs: {sys.executable} -m pip install dask-jobqueue") from error
    security = Security(require_encryption=True)
    if not (security.tls_ca_file and security.tls_client_cert and security.tls_client_key):
        raise Failure("cluster.no-certificate", f"Workers on other machines need certificates. {TLS_HINT}")
    cluster = getattr(dask_jobqueue, QUEUES[kind])(queue=queue_name or None, cores=1, processes=1, memory="2GiB", security=security, protocol="tls://", scheduler_options={"dashboard": False},
                           worker_extra_args=["--no-dashboard"])
    cluster.scale(jobs=count)
    return cluster


def version_of(interpreter: str, drivers: bytes) -> dict:
    """{"version"} of an environment of this machine; {} if it has none, and the workers may have any."""
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(io.BytesIO(drivers)).extractall(folder)
        try:
            child = cluster_cells.Child(interpreter, Path(folder))
        except OSError:
            return {}
        child.end()
        return {"version": child.version}


class Sweep:
    """Cells of one submit. Every cell is answered once: a chunk is answered whole, and one whose worker is gone is given to another."""

    def __init__(self, server: Server, cells: list[dict]) -> None:
        self.server, self.client, self.events = server, server.client, server.events
        if not self.client:
            raise Failure("request.invalid", "open comes before submit.")
        self.waiting: dict[str, deque] = {}
        for cell in cells:
            self.waiting.setdefault(cell["environment"], deque()).append(cell)
        self.outputs = {cell["id"]: Path(cell["outputDir"]) for cell in cells}
        self.total = len(cells)
        self.run_chunk = Sent(cluster_cells.run_chunk)
        self.running: dict[Any, tuple[list[dict], list[str]]] = {}  # future -> its cells, the workers it may run on
        self.workers: dict[str, tuple[int, dict]] = {}  # address -> threads, versions by environment
        self.sent: dict[str, Any] = {}  # content -> future on the workers
        self.seconds = 0.0  # mean of a cell; 0: not known yet
        self.looked = 0.0
        self.alone: dict[str, float] = {}  # environment that no worker has -> since when
        self.done = 0

    def run(self) -> dict:
        self.sent["drivers"] = self.client.scatter(self.server.drivers, hash=True, broadcast=True)
        try:
            while self.done < self.total:
                if self.is_cancelled():
                    return {"status": "cancelled"}
                self.look()
                self.feed()
                self.collect()
        finally:
            self.client.cancel([*self.running], force=True)
        return {}

    def is_cancelled(self) -> bool:
        try:
            request = self.server.requests.get_nowait()
        except queue.Empty:
            return False
        if request is None:  # the caller is gone
            self.server.requests.put(None)
            return True
        return isinstance(request, dict) and request.get("action") == "cancel"

    def look(self) -> None:
        """Which workers there are and what they have; those that came or went change what runs where."""
        if time.monotonic() - self.looked < LOOK_S and self.workers:
            return
        found = {address: info["nthreads"] for address, info in self.client.scheduler_info(n_workers=-1)["workers"].items()}
        new = [address for address in found if address not in self.workers]
        told = self.versions_on(new)
        before = set(self.workers)
        self.workers = {address: (threads, json.loads(told[address]) if address in told else self.workers[address][1]) for address, threads in found.items()
                        if address in told or address in self.workers}
        self.looked = time.monotonic()
        if set(self.workers) != before:
            self.events.send("workers", count=len(self.workers), workers=[{"address": address, "threads": threads, "vela": versions} for address, (threads, versions) in self.workers.items()])
            for future, (cells, places) in [*self.running.items()]:
                if not any(place in self.workers for place in places):
                    self.again(future, cells)

    def versions_on(self, workers: list[str]) -> dict[str, bytes]:
        if not self.server.comes_later:  # they are threads here
            return dict.fromkeys(workers, json.dumps({name: environment["version"] for name, environment in self.server.environments.items() if "version" in environment}).encode())
        return self.client.run(cluster_cells.versions_here, [*self.server.environments.values()], self.server.drivers, workers=workers, on_error="ignore") if workers else {}

    def again(self, future: Any, cells: list[dict]) -> None:
        self.running.pop(future)
        future.cancel(force=True)
        self.waiting.setdefault(cells[0]["environment"], deque()).extendleft(reversed(cells))

    def feed(self) -> None:
        for name, cells in [*self.waiting.items()]:
            places = [address for address, (_, versions) in self.workers.items() if name in versions]
            if not places:
                if self.is_given_up(name):
                    self.refuse(name, cells)
                continue
            self.alone.pop(name, None)
            threads = sum(self.workers[place][0] for place in places)
            ahead = sum(1 for running, _ in self.running.values() if running[0]["environment"] == name)
            while cells and ahead < threads * AHEAD:
                self.give([cells.popleft() for _ in range(self.chunk_size(len(cells), threads))], places)
                ahead += 1
        self.waiting = {name: cells for name, cells in self.waiting.items() if cells}

    def is_given_up(self, name: str) -> bool:
        """A worker that has the environment may still come, unless all are here."""
        since = self.alone.setdefault(name, time.monotonic())
        return not self.server.comes_later or time.monotonic() - since > self.server.patience

    def refuse(self, name: str, cells: deque) -> None:
        if not self.workers:
            raise Failure("cluster.no-workers", f"The last worker is gone, and none came within {self.server.patience:.0f} s.")
        version = self.server.environments.get(name, {}).get("version", "")
        text = f"No worker of the cluster has the environment {name} with Vela {version}".rstrip().removesuffix(" with Vela") + "."
        while cells:
            self.tell({"id": cells.popleft()["id"], "status": "failed", "problem": Failure("tool.missing", text).problem()})

    def chunk_size(self, left: int, threads: int) -> int:
        """One until it is known what a cell takes; at the end less, so that no worker waits for another."""
        wanted = int(CHUNK_S / self.seconds) if self.seconds else 1
        return max(1, min(wanted, MOST_IN_CHUNK, -(-left // (threads * AHEAD)), left))

    def give(self, cells: list[dict], places: list[str]) -> None:
        names = sorted({cell[key] for cell in cells for key in ("blob", "ini") if cell.get(key)})
        for name in names:
            if name not in self.sent:
                self.sent[name] = self.client.scatter(self.server.blobs[name].read_bytes(), hash=True, broadcast=True)
        sent = [{key: value for key, value in cell.items() if key != "outputDir"} for cell in cells]
        future = self.client.submit(self.run_chunk, sent, self.server.environments[cells[0]["environment"]], names, self.sent["drivers"], *(self.sent[name] for name in names),
                                    workers=places, allow_other_workers=False, pure=False, retries=3, key=f"tosaic-{uuid.uuid4().hex}")
        self.running[future] = (cells, places)

    def collect(self) -> None:
        finished = [future for future in self.running if future.done()]
        if not finished:
            time.sleep(0.01)
        for future in finished:
            cells, _ = self.running[future]
            if future.status == "finished":
                del self.running[future]
                self.take(json.loads(future.result()))
            elif future.status in ("cancelled", "lost") or is_lost(future):
                self.sent = {"drivers": self.client.scatter(self.server.drivers, hash=True, broadcast=True)}  # its inputs may be gone with the worker
                self.again(future, cells)
            else:
                del self.running[future]
                for cell in cells:
                    self.tell({"id": cell["id"], "status": "failed", "problem": Failure("cluster.failed", "The worker failed on this cell; the console of the cluster says why.").problem()})

    def take(self, answers: list[dict]) -> None:
        mean = sum(answer.get("elapsedMs", 0) for answer in answers) / len(answers) / 1000
        self.seconds = max(mean if not self.seconds else 0.7 * self.seconds + 0.3 * mean, 1e-3)
        for answer in answers:
            folder = self.outputs[answer["id"]]
            for name, content in answer.pop("files", {}).items():
                if name in NAMES:
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / name).write_bytes(base64.b64decode(content))
            self.tell(answer)

    def tell(self, answer: dict) -> None:
        self.done += 1
        self.events.send("cell", **{key: answer[key] for key in ("id", "status", "elapsedMs", "console", "problem", "vela") if key in answer})
        self.events.send("progress", fraction=round(self.done / self.total, 4))


def is_lost(future: Any) -> bool:
    """The worker died under it, or what it was sent did: not the fault of its cells, unless it happened three times."""
    return future.status == "error" and type(future._state.exception).__name__ in ("FutureCancelledError", "CancelledError")
