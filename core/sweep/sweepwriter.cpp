// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweepwriter.h"

#include "core/base/knownjson.h"
#include "core/base/savefile.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultwriter.h"
#include "core/spec/specjson.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

namespace {

QJsonObject summaryJson(const compiled::Summary &summary)
{
    compiled::CompileResult result;
    result.summary = summary;
    return compiled::toJson(result).value(u"summary"_s).toObject();
}

QJsonArray problemsJson(const std::vector<Diagnostic> &problems)
{
    QJsonArray array;
    for (const auto &problem : problems)
        array.append(compiled::problemToJson(problem));
    return array;
}

std::optional<double> nanoseconds(const std::optional<double> &seconds)
{
    return seconds ? std::optional(std::round(*seconds * 1e9)) : std::nullopt;
}

QJsonObject budgetJson(const Budget &budget)
{
    QJsonObject object;
    insertKnown(object, u"sramBytes"_s, budget.sramBytes);
    insertKnown(object, u"flashBytes"_s, budget.flashBytes);
    insertKnown(object, u"dramBytes"_s, budget.dramBytes);
    return object;
}

QJsonObject namesJson(const spec::CompileSpec &spec)
{
    QJsonObject object{ { u"target"_s, spec.target },
        { u"systemConfig"_s, spec.systemConfig.value_or(QString()) },
        { u"memoryMode"_s, spec.memoryMode.value_or(QString()) } };
    insertKnown(object, u"extraFlags"_s, spec.extraFlags);
    return object;
}

QJsonObject rowJson(const SweepResult &result, std::size_t index)
{
    const auto &row = result.cells[index];
    auto object = namesJson(row.cell.spec);
    object.insert(u"environment"_s, environmentName(row.cell));
    object.insert(u"index"_s, static_cast<int>(index));
    object.insert(u"status"_s, statusText(row.status));
    object.insert(u"spec"_s, cellFolder(result, index) + u"/spec.json"_s);
    if (const auto summary = summaryJson(row.summary); !summary.isEmpty())
        object.insert(u"summary"_s, summary);
    insertKnown(object, u"inferenceTimeNs"_s, nanoseconds(row.timeS));
    insertKnown(object, u"coreClockHz"_s, row.clockHz);
    using analysis::Memory;
    insertKnown(object, u"sramNeedBytes"_s, row.need.bytes(Memory::Sram));
    insertKnown(object, u"flashNeedBytes"_s, row.need.bytes(Memory::Flash));
    insertKnown(object, u"dramNeedBytes"_s, row.need.bytes(Memory::Dram));
    analysis::insertNeed(object, row.need);
    insertKnown(object, u"loweringKeys"_s, row.loweringKeys);
    if (result.budget != Budget{} && row.status == CellStatus::Estimated) {
        QJsonArray overruns;
        for (const auto &overrun : row.overruns)
            overruns.append(QJsonObject{ { u"memory"_s, memoryName(overrun.memory) },
                { u"needBytes"_s, static_cast<qint64>(overrun.need) },
                { u"capacityBytes"_s, static_cast<qint64>(overrun.capacity) } });
        object.insert(u"overBudget"_s, overruns);
    }
    if (row.status == CellStatus::Estimated)
        object.insert(u"overLimit"_s, row.isOverLimit);
    insertKnown(object, u"key"_s, row.key);
    insertKnown(object, u"vela"_s, row.velaVersion);
    if (row.status == CellStatus::Estimated)
        object.insert(u"source"_s, compiled::sourceText(row.source));
    if (!row.problems.empty())
        object.insert(u"problems"_s, problemsJson(row.problems));
    return object;
}

QJsonArray frontJson(const SweepResult &result, Metric metric)
{
    QJsonArray array;
    for (const auto index : result.front(metric, Metric::Sram))
        array.append(static_cast<int>(index));
    return array;
}

/// RFC 4180.
QString quoted(QString text)
{
    if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n'))
        return text;
    return u'"' + text.replace(u'"', u"\"\""_s) + u'"';
}

template <typename Number>
QString csvNumber(const std::optional<Number> &value)
{
    if (!value)
        return {};
    if constexpr (std::is_same_v<Number, double>)
        return QString::number(*value, 'g', 17);
    else
        return QString::number(*value);
}

QString csvOverruns(const SweepResult &result, const CellResult &row)
{
    if (result.budget == Budget{} || row.status != CellStatus::Estimated)
        return {};
    QStringList names;
    for (const auto &overrun : row.overruns)
        names.append(memoryName(overrun.memory));
    return names.isEmpty() ? u"no"_s : names.join(u' ');
}

QString csvProblem(const CellResult &row)
{
    if (row.status == CellStatus::NeedsCompile)
        return u"needs a compile: "_s + row.loweringKeys.join(u' ');
    const auto worst = std::ranges::max_element(row.problems, {}, &Diagnostic::severity);
    if (worst == row.problems.end() || worst->severity == Severity::Info)
        return {};
    return worst->id + u": "_s + worst->text;
}

} // namespace

