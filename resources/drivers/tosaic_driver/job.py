# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The job file, and the spec with its defaults. Imports no compiler."""
import configparser
import importlib.util
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .failures import Failure

FAMILIES = {"ethos-u55": ("Ethos_U55_High_End_Embedded", "Shared_Sram"), "ethos-u65": ("Ethos_U65_High_End", "Dedicated_Sram_384KB"),
            "ethos-u85": ("Ethos_U85_SYS_DRAM_Mid", "Sram_Only")}
KEYS = {"": {"target", "systemConfig", "memoryMode", "configIni", "extraFlags", "externalBlocks", "debug", "delegate", "quantizer", "calibration", "partition"},
        "externalBlocks": {"cmdData", "weightData"}, "quantizer": {"scheme", "activations", "perChannel", "overrides"},
        "calibration": {"random", "files"}, "partition": {"keepOnCpu"}}
KEEP = ("nodes", "operators", "modules", "patterns")
DEFAULT_INI = "Arm/vela.ini"


@dataclass
class Job:
    input: Path
    spec: dict[str, Any]
    output: Path
    keep_exported: bool = True

    @property
    def folder(self) -> Path:
        return self.input.parent

    def file(self, name: str) -> Path:
        """A path of the spec; relative ones start at the model's folder."""
        return self.folder / name


def read_job(path: Path) -> Job:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        spec = values["spec"]
        if not isinstance(spec, dict):
            raise TypeError("spec is not an object")
        # resolve(): exceptions and stack traces name real paths
        return Job(Path(values["input"]).resolve(), spec, Path(values["outputDir"]).resolve(), bool(values.get("keepExportedProgram", True)))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Failure("job.invalid", f"The job file cannot be used: {type(error).__name__}: {error}.") from error


def remove_old_results(job: Job) -> None:
    """Results of an earlier run, or of this one when it did not get to its end."""
    for name in ("result.json", f"{job.input.stem}.pte", f"{job.input.stem}.pt2"):
        if job.output / name != job.input:  # a .pt2 may lie in the output folder itself
            (job.output / name).unlink(missing_ok=True)
    for folder in job.output.iterdir():
        if folder.is_dir() and (re.fullmatch(r"partition\d+", folder.name) or folder.name.startswith(".work-")):
            shutil.rmtree(folder, ignore_errors=True)


def unknown_keys(spec: dict) -> list[str]:
    found = sorted(set(spec) - KEYS[""])
    for group in set(KEYS) - {""}:
        value = spec.get(group)
        if isinstance(value, dict):
            found += sorted(f"{group}.{key}" for key in set(value) - KEYS[group])
    keep = (spec.get("partition") or {}).get("keepOnCpu") or {} if isinstance(spec.get("partition"), dict) else {}
    return found + ([f"partition.keepOnCpu.{key}" for key in keep if key not in KEEP] if isinstance(keep, dict) else [])


def resolve(spec: dict) -> dict:
    """The spec with all defaults. Only calibration stays absent: then the example inputs are used."""
    check_shape(spec)
    family = next((f for f in FAMILIES if spec["target"].startswith(f)), None)
    if family is None:
        raise Failure("spec.target-unknown", f"The target '{spec['target']}' does not exist. Choose one such as ethos-u55-128, ethos-u65-256 or ethos-u85-256.", "target")
    system, memory = FAMILIES[family]
    delegate = spec.get("delegate", True)
    quantizer = {"scheme": "symmetric" if delegate else "none", "activations": "int8", "perChannel": True, "overrides": []}
    keep = (spec.get("partition") or {}).get("keepOnCpu") or {}
    resolved = {"target": spec["target"], "systemConfig": spec.get("systemConfig") or system, "memoryMode": spec.get("memoryMode") or memory,
                "configIni": spec.get("configIni") or DEFAULT_INI, "extraFlags": spec.get("extraFlags") or [], "debug": spec.get("debug") or "none",
                "delegate": delegate, "quantizer": quantizer | ({"scheme": "symmetric"} | spec["quantizer"] if spec.get("quantizer") else {}),
                "partition": {"keepOnCpu": {key: keep.get(key, []) for key in KEEP}}}
    for key in ("externalBlocks", "calibration"):
        if spec.get(key):
            resolved[key] = dict(spec[key])
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
    calibration = spec.get("calibration") or {}
    random = calibration.get("random", {})
    expect(isinstance(random, dict) and isinstance(random.get("samples", 8), int) and random.get("samples", 8) > 0 and isinstance(random.get("seed", 0), int),
           "calibration.random", "samples and seed must be whole numbers, samples above 0")
    expect(strings(calibration.get("files", [])), "calibration.files", "must be a list of .npy files")
    keep = (spec.get("partition") or {}).get("keepOnCpu") or {}
    expect(isinstance(keep, dict) and all(strings(keep.get(key, [])) for key in KEEP), "partition.keepOnCpu", "nodes, operators, modules and patterns are lists of strings")


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


def check_against_tools(job: Job, resolved: dict, targets: list[str]) -> None:
    """Finds unknown names in a moment, which Vela would only refuse after the whole lowering."""
    if resolved["target"] not in targets:
        raise Failure("spec.target-unknown", f"The target '{resolved['target']}' does not exist. Choose one of {', '.join(targets)}.", "target")
    path, _ = ini_file(job, resolved["configIni"])
    parser = configparser.ConfigParser()
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError) as error:
        text = str(error).replace(str(path), path.name)
        raise Failure("spec.config-ini-invalid", f"The configuration file cannot be read: {text}", "configIni") from error
    for key, prefix, code in (("systemConfig", "System_Config.", "spec.system-config-unknown"), ("memoryMode", "Memory_Mode.", "spec.memory-mode-unknown")):
        names = [section.removeprefix(prefix) for section in parser.sections() if section.startswith(prefix)]
        if resolved[key] not in names:
            raise Failure(code, f"'{resolved[key]}' is not in {path.name}. Choose one of {', '.join(names)}.", key)
