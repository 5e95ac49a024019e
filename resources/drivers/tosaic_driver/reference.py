# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The TOSA reference model on given or seeded inputs. It ends the process on damaged files, so it runs in a child."""
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .failures import EXIT_TOOL, Failure
from .job import forget_result, listed_files, make_temporary, output_exists, output_folder, reading_job, unfinished_jobs
from .process import die_with_parent, keep_channel
from .report import Events, Report
from .supervisor import end_for_worker, ended_by_itself, how_it_ended, reason_of_run, supervise
from .tosa_file import Tensor, TosaFile

# How numpy holds each type, and the whole range of its values. Floats are drawn from the standard normal distribution.
DTYPES = {"BOOL": ("bool", 0, 1), "INT4": ("int8", -8, 7), "INT8": ("int8", -128, 127), "INT16": ("int16", -(1 << 15), (1 << 15) - 1),
          "INT32": ("int32", -(1 << 31), (1 << 31) - 1), "INT48": ("int64", -(1 << 47), (1 << 47) - 1), "INT64": ("int64", -(1 << 63), (1 << 63) - 1),
          "FP16": ("float16", None, None), "FP32": ("float32", None, None)}
READABLE = ("BOOL", "INT8", "INT16", "INT32", "FP16", "FP32")  # what the model hands out; INT48 stays inside it
RESULTS = ("inputs", "outputs", "intermediates")
OWN_FILE = re.compile(rf"({'|'.join(RESULTS)})/[^/]+\.npy")


@dataclass
class ReferenceJob:
    tosa: Path
    output: Path
    files: dict[str, Path]
    seed: int | None
    intermediates: bool


def read_reference_job(path: Path) -> ReferenceJob:
    with reading_job():
        values = json.loads(path.read_text(encoding="utf-8"))
        inputs = values.get("inputs") or {"seed": 0}
        seed = inputs.get("seed")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or seed < 0):
            raise ValueError("seed must be a whole number from 0")
        files = {str(name): Path(file) for name, file in (inputs.get("files") or {}).items()}
        return ReferenceJob(Path(values["tosa"]), Path(values["outputDir"]), files, seed, bool(values.get("intermediates", False)))


def main(script: str, job_file: str, events_fd: int) -> int:
    return supervise(script, job_file, events_fd, read_reference_job, prepare, conclude)


def prepare(job: ReferenceJob) -> Path:
    with output_folder(job.output):
        remove_unfinished(job.output)
        remove_old_results(job)
        return make_temporary(job.output, folders=RESULTS)


def remove_old_results(job: ReferenceJob) -> None:
    """Goes: what a result.json of the reference model lists. Anything else in the way is the user's, and nothing is touched then."""
    old = files_of_old_result(job.output)
    for folder in (job.output / name for name in RESULTS):
        for path in [folder] if folder.is_symlink() or os.path.lexists(folder) and not folder.is_dir() else sorted(folder.rglob("*")):
            if path not in old and (path.is_symlink() or not path.is_dir()):
                raise output_exists(path.relative_to(job.output).as_posix())
    forget_result(job.output, old, (job.tosa, *job.files.values()))


def files_of_old_result(output: Path) -> set[Path]:
    def entries_of(result: dict) -> list[dict] | None:
        if "spec" in result or "artefacts" in result:
            return None
        return [entry for folder in RESULTS for entry in (result.get(folder, []) if folder == "intermediates" else result[folder])]

    return {path for path in listed_files(output, entries_of, OWN_FILE) if not path.is_dir()}


def remove_unfinished(output: Path) -> None:
    """What a killed run left, or this one when it did not get to its end. There was nothing in these folders when it began."""
    for work, marker in unfinished_jobs(output).items():
        if "folders" not in marker:
            continue  # of a compile
        if not (output / "result.json").is_file():
            for folder in RESULTS:
                shutil.rmtree(output / folder, ignore_errors=True)
        shutil.rmtree(work, ignore_errors=True)


