// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/npuanalysis.h"

#include "core/documents/externaldata.h"
#include "core/documents/openmodel.h"
#include "core/inspect/describefile.h"
#include "core/npu/externalstreams.h"

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
            npu::findExternal(place, bytesByKey(opened.external));
        return places;
    }
    return opened.network ? npu::streamsOf(*opened.network) : opened.streams;
}

std::shared_ptr<const ByteSource> velaFileOf(const OpenedModel &opened)
{
    if (opened.program || opened.result || streamPlaces(opened).empty())
        return nullptr;
    auto source = opened.network ? opened.network->source : opened.source;
    return source && inspect::canDescribe(formats::recognise(source->bytes())) ? source : nullptr;
}

std::shared_ptr<const ExternalData> findExternal(
    inspect::FileStreams &streams, const QString &folder, const QStringList &given)
{
    if (!streams.program)
        return nullptr;
    auto data = findExternalData(*streams.program, folder, given);
    for (auto &place : streams.places)
        npu::findExternal(place, bytesByKey(data));
    return data;
}

NpuAnalyses analyseStreams(const ByteSource &source, const std::vector<npu::StreamPlace> &places)
{
    NpuAnalyses analyses;
    for (auto &placed : npu::disassembleAll(source, places))
        analyses.push_back(analysisOf(std::move(placed)));
    return analyses;
}

std::shared_ptr<const NpuAnalysis> streamOf(
    const NpuAnalyses &streams, const model::EntityRef &entity)
{
    const auto found = std::ranges::find_if(streams, [&](const auto &analysis) {
        return analysis->owner() == entity || entity.isInStreamOf(analysis->owner());
    });
    return found == streams.end() ? nullptr : *found;
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
