// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/operatorrows.h"

#include "profiler/store/runstore.h"

#include <QJsonArray>

#include <map>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using profile::OperationTable;
using profile::TimedOperation;

template <typename Sum, typename Value>
void addTo(std::optional<Sum> &sum, const std::optional<Value> &value)
{
    if (value)
        sum = sum.value_or(0) + Sum(*value);
}

/// What a row is called, and what is in the same one.
struct RowKey
{
    int stream = -1; ///< -1 where rows go across streams
    QString text;
    qint64 number = -1;
    bool operator<(const RowKey &other) const
    {
        return std::tie(stream, text, number) < std::tie(other.stream, other.text, other.number);
    }
};

RowKey keyOf(const TimedOperation &operation, size_t index, OperatorsBy by)
{
    switch (by) {
    case OperatorsBy::Operation:
        return { .stream = operation.stream, .text = {}, .number = qint64(index) };
    case OperatorsBy::Module:
        return { .text = operation.origin.module };
    case OperatorsBy::Source:
        return { .text = operation.origin.sourceLine };
    case OperatorsBy::Operator:
        break;
    }
    // Without a debug database each operation stands for itself.
    if (!operation.origin.source && operation.role != TimedOperation::Role::Dma)
        return { .stream = operation.stream, .text = u"operation"_s, .number = qint64(index) };
    return { .stream = operation.stream,
        .text = operation.role == TimedOperation::Role::Dma ? u"dma"_s : QString(),
        .number = operation.origin.source.value_or(-1) };
}

QString nameOf(const TimedOperation &operation, OperatorsBy by)
{
    const auto &origin = operation.origin;
    switch (by) {
    case OperatorsBy::Module:
        return origin.module;
    case OperatorsBy::Source:
        return origin.sourceLine;
    case OperatorsBy::Operator:
        if (!origin.name.isEmpty())
            return origin.name;
        break;
    case OperatorsBy::Operation:
        break;
    }
    if (operation.role == TimedOperation::Role::Dma)
        return by == OperatorsBy::Operator ? u"waits for DMA"_s : u"DMA"_s;
    return operation.name.isEmpty() ? operation.kind : operation.name;
}

void add(OperatorRow &row, const TimedOperation &operation, size_t index)
{
    const auto &origin = operation.origin;
    const auto kind = origin.type.isEmpty() ? operation.kind : origin.type;
    if (!kind.isEmpty() && !row.kinds.contains(kind))
        row.kinds << kind;
    const auto measured = operation.measuredCycles();
    if (measured)
        row.confidence
            = row.measured ? std::min(row.confidence, operation.confidence) : operation.confidence;
    row.coverage.add(operation.role, measured.has_value(), operation.estimatedCycles.has_value());
    addTo(row.measured, measured);
    addTo(row.estimate, operation.estimatedCycles);
    addTo(row.estimateNpu, operation.estimatedNpuCycles);
    addTo(row.macs, operation.macs);
    row.operations.push_back(index);
}

} // namespace

std::optional<OperatorsBy> operatorsByFrom(const QString &word)
{
    if (word == "operator"_L1)
        return OperatorsBy::Operator;
    if (word == "operation"_L1)
        return OperatorsBy::Operation;
    if (word == "module"_L1)
        return OperatorsBy::Module;
    return word == "source"_L1 ? std::optional(OperatorsBy::Source) : std::nullopt;
}

std::optional<double> OperatorRow::cycles(std::optional<Origin> origin) const
{
    if (origin == Origin::Fvp)
        return measured;
    return estimate ? std::optional(double(*estimate)) : std::nullopt;
}

std::optional<double> OperatorRow::deviation(profile::DeviationPair pair) const
{
    profile::ComparedOperator compared;
    if (estimate)
        compared.estimate = double(*estimate);
    compared.fvp = measured;
    compared.board = board;
    compared.coverage = coverage;
    const auto ranking = profile::rankDeviations({ compared }, pair);
    if (ranking.ranked.empty() || !ranking.ranked.front().ratio)
        return std::nullopt;
    return *ranking.ranked.front().ratio - 1;
}

std::vector<OperatorRow> operatorRows(const OperationTable &table, OperatorsBy by)
{
    std::vector<OperatorRow> rows;
    std::map<RowKey, size_t> places;
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto &operation = table.operations[i];
        const auto &origin = operation.origin;
        const auto [place, isNew] = places.emplace(keyOf(operation, i, by), rows.size());
        if (isNew) {
            rows.push_back({ .name = nameOf(operation, by), .stream = operation.stream });
            auto &row = rows.back();
            if (by == OperatorsBy::Operator || by == OperatorsBy::Operation) {
                row.key = origin.key;
                row.node = origin.edgeNode;
                row.module = origin.module;
                row.sourceLine = origin.sourceLine;
            }
            if (by == OperatorsBy::Operation)
                row.scheduled = operation.scheduled;
        }
        add(rows[place->second], operation, i);
    }
    double total = 0;
    for (const auto &row : rows)
        total += row.cycles(table.origin).value_or(0);
    for (auto &row : rows) {
        if (const auto cycles = row.cycles(table.origin); cycles && total > 0)
            row.share = *cycles / total;
    }
    return rows;
}

