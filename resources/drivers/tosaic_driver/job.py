# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The job file, and the spec with its defaults. Imports no compiler."""
import configparser
import contextlib
import functools
import importlib.util
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .failures import Failure, os_failure

FAMILIES = {"ethos-u55": ("Ethos_U55_High_End_Embedded", "Shared_Sram"), "ethos-u65": ("Ethos_U65_High_End", "Dedicated_Sram_384KB"),
            "ethos-u85": ("Ethos_U85_SYS_DRAM_Mid", "Sram_Only")}
KEYS = {"": {"target", "systemConfig", "memoryMode", "configIni", "extraFlags", "externalBlocks", "debug", "delegate", "quantizer", "calibration", "partition",
             "intermediates", "tosaSpec", "passPipeline", "cpuKernels", "integerIo"},
        "externalBlocks": {"cmdData", "weightData"}, "quantizer": {"scheme", "activations", "weights", "perChannel", "io", "overrides"},
        "calibration": {"random", "files", "images"}, "partition": {"keepOnCpu"}, "passPipeline": {"softmax", "leakyRelu", "quantizeInf", "sdpaSafeSoftmaxGuard"}}
KEEP = ("nodes", "operators", "modules", "patterns")
DEFAULT_INI = "Arm/vela.ini"
PASSES = {"softmax": ("masked", "stable"), "leakyRelu": ("table", "decompose"), "sdpaSafeSoftmaxGuard": ("preserve", "remove", "remove-when-proven")}
OPTIONAL = ("externalBlocks", "calibration", "passPipeline", "intermediates", "tosaSpec", "cpuKernels", "integerIo")  # absent when not given: the tool's default
ACTIONS = ("compile", "partition", "respec", "sides")
STATUSES = ("succeeded", "failed", "cancelled")
PARTITION = re.compile(r"partition\d+")
OWN_FILE = re.compile(r"partition\d+/[^/]+|[^/]+\.(pte|pt2|ptd)")  # what a compile writes beside result.json
MARKER = "tosaic-job.json"  # in the temporary folder


@dataclass
class Job:
    input: Path
    spec: dict[str, Any]
    output: Path
    keep_exported: bool = True
    action: str = "compile"
    tosa: list[Path] = field(default_factory=list)  # respec: one for each delegate, in execution order
    vela: str = ""  # respec: interpreter whose Vela is run; empty: this one's
    image_decoder: str = ""  # program that makes arrays of pictures: tosaic-cli
    input_sha256: str = ""  # what `input` holds; its code is not run if it holds anything else; empty: not told
    samples: list[dict[str, str]] = field(default_factory=list)  # sides: index of an input -> .npy; empty: the model's example

    @property
    def folder(self) -> Path:
        return self.input.parent

    def file(self, name: str) -> Path:
        """A path of the spec; relative ones start at the model's folder."""
        return self.folder / name


@contextlib.contextmanager
def reading_job() -> Iterator[None]:
    """What a job file does not hold, or holds otherwise, is said in one way."""
    try:
        yield
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise Failure("job.invalid", f"The job file cannot be used: {type(error).__name__}: {error}.") from error


def read_job(path: Path) -> Job:
    with reading_job():
        values = json.loads(path.read_text(encoding="utf-8"))
        spec = values["spec"]
        if not isinstance(spec, dict):
            raise TypeError("spec is not an object")
        action = values.get("action", "compile")
        if action not in ACTIONS:
            raise ValueError(f"action is {action!r}, not one of {', '.join(ACTIONS)}")
        # resolve(): exceptions and stack traces name real paths
        job = Job(Path(values["input"]).resolve(), spec, Path(values["outputDir"]).resolve(), bool(values.get("keepExportedProgram", True)),
                  action, [Path(path).resolve() for path in values.get("tosa", [])], str(values.get("vela", "")), str(values.get("imageDecoder", "")), str(values.get("inputSha256", "")), list(values.get("samples", [])))
        if job.vela and (action != "respec" or not os.path.isabs(job.vela)):
            raise ValueError("vela is the absolute path of an interpreter, for a respec")
        if action == "respec" and job.output in (job.folder, *(parent for path in job.tosa for parent in path.parents[:2])):
            raise ValueError("outputDir holds the files that are read; give each job its own folder")
        return job


def names_of_result(job: Job) -> list[str]:
    """Files that the job may write beside result.json and its partition folders."""
    blocks = job.spec.get("externalBlocks")
    tags = sorted({tag for tag in blocks.values() if isinstance(tag, str) and tag.isprintable() and "/" not in tag}) if isinstance(blocks, dict) else []
    return [f"{job.input.stem}.pte", f"{job.input.stem}.pt2", *(tag if tag.endswith(".ptd") else f"{tag}.ptd" for tag in tags)]


