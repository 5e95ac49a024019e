// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/sweepoutput.h"

#include "core/base/units.h"
#include "core/sweep/sweepwriter.h"

#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using sweep::CellResult;
using sweep::CellStatus;
using sweep::Metric;
using sweep::SweepResult;

const auto NotKnown = u"not known"_s;

QString cyclesText(const CellResult &row)
{
    const auto cycles = row.value(Metric::Cycles);
    return cycles ? formatCount(static_cast<quint64>(*cycles), QLocale::c()) : NotKnown;
}

QString timeText(const CellResult &row)
{
    return row.timeS ? formatDuration(*row.timeS, QLocale::c()) : NotKnown;
}

QString bytesText(const CellResult &row, Metric memory)
{
    const auto bytes = row.value(memory);
    return bytes ? formatBytes(static_cast<quint64>(*bytes), QLocale::c()) : NotKnown;
}

QString problemText(const CellResult &row)
{
    if (row.status == CellStatus::NeedsCompile)
        return u"needs a full compile (%1)"_s.arg(row.loweringKeys.join(u", "_s));
    if (row.status == CellStatus::Waiting)
        return u"not run"_s;
    const auto worst = std::ranges::max_element(row.problems, {}, &Diagnostic::severity);
    return worst == row.problems.end() ? u"no numbers"_s : worst->reason();
}

QString remark(const SweepResult &result, const CellResult &row, bool isOnFront)
{
    QStringList words;
    if (isOnFront)
        words << u"Pareto"_s;
    for (const auto &overrun : row.overruns)
        words << u"over budget: "_s + sweep::metricKey(overrun.memory);
    if (row.overruns.empty() && result.budget != sweep::Budget{})
        words << u"fits"_s;
    if (row.isOverLimit)
        words << u"over the mode's SRAM limit"_s;
    return words.join(u"; "_s);
}

/// Once for each reason: of a tool or cluster that is not there all cells have the same.
void printFailed(const SweepResult &result, QTextStream &out)
{
    QMap<QString, qsizetype> byText;
    for (const auto &row : result.cells) {
        if (row.status == CellStatus::Failed)
            ++byText[problemText(row)];
    }
    for (auto it = byText.begin(); it != byText.end(); ++it)
        out << "  failed (" << it.value() << "): " << it.key() << '\n';
}

void printExcluded(const SweepResult &result, QTextStream &out)
{
    QMap<QString, qsizetype> byText;
    for (const auto &cell : result.excluded)
        ++byText[cell.rule + u": "_s + cell.text];
    for (auto it = byText.begin(); it != byText.end(); ++it)
        out << "  does not exist (" << it.value() << "): " << it.key() << '\n';
}

} // namespace

QString rowText(const CellResult &row)
{
    if (row.status != CellStatus::Estimated)
        return problemText(row);
    return u"%1 cycles, %2, SRAM %3"_s.arg(
        cyclesText(row), timeText(row), bytesText(row, Metric::Sram));
}

void printSweep(
    const SweepResult &result, const QString &title, const sweep::SweepForm &form, Streams &streams)
{
    auto &out = streams.out;
    out << title << ": " << result.count(CellStatus::Estimated) << " of " << result.cells.size()
        << " cells estimated";
    if (const auto versions = result.velaVersions(); !versions.isEmpty())
        out << " by Vela " << versions.join(u", "_s);
    if (const auto kept = result.count(compiled::CellSource::Workspace); kept > 0)
        out << ", " << kept << " of them known to the workspace";
    if (const auto kept = result.count(compiled::CellSource::Store); kept > 0)
        out << ", " << kept << " of them known to the team's store";
    if (result.sample)
        out << "; drawn evenly from " << result.combinations << " combinations, seed "
            << result.sample->seed;
    out << '\n';
    const bool hasFlags = std::ranges::any_of(
        result.cells, [](const CellResult &row) { return !row.cell.spec.extraFlags.isEmpty(); });
    const auto front
        = form.front.empty() ? result.front(Metric::Time, Metric::Sram) : frontOf(result, form);
    Columns<CellResult> columns;
    const auto add = [&columns](const QString &head, auto text) {
        columns.push_back({ { {}, head }, text });
    };
    const auto addNumber = [&columns](const QString &head, auto text) {
        columns.push_back({ { {}, head, {}, true }, [text](const CellResult &row) {
                               return row.status == CellStatus::Estimated ? text(row) : QString();
                           } });
    };
    const auto hasName = [&result](QString sweep::Cell::*name) {
        return std::ranges::any_of(
            result.cells, [name](const CellResult &row) { return !(row.cell.*name).isEmpty(); });
    };
    if (hasName(&sweep::Cell::model))
        add(u"model"_s, [](const CellResult &row) { return row.cell.model; });
    add(u"target"_s, [](const CellResult &row) { return row.cell.spec.target; });
    add(u"system config"_s,
        [](const CellResult &row) { return row.cell.spec.systemConfig.value_or(QString()); });
    add(u"memory mode"_s,
        [](const CellResult &row) { return row.cell.spec.memoryMode.value_or(QString()); });
    if (hasName(&sweep::Cell::variant))
        add(u"variant"_s, [](const CellResult &row) { return row.cell.variant; });
    if (hasName(&sweep::Cell::environment))
        add(u"compiler"_s, [](const CellResult &row) { return row.cell.environment; });
    if (hasFlags)
        add(u"flags"_s, [](const CellResult &row) { return row.cell.spec.extraFlags.join(u' '); });
    addNumber(u"cycles (est)"_s, cyclesText);
    addNumber(u"time (est)"_s, timeText);
    for (const auto &[head, memory] : { std::pair(u"SRAM (est)"_s, Metric::Sram),
             std::pair(u"flash (est)"_s, Metric::Flash), std::pair(u"DRAM (est)"_s, Metric::Dram) })
        addNumber(head, [memory](const CellResult &row) { return bytesText(row, memory); });
    const auto addIncrease = [&](const QString &head, Metric metric) {
        addNumber(head, [&result, &form, metric](const CellResult &row) {
            const auto base = form.baseline(static_cast<std::size_t>(&row - result.cells.data()));
            const auto more
                = base ? sweep::increase(row, result.cells[*base], metric) : std::nullopt;
            return !more
                ? NotKnown
                : (*more > 0 ? u"+"_s : QString()) + QString::number(100 * *more, 'f', 1) + u" %"_s;
        });
    };
    if (!form.choice.empty()) {
        addIncrease(u"cycles against"_s, Metric::Cycles);
        addIncrease(u"SRAM against"_s, Metric::Sram);
    }
    add(u"remark"_s, [&](const CellResult &row) {
        const auto index = static_cast<std::size_t>(&row - result.cells.data());
        return row.status == CellStatus::Estimated
            ? remark(result, row, std::ranges::find(front, index) != front.end())
            : problemText(row);
    });
    printTable(tableOf(columns, result.cells), streams, u"  "_s);
    if (std::ranges::any_of(result.cells, [](const CellResult &row) {
            return row.need.has(analysis::Memory::Sram, analysis::PartKind::Weights);
        }))
        out << "  SRAM counts weights and commands where the mode puts them there; Vela books the "
               "weights as on-chip flash\n";
    printFailed(result, out);
    printExcluded(result, out);
}

} // namespace tosaic::cli