def conclude(cancelled: bool, code: int, job: ReferenceJob, events: Events, _: Path) -> int:
    if ended_by_itself(code, job.output, events):
        return code
    remove_unfinished(job.output)
    report = Report(events, job.output, job.output)
    report.values |= {"inputs": [], "outputs": []}
    crash = f"The TOSA reference model crashed on {job.tosa.name} ({how_it_ended(code)}). The file may be damaged; the last console lines show where."
    return end_for_worker(report, cancelled, *reason_of_run(cancelled, "tool.crashed", crash))


def work(job_file: str, events_fd: int, temporary: str) -> int:
    die_with_parent()
    keep_channel(events_fd)
    job = read_reference_job(Path(job_file))
    report = Report(Events(events_fd), job.output, Path(temporary))
    report.values |= {"inputs": [], "outputs": []}
    code, status = report.attempt(lambda: run(job, report), "reference.failed", "The TOSA reference model failed")
    listed = {entry["path"] for key in RESULTS for entry in report.values.get(key, [])}
    for artefact in report.artefacts:
        if artefact["path"] not in listed:  # of a folder that did not become complete
            (job.output / artefact["path"]).unlink(missing_ok=True)
    values = {key: report.values[key] for key in ("inputs", "outputs", "intermediates") if key in report.values}
    report.replace_result(json.dumps({"formatVersion": 1, "status": status} | values | {"problems": report.problems}, indent=1) + "\n")
    return code


def run(job: ReferenceJob, report: Report) -> None:
    try:
        import numpy  # noqa: F401
        import tosa_reference_model
    except ImportError as error:
        raise Failure("tool.missing", f"{error}. Install tosa-tools as environment.json says.", exit_code=EXIT_TOOL) from error
    graph = read_graph(job.tosa)
    arrays = input_arrays(job, graph)
    report.values["inputs"] = keep_arrays(report, "inputs", graph.inputs, arrays)
    inner = readable_intermediates(graph, report) if job.intermediates else []
    data = graph.with_outputs([tensor.name for tensor in inner]) if inner else graph.data
    results, status = tosa_reference_model.run(data, arrays)
    if status != tosa_reference_model.GraphStatus.TOSA_VALID:
        raise Failure("reference.graph-invalid", f"The TOSA reference model refuses {job.tosa.name}: {str(status).split('.')[-1]}. The last console lines say why.")
    report.values["outputs"] = keep_arrays(report, "outputs", graph.outputs, results)
    if inner:
        report.values["intermediates"] = keep_arrays(report, "intermediates", inner, results[len(graph.outputs):])


def readable_intermediates(graph: TosaFile, report: Report) -> list[Tensor]:
    every = graph.intermediates()
    left_out = [tensor for tensor in every if tensor.dtype not in READABLE]
    if left_out:
        report.problem("info", "reference.intermediate-left-out", f"{len(left_out)} intermediate tensors of type {', '.join(sorted({tensor.dtype for tensor in left_out}))} cannot be read from the model.")
    return [tensor for tensor in every if tensor.dtype in READABLE]


def read_graph(path: Path) -> TosaFile:
    if not path.is_file():
        raise Failure("model.not-found", f"{path.name} does not exist. Compile the model again.")
    try:
        return TosaFile(path.read_bytes())
    except ImportError as error:
        raise Failure("tool.missing", f"{error}. Install tosa-tools as environment.json says.", exit_code=EXIT_TOOL) from error
    except Exception as error:  # struct, index, key: whatever a damaged file leads to
        raise Failure("model.unreadable", f"{path.name} is not a readable TOSA file: {error}.") from error


