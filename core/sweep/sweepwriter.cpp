// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweepwriter.h"

#include "core/base/knownjson.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultwriter.h"
#include "core/spec/specjson.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <functional>

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
    insertKnown(object, u"model"_s, row.cell.model);
    insertKnown(object, u"variant"_s, row.cell.variant);
    object.insert(u"index"_s, static_cast<int>(index));
    object.insert(u"status"_s, statusText(row.status));
    object.insert(u"spec"_s, cellSpec(result, index));
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
            overruns.append(QJsonObject{ { u"memory"_s, metricKey(overrun.memory) },
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

QJsonArray indexesJson(const std::vector<std::size_t> &indexes)
{
    QJsonArray array;
    for (const auto index : indexes)
        array.append(static_cast<int>(index));
    return array;
}

QJsonObject increaseJson(const SweepResult &result, std::size_t index, std::size_t base)
{
    QJsonObject object;
    for (const auto metric :
        { Metric::Cycles, Metric::Time, Metric::Sram, Metric::Flash, Metric::Dram })
        insertKnown(
            object, metricKey(metric), increase(result.cells[index], result.cells[base], metric));
    return object;
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

struct CsvColumn
{
    QString title;
    std::function<QString(std::size_t cell)> text;
};

std::vector<CsvColumn> moreColumns(const SweepResult &result, const SweepForm &form)
{
    std::vector<CsvColumn> columns;
    const auto &cells = result.cells;
    const auto addName = [&](const QString &title, QString Cell::*name) {
        if (std::ranges::any_of(
                cells, [&](const CellResult &row) { return !(row.cell.*name).isEmpty(); }))
            columns.push_back({ title, [&, name](std::size_t i) { return cells[i].cell.*name; } });
    };
    addName(u"model"_s, &Cell::model);
    addName(u"variant"_s, &Cell::variant);
    if (form.front.size() >= 2)
        columns.push_back({ u"onFront"_s, [&, front = frontOf(result, form)](std::size_t i) {
                               return cells[i].status != CellStatus::Estimated  ? QString()
                                   : std::ranges::find(front, i) != front.end() ? u"yes"_s
                                                                                : u"no"_s;
                           } });
    if (form.choice.empty())
        return columns;
    columns.push_back(
        { u"baseline"_s, [&](std::size_t i) { return csvNumber(form.baseline(i)); } });
    for (const auto metric :
        { Metric::Cycles, Metric::Time, Metric::Sram, Metric::Flash, Metric::Dram })
        columns.push_back({ metricKey(metric) + u"Increase"_s, [&, metric](std::size_t i) {
                               const auto base = form.baseline(i);
                               return csvNumber(
                                   base ? increase(cells[i], cells[*base], metric) : std::nullopt);
                           } });
    return columns;
}

QString csvOverruns(const SweepResult &result, const CellResult &row)
{
    if (result.budget == Budget{} || row.status != CellStatus::Estimated)
        return {};
    QStringList names;
    for (const auto &overrun : row.overruns)
        names.append(metricKey(overrun.memory));
    return names.isEmpty() ? u"no"_s : names.join(u' ');
}

QString csvProblem(const CellResult &row)
{
    if (row.status == CellStatus::NeedsCompile)
        return row.loweringKeys.isEmpty() ? u"needs a compile"_s
                                          : u"needs a compile: "_s + row.loweringKeys.join(u' ');
    const auto worst = std::ranges::max_element(row.problems, {}, &Diagnostic::severity);
    if (worst == row.problems.end() || worst->severity == Severity::Info)
        return {};
    return worst->id + u": "_s + worst->text;
}

} // namespace

QString environmentName(const Cell &cell)
{
    return axisValue(cell, u"environment"_s);
}

QString cellSpec(const SweepResult &result, std::size_t index)
{
    if (result.cells.size() > MostCellFolders)
        return u"specs.json#%1"_s.arg(index);
    const auto &spec = result.cells[index].cell.spec;
    return u"cells/%1-%2-%3/spec.json"_s.arg(index, 3, 10, QChar(u'0'))
        .arg(spec.target, spec.memoryMode.value_or(QString()));
}

std::vector<std::size_t> frontOf(const SweepResult &result, const SweepForm &form)
{
    if (form.front.size() < 2)
        return {};
    return result.front(form.front[0], form.front[1],
        form.front.size() > 2 ? std::optional(form.front[2]) : std::nullopt);
}

QJsonObject toJson(const SweepResult &result, const SweepForm &form)
{
    QJsonArray cells;
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        auto object = rowJson(result, i);
        if (const auto base = form.baseline(i)) {
            object.insert(u"baseline"_s, static_cast<int>(*base));
            insertKnown(object, u"increase"_s, increaseJson(result, i, *base));
        }
        cells.append(object);
    }
    QJsonArray excluded;
    for (const auto &cell : result.excluded) {
        auto object = namesJson(cell.spec);
        insertKnown(object, u"variant"_s, cell.variant);
        object.insert(u"rule"_s, cell.rule);
        object.insert(u"text"_s, cell.text);
        excluded.append(object);
    }
    QJsonObject object{ { u"origin"_s, u"estimate"_s }, { u"cells"_s, cells },
        { u"excluded"_s, excluded },
        { u"pareto"_s,
            QJsonObject{ { u"cycles"_s, indexesJson(result.front(Metric::Cycles, Metric::Sram)) },
                { u"time"_s, indexesJson(result.front(Metric::Time, Metric::Sram)) } } },
        { u"elapsedMs"_s, result.elapsedMs } };
    if (form.front.size() >= 2) {
        QJsonArray by;
        for (const auto metric : form.front)
            by.append(metricKey(metric));
        object.insert(u"front"_s,
            QJsonObject{ { u"by"_s, by }, { u"cells"_s, indexesJson(frontOf(result, form)) } });
    }
    if (!form.choice.empty()) {
        QJsonObject choice;
        for (const auto &[axis, value] : form.choice)
            choice.insert(axis, value);
        object.insert(u"against"_s, choice);
    }
    if (result.sample)
        object.insert(u"sample"_s,
            QJsonObject{ { u"method"_s, u"uniform"_s }, { u"cells"_s, result.sample->cells },
                { u"seed"_s, static_cast<qint64>(result.sample->seed) },
                { u"combinations"_s, static_cast<qint64>(result.combinations) } });
    const auto versions = result.velaVersions();
    if (!versions.isEmpty())
        object.insert(u"tools"_s, QJsonObject{ { u"vela"_s, versions.join(u' ') } });
    if (result.budget != Budget{})
        object.insert(u"budget"_s, budgetJson(result.budget));
    return object;
}

QByteArray toCsv(const SweepResult &result, const SweepForm &form)
{
    const auto front = result.front(Metric::Time, Metric::Sram);
    QStringList lines{
        u"index,target,systemConfig,memoryMode,extraFlags,status,cyclesTotal,"
        "cyclesNpu,inferenceTimeNs,coreClockHz,sramNeedBytes,flashNeedBytes,dramNeedBytes,"
        "sramBytes,dramBytes,onChipFlashBytes,offChipFlashBytes,overBudget,"
        "paretoTimeSram,vela,problem,environment,key,source"_s
    };
    // Further columns where there is something to say.
    const auto more = moreColumns(result, form);
    for (const auto &column : more)
        lines.front() += u',' + column.title;
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
        for (const auto &column : more)
            fields.append(column.text(i));
        std::ranges::transform(fields, fields.begin(), quoted);
        lines.append(fields.join(u','));
    }
    return (lines.join(u'\n') + u'\n').toUtf8();
}

Result<void> writeSweep(const QString &folder, const SweepResult &result,
    const QJsonObject &results, const SweepForm &form)
{
    const QDir out(folder);
    const auto write = [&](const QString &name, const QByteArray &bytes) -> Result<void> {
        const auto path = out.filePath(name);
        if (!QDir().mkpath(QFileInfo(path).path()))
            return fail(ErrorCode::IoWrite, u"the folder cannot be made"_s,
                Location{ .file = QFileInfo(path).path() });
        return saveFile(path, bytes);
    };
    const bool isLarge = result.cells.size() > MostCellFolders;
    QJsonArray specs;
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const auto spec = spec::toJson(result.cells[i].cell.spec);
        if (isLarge)
            specs.append(spec);
        else
            TRY(write(cellSpec(result, i), QJsonDocument(spec).toJson()));
    }
    if (isLarge)
        TRY(write(u"specs.json"_s, QJsonDocument(specs).toJson(QJsonDocument::Compact)));
    TRY(write(u"results.csv"_s, toCsv(result, form)));
    return write(u"results.json"_s, QJsonDocument(results).toJson());
}

} // namespace tosaic::sweep