QJsonObject toJson(const OperatorRow &row, std::optional<Origin> origin)
{
    QJsonObject object{ { u"name"_s, row.name }, { u"stream"_s, row.stream },
        { u"kinds"_s, QJsonArray::fromStringList(row.kinds) },
        { u"operations"_s, qint64(row.operations.size()) } };
    const auto put = [&object](const QString &key, const auto &value) {
        if (value)
            object.insert(key, double(*value));
    };
    const auto putText = [&object](const QString &key, const QString &text) {
        if (!text.isEmpty())
            object.insert(key, text);
    };
    put(u"key"_s, row.key);
    put(u"scheduledId"_s, row.scheduled);
    if (const auto cycles = row.cycles(origin)) {
        object.insert(u"cycles"_s, *cycles);
        object.insert(u"origin"_s, profile::originKey(origin));
    }
    put(u"estimateCycles"_s, row.estimate);
    put(u"estimateNpuCycles"_s, row.estimateNpu);
    put(u"boardCycles"_s, row.board);
    put(u"share"_s, row.share);
    put(u"deviation"_s, row.deviation(profile::DeviationPair::FvpToEstimate));
    put(u"boardToEstimate"_s, row.deviation(profile::DeviationPair::BoardToEstimate));
    put(u"boardToFvp"_s, row.deviation(profile::DeviationPair::BoardToFvp));
    put(u"macs"_s, row.macs);
    putText(u"node"_s, row.node);
    putText(u"module"_s, row.module);
    putText(u"sourceLine"_s, row.sourceLine);
    if (row.measured)
        object.insert(u"confidence"_s, confidenceWord(row.confidence));
    return object;
}

QString confidenceWord(profile::Confidence confidence)
{
    switch (confidence) {
    case profile::Confidence::High:
        return u"high"_s;
    case profile::Confidence::Medium:
        return u"medium"_s;
    case profile::Confidence::Low:
        return u"low"_s;
    case profile::Confidence::None:
        break;
    }
    return u"none"_s;
}

QString unmatchedKey(profile::Unmatched::Kind kind)
{
    using Kind = profile::Unmatched::Kind;
    static const std::map<Kind, QString> words{ { Kind::ReadsOutsideStream,
                                                    u"readsOutsideStream"_s },
        { Kind::RowsNeverReached, u"rowsNeverReached"_s }, { Kind::RowsSkipped, u"rowsSkipped"_s },
        { Kind::RowsWithoutEstimate, u"rowsWithoutEstimate"_s },
        { Kind::RowsNotInStream, u"rowsNotInStream"_s },
        { Kind::SourceUnknown, u"sourceUnknown"_s }, { Kind::SourceAbsorbed, u"sourceAbsorbed"_s },
        { Kind::KeysAmbiguous, u"keysAmbiguous"_s }, { Kind::TypesDisagree, u"typesDisagree"_s },
        { Kind::OperationsUnlocated, u"operationsUnlocated"_s },
        { Kind::InferenceIncomplete, u"inferenceIncomplete"_s },
        { Kind::StreamUncertain, u"streamUncertain"_s },
        { Kind::TimeRunsBackwards, u"timeRunsBackwards"_s },
        { Kind::PointerRunsBackwards, u"pointerRunsBackwards"_s },
        { Kind::DmaNotSeparated, u"dmaNotSeparated"_s },
        { Kind::NoCommandStream, u"noCommandStream"_s },
        { Kind::InferencesLeftOut, u"inferencesLeftOut"_s },
        { Kind::SlicesLeftOut, u"slicesLeftOut"_s },
        { Kind::InferenceForeign, u"inferenceForeign"_s }, { Kind::NoDatabase, u"noDatabase"_s },
        { Kind::NoReads, u"noReads"_s } };
    const auto found = words.find(kind);
    return found == words.end() ? QString() : found->second;
}

QString unmatchedSentence(const profile::Unmatched &unmatched)
{
    const auto text = QString::fromLatin1(unmatchedText(unmatched.kind));
    return text.contains("%1"_L1) ? text.arg(unmatched.count) : text;
}

} // namespace tosaic::cli
