// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/tosareader.h"

#include "core/formats/tosa/blocks.h"
#include "core/formats/tosa/controlflow.h"
#include "core/formats/tosa/detect.h"

#include "tosa_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace fb = tosaic::tosa::fb;

namespace {

using tosa::GraphContext;

constexpr qsizetype SmallestFile = 8; ///< root offset and identifier
constexpr qint32 FirstMinor = 80; ///< of version 0: earlier graphs have no regions

Result<const fb::Graph *> verifiedRoot(const GraphContext &context)
{
    const auto bytes = context.flatBuffer();
    if (bytes.size() < SmallestFile || bytes.sliced(4, 4) != QByteArrayView("TOSA", 4))
        return fail(ErrorCode::FormatUnknown, u"not a TOSA graph: bytes 4 to 7 are not \"TOSA\""_s,
            context.inFile());
    auto verifier = context.verifier();
    if (verifier.VerifyBuffer<fb::Graph>(nullptr))
        return flatbuffers::GetRoot<fb::Graph>(bytes.data());
    auto generous = context.verifier(8 * Limits::Tables);
    if (generous.VerifyBuffer<fb::Graph>(nullptr))
        return fail(ErrorCode::LimitExceeded,
            u"the graph has more than the limit Tables = %1 allows"_s.arg(tableLimit(bytes)),
            context.inFile());
    auto start = context.verifier();
    const auto root = start.VerifyOffset(0);
    return fail(ErrorCode::FormatDamaged,
        u"the FlatBuffer contradicts itself: the file was cut off, overwritten or is not a TOSA "
        "graph"_s,
        context.inFile(root == 0 ? 0 : root));
}

QString softwareVersion(GraphContext &context, const fb::SoftwareVersion &version)
{
    auto text = u"%1.%2.%3"_s.arg(version.major()).arg(version.minor()).arg(version.micro());
    const auto modifier = context.text(version.modifier());
    return modifier.isEmpty() ? text : text + u'-' + modifier;
}

void readBlocks(GraphContext &context, const fb::Graph &graph, const tosa::StatedVersion &stated,
    tosa::Layout layout, model::Network &network)
{
    tosa::BlockReader reader(context, stated, layout);
    for (quint32 i = 0, regions = context.count(graph.regions()); i < regions; ++i) {
        const auto *region = graph.regions()->Get(i);
        const auto name = context.text(region->name());
        for (quint32 j = 0, blocks = context.count(region->blocks()); j < blocks; ++j) {
            network.subgraphs.push_back(reader.read(*region->blocks()->Get(j), name));
            if (context.limitError())
                return;
        }
    }
    for (auto &[tensor, variable] : reader.takeVariableNames())
        network.metadata.emplace_back(u"variable "_s + tensor, variable);
}

/// Vela and ExecuTorch start at the block "main", wherever it stands.
void putMainFirst(std::vector<model::Subgraph> &blocks)
{
    const auto main = std::find_if(blocks.begin(), blocks.end(),
        [](const model::Subgraph &block) { return block.name == u"main"_s; });
    if (main != blocks.end())
        std::rotate(blocks.begin(), main, main + 1);
}

} // namespace

Result<std::shared_ptr<const model::Network>> readTosa(std::shared_ptr<const ByteSource> source)
{
    GraphContext context(*source);
    const auto graph = verifiedRoot(context);
    if (!graph)
        return fail(graph.error());
    const auto stated = tosa::statedVersion(**graph);
    if (stated.major == 0 && stated.minor < FirstMinor)
        return fail(ErrorCode::FormatUnsupported,
            u"TOSA %1 is older than 0.80, the first version that is read"_s.arg(stated.text()),
            context.inFile());
    const auto layout = tosa::detectLayout(context, **graph, stated);

    auto network = std::make_shared<model::Network>();
    network->source = source;
    network->format = u"tosa"_s;
    network->version = stated.text();
    if (stated.isDraft)
        network->metadata.emplace_back(u"draft"_s, u"true"_s);
    network->metadata.emplace_back(u"layout"_s, tosa::layoutName(layout));
    if (const auto *software = (*graph)->software_version())
        network->metadata.emplace_back(u"software_version"_s, softwareVersion(context, *software));
    readBlocks(context, **graph, stated, layout, *network);
    if (const auto limit = context.limitError())
        return fail(*limit);
    putMainFirst(network->subgraphs);
    tosa::linkControlFlow(context, *network);
    if (network->subgraphs.empty())
        context.report(u"tosa.no-blocks"_s, Severity::Error,
            u"the graph has no blocks: there is nothing to run"_s, context.inFile());
    context.reportLongData();
    network->diagnostics = context.takeDiagnostics();
    return std::shared_ptr<const model::Network>(std::move(network));
}

} // namespace tosaic::formats
