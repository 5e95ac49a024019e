// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runchangemodel.h"

#include "core/base/diagnostic.h"
#include "profiler/analysis/spread.h"
#include "views/runcompare/runchangewords.h"
#include "views/widgets/changewords.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::ValueChange;

namespace {

QString nameOf(const ValueChange &change)
{
    return change.group.isEmpty()
        ? change.name
        : RunChangeModel::tr("%1: %2", "group, name in it").arg(change.group, change.name);
}

QString sideText(std::optional<double> median)
{
    return median ? valueText(*median) : notKnownText();
}

/// The repeats of a side in one line: median, range, outliers.
QString spreadText(const std::vector<double> &repeats)
{
    const auto spread = profile::spreadOf(repeats);
    if (!spread)
        return notKnownText();
    if (spread->count == 1)
        return valueText(spread->median);
    auto text = RunChangeModel::tr(
        "median %1, from %2 to %3 (%n repeat(s))", nullptr, static_cast<int>(spread->count))
                    .arg(valueText(spread->median), valueText(spread->smallest),
                        valueText(spread->largest));
    if (!spread->outliers.empty())
        text = RunChangeModel::tr(
            "%1, %n outlier(s)", nullptr, static_cast<int>(spread->outliers.size()))
                   .arg(text);
    return text;
}

QString repeatsHint(const ValueChange &change)
{
    return RunChangeModel::tr("Old: %1\nNew: %2\n%3")
        .arg(
            spreadText(change.oldRepeats), spreadText(change.newRepeats), significanceHint(change));
}

QVariant display(const ValueChange &row, int column)
{
    switch (column) {
    case RunChangeModel::NameColumn:
        return nameOf(row);
    case RunChangeModel::OldColumn:
        return sideText(row.oldValue);
    case RunChangeModel::NewColumn:
        return sideText(row.newValue);
    case RunChangeModel::DifferenceColumn:
        return row.difference() ? signedValueText(*row.difference()) : u"\u2014"_s;
    case RunChangeModel::RelativeColumn:
        return relativeText(row);
    case RunChangeModel::UnitColumn:
        if (!row.newUnit.isEmpty())
            return RunChangeModel::tr("%1 against %2", "units").arg(row.unit, row.newUnit);
        return row.unit.isEmpty() ? notKnownText() : row.unit;
    case RunChangeModel::VerdictColumn:
        return verdictWord(row.verdict());
    case RunChangeModel::SignificanceColumn:
        return significanceText(row);
    default:
        return {};
    }
}

std::optional<double> number(const ValueChange &row, int column)
{
    switch (column) {
    case RunChangeModel::OldColumn:
        return row.oldValue;
    case RunChangeModel::NewColumn:
        return row.newValue;
    case RunChangeModel::DifferenceColumn:
        return row.difference();
    case RunChangeModel::RelativeColumn:
        return row.relative();
    case RunChangeModel::SignificanceColumn:
        return row.p;
    default:
        return {};
    }
}

QVariant sortKey(const ValueChange &row, int column)
{
    if (column == RunChangeModel::VerdictColumn)
        return static_cast<int>(row.verdict());
    if (column == RunChangeModel::RepeatsColumn)
        return static_cast<int>(row.oldRepeats.size() + row.newRepeats.size());
    if (column == RunChangeModel::NameColumn || column == RunChangeModel::UnitColumn)
        return display(row, column);
    // What is not known comes before everything that is.
    return number(row, column).value_or(-std::numeric_limits<double>::infinity());
}

QVariant copied(const ValueChange &row, int column)
{
    if (column == RunChangeModel::RepeatsColumn)
        return u"%1 / %2"_s.arg(spreadText(row.oldRepeats), spreadText(row.newRepeats));
    if (column == RunChangeModel::SignificanceColumn)
        return significanceText(row);
    if (column == RunChangeModel::RelativeColumn && row.relative())
        return *row.relative() * 100;
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant();
}

QList<double> listOf(const std::vector<double> &values)
{
    return { values.begin(), values.end() };
}

} // namespace

