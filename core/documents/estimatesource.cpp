// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/estimatesource.h"

#include "core/base/try.h"
#include "core/documents/openmodel.h"
#include "core/spec/specprogram.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

struct EthosDelegate
{
    int method = 0;
    int index = 0;
    const model::Delegate *delegate = nullptr;
};

/// In the order of the file, which is that of execution.
std::vector<EthosDelegate> ethosDelegates(const model::Program &program)
{
    std::vector<EthosDelegate> found;
    for (std::size_t m = 0; m < program.methods.size(); ++m) {
        const auto &delegates = program.methods[m].delegates;
        for (std::size_t d = 0; d < delegates.size(); ++d) {
            if (delegates[d].isEthosU())
                found.push_back({ static_cast<int>(m), static_cast<int>(d), &delegates[d] });
        }
    }
    return found;
}

std::optional<spec::CompileSpec> specOf(const model::Delegate &delegate)
{
    spec::ProgramSpecs entries;
    for (const auto &entry : delegate.compileSpecs)
        entries.emplace_back(entry.key, entry.value);
    const auto reading = spec::fromProgramSpecs(entries);
    return reading ? std::optional(reading->spec) : std::nullopt;
}

const RelatedNetwork *networkOf(const RelatedNetworks &networks, const EthosDelegate &delegate)
{
    const auto owner = model::EntityRef::delegate(delegate.method, delegate.index);
    const auto found
        = std::find_if(networks.begin(), networks.end(), [&](const RelatedNetwork &network) {
              return network.owner == owner
                  && network.confidence != RelatedNetwork::Confidence::Possible;
          });
    return found == networks.end() ? nullptr : &*found;
}

} // namespace

EstimateSource estimateSource(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program)
{
    EstimateSource source;
    source.inputs = compiled::estimateInputs(result);
    if (source.isEmpty())
        return {};
    const auto facts = analysis::memoryFacts(result, program);
    source.baseline
        = EstimateBaseline{ result.spec, result.summary, true, analysis::memoryNeed(facts) };
    source.program = facts.program;
    source.respec = toolchain::respecSource(result);
    source.baseFolder = result.folder;
    return source;
}

EstimateSource estimateSource(
    const QString &path, const model::Program &program, const RelatedNetworks &networks)
{
    EstimateSource source;
    const auto delegates = ethosDelegates(program);
    for (const auto &delegate : delegates) {
        const auto *network = networkOf(networks, delegate);
        if (!network)
            return {};
        source.inputs.push_back({ static_cast<int>(source.inputs.size()), network->path });
    }
    if (source.isEmpty())
        return {};
    if (const auto spec = specOf(*delegates.front().delegate))
        source.baseline = EstimateBaseline{ *spec, {}, false, {} };
    source.program = analysis::programMemory(program);
    source.respec = toolchain::RespecSource{ path, {}, source.inputs };
    source.baseFolder = QFileInfo(path).absolutePath();
    return source;
}

EstimateSource estimateSourceOfFile(const QString &path)
{
    if (path.isEmpty())
        return {};
    const auto kind = toolchain::inputKindOf(path);
    if (!kind || !toolchain::usesVelaAlone(*kind))
        return {};
    EstimateSource source;
    const QFileInfo file(path);
    source.inputs.push_back({ 0, file.absoluteFilePath() });
    source.baseFolder = file.absolutePath();
    return source;
}

Result<toolchain::CompileRequest> otherVelaRequest(const EstimateSource &source,
    const spec::CompileSpec &spec, const QString &usual, const QString &vela)
{
    if (source.respec) {
        auto request = TRY(toolchain::respecRequest(*source.respec, spec));
        request.interpreter = usual;
        request.velaInterpreter = vela;
        return request;
    }
    if (source.inputs.size() != 1)
        return fail(ErrorCode::FormatUnsupported,
            u"there is no .pte whose payloads could be exchanged, and no single TOSA file"_s);
    return toolchain::CompileRequest{
        .input = source.inputs.front().tosaPath, .spec = spec, .interpreter = vela
    };
}

Result<EstimateSource> findEstimateSource(const QString &path, const ArtefactFinder *finder)
{
    if (QFileInfo(path).isFile()) {
        if (auto source = estimateSourceOfFile(path); !source.isEmpty())
            return source;
        const auto kind = toolchain::inputKindOf(path);
        if (!kind && path.endsWith(".tflite"_L1, Qt::CaseInsensitive))
            return fail(kind.error());
        if (kind)
            return fail(ErrorCode::FormatUnsupported,
                u"a model has no TOSA before it is compiled; compile it, or name what its compile "
                "wrote"_s,
                Location{ .file = path });
    }
    const auto opened = TRY(openDocument(path, finder));
    EstimateSource source;
    if (opened.result)
        source = estimateSource(*opened.result, opened.program);
    if (source.isEmpty() && opened.program)
        source = estimateSource(opened.path, *opened.program,
            findRelatedNetworks(opened.path, *opened.program, opened.result.get(), JobControl{}));
    if (source.isEmpty())
        return fail(ErrorCode::FormatUnsupported,
            u"there is no TOSA of its partitions to run Vela on; compile the model with Tosaic, "
            "which keeps it, or put the .tosa files beside it"_s,
            Location{ .file = path });
    return source;
}

} // namespace tosaic
