# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Another compile spec for a finished .pte, without lowering: Vela runs on the kept TOSA, and payloads and specs are exchanged.

The graph part of a .pte does not depend on them, and ExecuTorch's own code reads and writes the file, so the result is what a full compile gives.
"""
import contextlib
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from .action import Action
from .compiling import check_version, check_versions, import_compilers, installed_tools, report_kernels
from .failures import Failure
from .job import QUANTIZER, Job, check_against_tools, ini_file, resolve, unknown_keys
from .othervela import OtherVela
from .report import Report, sha256_of

BACKEND = "EthosUBackend"
# What lowering depends on and the .pte does not tell; compared when the old result.json is there.
LOWERING = ("quantizer", "calibration", "partition", "cpuKernels", "integerIo", "debug")
UNTOLD = ("quantizer", "calibration", "partition", "cpuKernels", "integerIo")
CARRIED = ("source", "nodes", "edges", "origins", "rejections", "quantised")


class Respec(Action):
    def run(self) -> None:
        self.check_input()
        self.stage("import")
        self.import_tools()
        self.stage("load")
        self.load()
        self.check_needs_no_lowering()
        self.check_tosa_belongs()
        self.exchange()
        self.stage("save")
        self.save()
        self.events.progress(1.0)

    def check_input(self) -> None:
        job, values = self.job, self.report.values
        values["spec"], values["tools"] = job.spec, installed_tools()
        for path in (job.input, *job.tosa):
            if not path.is_file():
                raise Failure("model.not-found", f"{path.name} does not exist. Compile the model again.")
        self.resolved = values["resolvedSpec"] = resolve(job.spec)
        for key in unknown_keys(job.spec):
            self.report.problem("warning", "spec.unknown-key", f"The spec has an unknown key '{key}'; it is ignored.", key)
        self.previous = previous_result(job)
        values |= {key: self.previous[key] for key in CARRIED if key in self.previous}

    def import_tools(self) -> None:
        check_versions(self.report)
        from ethosu.vela.architecture_features import Accelerator
        check_against_tools(self.job, self.resolved, Accelerator.member_list())
        import_compilers(self.events)
        from executorch.backends.arm.arm_vela import vela_compile
        from .specs import compile_spec_of
        from .vela import VelaRuns
        path, own = ini_file(self.job, self.resolved["configIni"])
        self.vela = VelaRuns(self.report, self.report.temporary, (self.resolved["configIni"], path) if own else None)
        self.vela.original = vela_compile
        self.other = OtherVela(self.job.vela) if self.job.vela else None
        if self.other:
            check_version(self.report, "ethos-u-vela", self.other.version)
            self.report.values["tools"] |= {"vela": self.other.version}
        self.compile_spec = compile_spec_of(self.resolved)

    def load(self) -> None:
        from .pte import Program
        self.program = Program(self.job.input.read_bytes(), self.job.input.name)
        self.delegates = [delegate for plan in self.program.file.program.execution_plan for delegate in plan.delegates]
        self.ours = [delegate for delegate in self.delegates if delegate.id == BACKEND]
        if not self.ours:
            raise Failure("respec.no-delegate", f"{self.job.input.name} has no Ethos-U delegate, so there is nothing to exchange. Compile the model instead.")
        if len(self.ours) != len(self.job.tosa):
            raise Failure("respec.wrong-tosa", f"{self.job.input.name} has {len(self.ours)} delegates, but {len(self.job.tosa)} TOSA files were given. Give one for each, in execution order.")
        self.old_specs = [{spec.key: bytes(spec.value).decode() for spec in delegate.compile_specs} for delegate in self.ours]

    def check_needs_no_lowering(self) -> None:
        keys = set() if self.resolved["delegate"] else {"delegate"}
        for old in self.old_specs:
            if old.get("tosa_spec") != str(self.compile_spec.tosa_spec):
                keys.add("tosaSpec" if self.resolved.get("tosaSpec") else "target")
            if not same_pipeline(old.get("transform_pipeline_config"), self.compile_spec, bool(self.resolved.get("passPipeline"))):
                keys.add("passPipeline")
            if self.resolved.get("intermediates") or "debug_artifact_path" in old:
                keys.add("intermediates")  # a full compile writes files there
        before = self.previous.get("resolvedSpec")
        if before:
            keys |= {key for key in LOWERING if meaning(before.get(key)) != meaning(self.resolved.get(key))}
        unknown = set() if before else {key for key in UNTOLD if is_asked_for(key, self.job.spec.get(key))}
        if self.resolved["debug"] != "none" and not before:
            keys.add("debug")
        if unknown and not keys:
            raise Failure("respec.needs-lowering", f"{', '.join(sorted(unknown))} of the spec cannot be compared: no result.json of the compile is beside {self.job.input.name}. "
                          "Leave it out to keep what the program has, or compile the model instead.", sorted(unknown)[0])
        if keys:
            raise Failure("respec.needs-lowering", f"ExecuTorch must lower the model again because of {', '.join(sorted(keys))}. Compile the model instead.", sorted(keys)[0])

    def check_tosa_belongs(self) -> None:
        """The payload that the old spec gives from this TOSA is in the .pte; with the old result at hand its hashes say so at once."""
        known = {entry["partition"]: entry["sha256"] for entry in self.previous.get("artefacts", []) if entry["kind"] == "tosa"}
        for index, path in enumerate(self.job.tosa):
            if known.get(index) != sha256_of(path) and not self.gives_old_payload(index, path):
                raise Failure("respec.wrong-tosa", f"{path.name} of partition {index} is not what {self.job.input.name} was made from. Compile the model again.", str(index))

    def gives_old_payload(self, index: int, path: Path) -> bool:
        from .console import captured
        placements = json.loads(self.old_specs[index].get("external_block_placements", "null"))
        work = self.report.temporary / "before"
        work.mkdir(exist_ok=True)
        try:
            with captured(work / "console.txt", echo=False), self.vela.in_work_folder():
                result = self.vela.original(path.read_bytes(), self.old_specs[index]["compile_flags"].split(" "), intermediate_path=work.name, block_placements=placements)
        except (Exception, SystemExit) as error:  # such as a configuration file that is gone
            self.report.problem("warning", "respec.unverified", f"Whether the TOSA file of partition {index} belongs to {self.job.input.name} could not be checked: {error}.")
            return True
        finally:
            shutil.rmtree(work, ignore_errors=True)
        return hashlib.sha256(result.processed_bytes).digest() == hashlib.sha256(self.program.payload_of(self.ours[index])).digest()

    def exchange(self) -> None:
        from executorch.exir._serialize._named_data_store import NamedDataStore
        self.external = NamedDataStore()
        payloads: dict[int, bytes] = {}
        try:
            with self.other.installed() if self.other else contextlib.nullcontext():
                for index, delegate in enumerate(self.ours):
                    payloads[id(delegate)] = self.run_vela(index, self.job.tosa[index])
                    delegate.compile_specs = self.new_specs(delegate.compile_specs)
        finally:
            self.add_partitions()
        self.program.set_payloads(self.delegates, payloads)

    def run_vela(self, index: int, tosa: Path) -> bytes:
        self.stage_name = "vela"
        old = next((entry for entry in self.previous.get("partitions", []) if entry["index"] == index), {"name": f"partition{index}", "operators": []})
        self.vela.partitions.append({"index": index, "name": old["name"], "operators": old["operators"], "summary": {}})
        if self.resolved["debug"] == "json" and (tosa.parent / "debug.json").is_file():
            shutil.copyfile(tosa.parent / "debug.json", self.vela.folder(index) / "debug.json")
        placements = self.compile_spec.external_block_placements.to_block_placements()
        result = self.vela.compile(tosa.read_bytes(), list(self.compile_spec.compiler_flags), block_placements=placements)
        for block in result.external_blocks:
            self.external.add_named_data(block.key, block.payload, alignment=block.alignment, external_tag=block.placement)
        return result.processed_bytes

    def new_specs(self, old: list[Any]) -> list[Any]:
        """What lowering determined stays; what Vela is told is new."""
        new = {spec.key: spec for spec in self.compile_spec._to_list()}
        kept = [new[spec.key] if spec.key in ("compile_flags", "target") else spec for spec in old if spec.key != "external_block_placements"]
        return kept + ([new["external_block_placements"]] if "external_block_placements" in new else [])

    def add_partitions(self) -> None:
        from .vela import total_of
        before = self.previous.get("summary", {})
        counts = {key: before[key] for key in ("npuOperators", "cpuOperators") if key in before}
        self.report.values["partitions"] = self.vela.partitions
        self.report.values["summary"] = total_of([partition["summary"] for partition in self.vela.partitions]) | counts

    def save(self) -> None:
        name, temporary = f"{self.job.input.stem}.pte", self.report.temporary
        (temporary / name).write_bytes(self.program.written())
        report_kernels(self.program.file.program, self.report)
        self.report.keep("pte", temporary / name, name)
        for tag, data in external_files(self.external).items():
            (temporary / tag).write_bytes(data)
            self.report.keep("ptd", temporary / tag, tag)
        exported = self.job.folder / f"{self.job.input.stem}.pt2"
        if self.job.keep_exported and any(entry["kind"] == "pt2" for entry in self.previous.get("artefacts", [])) and exported.is_file():
            shutil.copyfile(exported, temporary / exported.name)
            self.report.keep("pt2", temporary / exported.name, exported.name)


def meaning(value: Any) -> Any:
    """What is absent and what says the same as nothing are equal."""
    if isinstance(value, dict) and "scheme" in value:
        return QUANTIZER | value
    return None if value in (False, {}, "portable") else value


def is_asked_for(key: str, value: Any) -> bool:
    """Keeping nothing on the CPU is nothing."""
    if key == "partition" and value:
        return any((value.get("keepOnCpu") or {}).values())
    return value not in (None, False, {}, "portable")


def previous_result(job: Job) -> dict:
    """result.json beside the .pte, if it tells of this very file."""
    try:
        result = json.loads((job.folder / "result.json").read_text(encoding="utf-8"))
        made = [entry["sha256"] for entry in result["artefacts"] if entry["kind"] == "pte"]
        return result if made == [sha256_of(job.input)] else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def same_pipeline(stored: str | None, compile_spec: Any, given: bool) -> bool:
    """Whether lowering had these passes. Nothing stored means the general default, or the target's own, which the quantizer alone writes down."""
    from executorch.backends.arm.common.pipeline_config import ArmPassPipelineConfig
    old = ArmPassPipelineConfig.from_dict(json.loads(stored)) if stored else None
    wanted = compile_spec._pipeline_config if given else compile_spec._create_default_pipeline_config()
    if old is None:
        return not given or wanted.is_default()
    return old.to_dict() == wanted.to_dict()


def external_files(store: Any) -> dict[str, bytes]:
    """The .ptd files, named and packed as ExecuTorch does."""
    from executorch.exir._serialize.data_serializer import DataPayload
    from executorch.extension.flat_tensor.serialize.serialize import FlatTensorConfig, FlatTensorSerializer
    output = store.get_named_data_store_output()
    serializer = FlatTensorSerializer(FlatTensorConfig())
    return {tag if tag.endswith(".ptd") else f"{tag}.ptd": bytes(serializer.serialize(DataPayload(buffers=output.buffers, named_data=data)))
            for tag, data in sorted(output.external_data.items())}
