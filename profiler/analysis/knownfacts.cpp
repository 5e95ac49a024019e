// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/knownfacts.h"

#include "profiler/analysis/statednpu.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

void takeProduct(KnownFacts &facts, const QString &product, FactSource source)
{
    if (!facts.values.product.isEmpty() || product.isEmpty())
        return;
    facts.values.product = product;
    facts.product = source;
}

template <typename Number>
void take(std::optional<Number> &value, FactSource &from, const std::optional<Number> &known,
    FactSource source)
{
    if (value || !known)
        return;
    value = known;
    from = source;
}

} // namespace

KnownFacts knownFactsOf(const MeasuredRun &run, const ProgramFacts *program)
{
    KnownFacts facts;
    auto &values = facts.values;
    if (run.run)
        values = contextOf(*run.run);
    facts.product = values.product.isEmpty() ? FactSource::Nobody : FactSource::Log;
    facts.npuMacs = values.npuMacs ? FactSource::Log : FactSource::Nobody;
    facts.clock = values.clockHz ? FactSource::Log : FactSource::Nobody;
    auto stated = run.conditions;
    if (program && isRefuted(run, *program)) {
        if (stated.modelMacs == program->modelMacs)
            stated.modelMacs.reset();
        program = nullptr;
    }
    take(values.npuMacs, facts.npuMacs, stated.macs, FactSource::User);
    const auto npu = statedNpu(stated.target);
    takeProduct(facts, npu.product, FactSource::Target);
    if (values.product == npu.product)
        take(values.npuMacs, facts.npuMacs, npu.macs, FactSource::Target);
    if (program)
        takeProduct(facts, program->product, FactSource::Program);
    if (program && values.product == program->product)
        take(values.npuMacs, facts.npuMacs, program->npuMacs, FactSource::Program);
    values.origin = run.origin;
    take(values.clockHz, facts.clock, run.clockHz, FactSource::User);
    take(values.modelMacs, facts.modelMacs, stated.modelMacs, FactSource::User);
    if (program)
        take(values.modelMacs, facts.modelMacs, program->modelMacs, FactSource::Program);
    return facts;
}

QString programHashOf(const QString &modelSha256, const workspace::RunConditions &conditions)
{
    const auto pte = conditions.artefacts.find(u"pte"_s);
    return modelSha256.isEmpty() && pte != conditions.artefacts.end() ? pte->second : modelSha256;
}

QString programHashOf(const MeasuredRun &run)
{
    return programHashOf(run.modelSha256, run.conditions);
}

const ProgramFacts *statedProgramOf(
    const MeasuredRun &run, const std::vector<ProgramFacts> &programs)
{
    const auto hash = programHashOf(run);
    const auto found = hash.isEmpty() ? programs.end()
                                      : std::ranges::find(programs, hash, &ProgramFacts::sha256);
    return found == programs.end() ? nullptr : &*found;
}

bool isRefuted(const MeasuredRun &run, const ProgramFacts &program)
{
    return run.run && matchProgram(*run.run, program.marks).verdict == ModelMatch::Differs;
}

const ProgramFacts *programOf(const MeasuredRun &run, const std::vector<ProgramFacts> &programs)
{
    const auto *program = statedProgramOf(run, programs);
    return program && !isRefuted(run, *program) ? program : nullptr;
}

} // namespace tosaic::profile
