# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ExecuTorch's own flow, as its tutorial writes it, without anything of Tosaic: what the tests compare a compile with.

PYTHON stockflow.py MODEL.py TARGET [NODE_KEPT_ON_CPU...] prints {"delegates", "cpuOperators": {target: calls}, "pteSha256"}.
"""
import collections
import gc
import hashlib
import json
import os
import runpy
import sys


def main() -> None:
    channel = os.dup(1)
    os.dup2(2, 1)  # Vela and ExecuTorch print to standard output
    import torch
    from executorch.backends.arm.ethosu import EthosUCompileSpec, EthosUPartitioner
    from executorch.backends.arm.quantizer import EthosUQuantizer, get_symmetric_quantization_config
    from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge_transform_and_lower
    from executorch.exir.backend.operator_support import DontPartitionName
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    gc.freeze()  # what is loaded stays: looking through it again and again takes as long as the flow
    torch.manual_seed(0)
    values = runpy.run_path(sys.argv[1])
    model, inputs = values["ModelUnderTest"], values["ModelInputs"]
    spec = EthosUCompileSpec(sys.argv[2])
    program = torch.export.export(model.eval(), inputs)
    quantizer = EthosUQuantizer(spec)
    quantizer.set_global(get_symmetric_quantization_config())
    prepared = prepare_pt2e(program.module(check_guards=False), quantizer)
    prepared(*inputs)
    program = torch.export.export(convert_pt2e(prepared), inputs)
    checks = [DontPartitionName(*sys.argv[3:])] if len(sys.argv) > 3 else []
    edge = to_edge_transform_and_lower(program, partitioner=[EthosUPartitioner(spec, checks)], compile_config=EdgeCompileConfig(_check_ir_validity=False))
    calls = [str(getattr(node.target, "_op", node.target)) for node in edge.exported_program().graph.nodes if node.op == "call_function"]
    operators = collections.Counter(call for call in calls if "executorch_call_delegate" not in call and "getitem" not in call)
    buffer = edge.to_executorch(config=ExecutorchBackendConfig(extract_delegate_segments=False)).buffer
    os.write(channel, json.dumps({"delegates": sum("executorch_call_delegate" in call for call in calls), "cpuOperators": operators,
                                  "pteSha256": hashlib.sha256(buffer).hexdigest()}).encode())


if __name__ == "__main__":
    main()
