// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweepoutput.h"

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
    return worst == row.problems.end() ? u"no numbers"_s : worst->text.section(u'\n', 0, 0);
}

QString remark(const SweepResult &result, const CellResult &row, bool isOnFront)
{
    QStringList words;
    if (isOnFront)
        words << u"Pareto"_s;
    for (const auto &overrun : row.overruns)
        words << u"over budget: "_s + sweep::memoryName(overrun.memory);
    if (row.overruns.empty() && result.budget != sweep::Budget{})
        words << u"fits"_s;
    if (row.isOverLimit)
        words << u"over the mode's SRAM limit"_s;
    return words.join(u"; "_s);
}

void printTable(const std::vector<QStringList> &lines, qsizetype firstNumber, QTextStream &out)
{
    std::vector<qsizetype> widths;
    for (const auto &line : lines) {
        widths.resize(std::max(widths.size(), static_cast<std::size_t>(line.size())));
        for (qsizetype i = 0; i + 1 < line.size(); ++i) {
            auto &width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, line[i].size());
        }
    }
    for (const auto &line : lines) {
        QString text;
        for (qsizetype i = 0; i < line.size(); ++i) {
            const auto width = widths[static_cast<std::size_t>(i)];
            if (i + 1 == line.size())
                text += line[i];
            else
                text += i < firstNumber ? line[i].leftJustified(width + 2)
                                        : line[i].rightJustified(width) + u"  "_s;
        }
        out << "  " << text.trimmed() << '\n';
    }
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

void printSweep(const SweepResult &result, const QString &title, QTextStream &out)
{
    out << title << ": " << result.count(CellStatus::Estimated) << " of " << result.cells.size()
        << " cells estimated";
    if (const auto versions = result.velaVersions(); !versions.isEmpty())
        out << " by Vela " << versions.join(u", "_s);
    out << '\n';
    const bool hasFlags = std::ranges::any_of(
        result.cells, [](const CellResult &row) { return !row.cell.spec.extraFlags.isEmpty(); });
    const auto front = result.front(Metric::Time, Metric::Sram);
    std::vector<QStringList> lines;
    const auto namesOf = [&](const QString &target, const QString &system, const QString &mode,
                             const QString &flags) {
        return hasFlags ? QStringList{ target, system, mode, flags }
                        : QStringList{ target, system, mode };
    };
    lines.push_back(namesOf(u"target"_s, u"system config"_s, u"memory mode"_s, u"flags"_s)
        + QStringList{ u"cycles (est)"_s, u"time (est)"_s, u"SRAM (est)"_s, u"flash (est)"_s,
            u"DRAM (est)"_s, QString() });
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const auto &row = result.cells[i];
        const auto &spec = row.cell.spec;
        auto line = namesOf(spec.target, spec.systemConfig.value_or(QString()),
            spec.memoryMode.value_or(QString()), spec.extraFlags.join(u' '));
        if (row.status == CellStatus::Estimated)
            line += QStringList{ cyclesText(row), timeText(row), bytesText(row, Metric::Sram),
                bytesText(row, Metric::Flash), bytesText(row, Metric::Dram),
                remark(result, row, std::ranges::find(front, i) != front.end()) };
        else
            line += problemText(row);
        lines.push_back(std::move(line));
    }
    printTable(lines, hasFlags ? 4 : 3, out);
    if (std::ranges::any_of(result.cells, [](const CellResult &row) {
            return row.need.has(analysis::Memory::Sram, analysis::PartKind::Weights);
        }))
        out << "  SRAM counts weights and commands where the mode puts them there; Vela books the "
               "weights as on-chip flash\n";
    printExcluded(result, out);
}

} // namespace tosaic::cli
