# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that runs the program. The runtime may end it at any moment: what is known is in files for the supervisor."""
import hashlib
import importlib
import importlib.metadata
import os
import platform
import struct
import time
from pathlib import Path
from typing import Any

from .failures import EXIT_TOOL, Failure, text_of
from .hostrun import RUNTIME_LOG, SAID_FILE, STAGE_FILE, HostJob, messages_of, read_host_job
from .hostrun_program import FREE_CALL, ProgramMethod, read_methods
from .process import die_with_parent, keep_channel
from .quick_imports import quick_imports
from .report import Events, Report, sha256_of, to_json

STAGES = ("import", "load_program", "load_method", "execute", "save")
STARTS = dict(zip(STAGES, (0.0, 0.4, 0.42, 0.45, 0.97)))
PLUGINS = {"quantized_decomposed::": "executorch.kernels.quantized", "llama::": "executorch.extension.llm.custom_ops.custom_ops",
           "preprocess::": "executorch.extension.llm.custom_ops.custom_ops"}
LARGEST_DEBUG_BUFFER = 1 << 30
LARGEST_HASHED = 64 << 20  # bytes of an output that is compared between repeats
SILENT = "The program cannot be read, but the runtime takes it: what it computes may be wrong."


class Runtime:
    """ExecuTorch's Python module. Its messages go to a file and from there to the console, so that they are known when it refuses something."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.stage = ""
        self.log = os.open(report.temporary / RUNTIME_LOG, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self.console = os.dup(2)
        self.said: list[str] = []

    def enter(self, stage: str) -> None:
        self.stage = stage
        self.said = []
        self.report.values["failedStage"] = stage  # until it is over
        (self.report.temporary / STAGE_FILE).write_text(stage, encoding="utf-8")
        self.report.events.send("stage", name=stage, index=STAGES.index(stage), count=len(STAGES))
        self.report.events.progress(STARTS[stage])

    def load(self) -> None:
        import torch  # noqa: F401  the module exchanges tensors with it
        try:
            from executorch.extension.pybindings import _C
        except ImportError:  # its name before 1.5
            from executorch.extension.pybindings import _portable_lib as _C
        self.module = _C
        os.dup2(self.log, 2)

    def call(self, function, *arguments, **named) -> Any:
        try:
            return function(*arguments, **named)
        finally:
            self.show()

    def show(self) -> None:
        size = os.fstat(self.log).st_size
        if size:
            data = os.pread(self.log, size, 0)
            os.ftruncate(self.log, 0)
            messages = messages_of(data.decode("utf-8", "replace"))
            self.said += messages
            if messages:  # a warning of now may be the reason for a crash later
                (self.report.temporary / SAID_FILE).write_text(messages[-1], encoding="utf-8")
            os.write(self.console, data)

    def refusal(self, code: str, lead: str, error: BaseException) -> Failure:
        """The runtime's own words: what it logged, and the code of its exception."""
        self.show()
        words = " ".join(line.rstrip(".") + "." for line in self.said[:3]) or "It does not say why."
        return Failure(code, f"{lead}: {words} ({error})")


def say(text: str) -> None:
    print(text, flush=True)


def work(job_file: str, events_fd: int, temporary: str) -> int:
    die_with_parent()
    keep_channel(events_fd)
    job = read_host_job(Path(job_file))
    report = Report(Events(events_fd), job.output, Path(temporary))
    report.values |= {"engine": "python", "method": job.method, "inputs": [], "outputs": [], "iterations": [], "warmups": job.warmups}
    code, status = report.attempt(lambda: run(job, report), "run.failed", "The run failed")
    if code == 0:
        report.values.pop("failedStage", None)
    else:
        say(f"ERROR: {report.problems[-1]['text']}")
    write_result(report, status)
    return code


