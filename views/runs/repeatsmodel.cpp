// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/repeatsmodel.h"

#include "core/base/numbertext.h"
#include "views/models/roles.h"
#include "views/runs/runwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qsizetype ToolTipValues = 12;
constexpr int NamedOutliers = 3;

/// With more digits than times have elsewhere: repeats differ in the last ones.
QString timeText(double nanoseconds)
{
    const auto text = [](double value) { return QLocale().toString(value, 'f', 3); };
    if (nanoseconds >= 1e9)
        return RepeatsModel::tr("%1 s").arg(text(nanoseconds / 1e9));
    if (nanoseconds >= 1e6)
        return RepeatsModel::tr("%1 ms").arg(text(nanoseconds / 1e6));
    if (nanoseconds >= 1e3)
        return RepeatsModel::tr("%1 µs").arg(text(nanoseconds / 1e3));
    return RepeatsModel::tr("%1 ns").arg(formatNumber(nanoseconds, 4));
}

QString outliersText(const RepeatRow &row)
{
    const auto &spread = row.counter.spread;
    QStringList texts;
    for (const auto index : spread.outliers) {
        if (texts.size() == NamedOutliers) {
            texts.append(RepeatsModel::tr(
                "and %n more", nullptr, static_cast<int>(spread.outliers.size()) - NamedOutliers));
            break;
        }
        texts.append(repeatValueText(row.counter.values[index], row.counter.unit));
    }
    return texts.isEmpty() ? RepeatsModel::tr("none") : texts.join(u"; "_s);
}

} // namespace

QString repeatValueText(double value, const QString &unit)
{
    if (unit == u"ns"_s)
        return timeText(value);
    const auto isWhole = value == static_cast<double>(static_cast<qint64>(value));
    return QLocale().toString(value, 'f', isWhole ? 0 : 1);
}

void RepeatsModel::set(const profile::MergedRecord &record, const QStringList &names)
{
    std::vector<RepeatRow> rows;
    const auto add = [&](const profile::MergedCounter &counter) {
        RepeatRow row{ .counter = counter,
            .ofRuns = static_cast<size_t>(names.size()),
            .origin = record.context.origin };
        for (const auto run : counter.runs)
            row.runs.append(names.value(static_cast<qsizetype>(run)));
        rows.push_back(std::move(row));
    };
    for (const auto &counter : record.counters)
        add(counter);
    for (const auto &other : record.others)
        add(other);
    updateRows(std::move(rows),
        [](const RepeatRow &a, const RepeatRow &b) { return a.counter.name == b.counter.name; });
}

int RepeatsModel::rowOf(const QString &counter) const
{
    const auto found = std::ranges::find_if(
        rows(), [&](const RepeatRow &row) { return row.counter.name == counter; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

QVariant RepeatsModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber
            = column >= MedianColumn && column <= OutliersColumn && column != UnitColumn;
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role == Qt::ToolTipRole && column == DeviationColumn)
        return tr("Median of the distances from the median");
    if (role == Qt::ToolTipRole && column == OutliersColumn)
        return tr("Farther from the median than three times 1.4826 × MAD; with fewer than four "
                  "values nothing is an outlier");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return tr("Counter");
    case StripColumn:
        return tr("Every value, from smallest to largest");
    case MedianColumn:
        return tr("Median");
    case UnitColumn:
        return tr("Unit");
    case DeviationColumn:
        return tr("MAD");
    case QuartilesColumn:
        return tr("Quartiles");
    case RangeColumn:
        return tr("Smallest to largest");
    case OutliersColumn:
        return tr("Outliers");
    case RunsColumn:
        return tr("Runs");
    default:
        return tr("Origin");
    }
}

QString RepeatsModel::text(const RepeatRow &row, int column) const
{
    const auto &unit = row.counter.unit;
    const auto &spread = row.counter.spread;
    const auto both = [&](double low, double high) {
        return tr("%1 to %2").arg(repeatValueText(low, unit), repeatValueText(high, unit));
    };
    switch (column) {
    case NameColumn:
        return row.counter.name;
    case MedianColumn:
        return repeatValueText(spread.median, unit);
    case UnitColumn:
        return unit.isEmpty() ? tr("Not known") : unit == u"ns"_s ? tr("time") : unit;
    case DeviationColumn:
        return spread.count < 2 ? u"–"_s : repeatValueText(spread.deviation, unit);
    case QuartilesColumn:
        return spread.count < 2 ? u"–"_s : both(spread.lowerQuartile, spread.upperQuartile);
    case RangeColumn:
        return spread.count < 2   ? u"–"_s
            : spread.isConstant() ? tr("constant")
                                  : both(spread.smallest, spread.largest);
    case OutliersColumn:
        return spread.count < 4 ? u"–"_s : outliersText(row);
    case RunsColumn: {
        auto runs = row.runs;
        runs.removeDuplicates();
        const auto text = tr("%1 of %2").arg(runs.size()).arg(row.ofRuns);
        return row.counter.values.size() == static_cast<size_t>(runs.size())
            ? text
            : tr("%1, %n value(s)", nullptr, static_cast<int>(row.counter.values.size())).arg(text);
    }
    case OriginColumn:
        return originWord(row.origin);
    default:
        return {};
    }
}

QString RepeatsModel::toolTip(const RepeatRow &row) const
{
    QStringList lines{ row.counter.name };
    const auto count = std::min(row.runs.size(), ToolTipValues);
    for (qsizetype i = 0; i < count; ++i)
        lines.append(u"%1: %2"_s.arg(row.runs[i],
            repeatValueText(row.counter.values[static_cast<size_t>(i)], row.counter.unit)));
    if (row.runs.size() > count)
        lines.append(tr("and %n more", nullptr, static_cast<int>(row.runs.size() - count)));
    if (row.counter.isDerived)
        lines.append(tr("Computed by the software on the target."));
    return lines.join(u'\n');
}

QVariant RepeatsModel::cell(const RepeatRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row);
    case Qt::TextAlignmentRole:
        return header(column, role);
    case ValueRole:
        if (column == MedianColumn)
            return row.counter.spread.median;
        if (column == DeviationColumn && row.counter.spread.count > 1)
            return row.counter.spread.deviation;
        if (column == UnitColumn)
            return row.counter.unit;
        return {};
    case Qt::AccessibleTextRole:
        return column == StripColumn ? toolTip(row) : text(row, column);
    case OriginRole:
        return row.origin ? originTag(*row.origin) : QString();
    default:
        return {};
    }
}

} // namespace tosaic::views
