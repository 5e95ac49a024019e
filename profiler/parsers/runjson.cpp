// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/runjson.h"

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

void put(QJsonObject &object, const QString &key, const std::optional<quint64> &value)
{
    if (value)
        object.insert(key, number(*value));
}

void put(QJsonObject &object, const QString &key, const std::optional<quint32> &value)
{
    if (value)
        object.insert(key, static_cast<qint64>(*value));
}

void put(QJsonObject &object, const QString &key, const QString &value)
{
    if (!value.isEmpty())
        object.insert(key, value);
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
    put(object, u"product"_s, npu.product);
    put(object, u"macs"_s, npu.macs);
    put(object, u"archVersion"_s, npu.archVersion);
    if (isHardware) {
        put(object, u"driverVersion"_s, npu.driverVersion);
        put(object, u"commandStreamVersion"_s, npu.commandStreamVersion);
    }
    return object;
}

QJsonArray tensorsJson(const std::vector<LogTensor> &tensors)
{
    QJsonArray array;
    for (const auto &tensor : tensors) {
        QJsonObject object{ { u"dtype"_s, tensor.dtype }, { u"shape"_s, numbers(tensor.shape) } };
        put(object, u"bytes"_s, tensor.bytes);
        array.append(object);
    }
    return array;
}

QJsonObject modelJson(const LogModel &model)
{
    QJsonObject object;
    put(object, u"name"_s, model.name);
    put(object, u"pteBytes"_s, model.pteBytes);
    put(object, u"bytes"_s, model.bytes);
    put(object, u"methodCount"_s, model.methodCount);
    if (!model.operators.empty())
        object.insert(u"operators"_s, names(model.operators));
    if (!model.inputs.empty())
        object.insert(u"inputs"_s, tensorsJson(model.inputs));
    if (!model.outputs.empty())
        object.insert(u"outputs"_s, tensorsJson(model.outputs));
    put(object, u"commandStreamWords"_s, model.commandStreamWords);
    if (model.compiledFor)
        object.insert(u"compiledFor"_s, npuJson(*model.compiledFor, false));
    return object;
}

QJsonObject cpuJson(const CpuCycles &cpu)
{
    QJsonObject object;
    put(object, u"inference"_s, cpu.inference);
    put(object, u"operators"_s, cpu.operators);
    put(object, u"waitForNpu"_s, cpu.waitForNpu);
    put(object, u"active"_s, cpu.active);
    QJsonObject byOperator;
    for (const auto &[tag, cycles] : cpu.byOperator)
        byOperator.insert(tag, number(cycles));
    if (!byOperator.isEmpty())
        object.insert(u"byOperator"_s, byOperator);
    return object;
}

QJsonObject layersJson(const LayerTable &layers)
{
    QJsonObject object;
    if (!layers.columns.empty())
        object.insert(u"columns"_s, names(layers.columns));
    QJsonArray rows;
    for (const auto &row : layers.rows)
        rows.append(numbers(row));
    object.insert(u"rows"_s, rows);
    return object;
}

QJsonObject profileJson(const Profile &profile, const QStringList &overflows)
{
    QJsonObject object;
    put(object, u"label"_s, profile.label);
    put(object, u"inferences"_s, profile.inferences);
    put(object, u"delegations"_s, profile.delegations);
    QJsonObject counters;
    QJsonObject units;
    QJsonArray derived;
    QJsonArray overflowed;
    for (const auto &counter : profile.counters) {
        if (overflows.contains(counter.name))
            overflowed.append(counter.name);
        counters.insert(counter.name, number(counter.value));
        put(units, counter.name, counter.unit);
        if (counter.isDerived)
            derived.append(counter.name);
    }
    object.insert(u"counters"_s, counters);
    object.insert(u"units"_s, units);
    if (!derived.isEmpty())
        object.insert(u"derived"_s, derived);
    if (!overflowed.isEmpty())
        object.insert(u"overflowed"_s, overflowed);
    if (const auto cpu = cpuJson(profile.cpuCycles); !cpu.isEmpty())
        object.insert(u"cpuCycles"_s, cpu);
    put(object, u"timeNs"_s, profile.timeNs);
    if (!profile.runNs.empty())
        object.insert(u"runNs"_s, numbers(profile.runNs));
    if (profile.layers)
        object.insert(u"layers"_s, layersJson(*profile.layers));
    return object;
}

QJsonObject allocatorJson(const Allocator &allocator)
{
    QJsonObject object;
    put(object, u"used"_s, allocator.used);
    put(object, u"total"_s, allocator.total);
    put(object, u"loaded"_s, allocator.loaded);
    put(object, u"input"_s, allocator.input);
    put(object, u"executor"_s, allocator.executor);
    return object;
}

QJsonObject memoryJson(const LogMemory &memory)
{
    QJsonObject object;
    put(object, u"plannedBytes"_s, memory.plannedBytes);
    if (memory.methodAllocator)
        object.insert(u"methodAllocator"_s, allocatorJson(*memory.methodAllocator));
    if (memory.tempAllocator)
        object.insert(u"tempAllocator"_s, allocatorJson(*memory.tempAllocator));
    put(object, u"arenaBytes"_s, memory.arenaBytes);
    put(object, u"arenaTotalBytes"_s, memory.arenaTotalBytes);
    return object;
}

QJsonArray jobsJson(const std::vector<LogJob> &jobs)
{
    QJsonArray array;
    for (const auto &job : jobs) {
        QJsonObject object;
        put(object, u"name"_s, job.name);
        if (job.status)
            object.insert(u"status"_s, *job.status);
        array.append(object);
    }
    return array;
}

QJsonArray outputsJson(const std::vector<LogOutput> &outputs)
{
    QJsonArray array;
    for (const auto &output : outputs) {
        QJsonObject object;
        put(object, u"index"_s, output.index);
        put(object, u"count"_s, output.count);
        put(object, u"shown"_s, output.shown);
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
        put(object, u"code"_s, error.code);
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
    put(object, u"cpuClockHz"_s, run.cpuClockHz);
    if (run.model)
        object.insert(u"model"_s, modelJson(*run.model));
    put(object, u"inferences"_s, run.inferences);
    if (!run.jobs.empty())
        object.insert(u"jobs"_s, jobsJson(run.jobs));
    QJsonArray profiles;
    for (const auto &profile : run.profiles)
        profiles.append(profileJson(profile, reportedOverflows(run)));
    object.insert(u"profiles"_s, profiles);
    object.insert(u"memory"_s, memoryJson(run.memory));
    if (!run.outputs.empty())
        object.insert(u"outputs"_s, outputsJson(run.outputs));
    object.insert(u"errors"_s, errorsJson(run.errors));
    if (run.etdump)
        object.insert(u"etdump"_s, etdumpToJson(*run.etdump));
    return object;
}

} // namespace tosaic::profile
