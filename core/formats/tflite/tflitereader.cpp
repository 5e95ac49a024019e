// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/tflitereader.h"

#include "core/formats/tflite/metadata.h"
#include "core/formats/tflite/operators.h"
#include "core/formats/tflite/tensors.h"
#include "core/formats/tflite/verify.h"

#include "tflite_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

Result<std::shared_ptr<const model::Network>> readTfLite(std::shared_ptr<const ByteSource> source)
{
    ReadContext context(*source);
    const auto verified = tflite::verifiedModel(context);
    if (!verified)
        return fail(verified.error());
    const auto &root = **verified;

    auto network = std::make_shared<model::Network>();
    network->source = source;
    network->format = u"tflite"_s;
    network->version = QString::number(root.version());
    network->description = context.text(root.description());
    const tflite::Buffers buffers(context, root);
    const auto place = [](quint32 index) { return u"subgraph %1"_s.arg(index); };
    const auto count = context.count(root.subgraphs());
    for (quint32 i = 0; i < count && !context.limitError(); ++i) {
        const auto &stored = *root.subgraphs()->Get(i);
        auto &subgraph = network->subgraphs.emplace_back();
        subgraph.name = context.text(stored.name());
        subgraph.tensors = tflite::readTensors(context, root, stored, buffers, place(i));
    }
    // The memory plan spans all subgraphs, and operators of the NPU are described by it.
    tflite::readMetadata(context, root, buffers, *network);
    tflite::OperatorReader operators(context, root, buffers);
    for (quint32 i = 0; i < network->subgraphs.size() && !context.limitError(); ++i)
        operators.read(*root.subgraphs()->Get(i), place(i), network->subgraphs[i]);
    if (const auto limit = context.limitError())
        return fail(*limit);
    if (network->subgraphs.empty())
        context.report(u"tflite.no-subgraphs"_s, Severity::Error,
            u"the model has no subgraphs: there is nothing to run"_s, context.inFile());
    network->diagnostics = context.takeDiagnostics();
    return std::shared_ptr<const model::Network>(std::move(network));
}

bool isCompiledByVela(const ByteSource &source)
{
    ReadContext context(source);
    const auto verified = tflite::verifiedModel(context);
    if (!verified || !(*verified)->operator_codes())
        return false;
    return std::ranges::any_of(*(*verified)->operator_codes(),
        [&](const auto *code) { return context.text(code->custom_code()) == "ethos-u"_L1; });
}

} // namespace tosaic::formats
