// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/runjson.h"

#include "core/base/knownjson.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/reportedoverflows.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QJsonValue number(quint64 value)
{
    return static_cast<qint64>(value);
}

template <typename Range>
QJsonArray numbers(const Range &values)
{
    QJsonArray array;
    for (const auto value : values) {
        if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>)
            array.append(value);
        else
            array.append(static_cast<qint64>(value));
    }
    return array;
}

QJsonArray names(const std::vector<QString> &values)
{
    QJsonArray array;
    for (const auto &value : values)
        array.append(value);
    return array;
}

QJsonObject npuJson(const LogNpu &npu, bool isHardware)
{
    QJsonObject object;
    insertKnown(object, u"product"_s, npu.product);
    insertKnown(object, u"macs"_s, npu.macs);
    insertKnown(object, u"archVersion"_s, npu.archVersion);
    if (isHardware) {
        insertKnown(object, u"driverVersion"_s, npu.driverVersion);
        insertKnown(object, u"commandStreamVersion"_s, npu.commandStreamVersion);
    }
    return object;
}

QJsonArray tensorsJson(const std::vector<LogTensor> &tensors)
{
    QJsonArray array;
    for (const auto &tensor : tensors) {
        QJsonObject object{ { u"dtype"_s, tensor.dtype }, { u"shape"_s, numbers(tensor.shape) } };
        insertKnown(object, u"bytes"_s, tensor.bytes);
        array.append(object);
    }
    return array;
}

QJsonObject modelJson(const LogModel &model)
{
    QJsonObject object;
    insertKnown(object, u"name"_s, model.name);
    insertKnown(object, u"pteBytes"_s, model.pteBytes);
    insertKnown(object, u"bytes"_s, model.bytes);
    insertKnown(object, u"methodCount"_s, model.methodCount);
    insertKnown(object, u"operators"_s, names(model.operators));
    insertKnown(object, u"inputs"_s, tensorsJson(model.inputs));
    insertKnown(object, u"outputs"_s, tensorsJson(model.outputs));
    insertKnown(object, u"commandStreamWords"_s, model.commandStreamWords);
    if (model.compiledFor)
        object.insert(u"compiledFor"_s, npuJson(*model.compiledFor, false));
    return object;
}

QJsonObject cpuJson(const CpuCycles &cpu)
{
    QJsonObject object;
    insertKnown(object, u"inference"_s, cpu.inference);
    insertKnown(object, u"operators"_s, cpu.operators);
    insertKnown(object, u"waitForNpu"_s, cpu.waitForNpu);
    insertKnown(object, u"active"_s, cpu.active);
    QJsonObject byOperator;
    for (const auto &[tag, cycles] : cpu.byOperator)
        byOperator.insert(tag, number(cycles));
    insertKnown(object, u"byOperator"_s, byOperator);
    return object;
}

QJsonObject layersJson(const LayerTable &layers)
{
    QJsonObject object;
    insertKnown(object, u"columns"_s, names(layers.columns));
    QJsonArray rows;
    for (const auto &row : layers.rows)
        rows.append(numbers(row));
    object.insert(u"rows"_s, rows);
    return object;
}

QJsonObject profileJson(const Profile &profile, const QStringList &overflows)
{
    QJsonObject object;
    insertKnown(object, u"label"_s, profile.label);
    insertKnown(object, u"inferences"_s, profile.inferences);
    insertKnown(object, u"delegations"_s, profile.delegations);
    QJsonObject counters;
    QJsonObject units;
    QJsonArray derived;
    QJsonArray overflowed;
    for (const auto &counter : profile.counters) {
        if (overflows.contains(counter.name))
            overflowed.append(counter.name);
        counters.insert(counter.name, number(counter.value));
        insertKnown(units, counter.name, counter.unit);
        if (counter.isDerived)
            derived.append(counter.name);
    }
    object.insert(u"counters"_s, counters);
    object.insert(u"units"_s, units);
    insertKnown(object, u"derived"_s, derived);
    insertKnown(object, u"overflowed"_s, overflowed);
    if (const auto cpu = cpuJson(profile.cpuCycles); !cpu.isEmpty())
        object.insert(u"cpuCycles"_s, cpu);
    insertKnown(object, u"timeNs"_s, profile.timeNs);
    insertKnown(object, u"runNs"_s, numbers(profile.runNs));
    if (profile.layers)
        object.insert(u"layers"_s, layersJson(*profile.layers));
    return object;
}

