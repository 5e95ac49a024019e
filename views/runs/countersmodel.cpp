// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/countersmodel.h"

#include "core/model/entityref.h"
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/metricgroups.h"
#include "views/models/roles.h"
#include "views/runs/runwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void CountersModel::set(
    const profile::Profile &profile, int index, const profile::MetricContext &context)
{
    std::vector<CounterRow> rows;
    const auto metrics = profile::computeMetrics(profile, context);
    const auto doubts = profile::counterDoubts(profile, context);
    for (const auto &counter : profile.counters) {
        CounterRow row{ .counter = counter,
            .share = profile::shareOfCycles(profile, counter, context),
            .origin = context.origin,
            .profile = index };
        if (const auto *doubt = profile::doubtOf(doubts, counter.name))
            row.doubt = doubt->text;
        const auto *bytes = profile::findMetric(metrics, u"port.bytes:"_s + counter.name);
        if (bytes && bytes->value) {
            row.bytes = static_cast<quint64>(*bytes->value);
            row.formula = u"%1 = %2"_s.arg(bytes->formula, profile::formulaWithNumbers(*bytes));
        }
        if (!row.isDoubted() && counter.unit == u"cycles"_s && context.clockHz.value_or(0) > 0) {
            row.seconds
                = static_cast<double>(counter.value) / static_cast<double>(*context.clockHz);
            row.formula = u"%1 cycles / %2 Hz"_s.arg(counter.value).arg(*context.clockHz);
        }
        rows.push_back(std::move(row));
    }
    updateRows(std::move(rows), [](const CounterRow &a, const CounterRow &b) {
        return a.counter.name == b.counter.name && a.profile == b.profile;
    });
}

int CountersModel::rowOf(const QString &counter) const
{
    const auto it = std::ranges::find_if(
        rows(), [&](const CounterRow &row) { return row.counter.name == counter; });
    return it == rows().end() ? -1 : static_cast<int>(it - rows().begin());
}

QVariant CountersModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return cell({}, column, role);
    if (role == Qt::ToolTipRole && column == ShareColumn)
        return tr("Share of the cycle counter");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return tr("Counter");
    case ValueColumn:
        return tr("Value");
    case UnitColumn:
        return tr("Unit");
    case ShareColumn:
        return tr("Share");
    case EqualsColumn:
        return tr("Bytes or time");
    default:
        return tr("Origin");
    }
}

QString CountersModel::text(const CounterRow &row, int column) const
{
    switch (column) {
    case NameColumn:
        return row.counter.name;
    case ValueColumn:
        return formatCount(row.counter.value);
    case UnitColumn:
        return row.counter.unit.isEmpty() ? tr("Not known") : row.counter.unit;
    case ShareColumn:
        return row.share ? shareWord(*row.share) : u"–"_s;
    case EqualsColumn:
        if (row.isDoubted())
            return tr("Not usable");
        if (row.bytes)
            return formatBytes(*row.bytes);
        if (row.seconds)
            return formatDuration(*row.seconds);
        return row.counter.unit == u"beats"_s || row.counter.unit == u"cycles"_s ? tr("Not known")
                                                                                 : u"–"_s;
    default:
        return originWord(row.origin);
    }
}

QString CountersModel::toolTip(const CounterRow &row) const
{
    QStringList lines{ row.counter.name };
    if (row.isDoubted())
        lines.append(doubtWords(row.doubt, row.counter.name));
    if (row.counter.unit.isEmpty())
        lines.append(tr("The log does not name the event of this counter."));
    if (row.counter.isDerived)
        lines.append(tr("Computed by the software on the target: total minus active cycles. It is "
                        "not the hardware event of that name."));
    if (!row.formula.isEmpty())
        lines.append(row.formula);
    else if (row.isDoubted())
        return lines.join(u'\n');
    else if (row.counter.unit == u"beats"_s)
        lines.append(tr("Bytes are not known: the log does not tell the NPU, and a beat is 8 bytes "
                        "on Ethos-U55 and 16 bytes on Ethos-U65 and U85."));
    else if (row.counter.unit == u"cycles"_s)
        lines.append(tr("State the NPU clock above to see cycles as time."));
    return lines.join(u'\n');
}

QVariant CountersModel::cell(const CounterRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row);
    case Qt::TextAlignmentRole: {
        const bool isNumber
            = column == ValueColumn || column == ShareColumn || column == EqualsColumn;
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    case ValueRole:
        return column == ValueColumn ? QVariant(row.counter.value) : QVariant();
    case SortRole:
        return row.counter.value;
    case UnitRole:
        return row.counter.unit;
    case OriginRole:
        return row.origin ? originTag(*row.origin) : QString();
    case EntityRole:
        return QVariant::fromValue(model::EntityRef::counter(row.profile, row.counter.name));
    default:
        return {};
    }
}

} // namespace tosaic::views
