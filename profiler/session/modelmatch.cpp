// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/modelmatch.h"

#include "core/model/compiledfor.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Kind = MatchFact::Kind;

void compare(ModelMatchResult &result, Kind kind, const std::optional<quint64> &inLog,
    const std::optional<quint64> &inModel)
{
    if (inLog && inModel)
        result.facts.push_back(
            { kind, QString::number(*inLog), QString::number(*inModel), inLog == inModel });
}

std::optional<quint64> plannedBytes(const model::Program &program)
{
    if (program.methods.size() != 1) // the log does not say which methods it loaded
        return std::nullopt;
    const auto &buffers = program.methods[0].plannedBuffers;
    quint64 sum = 0;
    for (size_t i = 1; i < buffers.size(); ++i) // entry 0 is a placeholder
        sum += static_cast<quint64>(std::max<qint64>(buffers[i], 0));
    return sum;
}

/// Words of the program's only command stream.
std::optional<quint64> commandWords(const model::Program &program)
{
    std::optional<quint64> words;
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (!delegate.ethosu)
                continue;
            if (words)
                return std::nullopt;
            words = delegate.ethosu->commandStreamWords;
        }
    }
    return words;
}

void compareNpu(ModelMatchResult &result, const Run &run, const model::Program &program)
{
    const auto compiled = model::npuOf(program);
    const auto &stated = run.model && run.model->compiledFor ? run.model->compiledFor : run.npu;
    if (!compiled || !stated || (stated->product.isEmpty() && !stated->macs))
        return;
    const auto product = model::productName(compiled->product);
    const bool isProductEqual = stated->product.isEmpty() || stated->product == product;
    const bool areMacsEqual = !stated->macs || *stated->macs == compiled->macs;
    const auto name = stated->product.isEmpty() ? u"Ethos-U"_s : u"Ethos-"_s + stated->product;
    result.facts.push_back(
        { Kind::CompiledFor, stated->macs ? u"%1-%2"_s.arg(name).arg(*stated->macs) : name,
            compiled->name(), isProductEqual && areMacsEqual });
}

/// Facts that tell one file from another; NPU and method count are shared by many.
bool isTelling(const MatchFact &fact)
{
    return fact.kind == Kind::FileSize || fact.kind == Kind::CommandStream;
}

} // namespace

ModelMatchResult matchModel(const Run &run, const model::Program &program)
{
    ModelMatchResult result;
    if (run.model) {
        compare(result, Kind::FileSize, run.model->pteBytes,
            program.source ? std::optional(program.source->size()) : std::nullopt);
        compare(result, Kind::MethodCount, run.model->methodCount,
            static_cast<quint64>(program.methods.size()));
        compare(result, Kind::CommandStream, run.model->commandStreamWords, commandWords(program));
    }
    compare(result, Kind::PlannedMemory, run.memory.plannedBytes, plannedBytes(program));
    compareNpu(result, run, program);
    const auto differs = [](const MatchFact &fact) { return !fact.isEqual; };
    if (std::ranges::any_of(result.facts, differs))
        result.verdict = ModelMatch::Differs;
    else if (std::ranges::any_of(result.facts, isTelling))
        result.verdict = ModelMatch::Belongs;
    return result;
}

} // namespace tosaic::profile