def partition_folders(output: Path) -> list[Path]:
    return sorted(path for path in output.iterdir() if PARTITION.fullmatch(path.name))


def remove_old_results(job: Job) -> None:
    """Makes room for the results of this job. Goes: what a result.json of a compile lists, and what a killed job left, which its marker tells. Anything else in the way is the user's, and nothing is touched then."""
    remove_unfinished(job)
    old = files_of_old_result(job)
    partitions = partition_folders(job.output)
    inside = [file for folder in partitions for file in ([folder] if folder.is_symlink() or not folder.is_dir() else sorted(folder.rglob("*"))) if file.is_symlink() or not file.is_dir()]
    for path in [*(job.output / name for name in names_of_result(job)), *inside]:
        if os.path.lexists(path) and path != job.input and path not in old:
            raise output_exists(path.relative_to(job.output).as_posix())
    (job.output / "result.json").unlink(missing_ok=True)
    for path in old:
        path.unlink(missing_ok=True)
    for folder in partitions:
        with contextlib.suppress(OSError):
            folder.rmdir()  # only when it is empty


@contextlib.contextmanager
def output_folder(output: Path) -> Iterator[None]:
    """Makes the folder; what the system refuses while it is prepared is a failure of the job."""
    try:
        output.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise os_failure(error) or Failure("output.unwritable", f"The output folder cannot be used: {error.strerror}. Choose another one.") from error


def forget_result(output: Path, files: set[Path], inputs: Iterable[Path]) -> None:
    """Removes result.json and the files it lists, unless the job reads one of them."""
    if taken := files & {path.absolute() for path in inputs}:
        raise output_exists(min(taken).relative_to(output.absolute()).as_posix())
    (output / "result.json").unlink(missing_ok=True)
    for path in files:
        path.unlink(missing_ok=True)


def output_exists(name: str) -> Failure:
    return Failure("output.exists", f"{name} is in the output folder and is no earlier result. Choose another folder, or move the file away.", name)


def listed_files(output: Path, entries_of: Callable[[dict], list[dict] | None], own: re.Pattern) -> list[Path]:
    """The files of a driver's own kind that its result.json lists; `entries_of` gives the entries, or None for a result of another driver, which is the user's."""
    path = output / "result.json"
    if not os.path.lexists(path):
        return []
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
        entries = entries_of(result) if isinstance(result["formatVersion"], int) else None
        if entries is None:
            raise ValueError("no result of this driver")
        names = [entry["path"] for entry in entries]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise output_exists("result.json") from error
    return [output / name for name in names if isinstance(name, str) and own.fullmatch(name)]


def files_of_old_result(job: Job) -> list[Path]:
    def entries_of(result: dict) -> list[dict] | None:
        return result.get("artefacts", []) if result["status"] in STATUSES and ("spec" in result or "artefacts" in result) else None

    # console.txt and the like are those of the program that runs the driver
    found = listed_files(job.output, entries_of, OWN_FILE)
    return [file for file in found if file != job.input and file.parent.resolve() == file.parent and not file.is_dir()]


def make_temporary(output: Path, **marker: Any) -> Path:
    """The job's own temporary folder. Its marker says that it is ours, and what else is, should the job be killed."""
    path = Path(tempfile.mkdtemp(prefix=".work-", dir=output))
    try:
        (path / MARKER).write_text(json.dumps(marker), encoding="utf-8")
    except OSError:  # a full disk
        shutil.rmtree(path, ignore_errors=True)
        raise
    return path


def unfinished_jobs(output: Path) -> dict[Path, dict]:
    """Temporary folders of jobs that were killed here, with what their markers say."""
    found = {}
    for folder in output.glob(".work-*"):
        with contextlib.suppress(OSError, ValueError):
            marker = json.loads((folder / MARKER).read_text(encoding="utf-8"))
            if isinstance(marker, dict) and not folder.is_symlink():
                found[folder] = marker
    return found