QJsonObject allocatorJson(const Allocator &allocator)
{
    QJsonObject object;
    insertKnown(object, u"used"_s, allocator.used);
    insertKnown(object, u"total"_s, allocator.total);
    insertKnown(object, u"loaded"_s, allocator.loaded);
    insertKnown(object, u"input"_s, allocator.input);
    insertKnown(object, u"executor"_s, allocator.executor);
    return object;
}

QJsonObject memoryJson(const LogMemory &memory)
{
    QJsonObject object;
    insertKnown(object, u"plannedBytes"_s, memory.plannedBytes);
    if (memory.methodAllocator)
        object.insert(u"methodAllocator"_s, allocatorJson(*memory.methodAllocator));
    if (memory.tempAllocator)
        object.insert(u"tempAllocator"_s, allocatorJson(*memory.tempAllocator));
    insertKnown(object, u"arenaBytes"_s, memory.arenaBytes);
    insertKnown(object, u"arenaTotalBytes"_s, memory.arenaTotalBytes);
    return object;
}

QJsonArray jobsJson(const std::vector<LogJob> &jobs)
{
    QJsonArray array;
    for (const auto &job : jobs) {
        QJsonObject object;
        insertKnown(object, u"name"_s, job.name);
        insertKnown(object, u"status"_s, job.status);
        array.append(object);
    }
    return array;
}

QJsonArray outputsJson(const std::vector<LogOutput> &outputs)
{
    QJsonArray array;
    for (const auto &output : outputs) {
        QJsonObject object;
        insertKnown(object, u"index"_s, output.index);
        insertKnown(object, u"count"_s, output.count);
        insertKnown(object, u"shown"_s, output.shown);
        if (output.values)
            object.insert(u"values"_s, numbers(*output.values));
        array.append(object);
    }
    return array;
}

QJsonArray errorsJson(const std::vector<LogError> &errors)
{
    QJsonArray array;
    for (const auto &error : errors) {
        QJsonObject object{ { u"line"_s, number(error.line) }, { u"text"_s, error.text } };
        insertKnown(object, u"code"_s, error.code);
        array.append(object);
    }
    return array;
}

} // namespace

QJsonObject runToJson(const Run &run)
{
    QJsonObject object{ { u"family"_s, familyName(run.family) },
        { u"status"_s, statusName(run.status) } };
    if (run.isAbridged)
        object.insert(u"abridged"_s, true);
    if (run.npu)
        object.insert(u"npu"_s, npuJson(*run.npu, true));
    insertKnown(object, u"cpuClockHz"_s, run.cpuClockHz);
    insertKnown(object, u"npuClockHz"_s, run.npuClockHz);
    if (run.model)
        object.insert(u"model"_s, modelJson(*run.model));
    insertKnown(object, u"inferences"_s, run.inferences);
    insertKnown(object, u"jobs"_s, jobsJson(run.jobs));
    QJsonArray profiles;
    for (const auto &profile : run.profiles)
        profiles.append(profileJson(profile, reportedOverflows(run)));
    object.insert(u"profiles"_s, profiles);
    object.insert(u"memory"_s, memoryJson(run.memory));
    insertKnown(object, u"outputs"_s, outputsJson(run.outputs));
    object.insert(u"errors"_s, errorsJson(run.errors));
    if (run.etdump)
        object.insert(u"etdump"_s, etdumpToJson(*run.etdump));
    return object;
}

} // namespace tosaic::profile
