// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/npuanalysis.h"

#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/documents/openmodel.h"

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

std::shared_ptr<const NpuAnalysis> analysisOf(npu::PlacedStream placed)
{
    auto analysis = std::make_shared<NpuAnalysis>();
    if (placed.stream) {
        analysis->dataflow = npu::dataflow(*placed.stream, placed.place);
        analysis->work = npu::workOf(*placed.stream);
    }
    analysis->placed = std::move(placed);
    return analysis;
}

} // namespace

std::vector<npu::StreamPlace> streamPlaces(const OpenedModel &opened)
{
    if (opened.program) {
        auto places = npu::streamsOf(*opened.program);
        for (auto &place : places)
            npu::findWeights(place, bytesByKey(opened.external));
        return places;
    }
    return opened.network ? npu::streamsOf(*opened.network) : opened.streams;
}

NpuAnalyses analyseStreams(const ByteSource &source, const std::vector<npu::StreamPlace> &places)
{
    NpuAnalyses analyses;
    for (auto &placed : npu::disassembleAll(source, places))
        analyses.push_back(analysisOf(std::move(placed)));
    return analyses;
}

Result<std::shared_ptr<const NpuAnalysis>> withExternal(
    std::shared_ptr<const NpuAnalysis> analysis, const npu::ExternalBytes &external)
{
    if (analysis->stream())
        return analysis;
    auto streams = TRY(npu::withExternal(analysis->placed, external));
    if (!streams.empty() && streams.front().stream)
        return analysisOf(std::move(streams.front()));
    const auto &payload = analysis->placed.place.payload;
    const auto *commands = payload ? payload->block(u"cmd_data"_s) : nullptr;
    if (commands && commands->isExternal)
        return fail(ErrorCode::FormatUnsupported,
            u"the commands are in a .ptd that is not beside the program, under the key %1"_s.arg(
                commands->externalKey));
    return fail(analysis->placed.error.value_or(Error()));
}

const npu::Operation *operationOf(const NpuAnalysis &analysis, const model::EntityRef &entity)
{
    if (entity.kind != model::EntityRef::Kind::NpuOperation
        || !entity.isInStreamOf(analysis.owner()) || !analysis.stream() || entity.subIndex < 0)
        return nullptr;
    const auto &operations = analysis.stream()->operations;
    const auto at = static_cast<size_t>(entity.subIndex);
    return at < operations.size() ? &operations[at] : nullptr;
}

} // namespace tosaic
