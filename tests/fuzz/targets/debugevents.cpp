// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/join/debugevents.h"

#include <cstdlib>

namespace tosaic::fuzz {

/// debug.json of ExecuTorch's Arm backend.
void fuzzDebugEvents(std::span<const quint8> input)
{
    const profile::DebugEventLimits limits{ .bytes = 50'000, .ancestors = 8 };
    const QByteArrayView bytes(input.data(), qsizetype(input.size()));
    const auto events = profile::readDebugEvents(bytes, limits);
    if (!events) {
        if (events.error().location.offset.value_or(0) > input.size())
            std::abort();
        return;
    }
    for (const auto &event : *events) {
        if (event.name.isEmpty() || qsizetype(event.ancestors.size()) > limits.ancestors)
            std::abort();
        static_cast<void>(profile::userLine(event.frames));
    }
}

std::vector<QByteArray> seedsDebugEvents()
{
    return { R"json([{"event_id": 0, "tosa_info": {"node_name": "tosa_conv2d_default_1",
"operator_id": 3}, "aten_info": {"node_name": "aten_convolution_default", "operator": "conv"},
"torch_info": {"stack_trace": ["File \"/home/me/model.py\", line 42, in forward\n    x = a(x)",
"File \"/x/site-packages/torch/nn.py\", line 7, in b"], "node_trace": [{"name": "convolution_1",
"target": "aten.convolution.default", "nn_module_stack": {"L__self__": ["stem.0", "Conv2d"]}},
{"name": "convolution_1", "target": "aten.convolution.default"}],
"nn_module_stack": {"L__self___stem": ["stem.0", "torch.nn.Conv2d"]}}}, {}, 3, null])json",
        "[]", "[{\"event_id\": 0, " };
}

} // namespace tosaic::fuzz
