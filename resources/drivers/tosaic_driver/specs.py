# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ExecuTorch's compile spec from ours."""
from typing import Any

from .failures import Failure


def compile_spec_of(resolved: dict[str, Any]) -> Any:
    from executorch.backends.arm.ethosu import EthosUCompileSpec, VelaExternalBlockPlacements
    blocks = resolved.get("externalBlocks")
    placements = VelaExternalBlockPlacements(cmd_data=blocks.get("cmdData"), weight_data=blocks.get("weightData")) if blocks else None
    spec = EthosUCompileSpec(resolved["target"], resolved["systemConfig"], resolved["memoryMode"], list(resolved["extraFlags"]), resolved["configIni"], placements)
    if text := resolved.get("tosaSpec"):
        spec.tosa_spec = tosa_spec_of(text)
    if passes := resolved.get("passPipeline"):
        spec.set_pass_pipeline_config(pipeline_of(passes, spec._create_default_pipeline_config()))
    if path := resolved.get("intermediates"):
        spec.dump_intermediate_artifacts_to(path)
        if resolved["debug"] != "none":
            spec.dump_debug_info(debug_mode_of(spec, resolved["debug"]))
    return spec


def debug_mode_of(spec: Any, name: str) -> Any:
    return spec.DebugMode.JSON if name == "json" else spec.DebugMode.TOSA


def tosa_spec_of(text: str) -> Any:
    from executorch.backends.arm.tosa import TosaSpecification
    try:
        return TosaSpecification.create_from_string(text)
    except Exception as error:  # version, profile and extension each have their own class
        raise Failure("spec.tosa-spec-invalid", f"ExecuTorch refuses the TOSA specification '{text}': {error}", "tosaSpec") from error


def pipeline_of(passes: dict[str, Any], pipeline: Any) -> Any:
    """What the spec does not name keeps the target's default."""
    from executorch.backends.arm.common.pipeline_config import LeakyReLULoweringConfig, SDPASafeSoftmaxGuardPolicy, SoftmaxDecompositionConfig
    for key, field, choices in (("softmax", "softmax", SoftmaxDecompositionConfig), ("leakyRelu", "leaky_relu", LeakyReLULoweringConfig),
                                ("sdpaSafeSoftmaxGuard", "sdpa_safe_softmax_guard", SDPASafeSoftmaxGuardPolicy)):
        if passes.get(key):
            setattr(pipeline, field, choices[passes[key].upper().replace("-", "_")])
    infinity = passes.get("quantizeInf") or {}
    pipeline.quantize_inf.neg_inf = infinity.get("negative", pipeline.quantize_inf.neg_inf)
    pipeline.quantize_inf.pos_inf = infinity.get("positive", pipeline.quantize_inf.pos_inf)
    return pipeline
