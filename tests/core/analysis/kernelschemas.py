# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernels of the installed ExecuTorch write, by their schemas.

    PYTHON kernelschemas.py            one line a kernel: library, name, arguments
    PYTHON kernelschemas.py --table    the tables of core/analysis/kerneltables.cpp

Arguments are one letter each: "w" the kernel writes it (the schema marks it as aliased, or it is scratch memory), "." it only reads it.
Sources: functions.yaml and custom_ops.yaml (portable), quantized.yaml, operators.yaml (cortex_m); where a list names an operator of ATen only,
and for the optimized and LLM kernels, the schemas that torch has registered. Library "aten" are the other out variants of ATen: ExecuTorch has no kernel
for them, a user's library may; the table holds those that write more than their last argument.
"""
import sys
import textwrap
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

# runtime kernels that no schema describes: executorch/kernels/prim_ops/register_prim_ops.cpp
PRIM = {"executorch_prim::et_copy_index.tensor": "w..", "executorch_prim::et_view.default": "..w", "executorch_prim::floordiv.int": "..",
        "executorch_prim::mod.int": ".."}
PRIM_OF_ATEN = ("aten::_local_scalar_dense", "aten::sym_numel", "aten::sym_size.int")
OPTIMIZED = ("aten::_fft_c2r.out", "aten::_fft_r2c.out", "aten::linear.out")


def letters(schema) -> str:
    """Of a torch._C.FunctionSchema."""
    def is_written(argument) -> bool:
        is_scratch = argument.name == "scratch" or argument.name.endswith("_scratch")
        return is_scratch or (argument.alias_info is not None and argument.alias_info.is_write)
    return "".join("w" if is_written(argument) else "." for argument in schema.arguments)


def registered(name: str):
    """The schema torch has for "aten::add.out"."""
    import torch
    packet, _, overload = name.partition(".")
    namespace, _, operator = packet.partition("::")
    return getattr(getattr(getattr(torch.ops, namespace), operator), overload or "default")._schema


def listed(path: Path) -> dict[str, str]:
    import torch
    import yaml
    found = {}
    for entry in yaml.safe_load(path.read_text()):
        if "op" in entry:
            name = f"aten::{entry['op']}"
            found[name] = letters(registered(name))
        else:
            schema = torch._C.parse_schema(entry["func"])
            name = schema.name if "::" in schema.name else f"aten::{schema.name}"
            found[f"{name}.{schema.overload_name}" if schema.overload_name else name] = letters(schema)
    return found


def kernels() -> dict[str, dict[str, str]]:
    import torch
    import executorch
    import executorch.exir.passes.executorch_prim_ops_registry  # noqa: F401 its schemas
    from executorch.extension.llm.custom_ops import custom_ops  # noqa: F401 its schemas
    root = Path(list(executorch.__path__)[0])
    every = {schema.name + (f".{schema.overload_name}" if schema.overload_name else ""): schema for schema in torch._C._jit_get_all_schemas()}
    prim = {name: letters(schema) for name, schema in every.items() if name.startswith("executorch_prim::")}
    llm = {name: letters(schema) for name, schema in every.items() if name.startswith(("llama::", "preprocess::")) and name.endswith(".out")}
    return {"prim_ops": prim | PRIM | {name: letters(registered(name)) for name in PRIM_OF_ATEN},
            "portable": listed(root / "kernels/portable/functions.yaml") | listed(root / "kernels/portable/custom_ops.yaml"),
            "optimized": {name: letters(registered(name)) for name in OPTIMIZED},
            "quantized": listed(root / "kernels/quantized/quantized.yaml"),
            "cortex_m": listed(root / "backends/cortex_m/ops/operators.yaml"),
            "llm": llm}


def without_kernel(found: dict[str, dict[str, str]]) -> dict[str, str]:
    import torch
    known = set().union(*found.values())
    every = {f"{schema.name}.{schema.overload_name}": schema for schema in torch._C._jit_get_all_schemas()
             if schema.name.startswith("aten::") and any(argument.is_out for argument in schema.arguments)}
    return {name: letters(schema) for name, schema in every.items() if name not in known}


def main() -> None:
    libraries = kernels()
    libraries["aten"] = without_kernel(libraries)
    for library, found in libraries.items():
        names = sorted(found, key=lambda name: (not name.startswith("aten::"), name))
        if "--table" in sys.argv[1:]:
            if library == "aten":
                names = [name for name in names if found[name].count("w") > 1]
            rows = " ".join(f'{name.removeprefix("aten::")}={found[name]}' for name in names)
            print(f"{library}\n" + "\n".join(textwrap.wrap(rows, 100, break_on_hyphens=False)) + "\n")
        else:
            for name in names:
                print(library, name, found[name])


if __name__ == "__main__":
    main()
