// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/workspaceitemtext.h"

#include "core/analysis/comparison.h"
#include "core/base/units.h"
#include "core/spec/specjson.h"
#include "core/workspace/jobneed.h"
#include "views/widgets/changewords.h"
#include "views/widgets/needwords.h"
#include "views/workspace/workspacemodel.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString statusWord(const QString &status)
{
    if (status == "succeeded"_L1)
        return WorkspaceModel::tr("Succeeded");
    if (status == "failed"_L1)
        return WorkspaceModel::tr("Failed");
    if (status == "cancelled"_L1)
        return WorkspaceModel::tr("Cancelled");
    if (status == "cut-off"_L1)
        return WorkspaceModel::tr("Ended without a result");
    return WorkspaceModel::tr("Running");
}

QString tableName(const QString &table)
{
    if (table == "models"_L1)
        return WorkspaceModel::tr("Models");
    if (table == "specs"_L1 || table == "spec_versions"_L1)
        return WorkspaceModel::tr("Specs");
    if (table == "jobs"_L1)
        return WorkspaceModel::tr("Jobs");
    if (table == "artefacts"_L1)
        return WorkspaceModel::tr("Artefacts");
    if (table == "blobs"_L1)
        return WorkspaceModel::tr("Copies of files");
    if (table == "runs"_L1)
        return WorkspaceModel::tr("Runs");
    if (table == "notes"_L1)
        return WorkspaceModel::tr("Notes");
    if (table == "settings"_L1 || table == "layouts"_L1)
        return WorkspaceModel::tr("Settings");
    return WorkspaceModel::tr("Provenance");
}

} // namespace

QString jobTitle(const workspace::JobRecord &job)
{
    const auto target = job.spec.value(u"target"_s).toString();
    const auto source
        = job.sourceName.isEmpty() ? WorkspaceModel::tr("Model not known") : job.sourceName;
    const auto title
        = target.isEmpty() ? source : WorkspaceModel::tr("%1 for %2").arg(source, target);
    return job.name.isEmpty() ? title : WorkspaceModel::tr("%1 (%2)").arg(job.name, title);
}

QString specChangeText(const QJsonObject &before, const QJsonObject &after)
{
    const auto from = spec::fromJson(before);
    const auto to = spec::fromJson(after);
    return from && to ? specChangeSentence(analysis::specChanges(*from, *to))
                      : WorkspaceModel::tr("What it changed is not known");
}

QString jobSummary(const workspace::JobRecord &job)
{
    QStringList parts{ statusWord(job.status) };
    if (job.action == "respec"_L1)
        parts << WorkspaceModel::tr("payloads exchanged");
    const auto &numbers = job.summary;
    if (const auto cycles = numbers.value(u"cyclesTotal"_s); cycles.isDouble())
        parts << WorkspaceModel::tr("%1 cycles (est)")
                     .arg(formatCount(static_cast<quint64>(cycles.toDouble())));
    if (const auto need = workspace::needOf(job); !need.isEmpty())
        parts << WorkspaceModel::tr("SRAM %1 (est)").arg(needText(need, analysis::Memory::Sram));
    if (job.isPinned)
        parts << WorkspaceModel::tr("pinned");
    return parts.join(WorkspaceModel::tr(", "));
}

QString artefactSummary(const workspace::ArtefactRecord &artefact)
{
    if (artefact.isRemoved)
        return WorkspaceModel::tr("Cleaned up, was %1").arg(formatBytes(artefact.size));
    return artefact.hasCopy
        ? WorkspaceModel::tr("%1, kept in the workspace").arg(formatBytes(artefact.size))
        : WorkspaceModel::tr("%1, in its folder only").arg(formatBytes(artefact.size));
}

QString runSummary(const workspace::RunRecord &run)
{
    if (run.origin == "fvp"_L1)
        return WorkspaceModel::tr("Ran on an FVP");
    if (run.origin == "board"_L1)
        return WorkspaceModel::tr("Ran on a board");
    if (run.origin == "this-machine"_L1)
        return WorkspaceModel::tr("Ran on this machine");
    if (run.origin == "est"_L1)
        return WorkspaceModel::tr("Estimate");
    return WorkspaceModel::tr("Where it ran is not known");
}

QStringList lossTexts(const std::vector<workspace::TableSalvage> &tables)
{
    QStringList texts;
    for (const auto &table : tables) {
        if (table.isComplete())
            continue;
        const auto read = static_cast<int>(table.read);
        const auto lost = static_cast<int>(table.lost);
        const auto text = !table.isCut ? WorkspaceModel::tr("%1: %n lost", nullptr, lost)
            : lost > 0 ? WorkspaceModel::tr("%1: %2 read, %n lost, perhaps more", nullptr, lost)
                       : WorkspaceModel::tr("%1: %2 read, it is not known how many are missing");
        const auto named = text.contains("%2"_L1)
            ? text.arg(tableName(table.table), formatCount(static_cast<quint64>(read)))
            : text.arg(tableName(table.table));
        if (!texts.contains(named))
            texts << named;
    }
    return texts;
}

} // namespace tosaic::views
