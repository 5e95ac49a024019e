// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runsoutput.h"

#include "app/cli/runs/runresult.h"
#include "core/base/change.h"
#include "core/base/description.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/store/keptrun.h"
#include "views/widgets/changewords.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runsoutput {
namespace {

QJsonArray seriesJson(const std::vector<workspace::SeriesRecord> &series)
{
    QJsonArray list;
    for (const auto &one : series) {
        QJsonObject object{ { u"name"_s, one.name },
            { u"samples"_s, static_cast<qint64>(one.count) } };
        insertKnown(object, u"unit"_s, one.unit);
        insertKnown(object, u"timeUnit"_s, one.timeUnit);
        if (one.count > 0) {
            object.insert(u"firstTime"_s, one.firstTime);
            object.insert(u"lastTime"_s, one.lastTime);
            object.insert(u"min"_s, one.lowest);
            object.insert(u"max"_s, one.highest);
            object.insert(u"mean"_s, one.total / static_cast<double>(one.count));
        }
        list.append(object);
    }
    return list;
}

} // namespace
} // namespace runsoutput

QJsonObject runJson(const ListedRun &listed)
{
    const auto &[run, series, program] = listed;
    auto object = conditionsJson(run.conditions);
    object.insert(u"id"_s, static_cast<qint64>(run.id.value));
    object.insert(u"name"_s, run.name);
    object.insert(u"kind"_s, run.kind);
    object.insert(u"imported"_s, run.imported.toString(Qt::ISODateWithMs));
    insertKnown(object, u"status"_s, run.status);
    insertKnown(object, u"ended"_s, run.ended.toString(Qt::ISODateWithMs));
    insertKnown(object, u"origin"_s, profile::originKey(profile::originFromKey(run.origin)));
    insertKnown(object, u"npuClockHz"_s, run.npuClockHz);
    insertKnown(object, u"modelSha256"_s, run.modelSha256);
    insertKnown(object, u"program"_s, program);
    if (run.kind == "console"_L1) {
        object.insert(u"consoleBytes"_s, static_cast<qint64>(run.consoleBytes));
        insertKnown(object, u"consoleSha256"_s, run.consoleSha256);
        object.insert(u"log"_s, profile::shownOfKept(run.summary));
    }
    insertKnown(object, u"note"_s, run.note);
    insertKnown(object, u"series"_s, runsoutput::seriesJson(series));
    return object;
}

void printRun(const ListedRun &listed, Streams &streams)
{
    const auto &[run, series, program] = listed;
    QStringList facts{ run.imported.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s), run.kind };
    const auto origin = profile::originFromKey(run.origin);
    facts << (origin ? originTag(*origin) : u"origin not stated"_s);
    if (!run.status.isEmpty())
        facts << run.status;
    if (!program.isEmpty())
        facts << program;
    if (!run.conditions.target.isEmpty())
        facts << run.conditions.target;
    if (run.conditions.mode == u"fast"_s)
        facts << u"fast mode: timing not valid"_s;
    if (run.npuClockHz)
        facts << u"NPU at %1"_s.arg(formatClock(double(*run.npuClockHz)));
    for (const auto &[tool, version] : run.conditions.tools)
        facts << tool + u' ' + version;
    if (!series.empty())
        facts << u"%1 series"_s.arg(series.size());
    streams.out << wrappedText(
        u"run %1: %2 (%3)"_s.arg(run.id.value).arg(run.name, facts.join(u", "_s)), streams.width);
    if (!run.note.isEmpty())
        streams.out << wrappedText(u"note: %1"_s.arg(run.note.simplified()), streams.width);
}

namespace runsoutput {
namespace {

qint64 idOf(size_t index, const std::vector<ListedRun> &runs)
{
    return static_cast<qint64>(runs[index].head.id.value);
}

/// "kws.pte, ethos-u55-128, board: CYCLE_COUNTER".
QString titleOf(const RunTrend &trend)
{
    QStringList like{ trend.model, trend.target, trend.origin };
    if (!trend.part.isEmpty())
        like << trend.part;
    return u"%1: %2"_s.arg(like.join(u", "_s), trend.metric);
}

struct TrendRow
{
    TrendPoint point;
    std::optional<double> before; ///< value of the point before
};

} // namespace
} // namespace runsoutput

QJsonArray groupsJson(const std::vector<RunGroup> &groups, const std::vector<ListedRun> &runs)
{
    QJsonArray list;
    for (const auto &group : groups) {
        QJsonArray ids;
        for (const auto index : group.runs)
            ids.append(runsoutput::idOf(index, runs));
        QJsonObject object{ { u"runs"_s, ids } };
        insertKnown(object, u"name"_s, group.name);
        list.append(object);
    }
    return list;
}

QJsonArray trendsJson(const std::vector<RunTrend> &trends, const std::vector<ListedRun> &runs)
{
    QJsonArray list;
    for (const auto &trend : trends) {
        QJsonArray points;
        for (const auto &point : trend.points)
            points.append(QJsonObject{ { u"run"_s, runsoutput::idOf(point.run, runs) },
                { u"time"_s, point.time.toString(Qt::ISODateWithMs) },
                { u"value"_s, point.value } });
        QJsonObject object{ { u"model"_s, trend.model }, { u"target"_s, trend.target },
            { u"origin"_s, trend.origin }, { u"metric"_s, trend.metric }, { u"points"_s, points } };
        insertKnown(object, u"part"_s, trend.part);
        insertKnown(object, u"unit"_s, trend.unit);
        list.append(object);
    }
    return list;
}

void printGroups(
    const std::vector<RunGroup> &groups, const std::vector<ListedRun> &runs, Streams &streams)
{
    for (const auto &group : groups) {
        streams.out << (group.name.isEmpty() ? u"not known"_s : group.name) << " ("
                    << group.runs.size() << "):\n";
        for (const auto index : group.runs)
            printRun(runs[index], streams);
    }
}

void printTrends(
    const std::vector<RunTrend> &trends, const std::vector<ListedRun> &runs, Streams &streams)
{
    using runsoutput::TrendRow;
    if (trends.empty())
        streams.out << wrappedText(
            u"no trend: it takes two runs that state the same model, target and origin"_s,
            streams.width);
    for (const auto &trend : trends) {
        std::vector<TrendRow> rows;
        for (const auto &point : trend.points)
            rows.push_back(
                { point, rows.empty() ? std::nullopt : std::optional(rows.back().point.value) });
        const Columns<TrendRow> columns{
            { { u"time"_s, u"imported"_s },
                [](const TrendRow &row) {
                    return row.point.time.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s);
                } },
            { { u"run"_s, u"run"_s },
                [&](const TrendRow &row) {
                    const auto &head = runs[row.point.run].head;
                    return u"%1 %2"_s.arg(head.id.value).arg(head.name);
                } },
            { { u"value"_s, trend.unit.isEmpty() ? trend.metric : trend.unit, {}, true },
                [](const TrendRow &row) { return row.point.value; } },
            { { u"change"_s, u"change"_s, {}, true, {}, true },
                [&](const TrendRow &row) {
                    const Change change{ .oldValue = row.before,
                        .newValue = row.point.value,
                        .unit = trend.unit,
                        .lowerIsBetter = true };
                    return row.before ? views::relativeText(change) : QString();
                } },
        };
        streams.out << runsoutput::titleOf(trend) << '\n';
        printTable(tableOf(columns, rows), streams, u"  "_s);
    }
}

} // namespace tosaic::cli