def write_result(report: Report, status: str) -> None:
    order = ("formatVersion", "status", "method", "engine", "environment", "pteSha256", "seed", "inputs", "outputs", "iterations", "warmups", "failedStage", "artefacts", "problems")
    values = report.values | {"status": status, "artefacts": report.artefacts, "problems": report.problems}
    report.replace_result(to_json({key: values[key] for key in order if key in values}))


def run(job: HostJob, report: Report) -> None:
    runtime = Runtime(report)
    runtime.enter("import")
    method = method_of(job, report)
    try:
        runtime.load()
    except ImportError as error:
        raise Failure("tool.missing", f"{error}. Install executorch and torch as environment.json says.", exit_code=EXIT_TOOL) from error
    report.values["environment"] = environment_of(runtime.module)
    if method:
        check_memory(method, job)
        load_plugins(method)
        check_kernels(method, runtime.module)
    report.events.progress(0.39)
    runtime.enter("load_program")
    program = load_program(job, method, runtime)
    if method is None:
        raise Failure("model.unreadable", f"{job.pte.name}: {SILENT}")
    runtime.enter("load_method")
    try:
        loaded = runtime.call(program.load_method, job.method)
    except Exception as error:
        raise runtime.refusal("run.method-refused", f"ExecuTorch's runtime cannot prepare method {job.method}", error) from error
    execute(job, method, loaded, runtime)
    runtime.enter("save")
    if job.etdump:
        keep_etdump(job, program, runtime)


def method_of(job: HostJob, report: Report) -> ProgramMethod | None:
    """None: the file is damaged. Then the runtime is asked, because it says best what is wrong."""
    for file in (job.pte, *job.data):
        if not file.is_file():
            raise Failure("model.not-found", f"{file.name} does not exist.", file.name)
    report.values["pteSha256"] = sha256_of(job.pte)
    try:
        methods = read_methods(job.pte.read_bytes())
    except (struct.error, ValueError, IndexError, RecursionError, OverflowError, MemoryError):
        return None
    if not methods:
        return None
    found = [method for method in methods if method.name == job.method]
    if not found:
        names = ", ".join(method.name for method in methods)
        raise Failure("run.method-missing", f"{job.pte.name} has no method '{job.method}'. It has {names or 'none'}.", job.method)
    return found[0]


def environment_of(module: Any) -> dict:
    def version(package: str) -> str:
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return ""

    known = {"executorch": version("executorch"), "torch": version("torch"), "python": platform.python_version(), "machine": platform.machine(), "system": platform.system(),
             "cpu": processor_name()}
    threads = getattr(module, "_threadpool_get_thread_count", None)
    return {key: value for key, value in known.items() if value} | ({"threads": threads()} if threads else {})


def processor_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


def check_memory(method: ProgramMethod, job: HostJob) -> None:
    """Programs that end the process: what they need only a caller in C++ can give."""
    names = [value.name or "a tensor" for value in method.stateful_without_storage()]
    if names:
        raise Failure("run.state-unplanned", f"Method {method.name} keeps state in {', '.join(names)} without planned memory: the caller has to supply it. Plan it (alloc_mutable_buffers) to run it here.", names[0])
    if job.warmups + job.repeats > 1 and any(kind == FREE_CALL for kind, _ in method.instructions):
        raise Failure("run.frees-memory", f"Method {method.name} frees memory of its inputs and outputs: ExecuTorch's runtime crashes in the second call. Run it once, without warm-up.")


def load_plugins(method: ProgramMethod) -> None:
    """Kernels that ExecuTorch keeps in libraries of their own. Where one is missing the kernels are, and that is said."""
    for package in {package for prefix, package in PLUGINS.items() if any(name.startswith(prefix) for name in method.operators)}:
        try:
            importlib.import_module(package)
        except Exception as error:  # a library that does not load raises whatever it likes
            say(f"{package}: {text_of(error)}")


