// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/keptrun.h"

#include "core/base/bytesource.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/sha256.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/runjson.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Goes up when the parsers make something else of the same bytes.
constexpr int ReaderVersion = 1;

// Writing what runToJson() leaves out.

QJsonArray counterJson(const Counter &counter)
{
    return { counter.name, static_cast<qint64>(counter.value), counter.unit, counter.isDerived,
        counter.label };
}

QJsonObject diagnosticJson(const Diagnostic &diagnostic)
{
    const auto &where = diagnostic.location;
    QJsonObject object{ { u"id"_s, diagnostic.id }, { u"severity"_s, int(diagnostic.severity) },
        { u"text"_s, diagnostic.text } };
    insertKnown(object, u"file"_s, where.file);
    insertKnown(object, u"offset"_s, where.offset);
    insertKnown(object, u"length"_s, where.length);
    insertKnown(object, u"line"_s, where.line);
    insertKnown(object, u"section"_s, where.section);
    insertKnown(object, u"entity"_s, where.entity);
    return object;
}

// Reading. What is absent stays absent.

template <typename Number>
void take(const QJsonObject &object, QLatin1StringView key, std::optional<Number> &to)
{
    if (const auto value = object.value(key); value.isDouble())
        to = static_cast<Number>(value.toInteger());
}

template <typename Value, typename Convert>
std::vector<Value> listOf(const QJsonValue &array, Convert convert)
{
    std::vector<Value> list;
    for (const auto &value : array.toArray())
        list.push_back(convert(value));
    return list;
}

QString wordOf(const QJsonValue &value)
{
    return value.toString();
}

qint64 integerOf(const QJsonValue &value)
{
    return value.toInteger();
}

quint64 countOf(const QJsonValue &value)
{
    return static_cast<quint64>(value.toInteger());
}

Counter counterOf(const QJsonValue &value)
{
    const auto fields = value.toArray();
    return { fields[0].toString(), countOf(fields[1]), fields[2].toString(), fields[3].toBool(),
        fields[4].toString() };
}

Diagnostic diagnosticFrom(const QJsonValue &value)
{
    const auto object = value.toObject();
    Diagnostic diagnostic{ object["id"_L1].toString(),
        static_cast<Severity>(
            std::clamp(object["severity"_L1].toInt(), int(Severity::Info), int(Severity::Error))),
        { .file = object["file"_L1].toString(),
            .section = object["section"_L1].toString(),
            .entity = object["entity"_L1].toString() },
        object["text"_L1].toString() };
    take(object, "offset"_L1, diagnostic.location.offset);
    take(object, "length"_L1, diagnostic.location.length);
    take(object, "line"_L1, diagnostic.location.line);
    return diagnostic;
}

std::optional<LogNpu> npuOf(const QJsonValue &value)
{
    if (!value.isObject())
        return {};
    const auto object = value.toObject();
    LogNpu npu{ .product = object["product"_L1].toString(),
        .archVersion = object["archVersion"_L1].toString(),
        .driverVersion = object["driverVersion"_L1].toString() };
    take(object, "macs"_L1, npu.macs);
    take(object, "commandStreamVersion"_L1, npu.commandStreamVersion);
    return npu;
}

LogTensor tensorOf(const QJsonValue &value)
{
    const auto object = value.toObject();
    LogTensor tensor{ .dtype = object["dtype"_L1].toString(),
        .shape = listOf<qint64>(object["shape"_L1], integerOf) };
    take(object, "bytes"_L1, tensor.bytes);
    return tensor;
}

std::optional<LogModel> modelOf(const QJsonValue &value)
{
    if (!value.isObject())
        return {};
    const auto object = value.toObject();
    LogModel model{ .name = object["name"_L1].toString(),
        .operators = listOf<QString>(object["operators"_L1], wordOf),
        .inputs = listOf<LogTensor>(object["inputs"_L1], tensorOf),
        .outputs = listOf<LogTensor>(object["outputs"_L1], tensorOf),
        .compiledFor = npuOf(object["compiledFor"_L1]) };
    take(object, "pteBytes"_L1, model.pteBytes);
    take(object, "bytes"_L1, model.bytes);
    take(object, "methodCount"_L1, model.methodCount);
    take(object, "commandStreamWords"_L1, model.commandStreamWords);
    return model;
}

CpuCycles cpuOf(const QJsonObject &object)
{
    CpuCycles cpu;
    take(object, "inference"_L1, cpu.inference);
    take(object, "operators"_L1, cpu.operators);
    take(object, "waitForNpu"_L1, cpu.waitForNpu);
    take(object, "active"_L1, cpu.active);
    const auto byOperator = object["byOperator"_L1].toObject();
    for (auto it = byOperator.begin(); it != byOperator.end(); ++it)
        cpu.byOperator.emplace(it.key(), countOf(*it));
    return cpu;
}

Profile profileOf(const QJsonObject &object, const QJsonValue &counters)
{
    Profile profile{ .label = object["label"_L1].toString(),
        .counters = listOf<Counter>(counters, counterOf),
        .cpuCycles = cpuOf(object["cpuCycles"_L1].toObject()),
        .runNs = listOf<quint64>(object["runNs"_L1], countOf) };
    take(object, "inferences"_L1, profile.inferences);
    take(object, "delegations"_L1, profile.delegations);
    take(object, "timeNs"_L1, profile.timeNs);
    if (const auto layers = object["layers"_L1]; layers.isObject())
        profile.layers = LayerTable{ listOf<QString>(layers["columns"_L1], wordOf),
            listOf<std::vector<qint64>>(layers["rows"_L1],
                [](const QJsonValue &row) { return listOf<qint64>(row, integerOf); }) };
    return profile;
}