void RunChangeModel::setOrigins(const QString &oldOrigin, const QString &newOrigin)
{
    m_oldOrigin = oldOrigin;
    m_newOrigin = newOrigin;
    Q_EMIT headerDataChanged(Qt::Horizontal, OldColumn, NewColumn);
}

model::EntityRef RunChangeModel::entityOf(const ValueChange &change) const
{
    return m_finder ? m_finder(change) : model::EntityRef();
}

QVariant RunChangeModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole && column >= OldColumn && column <= RelativeColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && (column == OldColumn || column == NewColumn))
        return tr("Median of the repeats");
    if (role == Qt::ToolTipRole && column == RepeatsColumn)
        return tr("Old above, new below: every repeat, their range and their median");
    if (role != Qt::DisplayRole)
        return {};
    const auto withOrigin = [](const QString &title, const QString &origin) {
        return origin.isEmpty() ? title : tr("%1 (%2)", "column, origin").arg(title, origin);
    };
    switch (column) {
    case NameColumn:
        return tr("Name");
    case OldColumn:
        return withOrigin(tr("Old"), m_oldOrigin);
    case NewColumn:
        return withOrigin(tr("New"), m_newOrigin);
    case DifferenceColumn:
        return tr("Difference");
    case RelativeColumn:
        return tr("%");
    case UnitColumn:
        return tr("Unit");
    case VerdictColumn:
        return tr("Verdict");
    case RepeatsColumn:
        return tr("Repeats");
    case SignificanceColumn:
        return tr("Significance");
    default:
        return {};
    }
}

QVariant RunChangeModel::cell(const ValueChange &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return display(row, column);
    case Qt::TextAlignmentRole:
        return column >= OldColumn && column <= RelativeColumn
            ? int(Qt::AlignRight | Qt::AlignVCenter)
            : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (column == NameColumn)
            return nameOf(row);
        return repeatsHint(row);
    case Qt::AccessibleTextRole:
        return column == RepeatsColumn ? repeatsHint(row) : display(row, column).toString();
    case SortRole:
        return sortKey(row, column);
    case ValueRole:
        return copied(row, column);
    case UnitRole:
        return row.unit;
    case VerdictRole:
        return static_cast<int>(row.verdict());
    case OldRepeatsRole:
        return QVariant::fromValue(listOf(row.oldRepeats));
    case NewRepeatsRole:
        return QVariant::fromValue(listOf(row.newRepeats));
    case EntityRole:
        if (const auto entity = entityOf(row); !entity.isEmpty())
            return QVariant::fromValue(entity);
        return {};
    default:
        return {};
    }
}

QVariant ConditionModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ConditionColumn:
        return tr("Condition");
    case OldColumn:
        return tr("Old");
    case NewColumn:
        return tr("New");
    default:
        return tr("What it means");
    }
}

QVariant ConditionModel::cell(const profile::ConditionDifference &row, int column, int role) const
{
    const auto value = [&row](const QString &text) {
        if (!text.isEmpty())
            return text;
        return row.condition == profile::Condition::Mode ? tr("with valid timing") : notKnownText();
    };
    if (role == SeverityRole) {
        switch (row.comparability) {
        case profile::Comparability::NotComparable:
            return static_cast<int>(Severity::Error);
        case profile::Comparability::Warning:
            return static_cast<int>(Severity::Warning);
        case profile::Comparability::Note:
            return static_cast<int>(Severity::Info);
        }
    }
    if (role == SortRole && column == MeaningColumn)
        return -static_cast<int>(row.comparability);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != SortRole)
        return {};
    switch (column) {
    case ConditionColumn:
        return conditionWord(row.condition);
    case OldColumn:
        return value(row.oldValue);
    case NewColumn:
        return value(row.newValue);
    default:
        return comparabilitySentence(row);
    }
}

} // namespace tosaic::views
