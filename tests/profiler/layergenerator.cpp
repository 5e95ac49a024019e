// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/layergenerator.h"

#include "profiler/join/operatorrows.h"

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

std::vector<qint64> macsOf(const profile::OperationTable &table, bool isByOperator)
{
    std::vector<qint64> macs;
    if (isByOperator) {
        for (const auto &one : profile::operatorRows(table)) {
            if (one.origin.source)
                macs.push_back(qint64(one.macs.value_or(0)));
        }
        return macs;
    }
    for (const auto &operation : table.operations) {
        if (operation.role == profile::TimedOperation::Role::Kernel && operation.stream >= 0)
            macs.push_back(qint64(operation.macs.value_or(0)));
    }
    return macs;
}

qint64 cellOf(const QString &column, size_t row, int inference, qint64 macs)
{
    if (column == "layer"_L1)
        return qint64(row);
    if (column == "macs"_L1)
        return macs;
    const auto cycles = boardCycles(row, inference);
    if (column == "cpu_cycles"_L1)
        return 10 * cycles;
    return column.contains("cycle"_L1) ? cycles : 3 * qint64(row);
}

} // namespace

qint64 boardCycles(size_t row, int inference)
{
    return 1000 + 7 * qint64(row) + inference;
}

QByteArray layerConsole(const profile::OperationTable &table, const LayerStyle &style)
{
    QByteArray text;
    if (!style.npu.isEmpty())
        text += "INFO - Ethos-" + style.npu
            + " device initialised\nINFO - MACs/cc: " + QByteArray::number(style.macs) + "\n";
    const auto macs = macsOf(table, style.isByOperator);
    for (int inference = 0; inference < style.inferences; ++inference) {
        if (style.hasHeader)
            text += style.tag + style.columns.join(u", "_s).toLatin1() + '\n';
        qint64 sum = 0;
        for (size_t row = 0; row < macs.size(); ++row) {
            QByteArrayList cells;
            for (const auto &column : style.columns)
                cells << QByteArray::number(cellOf(column, row, inference, macs[row]));
            sum += boardCycles(row, inference);
            text += style.tag + cells.join(", ") + '\n';
        }
        text += "INFO - Profile for Inference:\n";
        if (style.total > 0)
            text += "INFO - NPU TOTAL: " + QByteArray::number(qint64(double(sum) * style.total))
                + " cycles\n";
        else
            text += "INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED: 1 beats\n";
    }
    return text;
}

} // namespace tosaic::test
