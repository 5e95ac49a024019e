// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runproving.h"

#include "app/cli/frame/toolcommand.h"
#include "core/base/jsonlist.h"
#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/localrun/runtimekernels.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runproving {
namespace {

Result<std::vector<std::vector<double>>> outputsHere(
    const std::shared_ptr<const model::Program> &program, const ProofQuestion &question)
{
    localrun::LocalRequest request{ .inputs = TRY(localrun::readArrays(question.inputs)),
        .names = localrun::namesBeside(question.model),
        .external
        = bytesByKey(findExternalData(*program, QFileInfo(question.model).absolutePath())) };
    if (question.host) {
        request.method = question.host->method;
        request.inputs = TRY(profile::inputsOf(*question.host));
    }
    request.runtime = localrun::runtimeKernels([&]() -> Result<localrun::RuntimePlace> {
        return localrun::RuntimePlace{ .interpreter
            = findInterpreter(
                toolchain::EnvironmentSearch::Need::ExecuTorch, {}, [](const auto &) {}),
            .pte = QFileInfo(question.model).absoluteFilePath(),
            .method = question.host ? question.host->method : u"forward"_s,
            .drivers = {},
            .setCancel = {},
            .tell = {} };
    });
    return profile::simulatedOutputs(program, std::move(request));
}

} // namespace
} // namespace runproving

profile::RunProof proveRun(const profile::Run *run, const ProofQuestion &question, Streams &streams)
{
    profile::ProofEvidence evidence{ .run = run,
        .host = question.host.get(),
        .elf = question.elf,
        .isFileItself = question.isFileItself,
        .whyNoOutputs = u"no program is stated that would say what they should be"_s };
    std::shared_ptr<const model::Program> program;
    if (!question.model.isEmpty()) {
        const auto file = ByteSource::map(question.model);
        auto read = file ? formats::readProgram(*file) : fail(file.error());
        if (read) {
            program = withExternalData(*read, QFileInfo(question.model).absolutePath()).program;
        } else {
            // The run is good without it: a network for TFLite Micro, say, proves nothing of
            // outputs.
            auto problem = diagnosticOf(read.error());
            problem.severity = Severity::Warning;
            evidence.whyNoOutputs = problem.text;
            tellProblem(problem, streams);
        }
    }
    evidence.program = program.get();
    return profile::proofOf(evidence, [&] { return runproving::outputsHere(program, question); });
}

QJsonObject proofJson(const profile::RunProof &proof)
{
    return { { u"state"_s, profile::proofKey(proof.state()) },
        { u"steps"_s, jsonList(proof.facts, [](const profile::ProofFact &fact) {
             return QJsonObject{ { u"step"_s, profile::proofKey(fact.step) },
                 { u"state"_s, profile::proofKey(fact.state) }, { u"why"_s, fact.why } };
         }) } };
}

void printProof(const profile::RunProof &proof, QTextStream &out)
{
    for (const auto &fact : proof.facts)
        out << "  " << profile::proofKey(fact.step).leftJustified(10)
            << profile::proofKey(fact.state).leftJustified(10) << fact.why << '\n';
}

bool hasWrongOutputs(const profile::RunProof &proof)
{
    return std::ranges::any_of(proof.facts, [](const profile::ProofFact &fact) {
        return fact.step == profile::ProofStep::Outputs
            && fact.state == profile::ProofState::Refuted;
    });
}

} // namespace tosaic::cli