std::optional<Allocator> allocatorOf(const QJsonValue &value)
{
    if (!value.isObject())
        return {};
    const auto object = value.toObject();
    Allocator allocator;
    take(object, "used"_L1, allocator.used);
    take(object, "total"_L1, allocator.total);
    take(object, "loaded"_L1, allocator.loaded);
    take(object, "input"_L1, allocator.input);
    take(object, "executor"_L1, allocator.executor);
    return allocator;
}

LogMemory memoryOf(const QJsonObject &object)
{
    LogMemory memory{ .methodAllocator = allocatorOf(object["methodAllocator"_L1]),
        .tempAllocator = allocatorOf(object["tempAllocator"_L1]) };
    take(object, "plannedBytes"_L1, memory.plannedBytes);
    take(object, "arenaBytes"_L1, memory.arenaBytes);
    take(object, "arenaTotalBytes"_L1, memory.arenaTotalBytes);
    return memory;
}

LogJob jobOf(const QJsonValue &value)
{
    const auto object = value.toObject();
    LogJob job{ .name = object["name"_L1].toString() };
    take(object, "status"_L1, job.status);
    return job;
}

LogOutput outputOf(const QJsonValue &value)
{
    const auto object = value.toObject();
    LogOutput output;
    take(object, "index"_L1, output.index);
    take(object, "count"_L1, output.count);
    take(object, "shown"_L1, output.shown);
    if (const auto values = object["values"_L1]; values.isArray())
        output.values = listOf<double>(values, [](const QJsonValue &one) {
            return one.toDouble(std::numeric_limits<double>::quiet_NaN()); // JSON has none
        });
    return output;
}

LogError errorOf(const QJsonValue &value)
{
    const auto object = value.toObject();
    return { countOf(object["line"_L1]), object["code"_L1].toString(),
        object["text"_L1].toString() };
}

template <typename Value>
Value named(const QString &name, std::initializer_list<Value> values, QString (*nameOf)(Value))
{
    const auto found = std::ranges::find(values, name, nameOf);
    return found == values.end() ? *std::prev(values.end()) : *found;
}

} // namespace

QString readerMark()
{
    QStringList parts{ QCoreApplication::applicationVersion(), QString::number(ReaderVersion) };
    for (const auto &rule : consoleFamilies().rules->rules())
        parts << rule.needle << rule.pattern.pattern() << rule.field << rule.name << rule.unit
              << (rule.isNpu ? u"npu"_s : QString());
    return sha256Hex(parts.join(u'\n').toUtf8()).left(16);
}

QJsonObject keptRun(const Run &run, const QString &reader)
{
    auto object = runToJson(run);
    QJsonObject kept{ { u"reader"_s, reader },
        { u"counters"_s,
            jsonList(run.profiles,
                [](const Profile &profile) { return jsonList(profile.counters, counterJson); }) },
        { u"diagnostics"_s, jsonList(run.diagnostics, diagnosticJson) } };
    if (run.etdump)
        kept.insert(u"etdump"_s, QString::fromLatin1(run.etdump->toBase64()));
    object.insert(u"kept"_s, kept);
    return object;
}

std::optional<Run> runFromKept(const QJsonObject &object, const QString &reader)
{
    const auto kept = object["kept"_L1].toObject();
    if (kept["reader"_L1].toString() != reader)
        return {};
    Run run{ .family = named(object["family"_L1].toString(),
                 { LogFamily::ExecutorchRunner, LogFamily::Mlek, LogFamily::CoreSoftware,
                     LogFamily::Zephyr, LogFamily::Other },
                 familyName),
        .status = named(object["status"_L1].toString(),
            { RunStatus::Complete, RunStatus::Failed, RunStatus::Truncated,
                RunStatus::NoInference },
            statusName),
        .isAbridged = object["abridged"_L1].toBool(),
        .npu = npuOf(object["npu"_L1]),
        .model = modelOf(object["model"_L1]),
        .jobs = listOf<LogJob>(object["jobs"_L1], jobOf),
        .memory = memoryOf(object["memory"_L1].toObject()),
        .outputs = listOf<LogOutput>(object["outputs"_L1], outputOf),
        .errors = listOf<LogError>(object["errors"_L1], errorOf),
        .diagnostics = listOf<Diagnostic>(kept["diagnostics"_L1], diagnosticFrom) };
    take(object, "cpuClockHz"_L1, run.cpuClockHz);
    take(object, "npuClockHz"_L1, run.npuClockHz);
    take(object, "inferences"_L1, run.inferences);
    const auto profiles = object["profiles"_L1].toArray();
    const auto counters = kept["counters"_L1].toArray();
    for (qsizetype i = 0; i < profiles.size(); ++i)
        run.profiles.push_back(profileOf(profiles[i].toObject(), counters.at(i)));
    if (const auto dump = kept["etdump"_L1]; dump.isString())
        run.etdump = QByteArray::fromBase64(dump.toString().toLatin1());
    return run;
}

QJsonObject shownOfKept(QJsonObject kept)
{
    kept.remove("kept"_L1);
    return kept;
}

} // namespace tosaic::profile
