// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/kerneljson.h"

#include "core/base/knownjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QJsonValue number(quint64 value)
{
    return static_cast<qint64>(value);
}

void putPlace(QJsonObject &object, const EtDumpPlace &place)
{
    if (place.chain) {
        object.insert(u"chain"_s, *place.chain);
        object.insert(u"instruction"_s, place.instruction);
    }
    insertKnown(object, u"delegateId"_s, place.delegateId);
    insertKnown(object, u"delegateName"_s, place.delegateName);
}

QJsonObject timesJson(const KernelTimes &times)
{
    QJsonArray executions;
    for (const auto &repeats : times.ticks) {
        QJsonArray ticks;
        for (const auto value : repeats)
            ticks.append(number(value));
        executions.append(ticks);
    }
    QJsonObject object{ { u"calls"_s, number(times.calls()) },
        { u"total"_s, number(times.total()) }, { u"ticks"_s, executions },
        { u"executions"_s, number(times.executionsWith()) },
        { u"callsPerExecution"_s,
            QJsonArray{ number(times.leastRepeats()), number(times.mostRepeats()) } } };
    if (const auto spread = times.spread()) {
        object.insert(u"median"_s, spread->median);
        object.insert(u"min"_s, spread->smallest);
        object.insert(u"max"_s, spread->largest);
    }
    if (times.untimed > 0)
        object.insert(u"untimed"_s, number(times.untimed));
    return object;
}

QJsonObject rowJson(const KernelRow &row)
{
    QJsonObject object{ { u"kind"_s, kernelKindName(row.kind) } };
    insertKnown(object, u"name"_s, row.name);
    putPlace(object, row.place);
    if (!row.call.isEmpty() || row.call.untimed > 0)
        object.insert(u"call"_s, timesJson(row.call));
    if (!row.kernel.isEmpty() || row.kernel.untimed > 0)
        object.insert(u"kernel"_s, timesJson(row.kernel));
    if (row.share)
        object.insert(u"share"_s, *row.share);
    if (row.metadataBytes > 0)
        object.insert(u"metadataBytes"_s, number(row.metadataBytes));
    return object;
}

QJsonArray indices(const std::vector<size_t> &list)
{
    QJsonArray array;
    for (const auto index : list)
        array.append(number(index));
    return array;
}

QJsonObject valueJson(const RecordedValue &value)
{
    QJsonObject object{ { u"kind"_s, value.kind }, { u"position"_s, number(value.position) },
        { u"programOutput"_s, value.isProgramOutput },
        { u"executions"_s, indices(value.executions) },
        { u"differing"_s, indices(value.differing) } };
    putPlace(object, value.place);
    insertKnown(object, u"name"_s, value.name);
    if (value.variants)
        object.insert(u"variants"_s, number(*value.variants));
    QJsonArray tensors;
    for (const auto &tensor : value.tensors) {
        QJsonArray shape;
        for (const auto size : tensor.sizes)
            shape.append(size);
        tensors.append(
            QJsonObject{ { u"dtype"_s, model::dtypeName(tensor.type) }, { u"shape"_s, shape } });
    }
    if (!tensors.isEmpty())
        object.insert(u"tensors"_s, tensors);
    return object;
}

QString evidenceName(MethodEvidence evidence)
{
    switch (evidence) {
    case MethodEvidence::Stated:
        return u"stated"_s;
    case MethodEvidence::Only:
        return u"only"_s;
    case MethodEvidence::Ambiguous:
        return u"ambiguous"_s;
    case MethodEvidence::NotKnown:
        break;
    }
    return u"not-known"_s;
}

QJsonObject methodJson(const MethodProfile &method)
{
    QJsonArray rows;
    for (const auto &row : method.rows)
        rows.append(rowJson(row));
    QJsonArray values;
    for (const auto &value : method.values)
        values.append(valueJson(value));
    QJsonObject object{ { u"evidence"_s, evidenceName(method.evidence) },
        { u"executions"_s, number(method.executions.size()) },
        { u"warmups"_s, number(method.warmups.size()) }, { u"times"_s, timesJson(method.times) },
        { u"calls"_s, timesJson(method.calls) }, { u"rows"_s, rows }, { u"values"_s, values } };
    insertKnown(object, u"name"_s, method.name);
    return object;
}

QJsonObject allocationJson(const AllocationRow &row)
{
    QJsonObject object{ { u"phase"_s, row.phase }, { u"allocator"_s, row.allocator },
        { u"runs"_s, number(row.runs) }, { u"count"_s, number(row.count) },
        { u"bytes"_s, number(row.bytes) }, { u"largest"_s, number(row.largest) },
        { u"peak"_s, number(row.peak) } };
    insertKnown(object, u"name"_s, row.name);
    return object;
}

} // namespace

QJsonObject kernelJson(const KernelProfile &profile)
{
    QJsonArray methods;
    for (const auto &method : profile.methods)
        methods.append(methodJson(method));
    QJsonArray loading;
    for (const auto &row : profile.loading) {
        QJsonObject object{ { u"run"_s, number(row.run) } };
        insertKnown(object, u"name"_s, row.name);
        putPlace(object, row.place);
        if (row.ticks)
            object.insert(u"ticks"_s, number(*row.ticks));
        loading.append(object);
    }
    QJsonArray allocations;
    for (const auto &row : profile.allocations)
        allocations.append(allocationJson(row));
    return { { u"unit"_s, tickUnitName(profile.unit) }, { u"methods"_s, methods },
        { u"loading"_s, loading }, { u"allocations"_s, allocations } };
}

} // namespace tosaic::profile