def check_kernels(method: ProgramMethod, module: Any) -> None:
    """Before the runtime prepares the method: it names kernels one by one and half a line at a time."""
    backends = module._get_registered_backend_names()
    if missing := sorted(set(method.delegates) - set(backends)):
        raise Failure("run.backend-missing", f"This computer cannot run {', '.join(missing)}: ExecuTorch's runtime here has {', '.join(sorted(backends))}. "
                      "Run it on a simulator or a board, or compile it without delegate.", missing[0])
    if missing := sorted(set(method.operators) - set(module._get_operator_names())):
        raise Failure("run.kernel-missing", f"ExecuTorch's runtime here has no kernel for {', '.join(missing)}.", missing[0])


def load_program(job: HostJob, method: ProgramMethod | None, runtime: Runtime) -> Any:
    if method and method.needs_data_file() and not job.data:
        raise Failure("run.data-missing", f"{job.pte.name} keeps constants in a .ptd file. Give it with the program.")
    buffer = 0
    if job.etdump and job.intermediates:
        buffer = ALIGNED_START + (method.logged_bytes() if method else 0) * (job.warmups + job.repeats)
        if buffer > LARGEST_DEBUG_BUFFER:
            raise Failure("run.debug-buffer", f"The intermediate outputs of {job.warmups + job.repeats} calls may take {buffer} bytes; at most {LARGEST_DEBUG_BUFFER} are kept. Record fewer repeats.")
    module = runtime.module
    data = data_file(job, runtime.report.temporary)
    try:
        return runtime.call(module._load_program, str(job.pte), enable_etdump=job.etdump, debug_buffer_size=buffer,
                            program_verification=module.Verification.InternalConsistency, data_path=data)
    except Exception as error:
        raise runtime.refusal("run.program-refused", f"ExecuTorch's runtime refuses {job.pte.name}", error) from error


def data_file(job: HostJob, temporary: Path) -> str | None:
    """ExecuTorch's Python module takes one .ptd; several are put together by ExecuTorch's own serializer."""
    if len(job.data) < 2:
        return str(job.data[0]) if job.data else None
    with quick_imports():
        from executorch.exir._serialize._cord import Cord
        from executorch.exir._serialize.data_serializer import DataEntry, DataPayload
        from executorch.extension.flat_tensor.serialize.serialize import FlatTensorSerializer
    serializer, buffers, entries = FlatTensorSerializer(), [], {}
    for path in job.data:
        try:
            payload = serializer.deserialize(Cord(path.read_bytes()))
        except Exception as error:  # whatever a damaged file leads to
            raise Failure("run.data-unreadable", f"{path.name} is not a readable .ptd file: {text_of(error)}", path.name) from error
        for key, entry in payload.named_data.items():
            entries[key] = DataEntry(len(buffers) + entry.buffer_index, entry.alignment, entry.tensor_layout)
        buffers += payload.buffers
    merged = temporary / "merged.ptd"
    merged.write_bytes(bytes(serializer.serialize(DataPayload(buffers=buffers, named_data=entries))))
    return str(merged)


ALIGNED_START = 64  # the first tensor begins at an aligned address, not at an aligned offset


def execute(job: HostJob, method: ProgramMethod, loaded: Any, runtime: Runtime) -> None:
    from .hostrun_inputs import make_inputs
    report = runtime.report
    values, entries = make_inputs(method, job.files, job.seed)
    runtime.enter("execute")
    report.values |= {"inputs": entries, "seed": job.seed}
    keep_inputs(report, values, entries)
    say(f"Running method {method.name} of {job.pte.name} on this machine ({job.warmups} warm-up, {job.repeats} repeats)")
    for index, entry in enumerate(entries):
        say(f"Input {index}: {entry['dtype']} {entry['shape']} ({entry['fill']})")
    loop = Calls(job, loaded, values, runtime)
    loop.run()
    report.values["iterations"] = loop.times
    keep_outputs(report, loop)
    say(f"{job.repeats} inferences finished")
    say(f"Average inference time: {sum(loop.times) / len(loop.times) / 1e6:.6f}ms over {job.repeats} runs")
    say("Program complete, exiting.")