def remove_unfinished(job: Job) -> None:
    """What killed jobs left, or this one when it did not get to its end. There was nothing under these names when they began."""
    for folder, marker in unfinished_jobs(job.output).items():
        if "files" not in marker:
            continue  # of the reference model
        names = [name for name in marker["files"] if isinstance(name, str) and Path(name).name == name]
        if not (job.output / "result.json").is_file():  # else it came to its end
            for name in names:
                if job.output / name != job.input:
                    (job.output / name).unlink(missing_ok=True)
            for partition in partition_folders(job.output) if names else []:
                shutil.rmtree(partition, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def unknown_keys(spec: dict) -> list[str]:
    found = sorted(set(spec) - KEYS[""])
    for group in set(KEYS) - {""}:
        value = spec.get(group)
        if isinstance(value, dict):
            found += sorted(f"{group}.{key}" for key in set(value) - KEYS[group])
    keep = (spec.get("partition") or {}).get("keepOnCpu") or {} if isinstance(spec.get("partition"), dict) else {}
    return found + ([f"partition.keepOnCpu.{key}" for key in keep if key not in KEEP] if isinstance(keep, dict) else [])


QUANTIZER = {"activations": "int8", "weights": "int8", "perChannel": True, "io": "activations", "overrides": []}
"""What a quantizer does where nothing is said; also in results that were written before there was the choice."""


def resolve(spec: dict) -> dict:
    """The spec with all defaults. Only calibration stays absent: then the example inputs are used."""
    check_shape(spec)
    family = next((f for f in FAMILIES if spec["target"].startswith(f)), None)
    if family is None:
        raise Failure("spec.target-unknown", f"The target '{spec['target']}' does not exist. Choose one such as ethos-u55-128, ethos-u65-256 or ethos-u85-256.", "target")
    system, memory = FAMILIES[family]
    delegate = spec.get("delegate", True)
    quantizer = {"scheme": "symmetric" if delegate or spec.get("cpuKernels") == "cortex-m" else "none"} | QUANTIZER
    keep = (spec.get("partition") or {}).get("keepOnCpu") or {}
    resolved = {"target": spec["target"], "systemConfig": spec.get("systemConfig") or system, "memoryMode": spec.get("memoryMode") or memory,
                "configIni": spec.get("configIni") or DEFAULT_INI, "extraFlags": spec.get("extraFlags") or [], "debug": spec.get("debug") or "none",
                "delegate": delegate, "quantizer": quantizer | ({"scheme": "symmetric"} | spec["quantizer"] if spec.get("quantizer") else {}),
                "partition": {"keepOnCpu": {key: keep.get(key, []) for key in KEEP}}}
    for key in OPTIONAL:
        if spec.get(key):
            resolved[key] = dict(spec[key]) if isinstance(spec[key], dict) else spec[key]
    if "random" in resolved.get("calibration", {}):
        resolved["calibration"]["random"] = {"samples": 8, "seed": 0} | resolved["calibration"]["random"]
    return resolved


def check_shape(spec: dict) -> None:
    """Types and enumerations, so that later code can rely on them and messages name the key."""
    def expect(condition: bool, key: str, text: str) -> None:
        if not condition:
            raise Failure("spec.value-invalid", f"{key}: {text}.", key)

    def strings(value: object) -> bool:
        return isinstance(value, list) and all(isinstance(item, str) and item for item in value)

    expect(isinstance(spec.get("target"), str), "target", "give the accelerator, such as ethos-u55-128")
    for key in ("systemConfig", "memoryMode", "configIni"):
        value = spec.get(key)
        expect(value is None or isinstance(value, str) and " " not in value, key, "must be text without spaces; ExecuTorch splits Vela's arguments at spaces")
    expect(strings(spec.get("extraFlags") or []), "extraFlags", "must be a list of non-empty strings")
    expect(not any(flag != flag.strip() or "  " in flag for flag in spec.get("extraFlags") or []), "extraFlags", "no spaces at the ends and no double spaces")
    expect(spec.get("debug", "none") in ("none", "tosa", "json"), "debug", "must be none, tosa or json")
    expect(isinstance(spec.get("delegate", True), bool), "delegate", "must be true or false")
    check_flow(spec, expect)
    for group in ("externalBlocks", "quantizer", "calibration", "partition"):
        expect(isinstance(spec.get(group) or {}, dict), group, "must be an object")
    for key, tag in (spec.get("externalBlocks") or {}).items():
        expect(isinstance(tag, str) and tag != "" and tag.isascii() and "/" not in tag, f"externalBlocks.{key}", "must be a short ASCII name; it becomes a file name")
    quantizer = spec.get("quantizer") or {}
    overrides = quantizer.get("overrides", [])
    expect(isinstance(overrides, list) and all(isinstance(o, dict) and ("module" in o) != ("operator" in o) for o in overrides), "quantizer.overrides",
           "each names either a module or an operator")
    for part in [quantizer, *overrides]:
        expect(part.get("scheme", "none") in ("none", "symmetric"), "quantizer.scheme", "must be none or symmetric")
        expect(part.get("activations", "int8") in ("int8", "int16"), "quantizer.activations", "must be int8 or int16")
    expect(quantizer.get("weights", "int8") in ("int8", "int4"), "quantizer.weights", "must be int8 or int4")
    expect(quantizer.get("weights") != "int4" or quantizer.get("activations") != "int16", "quantizer.weights", "int4 goes with int8 activations alone: the quantizer has no a16w4")
    expect(quantizer.get("io", "activations") in ("activations", "uint8"), "quantizer.io", "must be activations or uint8")
    calibration = spec.get("calibration") or {}
    random = calibration.get("random", {})
    expect(isinstance(random, dict) and isinstance(random.get("samples", 8), int) and random.get("samples", 8) > 0 and isinstance(random.get("seed", 0), int),
           "calibration.random", "samples and seed must be whole numbers, samples above 0")
    expect(strings(calibration.get("files", [])), "calibration.files", "must be a list of .npy or .npz files")
    check_images(calibration.get("images"), expect)
    keep = (spec.get("partition") or {}).get("keepOnCpu") or {}
    expect(isinstance(keep, dict) and all(strings(keep.get(key, [])) for key in KEEP), "partition.keepOnCpu", "nodes, operators, modules and patterns are lists of strings")


def check_images(images: object, expect: Callable[[bool, str, str], None]) -> None:
    if images is None:
        return
    expect(isinstance(images, dict) and isinstance(images.get("folder"), str) and images["folder"] != "", "calibration.images", "folder must name a folder of pictures")
    for key in ("mean", "std"):
        expect(isinstance(images.get(key, ""), str), f"calibration.images.{key}", "must be one or three numbers with commas between")
    expect(images.get("order", "rgb") in ("rgb", "bgr"), "calibration.images.order", "must be rgb or bgr")
    expect(isinstance(images.get("resize", 0), int) and images.get("resize", 0) >= 0, "calibration.images.resize", "must be a whole number of pixels")


def check_flow(spec: dict, expect: Callable[[bool, str, str], None]) -> None:
    """What decides how ExecuTorch lowers, and where it leaves its intermediate files."""
    for key in ("intermediates", "tosaSpec"):
        expect(isinstance(spec.get(key) or "", str), key, "must be text")
    expect(spec.get("cpuKernels") in (None, "portable", "cortex-m"), "cpuKernels", "must be portable or cortex-m")
    expect(isinstance(spec.get("integerIo") or False, bool), "integerIo", "must be true or false")
    passes = spec.get("passPipeline") or {}
    expect(isinstance(passes, dict), "passPipeline", "must be an object")
    for key, choices in PASSES.items():
        expect(passes.get(key) in (None, *choices), f"passPipeline.{key}", f"must be {' or '.join(choices)}")
    infinity = passes.get("quantizeInf") or {}
    expect(isinstance(infinity, dict) and all(key in ("negative", "positive") and isinstance(value, (int, float)) and not isinstance(value, bool)
                                              for key, value in infinity.items()), "passPipeline.quantizeInf", "negative and positive must be numbers")


def bundled_ini_folder() -> Path:
    package = importlib.util.find_spec("ethosu.config_files") or importlib.util.find_spec("ethosu")
    folder = Path(list(package.submodule_search_locations)[0])
    return folder if folder.name == "config_files" else folder / "config_files"


def ini_file(job: Job, name: str) -> tuple[Path, bool]:
    """The Vela configuration file and whether it is the user's own."""
    own = job.file(name)
    if own.is_file():
        return own, True
    bundled = bundled_ini_folder() / name
    if bundled.is_file():
        return bundled, False
    raise Failure("spec.config-ini-invalid", f"The configuration file '{name}' does not exist. Give a path from the model's folder, or {DEFAULT_INI}.", "configIni")


@functools.lru_cache(maxsize=8)
def sections_of(path: Path, *_stamp: int) -> list[str]:
    """Of a configuration file that has not changed."""
    parser = configparser.ConfigParser()
    parser.read(path, encoding="utf-8")
    return parser.sections()


def check_against_tools(job: Job, resolved: dict, targets: list[str]) -> None:
    """Finds unknown names in a moment, which Vela would only refuse after the whole lowering."""
    if resolved["target"] not in targets:
        raise Failure("spec.target-unknown", f"The target '{resolved['target']}' does not exist. Choose one of {', '.join(targets)}.", "target")
    path, _ = ini_file(job, resolved["configIni"])
    try:
        facts = path.stat()
        sections = sections_of(path, facts.st_ino, facts.st_size, facts.st_mtime_ns)
    except (configparser.Error, UnicodeDecodeError) as error:
        text = str(error).replace(str(path), path.name)
        raise Failure("spec.config-ini-invalid", f"The configuration file cannot be read: {text}", "configIni") from error
    for key, prefix, code in (("systemConfig", "System_Config.", "spec.system-config-unknown"), ("memoryMode", "Memory_Mode.", "spec.memory-mode-unknown")):
        names = [section.removeprefix(prefix) for section in sections if section.startswith(prefix)]
        if resolved[key] not in names:
            raise Failure(code, f"'{resolved[key]}' is not in {path.name}. Choose one of {', '.join(names)}.", key)
