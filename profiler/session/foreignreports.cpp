// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/foreignreports.h"

#include "profiler/session/databasefit.h"
#include "profiler/session/databasesearch.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using formats::vela::PerLayerFile;
using formats::vela::VelaDebugDb;

/// Names of operators, without those that are the compiler's own ("#821") and of one run.
template <typename Rows>
std::set<QString> namesOf(const Rows &rows)
{
    std::set<QString> names;
    for (const auto &row : rows) {
        if (!row.name.isEmpty() && !row.name.startsWith(u'#'))
            names.insert(row.name);
    }
    return names;
}

bool isOf(const PerLayerFile &layers, const StreamFacts &facts)
{
    const auto names = namesOf(layers.rows);
    const auto isKnown = [&](const std::set<QString> &known) {
        return !names.empty() && std::ranges::includes(known, names);
    };
    return (facts.layers && isKnown(namesOf(facts.layers->rows)))
        || (facts.join.database && isKnown(namesOf(facts.join.database->performance())));
}

bool fits(const VelaDebugDb &database, const StreamFacts &facts)
{
    if (facts.join.database.get() == &database)
        return true;
    return facts.join.stream && std::ranges::any_of(database.queue(), [&](const auto &entry) {
        return fitOf(database, entry.first, *facts.join.stream).fits();
    });
}

QString fileName(const ProfileMaterial &material)
{
    return QFileInfo(material.path).fileName();
}

QString whyNot(const ProfileMaterial &material, const VelaReports &report,
    const std::vector<StreamFacts> &streams)
{
    for (const auto &facts : streams) {
        if (facts.join.stream)
            return otherStreamText(report, *facts.join.stream);
    }
    return u"the debug database is of another program: "_s
        + (material.network ? u"its operators are not those of %1"_s.arg(fileName(material))
                            : u"%1 has nothing that runs on an NPU"_s.arg(fileName(material)));
}

} // namespace

bool mayHaveReports(const ProfileMaterial &material)
{
    return !material.program
        || std::ranges::any_of(material.program->methods, [](const model::Method &method) {
               return std::ranges::any_of(method.delegates, &model::Delegate::isEthosU);
           });
}

std::vector<Diagnostic> foreignReports(const ProfileMaterial &material,
    const std::vector<VelaReports> &reports, const std::vector<StreamFacts> &streams)
{
    std::vector<Diagnostic> problems;
    const auto tell
        = [&](const QString &id, const QString &file, const QString &text, Severity severity) {
              problems.push_back(
                  { .id = id, .severity = severity, .location = { .file = file }, .text = text });
          };
    const bool isOpen = material.program || material.network;
    for (const auto &report : reports) {
        if (report.found != VelaReports::Found::Named || !isOpen)
            continue;
        if (report.database && std::ranges::none_of(streams, [&](const StreamFacts &facts) {
                return fits(*report.database, facts);
            }))
            tell(u"profile.database-other"_s, report.databasePath,
                whyNot(material, report, streams), Severity::Error);
        const auto takes = [&](const StreamFacts &facts) {
            return facts.layers == report.layers || isOf(*report.layers, facts);
        };
        if (!report.layers || std::ranges::any_of(streams, takes))
            continue;
        const bool canTell = streams.empty() || std::ranges::any_of(streams, [](const auto &facts) {
            return facts.layers || facts.join.database;
        });
        if (canTell)
            tell(u"profile.layers-other"_s, report.layersPath,
                u"the per-layer table is of another program: its operators are not those of %1"_s
                    .arg(fileName(material)),
                Severity::Error);
        else
            tell(u"profile.layers-alone"_s, report.layersPath,
                u"the per-layer table was not used: without the debug database of its compile "
                "nothing tells that it belongs to %1"_s.arg(fileName(material)),
                Severity::Warning);
    }
    return problems;
}

} // namespace tosaic
