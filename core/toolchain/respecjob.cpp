// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/respecjob.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

std::optional<RespecSource> respecSource(const compiled::CompileResult &result)
{
    const auto program = result.artefactPath(u"pte"_s);
    auto inputs = compiled::estimateInputs(result);
    if (result.status != compiled::Status::Succeeded || program.isEmpty() || inputs.empty()
        || inputs.size() != result.partitions.size())
        return {};
    return RespecSource{ program, result.spec, std::move(inputs) };
}

Result<CompileRequest> respecRequest(const RespecSource &source, const spec::CompileSpec &spec)
{
    if (const auto keys = source.spec ? QStringList() : compiled::untoldKeys(spec); !keys.isEmpty())
        return fail(ErrorCode::SpecInvalid,
            u"%1 cannot be compared: no result.json of the compile is beside the program. Leave it "
            "out to keep what the program has, or compile the model instead"_s.arg(
                keys.join(u", "_s)),
            Location{ .entity = keys.join(u',') });
    const auto keys = source.spec ? compiled::loweringKeys(*source.spec, spec) : QStringList();
    if (!keys.isEmpty())
        return fail(ErrorCode::SpecInvalid,
            u"ExecuTorch must lower the model again because of %1: compile it instead"_s.arg(
                keys.join(u", "_s)),
            Location{ .entity = keys.join(u',') });
    auto inputs = source.inputs;
    std::sort(inputs.begin(), inputs.end(),
        [](const compiled::EstimateInput &a, const compiled::EstimateInput &b) {
            return a.partition < b.partition;
        });
    CompileRequest request;
    request.input = source.program;
    request.spec = spec;
    for (const auto &input : inputs)
        request.keptTosa.append(input.tosaPath);
    return request;
}

} // namespace tosaic::toolchain
