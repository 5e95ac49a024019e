// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/accuracyoutput.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace accuracyoutput {
namespace {

QJsonObject histogramJson(const accuracy::Histogram &histogram)
{
    if (histogram.counts.empty())
        return {};
    return { { u"min"_s, histogram.smallest }, { u"max"_s, histogram.largest },
        { u"counts"_s, jsonList(histogram.counts) } };
}

QJsonObject closerJson(const accuracy::Closer &closer)
{
    QJsonObject json{ { u"expected"_s, histogramJson(closer.expected) },
        { u"computed"_s, histogramJson(closer.computed) },
        { u"channels"_s, qint64(closer.channels) },
        { u"wrongChannels"_s, qint64(closer.wrongChannels) }, { u"zeroPoint"_s, closer.zeroPoint },
        { u"worst"_s, jsonList(closer.worst, [](const accuracy::WrongChannel &channel) {
             QJsonObject entry{ { u"channel"_s, channel.channel },
                 { u"differing"_s, qint64(channel.differing) } };
             insertKnown(entry, u"bias"_s, channel.bias);
             insertKnown(entry, u"multiplier"_s, channel.multiplier);
             insertKnown(entry, u"shift"_s, channel.shift);
             return entry;
         }) } };
    if (closer.scale)
        json.insert(u"scale"_s,
            QJsonObject{ { u"multiplier"_s, qint64(closer.scale->multiplier) },
                { u"shift"_s, qint64(closer.scale->shift) } });
    return json;
}

} // namespace
} // namespace accuracyoutput

void insertMeasures(QJsonObject &json, const accuracy::Measures &measures)
{
    json.insert(u"elements"_s, qint64(measures.elements()));
    json.insert(u"differing"_s, qint64(measures.differing()));
    insertKnown(json, u"sqnrDb"_s, measures.sqnrDb());
    insertKnown(json, u"cosine"_s, measures.cosine());
    insertKnown(json, u"maxAbs"_s, measures.largest());
    insertKnown(json, u"meanAbs"_s, measures.mean());
}

QJsonObject accuracyJson(const accuracy::OperatorAccuracy &row)
{
    QJsonObject json{ { u"node"_s, row.node.isEmpty() ? row.name : row.node },
        { u"name"_s, row.name }, { u"operator"_s, row.title() }, { u"partition"_s, row.partition },
        { u"operation"_s, qint64(row.operation) }, { u"offset"_s, qint64(row.offset) },
        { u"kind"_s, npu::operationKindName(row.kind) },
        { u"against"_s, againstKey(row.against) } };
    if (row.isReordered) { // in which order is not known, so neither is any error
        json.insert(u"elements"_s, qint64(row.measures.elements()));
        json.insert(u"reordered"_s, true);
    } else {
        insertMeasures(json, row.measures);
    }
    insertKnown(json, u"saturatedShare"_s, row.range.saturatedShare());
    insertKnown(json, u"rangeShare"_s, row.range.usedShare());
    return json;
}

QJsonObject breakJson(const accuracy::OperatorAccuracy &row, const accuracy::Closer *closer)
{
    auto json = accuracyJson(row);
    if (closer)
        json.insert(u"closer"_s, accuracyoutput::closerJson(*closer));
    return json;
}

QJsonObject triedJson(const views::TryRow &row)
{
    const auto &tried = row.tried;
    QJsonObject json{ { u"key"_s, accuracy::tryKey(tried.change.kind) },
        { u"change"_s, views::tryTitle(tried.change) } };
    insertKnown(json, u"subject"_s, tried.change.subject);
    insertKnown(json, u"sqnrBeforeDb"_s, tried.sqnrBeforeDb);
    insertKnown(json, u"sqnrDb"_s, tried.sqnrDb);
    insertKnown(json, u"cyclesBefore"_s, tried.cyclesBefore);
    insertKnown(json, u"cycles"_s, tried.cycles);
    insertKnown(json, u"cpuOperators"_s, tried.cpuOperators);
    insertKnown(json, u"problem"_s, tried.problem);
    return json;
}

} // namespace tosaic::cli
