// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationtablemodel.h"

#include "views/models/confidencewords.h"
#include "views/models/costwords.h"
#include "views/operations/operationwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

OperationTableModel::OperationTableModel(QObject *parent)
    : ColumnModel({}, parent,
        [this](const size_t &index, QStringView key, int role) { return more(index, key, role); })
{
    setColumns(operationColumns());
}

void OperationTableModel::set(OperationsDataPtr data, std::vector<size_t> shown)
{
    setRows({});
    m_data = std::move(data);
    m_largestShare = 0;
    for (const auto row : shown)
        m_largestShare = std::max(m_largestShare, m_data->rows[row].share.value_or(0));
    ColumnModel::set(operationColumns(), std::move(shown)); // titles say where numbers come from
}

int OperationTableModel::rowOf(size_t row) const
{
    return rowWhere([row](size_t shown) { return shown == row; });
}

bool OperationTableModel::isKnown(int column) const
{
    if (!m_data)
        return false;
    const auto &asked = columnData()[static_cast<size_t>(column)];
    if (asked.head.key == "confidence"_L1)
        return m_data->origin == Origin::Fvp;
    // What stands beside the cycles, not instead of them.
    if (asked.head.key == "estimate"_L1 && m_data->origin != Origin::Fvp)
        return false;
    for (size_t i = 0; i < m_data->rows.size(); ++i) {
        if (asked.value(i).isValid())
            return true;
    }
    return false;
}

QVariant OperationTableModel::header(int column, int role) const
{
    // For the spreadsheet, which has no tags.
    if (role == ValueRole && columnData()[static_cast<size_t>(column)].head.key == "cycles"_L1
        && m_data && m_data->origin)
        return tr("Cycles (%1)").arg(originTag(*m_data->origin));
    return ColumnModel::header(column, role);
}

