// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationgroups.h"

#include "views/operations/operationwords.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::OperationTable;
using profile::TimedOperation;
using Role = TimedOperation::Role;

/// Equal for operations of one row.
QString keyOf(const TimedOperation &operation, size_t index, GroupBy groupBy)
{
    const bool isDma = operation.role == Role::Dma;
    switch (groupBy) {
    case GroupBy::Operation:
        break;
    case GroupBy::Operator:
        if (isDma)
            return u"dma"_s;
        if (operation.origin.source)
            return u"%1 %2"_s.arg(operation.stream).arg(*operation.origin.source);
        break;
    case GroupBy::Kind:
        return isDma ? u"dma"_s : u"kind "_s + operation.kind;
    case GroupBy::Module:
        return isDma ? u"dma"_s : u"module "_s + operation.origin.module;
    case GroupBy::SourceLine:
        return isDma ? u"dma"_s : u"line "_s + operation.origin.sourceLine;
    }
    return QString::number(index);
}

QString nameOf(const TimedOperation &operation, GroupBy groupBy)
{
    const auto orUnknown = [](const QString &name, const QString &unknown) {
        return name.isEmpty() ? unknown : name;
    };
    if (operation.role == Role::Dma)
        return groupBy == GroupBy::Operation ? dmaWaitWord() : dmaWaitsWord();
    switch (groupBy) {
    case GroupBy::Kind:
        return orUnknown(operation.kind, kindUnknownText());
    case GroupBy::Module:
        return orUnknown(operation.origin.module, moduleUnknownText());
    case GroupBy::SourceLine:
        return orUnknown(operation.origin.sourceLine, lineUnknownText());
    case GroupBy::Operation:
        // The scheduled operation's own tensor tells apart what one operator became.
        return operation.name.isEmpty() ? operationName(operation) : operation.name;
    case GroupBy::Operator:
        break;
    }
    return operationName(operation);
}

/// "Conv2D, Add": each once; all others counted.
QString joined(QStringList words)
{
    words.removeAll(QString());
    words.removeDuplicates();
    constexpr qsizetype Most = 3;
    if (words.size() > Most)
        words = words.first(Most) << u"…"_s;
    return words.join(u", "_s);
}

QStringList moduleParts(const QString &module)
{
    return module.split(u'.', Qt::SkipEmptyParts);
}

QStringList pathOf(const OperationRow &row, GroupBy groupBy, bool hasModules)
{
    switch (groupBy) {
    case GroupBy::Kind:
        return {};
    case GroupBy::Module: {
        auto parts = moduleParts(row.module);
        if (!parts.isEmpty())
            parts.removeLast();
        return parts;
    }
    case GroupBy::SourceLine: {
        const auto colon = row.sourceLine.lastIndexOf(u':');
        return colon > 0 ? QStringList{ row.sourceLine.left(colon) } : QStringList();
    }
    case GroupBy::Operator:
    case GroupBy::Operation:
        break;
    }
    if (!row.module.isEmpty())
        return moduleParts(row.module);
    const auto kind = row.kind.isEmpty() ? kindUnknownText() : row.kind;
    return hasModules ? QStringList{ moduleUnknownText(), kind } : QStringList{ kind };
}

void describe(OperationRow &row, const OperationTable &table, GroupBy groupBy)
{
    QStringList kinds;
    QStringList modules;
    QStringList lines;
    QStringList leaders;
    bool isMember = true;
    bool isDma = true;
    for (const auto at : row.operations) {
        const auto &operation = table.operations[at];
        kinds.append(operation.role == Role::Dma ? dmaWaitWord() : operation.kind);
        modules.append(operation.origin.module);
        lines.append(operation.origin.sourceLine);
        isMember = isMember && operation.role == Role::Member;
        isDma = isDma && operation.role == Role::Dma;
        if (operation.leader && *operation.leader < table.operations.size())
            leaders.append(operationName(table.operations[*operation.leader]));
    }
    row.kind = joined(kinds);
    row.module = joined(modules);
    row.sourceLine = joined(lines);
    row.role = isDma ? OperationRow::Role::DmaWait
        : isMember   ? OperationRow::Role::Member
                     : OperationRow::Role::Timed;
    if (isMember)
        row.leader = joined(leaders);
    if (groupBy == GroupBy::Module)
        row.module = table.operations[row.operations.front()].origin.module;
}

} // namespace

QString operationName(const TimedOperation &operation)
{
    if (operation.role == Role::Dma)
        return dmaWaitWord();
    const auto &origin = operation.origin;
    for (const auto *name : { &origin.name, &operation.name, &origin.edgeNode, &origin.type }) {
        if (!name->isEmpty())
            return *name;
    }
    return operation.kind.isEmpty() ? kindUnknownText() : operation.kind;
}

std::vector<OperationRow> groupOperations(
    const OperationTable &table, GroupBy groupBy, bool hasTrace)
{
    std::vector<OperationRow> rows;
    QHash<QString, size_t> places;
    bool hasModules = false;
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto &operation = table.operations[i];
        // Nobody estimates how long the stream waits.
        if (operation.role == Role::Dma && !hasTrace && groupBy != GroupBy::Operation)
            continue;
        hasModules = hasModules || !operation.origin.module.isEmpty();
        const auto key = keyOf(operation, i, groupBy);
        auto place = places.constFind(key);
        if (place == places.constEnd()) {
            place = places.insert(key, rows.size());
            OperationRow row;
            row.name = nameOf(operation, groupBy);
            rows.push_back(std::move(row));
        }
        rows[*place].operations.push_back(i);
    }
    for (auto &row : rows) {
        describe(row, table, groupBy);
        row.path = pathOf(row, groupBy, hasModules);
    }
    return rows;
}

} // namespace tosaic::views