class Calls:
    """Warm-up and repeats. Outputs stay where the runtime computes them; they are looked at outside of the time that is taken."""

    def __init__(self, job: HostJob, loaded: Any, values: list, runtime: Runtime) -> None:
        self.job, self.loaded, self.values, self.runtime = job, loaded, values, runtime
        self.times: list[int] = []
        self.outputs: list = []
        self.seen: list[set[bytes]] = []

    def run(self) -> None:
        count = self.job.warmups + self.job.repeats
        for number in range(count):
            begin = time.perf_counter_ns()
            try:
                self.outputs = self.loaded.call(self.values, clone_outputs=False)
            except Exception as error:
                raise self.runtime.refusal("run.execution-failed", f"ExecuTorch's runtime failed in call {number + 1} of {count}", error) from error
            elapsed = time.perf_counter_ns() - begin
            self.runtime.show()
            if number >= self.job.warmups:
                self.take(elapsed)
            self.runtime.report.events.progress(STARTS["execute"] + (number + 1) / count * (STARTS["save"] - STARTS["execute"]))

    def take(self, elapsed: int) -> None:
        self.times.append(elapsed)
        if len(self.times) <= 100 or len(self.times) == self.job.repeats:
            say(f"Inference Run #{len(self.times)}, inference time: {elapsed / 1e6:.6f}ms")
        self.seen = self.seen or [set() for _ in self.outputs]
        for seen, output in zip(self.seen, self.outputs):
            if len(seen) < 1000:
                seen.add(digest_of(output))


def digest_of(value: Any) -> bytes:
    from .hostrun_inputs import numpy_of
    if not hasattr(value, "nbytes"):
        return repr(value).encode()
    if value.nbytes > LARGEST_HASHED:
        return b""
    return repr(list(value.shape)).encode() + hashlib.sha256(numpy_of(value).tobytes()).digest()


def keep_array(report: Report, value: Any, kind: str, path: str) -> dict:
    import numpy

    from .hostrun_inputs import numpy_of
    unfinished = report.temporary / "array.npy"
    numpy.save(unfinished, numpy_of(value), allow_pickle=False)
    report.keep(kind, unfinished, path)
    artefact = report.artefacts.pop()  # it stands with its input or output
    return {"path": path, "sha256": artefact["sha256"]}


def keep_inputs(report: Report, values: list, entries: list[dict]) -> None:
    for index, (value, entry) in enumerate(zip(values, entries)):
        if hasattr(value, "nbytes"):
            entry |= keep_array(report, value, "host-input", f"inputs/{index}.npy")


def keep_outputs(report: Report, loop: Calls) -> None:
    from .hostrun_inputs import entry_of
    for index, value in enumerate(loop.outputs):
        entry = entry_of(value) | {"variants": len(loop.seen[index])}
        if hasattr(value, "nbytes"):
            entry |= keep_array(report, value, "host-output", f"outputs/{index}.npy")
        report.values["outputs"].append(entry)
        say(f"Output {index}: {entry['dtype']} {entry['shape']}")


def keep_etdump(job: HostJob, program: Any, runtime: Runtime) -> None:
    """Once, at the end: after a second dump, or a call after the dump, the runtime crashes."""
    dump, buffer = runtime.report.temporary / "run.etdp", runtime.report.temporary / "run.bin"
    try:
        runtime.call(program.write_etdump_result_to_file, str(dump), str(buffer) if job.intermediates else None)
    except Exception as error:
        raise runtime.refusal("run.etdump-failed", "ExecuTorch's runtime did not write its ETDump", error) from error
    if not dump.is_file():
        raise Failure("run.etdump-failed", "ExecuTorch's runtime here was built without event tracing: there is no ETDump.")
    runtime.report.keep("etdump", dump, "run.etdp")
    if buffer.is_file():
        runtime.report.keep("debug-buffer", buffer, "run.bin")