Columns<size_t> OperationTableModel::operationColumns() const
{
    using Row = OperatorRow;
    const auto of = [this](auto get) {
        return [this, get](size_t index) { return std::invoke(get, m_data->rows[index]); };
    };
    // A number that a row without cycles does not have: the text says where they are.
    const auto unless = [&](auto get, auto write) {
        return of([get, write](const Row &row) {
            const auto value = std::invoke(get, row);
            return value ? write(value) : withoutCyclesText(row);
        });
    };
    const auto formula = [this, of](QLatin1StringView id) {
        return of([this, id](const Row &row) { return formulaText(*m_data, row, id); });
    };
    const auto deviationTip = of([this](const Row &row) {
        const auto pair = m_data->options.pair;
        return pair == profile::DeviationPair::FvpToEstimate
            ? formulaText(*m_data, row, "operation.deviation"_L1)
            : tr("%1: %2 cycles").arg(pairWord(pair), differenceText(row.difference));
    });
    const auto bytesTip = of([this](const Row &row) {
        QStringList parts;
        if (row.bytes)
            parts << exactBytesText(*row.bytes);
        parts << formulaText(*m_data, row, "operation.intensity"_L1);
        if (row.bytes)
            parts << formulaText(*m_data, row, "operation.byte-rate"_L1);
        return parts.join(u"\n\n"_s);
    });
    const auto seconds = [](auto value) { return formatDuration(*value); };
    const bool isMeasured = m_data && m_data->origin == Origin::Fvp;
    const auto cycles = [](const Row &row) {
        return row.cycles ? std::optional(row.cycles->value) : std::nullopt;
    };
    const auto confidence = [isMeasured](const Row &row) {
        return isMeasured ? QVariant(int(row.confidence)) : QVariant();
    };
    return columnsOf<size_t>({
        { u"order"_s, tr("#", "place in the order of execution"),
            [](size_t index) { return index + 1; } },
        { u"name"_s, m_data ? groupWord(m_data->options.groupBy) : tr("Operator"), of(&Row::name),
            { .tip = of([this](const Row &row) { return namesOf(row); }) } },
        { u"cycles"_s, tr("Cycles"), of(cycles),
            { .text = of(rowCyclesText),
                .tip = of([this](const Row &row) { return cyclesTip(row); }) } },
        { u"share"_s, tr("Share of cycles"), of(&Row::share),
            { .unit = column_unit::Share, .text = unless(&Row::share, shareText) } },
        { u"deviation"_s, tr("Deviation"), of(&Row::deviation),
            { .about = m_data ? pairWord(m_data->options.pair) : QString(),
                .text = unless(&Row::deviation, deviationPhrase),
                .tip = deviationTip } },
        { u"kind"_s, tr("Kind"), of(kindWord),
            { .tip = of([](const Row &row) { return tr("Scheduled as %1").arg(row.kind); }) } },
        { u"estimate"_s, tr("Vela, cycles"), of(&Row::estimate),
            { .text = unless(&Row::estimate, cyclesText) } },
        { u"board"_s, tr("Board, cycles"), of(&Row::board),
            { .text = of([](const Row &row) { return cyclesText(row.board); }) } },
        { u"cumulative"_s, tr("Cumulative"), of(&Row::cumulative),
            { .unit = column_unit::Share,
                .about = tr("Share of this row and of all that cost more"),
                .text = unless(&Row::cumulative, shareText) } },
        { u"time"_s, tr("Time"), of(&Row::seconds),
            { .unit = column_unit::Seconds,
                .text = unless(&Row::seconds, seconds),
                .tip = formula("operation.time"_L1) } },
        { u"macs"_s, tr("MACs"), of(&Row::macs) },
        { u"utilisation"_s, tr("MAC utilisation"), of(&Row::utilisation),
            { .unit = column_unit::Share,
                .text = unless(&Row::utilisation, shareText),
                .tip = formula("operation.utilisation"_L1) } },
        { u"bytes"_s, tr("Bytes"), of(&Row::bytes),
            { .unit = column_unit::Bytes,
                .about = tr("Bytes that the command stream reads and writes, every byte once"),
                .tip = bytesTip } },
        { u"node"_s, tr("Model node"), of([](const Row &row) { return row.nodes.join(u", "_s); }),
            { .about = tr("Operators of the model's graph that this row was made from") } },
        { u"module"_s, tr("Module"), of(&Row::module) },
        { u"source"_s, tr("Source line"), of(&Row::sourceLine) },
        { u"confidence"_s, tr("Confidence"), of(confidence),
            { .about = tr("How sure it is that these cycles belong to this row"),
                .text = of([isMeasured](const Row &row) {
                    return isMeasured ? confidenceWord(row.confidence) : QString();
                }),
                .isOrder = true } },
    });
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
                         .arg(operation.kind, operation.name,
                             origin.type.isEmpty() ? notKnownText() : origin.type, origin.name));
        if (!origin.edgeNode.isEmpty())
            lines.append(tr("Edge node %1").arg(origin.edgeNode));
    }
    if (row.operations.size() > Most)
        lines.append(tr("and %n more", nullptr, static_cast<int>(row.operations.size() - Most)));
    return lines.join(u'\n');
}

QString OperationTableModel::cyclesTip(const OperatorRow &row) const
{
    if (row.isPart)
        return tr("Not all of its operations have cycles: there are more.");
    if (row.role == OperatorRow::Role::Member)
        return tr("It runs inside %1, which has the cycles of both.").arg(row.leader);
    if (row.role == OperatorRow::Role::DmaWait)
        return tr("Cycles the command stream stood waiting for transfers; the transfers themselves "
                  "run beside other operators.");
    return m_data->origin ? tr("%1 cycles, %2").arg(rowCyclesText(row), originTag(*m_data->origin))
                          : rowCyclesText(row);
}

QVariant OperationTableModel::more(size_t index, QStringView key, int role) const
{
    const auto &row = m_data->rows[index];
    switch (role) {
    case OriginRole:
        return key == u"cycles" && row.cycles ? originTag(row.cycles->origin) : QVariant();
    case FractionRole:
        return key == u"share" && row.share && m_largestShare > 0
            ? QVariant(*row.share / m_largestShare)
            : QVariant();
    case DeviationRole:
        return key == u"deviation" ? cellValue(row.deviation) : QVariant();
    case EntityRole:
        return QVariant::fromValue(m_data->entityOf(row));
    default:
        return {};
    }
}

} // namespace tosaic::views