QString memoryName(Metric memory)
{
    return memory == Metric::Sram ? u"sram"_s : memory == Metric::Flash ? u"flash"_s : u"dram"_s;
}

QString environmentName(const Cell &cell)
{
    return cell.environment.isEmpty() ? u"default"_s : cell.environment;
}

QString cellFolder(const SweepResult &result, std::size_t index)
{
    const auto &spec = result.cells[index].cell.spec;
    return u"cells/%1-%2-%3"_s.arg(index, 3, 10, QChar(u'0'))
        .arg(spec.target, spec.memoryMode.value_or(QString()));
}

QJsonObject toJson(const SweepResult &result)
{
    QJsonArray cells;
    for (std::size_t i = 0; i < result.cells.size(); ++i)
        cells.append(rowJson(result, i));
    QJsonArray excluded;
    for (const auto &cell : result.excluded) {
        auto object = namesJson(cell.spec);
        object.insert(u"rule"_s, cell.rule);
        object.insert(u"text"_s, cell.text);
        excluded.append(object);
    }
    QJsonObject object{ { u"origin"_s, u"estimate"_s }, { u"cells"_s, cells },
        { u"excluded"_s, excluded },
        { u"pareto"_s,
            QJsonObject{ { u"cycles"_s, frontJson(result, Metric::Cycles) },
                { u"time"_s, frontJson(result, Metric::Time) } } },
        { u"elapsedMs"_s, result.elapsedMs } };
    const auto versions = result.velaVersions();
    if (!versions.isEmpty())
        object.insert(u"tools"_s, QJsonObject{ { u"vela"_s, versions.join(u' ') } });
    if (result.budget != Budget{})
        object.insert(u"budget"_s, budgetJson(result.budget));
    return object;
}

QByteArray toCsv(const SweepResult &result)
{
    const auto front = result.front(Metric::Time, Metric::Sram);
    QStringList lines{
        u"index,target,systemConfig,memoryMode,extraFlags,status,cyclesTotal,"
        "cyclesNpu,inferenceTimeNs,coreClockHz,sramNeedBytes,flashNeedBytes,dramNeedBytes,"
        "sramBytes,dramBytes,onChipFlashBytes,offChipFlashBytes,overBudget,"
        "paretoTimeSram,vela,problem,environment,key,source"_s
    };
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const auto &row = result.cells[i];
        const auto &spec = row.cell.spec;
        const auto &summary = row.summary;
        using analysis::Memory;
        const bool isOnFront = std::ranges::find(front, i) != front.end();
        QStringList fields{ QString::number(i), spec.target, spec.systemConfig.value_or(QString()),
            spec.memoryMode.value_or(QString()), spec.extraFlags.join(u' '), statusText(row.status),
            csvNumber(summary.cyclesTotal), csvNumber(summary.cyclesNpu),
            csvNumber(nanoseconds(row.timeS)), csvNumber(row.clockHz),
            csvNumber(row.need.bytes(Memory::Sram)), csvNumber(row.need.bytes(Memory::Flash)),
            csvNumber(row.need.bytes(Memory::Dram)), csvNumber(summary.sramBytes),
            csvNumber(summary.dramBytes), csvNumber(summary.onChipFlashBytes),
            csvNumber(summary.offChipFlashBytes), csvOverruns(result, row),
            row.status == CellStatus::Estimated ? (isOnFront ? u"yes"_s : u"no"_s) : QString(),
            row.velaVersion, csvProblem(row), environmentName(row.cell), row.key,
            row.status == CellStatus::Estimated ? compiled::sourceText(row.source) : QString() };
        std::ranges::transform(fields, fields.begin(), quoted);
        lines.append(fields.join(u','));
    }
    return (lines.join(u'\n') + u'\n').toUtf8();
}

Result<void> writeSweep(
    const QString &folder, const SweepResult &result, const QJsonObject &results)
{
    const QDir out(folder);
    const auto write = [&](const QString &name, const QByteArray &bytes) -> Result<void> {
        const auto path = out.filePath(name);
        if (!QDir().mkpath(QFileInfo(path).path()))
            return fail(ErrorCode::IoWrite, u"the folder cannot be made"_s,
                Location{ .file = QFileInfo(path).path() });
        return saveFile(path, bytes);
    };
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const QJsonDocument spec(spec::toJson(result.cells[i].cell.spec));
        if (auto done = write(cellFolder(result, i) + u"/spec.json"_s, spec.toJson()); !done)
            return done;
    }
    if (auto done = write(u"results.csv"_s, toCsv(result)); !done)
        return done;
    return write(u"results.json"_s, QJsonDocument(results).toJson());
}

} // namespace tosaic::sweep
