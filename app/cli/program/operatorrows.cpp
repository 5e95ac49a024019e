// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/operatorrows.h"

#include "core/base/knownjson.h"
#include "profiler/session/graphcostjson.h"
#include "profiler/store/runstore.h"

#include <QJsonArray>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

using profile::GroupBy;
using profile::OperatorRow;

std::optional<GroupBy> groupByFrom(const QString &word)
{
    static const std::map<QString, GroupBy> words{ { u"operator"_s, GroupBy::Operator },
        { u"operation"_s, GroupBy::Operation }, { u"kind"_s, GroupBy::Kind },
        { u"module"_s, GroupBy::Module }, { u"source"_s, GroupBy::SourceLine },
        { u"partition"_s, GroupBy::Partition } };
    const auto found = words.find(word);
    return found == words.end() ? std::nullopt : std::optional(found->second);
}

QString rowName(const OperatorRow &row)
{
    return row.role == OperatorRow::Role::DmaWait ? u"waits for DMA"_s : row.name;
}

std::optional<double> deviationOf(const OperatorRow &row, profile::DeviationPair pair)
{
    const auto ranking = profile::rankDeviations({ row }, pair);
    if (ranking.ranked.empty() || !ranking.ranked.front().ratio)
        return std::nullopt;
    return *ranking.ranked.front().ratio - 1;
}

QJsonObject toJson(const OperatorRow &row, GroupBy groupBy)
{
    using profile::DeviationPair;
    QJsonObject object{ { u"name"_s, rowName(row) }, { u"stream"_s, row.stream },
        { u"kinds"_s, QJsonArray::fromStringList(row.types) },
        { u"operations"_s, qint64(row.operations.size()) } };
    if (groupBy == GroupBy::Operator || groupBy == GroupBy::Operation)
        insertKnown(object, u"key"_s, row.origin.key);
    if (groupBy == GroupBy::Operation)
        insertKnown(object, u"scheduledId"_s, row.scheduled);
    if (row.cycles) {
        object.insert(u"cycles"_s, row.cycles->value);
        object.insert(u"origin"_s, profile::originKey(row.cycles->origin));
        object.insert(u"cyclesOrigin"_s, cyclesOriginKey(row.cycles->origin));
    }
    insertKnown(object, u"in"_s, row.leader);
    insertKnown(object, u"estimateCycles"_s, row.estimate);
    insertKnown(object, u"estimateNpuCycles"_s, row.estimateNpu);
    insertKnown(object, u"boardCycles"_s, row.board);
    insertKnown(object, u"share"_s, row.share);
    insertKnown(object, u"deviation"_s, deviationOf(row, DeviationPair::FvpToEstimate));
    insertKnown(object, u"boardToEstimate"_s, deviationOf(row, DeviationPair::BoardToEstimate));
    insertKnown(object, u"boardToFvp"_s, deviationOf(row, DeviationPair::BoardToFvp));
    insertKnown(object, u"macs"_s, row.macs);
    insertKnown(object, u"utilisation"_s, row.utilisation);
    if (row.nodes.size() == 1)
        object.insert(u"node"_s, row.nodes.front());
    else if (!row.nodes.isEmpty())
        object.insert(u"node"_s, QJsonArray::fromStringList(row.nodes));
    insertKnown(object, u"module"_s, row.module);
    insertKnown(object, u"source"_s, row.sourceLine);
    insertKnown(object, u"sourceLine"_s, row.sourceLine); // as it was called before
    if (row.limit)
        object.insert(u"limit"_s,
            QJsonObject{
                { u"by"_s, profile::limitKey(row.limit->by) }, { u"of"_s, row.limit->of } });
    if (row.fvp)
        object.insert(u"confidence"_s, profile::confidenceKey(row.confidence));
    return object;
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

} // namespace tosaic::cli
