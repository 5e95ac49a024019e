// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runcontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::FactSource;

/// Gives the translation context.
struct ContextWords
{
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

QString sourceWord(FactSource source, const QString &target, const profile::ProgramFacts *program)
{
    switch (source) {
    case FactSource::Log:
        return ContextWords::tr("from the log");
    case FactSource::User:
        return ContextWords::tr("as stated");
    case FactSource::Target:
        return ContextWords::tr("from the target %1").arg(target);
    case FactSource::Program:
        return ContextWords::tr("from %1").arg(program ? program->name : QString());
    case FactSource::Merged:
        return ContextWords::tr("from the merged runs");
    case FactSource::Nobody:
        break;
    }
    return {};
}

QString modelMacsWord(FactSource source, const profile::ProgramFacts *program)
{
    if (source != FactSource::Program || !program)
        return sourceWord(source, {}, program);
    return program->areMacsOfCompile
        ? ContextWords::tr("from the compile of %1").arg(program->name)
        : ContextWords::tr("counted in the command streams of %1").arg(program->name);
}

} // namespace

RunContext runContext(
    const profile::KnownFacts &facts, const QString &target, const profile::ProgramFacts *program)
{
    return { .values = facts.values,
        .productFrom = sourceWord(facts.product, target, program),
        .npuMacsFrom = sourceWord(facts.npuMacs, target, program),
        .modelMacsFrom = modelMacsWord(facts.modelMacs, program),
        .clockFrom = sourceWord(facts.clock, target, program),
        .productCanBeStated
        = facts.product != FactSource::Log && facts.product != FactSource::Program,
        .npuMacsCanBeStated = facts.npuMacs != FactSource::Log,
        .modelMacsCanBeStated = facts.modelMacs != FactSource::Program };
}

RunContext runContextOf(const profile::MeasuredRun &run, const profile::ProgramFacts *program)
{
    const bool isOther = program && profile::isRefuted(run, *program);
    return runContext(
        profile::knownFactsOf(run, program), run.conditions.target, isOther ? nullptr : program);
}

QString targetOfProduct(const QString &product)
{
    return product.isEmpty() ? QString() : u"ethos-"_s + product.toLower();
}

} // namespace tosaic::views
