// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/programmatch.h"

#include "core/base/units.h"

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

/// "Ethos-U55-128".
QString nameOf(const LogNpu &npu)
{
    const auto name = npu.product.isEmpty() ? u"Ethos-U"_s : u"Ethos-"_s + npu.product;
    return npu.macs ? u"%1-%2"_s.arg(name).arg(*npu.macs) : name;
}

void compareNpu(ModelMatchResult &result, const Run &run, const std::optional<LogNpu> &compiledFor)
{
    const auto &told = run.model && run.model->compiledFor ? run.model->compiledFor : run.npu;
    if (!compiledFor || !told || (told->product.isEmpty() && !told->macs))
        return;
    const bool isProductEqual = told->product.isEmpty() || told->product == compiledFor->product;
    const bool areMacsEqual = !told->macs || told->macs == compiledFor->macs;
    result.facts.push_back(
        { Kind::CompiledFor, nameOf(*told), nameOf(*compiledFor), isProductEqual && areMacsEqual });
}

/// Facts that tell one file from another; NPU and method count are shared by many.
bool isTelling(const MatchFact &fact)
{
    return fact.kind == Kind::FileSize || fact.kind == Kind::CommandStream;
}

/// "file: 4,425,968 bytes in the console, 375,648 in the program"
QString factText(const MatchFact &fact)
{
    const auto count = [](const QString &text) { return formatCount(text.toULongLong()); };
    const auto sizes = u"%1: %2 %3 in the console, %4 in the program"_s;
    switch (fact.kind) {
    case Kind::FileSize:
        return sizes.arg(u"file"_s, count(fact.inLog), u"bytes"_s, count(fact.inModel));
    case Kind::PlannedMemory:
        return sizes.arg(u"planned memory"_s, count(fact.inLog), u"bytes"_s, count(fact.inModel));
    case Kind::CommandStream:
        return sizes.arg(u"command stream"_s, count(fact.inLog), u"words"_s, count(fact.inModel));
    case Kind::MethodCount:
        return sizes.arg(u"program"_s, count(fact.inLog), u"methods"_s, count(fact.inModel));
    case Kind::CompiledFor:
        break;
    }
    return u"NPU: %1 in the console, %2 in the program"_s.arg(fact.inLog, fact.inModel);
}

} // namespace

QString ModelMatchResult::reason() const
{
    QStringList told;
    for (const auto &fact : facts) {
        if (verdict != ModelMatch::NotKnown && fact.isEqual == (verdict == ModelMatch::Belongs))
            told << factText(fact);
    }
    return told.join(u"; "_s);
}

ProgramMarks marksOfSize(quint64 bytes)
{
    return bytes > 0 ? ProgramMarks{ .fileBytes = bytes } : ProgramMarks();
}

ModelMatchResult matchProgram(const Run &run, const ProgramMarks &program)
{
    ModelMatchResult result;
    if (run.model) {
        compare(result, Kind::FileSize, run.model->pteBytes, program.fileBytes);
        compare(result, Kind::MethodCount, run.model->methodCount, program.methodCount);
        compare(result, Kind::CommandStream, run.model->commandStreamWords, program.commandWords);
    }
    compare(result, Kind::PlannedMemory, run.memory.plannedBytes, program.plannedBytes);
    compareNpu(result, run, program.compiledFor);
    const auto differs = [](const MatchFact &fact) { return !fact.isEqual; };
    if (std::ranges::any_of(result.facts, differs))
        result.verdict = ModelMatch::Differs;
    else if (std::ranges::any_of(result.facts, isTelling))
        result.verdict = ModelMatch::Belongs;
    return result;
}

} // namespace tosaic::profile