def input_arrays(job: ReferenceJob, graph: TosaFile) -> list[Any]:
    names = [tensor.name for tensor in graph.inputs]
    for name in job.files:
        if name not in names:
            raise Failure("reference.input-unknown", f"The graph has no input '{name}'. Its inputs are {', '.join(names) or 'none'}.", name)
    arrays = []
    for index, tensor in enumerate(graph.inputs):
        if tensor.dtype not in DTYPES:
            raise Failure("reference.dtype-unsupported", f"Input {tensor.name} is {tensor.dtype}, which numpy cannot hold.", tensor.name)
        if any(size < 0 for size in tensor.shape):
            raise Failure("reference.shape-unknown", f"The shape of input {tensor.name} is not known: {tensor.shape}.", tensor.name)
        if tensor.name in job.files:
            arrays.append(array_of(job.files[tensor.name], tensor))
        elif job.seed is not None:
            arrays.append(random_array(tensor, job.seed, index))
        else:
            raise Failure("reference.input-missing", f"No file was given for input {tensor.name} ({tensor.dtype}, shape {tensor.shape}). Give one, or a seed.", tensor.name)
    return arrays


def array_of(path: Path, tensor: Tensor) -> Any:
    import numpy
    try:
        array = numpy.load(path, allow_pickle=False)
    except FileNotFoundError as error:
        raise Failure("reference.input-missing", f"{path.name} for input {tensor.name} does not exist.", tensor.name) from error
    except (OSError, ValueError, EOFError) as error:
        raise Failure("reference.input-unreadable", f"{path.name} is not a readable .npy file: {error}.", tensor.name) from error
    wanted, low, high = DTYPES[tensor.dtype]
    if not isinstance(array, numpy.ndarray) or array.dtype != numpy.dtype(wanted):
        raise Failure("reference.dtype-mismatch", f"{path.name} holds {getattr(array, 'dtype', 'several arrays')}; input {tensor.name} is {tensor.dtype} and takes {wanted}.", tensor.name)
    if array.size != numpy.prod(tensor.shape, dtype=int):
        raise Failure("reference.size-mismatch", f"{path.name} has {array.size} elements (shape {list(array.shape)}); input {tensor.name} has shape {tensor.shape}.", tensor.name)
    if tensor.dtype in ("INT4", "INT48") and array.size and (array.min() < low or array.max() > high):
        raise Failure("reference.value-out-of-range", f"{path.name} has values outside {low}...{high}, the range of {tensor.dtype}.", tensor.name)
    return numpy.ascontiguousarray(array.reshape(tensor.shape))


def random_array(tensor: Tensor, seed: int, index: int) -> Any:
    """Each input has a generator of its own, so the values do not depend on which other inputs come from files."""
    import numpy
    generator = numpy.random.default_rng([seed, index])
    name, low, high = DTYPES[tensor.dtype]
    if low is None:
        return generator.standard_normal(tensor.shape, dtype="float32").astype(name)
    return generator.integers(low, high, size=tensor.shape, dtype="int64", endpoint=True).astype(name)


def keep_arrays(report: Report, folder: str, tensors: list[Tensor], arrays: list[Any]) -> list[dict]:
    import numpy
    entries, taken = [], set()
    for tensor, array in zip(tensors, [*arrays, *[None] * (len(tensors) - len(arrays))]):
        if array is None or all(size > 0 for size in tensor.shape) and array.size != numpy.prod(tensor.shape, dtype=int):
            raise Failure("reference.output-missing", f"The TOSA reference model gave no values for {tensor.name} ({tensor.dtype}, shape {tensor.shape}).", tensor.name)
        path = f"{folder}/{safe_name(tensor.name, taken)}.npy"
        unfinished = report.temporary / "array.npy"
        numpy.save(unfinished, array, allow_pickle=False)
        report.keep(f"reference-{folder.removesuffix('s')}", unfinished, path)
        entries.append(tensor.entry() | {"shape": list(array.shape), "path": path, "sha256": report.artefacts[-1]["sha256"]})
    return entries


def safe_name(name: str, taken: set[str]) -> str:
    """A file name of any tensor name; different names stay different, also where case does not count."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "_", name).lstrip(".")[:100] or "tensor"
    candidate, number = plain, 1
    while candidate.lower() in taken:
        number += 1
        candidate = f"{plain}_{number}"
    taken.add(candidate.lower())
    return candidate
