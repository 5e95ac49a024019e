// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/graphsource.h"

#include "core/base/try.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/relatednetwork.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/networkgraph.h"
#include "core/graph/npugraph.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

/// Null if there is none of that number.
const npu::StreamPlace *streamOf(const std::vector<npu::StreamPlace> &places, int number)
{
    for (size_t i = 0; i < places.size(); ++i) {
        if (number == GraphChoice::FirstStream || places[i].owner.streamNumber(int(i)) == number)
            return &places[i];
    }
    return nullptr;
}

/// The inside of a command stream.
Result<graph::Graph> streamGraph(const OpenedModel &input, int number)
{
    const auto places = streamPlaces(input);
    const auto *place = streamOf(places, number);
    if (!place)
        return fail(ErrorCode::FormatUnsupported,
            places.empty() ? u"the file has no Ethos-U command stream"_s
                           : u"the file has %1 Ethos-U command streams, so there is no number %2"_s
                                 .arg(places.size())
                                 .arg(number),
            { .file = input.path });
    const auto &source = input.program ? input.program->source : input.source;
    const auto analyses = analyseStreams(*source, { *place });
    const auto &analysis = *analyses.front();
    if (!analysis.stream())
        return fail(analysis.placed.error.value_or(
            Error{ ErrorCode::FormatDamaged, u"the command stream cannot be read"_s, {} }));
    return graph::buildNpuGraph(
        *analysis.stream(), analysis.placed.place, analysis.dataflow, analysis.work);
}

/// The TOSA graph that a command stream was made from.
Result<graph::Graph> tosaGraph(const OpenedModel &input, const GraphChoice &choice)
{
    const auto places = streamPlaces(input);
    const auto *place = streamOf(places, choice.delegate);
    const auto related = input.program && place
        ? findRelatedNetworks(input.path, *input.program, input.result.get(), {})
        : RelatedNetworks();
    for (const auto &one : related) {
        if (one.owner == place->owner)
            return graph::networkGraph(*one.network, choice.subgraph,
                { .constants = choice.constants,
                    .file = one.path,
                    .placement = graph::Placement::Npu });
    }
    return fail(ErrorCode::FormatUnsupported,
        place ? u"no TOSA file that the command stream was made from is kept beside it"_s
              : u"the file has no such Ethos-U command stream"_s,
        { .file = input.path });
}

} // namespace

std::optional<GraphChoice> graphChoiceFrom(const QString &level)
{
    const auto parts = level.split(u':');
    const auto &word = parts.front();
    const bool isInside = word == "npu"_L1 || word == "tosa"_L1;
    if (parts.size() > (isInside ? 2 : 1))
        return std::nullopt;
    bool isNumber = true;
    const auto number = parts.size() == 2 ? parts[1].toInt(&isNumber) : GraphChoice::FirstStream;
    if (isInside && isNumber && number >= 0)
        return GraphChoice{ .delegate = number, .isTosa = word == "tosa"_L1 };
    if (word == "operators"_L1 || word == "runtime"_L1)
        return GraphChoice{ .runtime = word == "runtime"_L1 };
    return std::nullopt;
}

Result<graph::Graph> graphOf(const OpenedModel &input, const GraphChoice &choice)
{
    if (choice.isTosa)
        return tosaGraph(input, choice);
    // Only a description is left where the bytes are no graph; streams in them can be drawn.
    const bool isStreamOnly = !input.program && !input.result && !input.network;
    if (choice.delegate >= 0 || (isStreamOnly && !input.streams.empty()))
        return streamGraph(
            input, choice.delegate >= 0 ? choice.delegate : GraphChoice::FirstStream);
    if (input.network)
        return graph::networkGraph(
            *input.network, choice.subgraph, { .constants = choice.constants });
    const bool hasOperators = input.result && !input.result->nodes.empty();
    if (input.program && (choice.runtime || !hasOperators))
        return graph::buildProgramGraph(
            *input.program, graph::largestMethod(*input.program), input.result.get());
    return input.result ? graph::buildResultGraph(*input.result, keptNetworks(*input.result))
                        : graph::Graph();
}

} // namespace tosaic::cli
