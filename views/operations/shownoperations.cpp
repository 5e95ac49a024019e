// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/shownoperations.h"

#include "views/operations/operationwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString nameOf(const OperatorRow &row, GroupBy groupBy)
{
    if (row.role == OperatorRow::Role::DmaWait)
        return groupBy == GroupBy::Operation ? dmaWaitWord() : dmaWaitsWord();
    if (groupBy == GroupBy::Partition)
        return partitionWord(row);
    if (!row.name.isEmpty())
        return row.name;
    if (groupBy == GroupBy::Module)
        return moduleUnknownText();
    return groupBy == GroupBy::SourceLine ? lineUnknownText() : kindUnknownText();
}

QStringList moduleParts(const QString &module)
{
    return module.split(u'.', Qt::SkipEmptyParts);
}

QStringList pathOf(const OperatorRow &row, GroupBy groupBy, bool hasModules)
{
    switch (groupBy) {
    case GroupBy::Kind:
    case GroupBy::Partition:
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

} // namespace

OperationsDataPtr computeOperations(std::shared_ptr<const ProfileSubject> subject,
    std::shared_ptr<const profile::OperationTable> table, std::vector<std::optional<quint64>> bytes,
    const OperationsOptions &options)
{
    auto data = std::make_shared<OperationsData>(
        operationsData(std::move(subject), std::move(table), std::move(bytes), options));
    const auto hasModules = std::ranges::any_of(data->table->operations,
        [](const auto &operation) { return !operation.origin.module.isEmpty(); });
    for (auto &row : data->rows) {
        row.name = nameOf(row, options.groupBy);
        if (row.role == OperatorRow::Role::DmaWait)
            row.kind = dmaWaitWord();
        row.path = pathOf(row, options.groupBy, hasModules);
    }
    return data;
}

} // namespace tosaic::views
