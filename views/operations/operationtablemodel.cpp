// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationtablemodel.h"

#include "views/models/roles.h"
#include "views/operations/operationwords.h"
#include "views/widgets/changewords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double Last = -1e300; // what is not known sorts behind all numbers, largest first

template <typename Number>
QVariant variant(const std::optional<Number> &value)
{
    return value ? QVariant::fromValue(static_cast<double>(*value)) : QVariant();
}

QString orUnknown(const QString &text)
{
    return text.isEmpty() ? notKnownText() : text;
}

} // namespace

void OperationTableModel::set(OperationsDataPtr data, std::vector<size_t> shown)
{
    m_data = std::move(data);
    m_largestShare = 0;
    for (const auto row : shown)
        m_largestShare = std::max(m_largestShare, m_data->rows[row].share.value_or(0));
    setRows(std::move(shown));
    // Titles say where the numbers come from.
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int OperationTableModel::rowOf(size_t row) const
{
    const auto found = std::ranges::find(rows(), row);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

bool OperationTableModel::isNumber(int column)
{
    switch (column) {
    case NameColumn:
    case KindColumn:
    case ModuleColumn:
    case SourceColumn:
    case ConfidenceColumn:
        return false;
    default:
        return true;
    }
}

bool OperationTableModel::isKnown(int column) const
{
    if (!m_data)
        return false;
    if (column == ConfidenceColumn)
        return m_data->origin == Origin::Fvp;
    // What stands beside the cycles, not instead of them.
    if (column == EstimateColumn && m_data->origin != Origin::Fvp)
        return false;
    const auto &all = m_data->rows;
    for (size_t i = 0; i < all.size(); ++i) {
        if (value(all[i], i, column).isValid())
            return true;
    }
    return false;
}

QString OperationTableModel::title(int column) const
{
    switch (column) {
    case OrderColumn:
        return tr("#", "place in the order of execution");
    case NameColumn:
        return m_data ? groupWord(m_data->options.groupBy) : tr("Operator");
    case KindColumn:
        return tr("Kind");
    case CyclesColumn:
        return tr("Cycles");
    case ShareColumn:
        return tr("Share");
    case CumulativeColumn:
        return tr("Cumulative");
    case EstimateColumn:
        return tr("Vela, cycles");
    case BoardColumn:
        return tr("Board, cycles");
    case DeviationColumn:
        return tr("Deviation");
    case TimeColumn:
        return tr("Time");
    case MacsColumn:
        return tr("MACs");
    case UtilisationColumn:
        return tr("MAC utilisation");
    case BytesColumn:
        return tr("Bytes");
    case ModuleColumn:
        return tr("Module");
    case SourceColumn:
        return tr("Source line");
    case ConfidenceColumn:
        return tr("Confidence");
    default:
        return {};
    }
}

QVariant OperationTableModel::header(int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return title(column);
    case ValueRole: // for the spreadsheet, which has no tags and no words
        if (column == CyclesColumn && m_data && m_data->origin)
            return tr("Cycles (%1)").arg(originTag(*m_data->origin));
        return column == TimeColumn ? tr("Time (s)") : title(column);
    case Qt::TextAlignmentRole:
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (column == CumulativeColumn)
            return tr("Share of this row and of all that cost more");
        if (column == DeviationColumn && m_data)
            return pairWord(m_data->options.pair);
        if (column == BytesColumn)
            return tr("Bytes that the command stream reads and writes, every byte once");
        if (column == ConfidenceColumn)
            return tr("How sure it is that these cycles belong to this row");
        return title(column);
    default:
        return {};
    }
}

QVariant OperationTableModel::value(const OperatorRow &row, size_t index, int column) const
{
    const auto text = [](const QString &is) { return is.isEmpty() ? QVariant() : QVariant(is); };
    switch (column) {
    case OrderColumn:
        return QVariant::fromValue(static_cast<qulonglong>(index + 1));
    case NameColumn:
        return text(row.name);
    case KindColumn:
        return text(row.kind);
    case CyclesColumn:
        return row.cycles ? QVariant(row.cycles->value) : QVariant();
    case ShareColumn:
        return variant(row.share);
    case CumulativeColumn:
        return variant(row.cumulative);
    case EstimateColumn:
        return variant(row.estimate);
    case BoardColumn:
        return variant(row.board);
    case DeviationColumn:
        return variant(row.deviation);
    case TimeColumn:
        return variant(row.seconds);
    case MacsColumn:
        return row.macs ? QVariant(*row.macs) : QVariant();
    case UtilisationColumn:
        return variant(row.utilisation);
    case BytesColumn:
        return row.bytes ? QVariant(*row.bytes) : QVariant();
    case ModuleColumn:
        return text(row.module);
    case SourceColumn:
        return text(row.sourceLine);
    case ConfidenceColumn:
        return m_data->origin == Origin::Fvp ? QVariant(int(row.confidence)) : QVariant();
    default:
        return {};
    }
}

QString OperationTableModel::text(const OperatorRow &row, size_t index, int column) const
{
    switch (column) {
    case OrderColumn:
        return formatCount(index + 1);
    case NameColumn:
        return row.name;
    case KindColumn:
        return orUnknown(row.kind);
    case CyclesColumn:
        return rowCyclesText(row);
    case ShareColumn:
        return row.share ? shareText(row.share) : withoutCyclesText(row);
    case CumulativeColumn:
        return row.cumulative ? shareText(row.cumulative) : withoutCyclesText(row);
    case EstimateColumn:
        return row.estimate ? cyclesText(row.estimate) : withoutCyclesText(row);
    case BoardColumn:
        return cyclesText(row.board);
    case DeviationColumn:
        return row.deviation ? deviationPhrase(row.deviation) : withoutCyclesText(row);
    case TimeColumn:
        return row.seconds ? formatDuration(*row.seconds) : withoutCyclesText(row);
    case MacsColumn:
        return countText(row.macs);
    case UtilisationColumn:
        return row.utilisation ? shareText(row.utilisation) : withoutCyclesText(row);
    case BytesColumn:
        return row.bytes ? formatBytes(*row.bytes) : notKnownText();
    case ModuleColumn:
        return orUnknown(row.module);
    case SourceColumn:
        return orUnknown(row.sourceLine);
    case ConfidenceColumn:
        return m_data->origin == Origin::Fvp ? confidenceWord(row.confidence) : notKnownText();
    default:
        return {};
    }
}

QString OperationTableModel::namesOf(const OperatorRow &row) const
{
    QStringList lines{ row.name };
    constexpr size_t Most = 8;
    for (size_t i = 0; i < std::min(Most, row.operations.size()); ++i) {
        const auto &operation = m_data->table->operations[row.operations[i]];
        const auto &origin = operation.origin;
        if (operation.role == profile::TimedOperation::Role::Dma)
            continue;
        lines.append(tr("%1 %2, from %3 %4", "kind, name, type, name")
                         .arg(operation.kind, operation.name, orUnknown(origin.type), origin.name));
        if (!origin.edgeNode.isEmpty())
            lines.append(tr("Edge node %1").arg(origin.edgeNode));
    }
    if (row.operations.size() > Most)
        lines.append(tr("and %n more", nullptr, static_cast<int>(row.operations.size() - Most)));
    return lines.join(u'\n');
}

QString OperationTableModel::toolTip(const OperatorRow &row, int column) const
{
    const auto formula = [&](QLatin1StringView id) { return formulaText(*m_data, row, id); };
    switch (column) {
    case NameColumn:
        return namesOf(row);
    case CyclesColumn:
        if (row.isPart)
            return tr("Not all of its operations have cycles: there are more.");
        if (row.role == OperatorRow::Role::Member)
            return tr("It runs inside %1, which has the cycles of both.").arg(row.leader);
        if (row.role == OperatorRow::Role::DmaWait)
            return tr("Cycles the command stream stood waiting for transfers; the transfers "
                      "themselves run beside other operators.");
        return m_data->origin
            ? tr("%1 cycles, %2").arg(rowCyclesText(row), originTag(*m_data->origin))
            : rowCyclesText(row);
    case TimeColumn:
        return formula("operation.time"_L1);
    case UtilisationColumn:
        return formula("operation.utilisation"_L1);
    case DeviationColumn:
        if (m_data->options.pair == profile::DeviationPair::FvpToEstimate)
            return formula("operation.deviation"_L1);
        return tr("%1: %2 cycles")
            .arg(pairWord(m_data->options.pair), differenceText(row.difference));
    case BytesColumn:
        return row.bytes ? tr("%1 bytes").arg(formatCount(*row.bytes)) + u"\n\n"_s
                + formula("operation.intensity"_L1) + u"\n\n"_s + formula("operation.byte-rate"_L1)
                         : formula("operation.intensity"_L1);
    default:
        return {};
    }
}

QVariant OperationTableModel::cell(const size_t &index, int column, int role) const
{
    const auto &row = m_data->rows[index];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index, column);
    case ValueRole:
        return column == ConfidenceColumn ? QVariant() : value(row, index, column);
    case SortRole: {
        const auto known = value(row, index, column);
        return known.isValid() || !isNumber(column) ? known : QVariant(Last);
    }
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case OriginRole:
        return column == CyclesColumn && row.cycles ? originTag(row.cycles->origin) : QVariant();
    case FractionRole:
        return column == ShareColumn && row.share && m_largestShare > 0
            ? QVariant(*row.share / m_largestShare)
            : QVariant();
    case DeviationRole:
        return column == DeviationColumn ? variant(row.deviation) : QVariant();
    case StateRole: // muted: there is no value
        return !value(row, index, column).isValid();
    case EntityRole:
        return QVariant::fromValue(m_data->entityOf(row));
    default:
        return {};
    }
}

} // namespace tosaic::views
