// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/databasesearch.h"

#include "profiler/session/databasefit.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

std::optional<qint64> DatabaseSearch::streamIn(const VelaReports &report, const npu::Stream &stream)
{
    for (const auto &[id, rows] : report.database->queue()) {
        const Entry entry{ report.database.get(), id };
        if (!m_used.contains(entry) && fitOf(*report.database, id, stream).fits()) {
            m_used.insert(entry);
            return id;
        }
    }
    m_diagnostics.push_back({ .id = u"profile.database-other"_s,
        .severity = Severity::Warning,
        .location = { .file = report.databasePath },
        .text = otherStreamText(report, stream) });
    return std::nullopt;
}

std::vector<DatabaseSearch::Found> DatabaseSearch::fitting(
    const npu::Stream &stream, const std::vector<VelaReports> &reports) const
{
    std::vector<Found> found;
    for (size_t i = 0; i < reports.size(); ++i) {
        const auto &database = reports[i].database;
        int place = 0;
        for (auto entry
             = database ? database->queue().begin() : decltype(database->queue().begin())();
             database && entry != database->queue().end(); ++entry, ++place) {
            const auto isFree = !m_used.contains({ database.get(), entry->first });
            if (isFree && fitOf(*database, entry->first, stream).fits())
                found.push_back({ i, entry->first, place });
        }
    }
    return found;
}

std::vector<std::optional<DatabaseSearch::Found>> DatabaseSearch::assign(
    const std::vector<const npu::Stream *> &streams, const std::vector<VelaReports> &reports)
{
    std::vector<std::optional<Found>> answers(streams.size());
    for (size_t i = 0; i < streams.size(); ++i) {
        const auto found = fitting(*streams[i], reports);
        if (found.empty())
            continue;
        // Streams that are alike are told apart by their order only, and so are their databases.
        const auto alike = std::count_if(streams.begin() + qsizetype(i), streams.end(),
            [&](const auto *other) { return haveEqualPlaces(*streams[i], *other); });
        const auto isSame = [&](const Found &one) {
            return one.report == found.front().report
                || haveEqualEstimates(
                    *reports[one.report].database, *reports[found.front().report].database);
        };
        if (qsizetype(found.size()) != alike && !std::ranges::all_of(found, isSame)) {
            std::vector<VelaReports> several;
            for (const auto &one : found)
                several.push_back(reports[one.report]);
            tellAmbiguous(u"stream %1"_s.arg(i), several);
            continue;
        }
        answers[i] = found.front();
        m_used.insert(
            { reports[found.front().report].database.get(), found.front().commandStream });
    }
    return answers;
}

QString otherStreamText(const VelaReports &report, const npu::Stream &stream)
{
    const auto &queue = report.database->queue();
    const auto fit
        = queue.empty() ? DatabaseFit() : fitOf(*report.database, queue.begin()->first, stream);
    auto text = u"the debug database is of another command stream: "_s;
    if (fit.rows == 0)
        text += u"it lists no places"_s;
    else if (fit.misplaced > 0)
        text += u"at %1 of its %2 places nothing starts"_s.arg(fit.misplaced).arg(fit.rows);
    else
        text += u"the stream goes on behind its last place"_s;
    return text;
}

void DatabaseSearch::tellAmbiguous(const QString &name, const std::vector<VelaReports> &reports)
{
    QStringList names;
    for (const auto &report : reports)
        names << QFileInfo(report.databasePath).fileName();
    names.removeDuplicates();
    m_diagnostics.push_back({ .id = u"profile.database-ambiguous"_s,
        .severity = Severity::Warning,
        .location = { .entity = name },
        .text
        = u"several debug databases fit equally well and none was taken: %1; open the right one"_s
              .arg(names.join(u", "_s)) });
}

} // namespace tosaic
