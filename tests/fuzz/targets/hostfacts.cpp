// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/kernels/hostfacts.h"

#include <cstdlib>

namespace tosaic::fuzz {

/// result.json of a run on this machine.
void fuzzHostFacts(std::span<const quint8> input)
{
    const auto facts = profile::readHostFacts(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    if (facts && (facts->status.isEmpty() || facts->engine.isEmpty()))
        std::abort();
}

std::vector<QByteArray> seedsHostFacts()
{
    return { R"({"formatVersion": 1, "status": "succeeded", "method": "forward", "engine": "python",
"environment": {"executorch": "1.5.1", "torch": "2.9", "python": "3.11", "machine": "x86_64",
"cpu": "", "threads": 2}, "warmups": 1, "iterations": [1000, 2e3, -1, 9223372036854775807],
"inputs": [{"dtype": "float32", "shape": [1, 3, 224, 224], "fill": "random", "path": "in/0.npy"},
{"dtype": "int", "value": 3}], "outputs": [{"dtype": "bool", "value": true, "variants": 2}],
"pteSha256": "ab"})",
        R"({"status": "failed", "engine": "python", "failedStage": "load_method",
"iterations": {}, "inputs": [3, [], null], "warmups": 1e300})" };
}

} // namespace tosaic::fuzz
