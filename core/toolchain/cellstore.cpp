// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/cellstore.h"

#include "core/base/bytesource.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/compiled/problemjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

// Of the driver and of what is read from Vela's files: a higher one computes every cell again.
const auto CellVersion = u"tosaic cell 2"_s; // 1: clusters did not say the bytes of the commands

QString sha256Of(const QStringList &parts)
{
    return sha256Hex(parts.join(u'\n').toUtf8());
}

QJsonObject ioToJson(const model::IoDescriptor &io)
{
    QJsonArray shape;
    for (const auto size : io.shape)
        shape.append(size);
    return { { u"shape"_s, shape }, { u"elementSize"_s, io.elementSize },
        { u"offset"_s, io.offset }, { u"region"_s, io.region } };
}

std::vector<model::IoDescriptor> ioFromJson(const QJsonArray &array)
{
    std::vector<model::IoDescriptor> list;
    for (const auto &value : array) {
        const auto object = value.toObject();
        model::IoDescriptor io{ .elementSize = object.value(u"elementSize"_s).toInt(),
            .offset = object.value(u"offset"_s).toInteger(),
            .region = object.value(u"region"_s).toInt() };
        for (const auto size : object.value(u"shape"_s).toArray())
            io.shape.push_back(size.toInt());
        list.push_back(std::move(io));
    }
    return list;
}

QJsonObject npuToJson(const model::NpuConfig &npu)
{
    return { { u"product"_s, static_cast<int>(npu.product) },
        { u"macs"_s, static_cast<qint64>(npu.macs) },
        { u"commandStreamVersion"_s, static_cast<qint64>(npu.commandStreamVersion) },
        { u"configWord"_s, static_cast<qint64>(npu.configWord) },
        { u"idWord"_s, static_cast<qint64>(npu.idWord) } };
}

std::optional<model::NpuConfig> npuFromJson(const QJsonObject &object)
{
    if (object.isEmpty())
        return {};
    const auto word
        = [&](const QString &key) { return static_cast<quint32>(object.value(key).toInteger()); };
    return model::NpuConfig{ .product
        = static_cast<model::NpuProduct>(object.value(u"product"_s).toInt()),
        .macs = word(u"macs"_s),
        .commandStreamVersion = word(u"commandStreamVersion"_s),
        .configWord = word(u"configWord"_s),
        .idWord = word(u"idWord"_s) };
}

/// The numbers that are not in the summary, each with its key.
template <typename Numbers, typename Do>
void forEachCount(Numbers &numbers, Do &&act)
{
    act(u"commandBytes"_s, numbers.commandBytes);
    act(u"weightBytes"_s, numbers.weightBytes);
    act(u"scratchBytes"_s, numbers.scratchBytes);
    act(u"fastScratchBytes"_s, numbers.fastScratchBytes);
    act(u"cpuOperators"_s, numbers.vela->summary.cpuOperators);
    act(u"npuOperators"_s, numbers.vela->summary.npuOperators);
}

} // namespace

QString cellKey(const EstimateTask &task, const QString &velaVersion)
{
    if (task.content.isEmpty() || velaVersion.isEmpty())
        return {};
    return sha256Of({ CellVersion, u"ethos-u-vela "_s + velaVersion, task.content });
}

QString combinedKey(const QStringList &keys)
{
    if (keys.contains(QString()))
        return {};
    return keys.size() == 1 ? keys.front() : sha256Of(keys);
}

QJsonObject answerToJson(const EstimateAnswer &answer)
{
    QJsonObject object{ { u"vela"_s, answer.velaVersion },
        { u"summary"_s, QString::fromUtf8(answer.summaryCsv) } };
    forEachCount(answer.numbers,
        [&](const QString &key, const auto &count) { insertKnown(object, key, count); });
    insertKnown(object, u"inputs"_s, jsonList(answer.numbers.inputs, ioToJson));
    insertKnown(object, u"outputs"_s, jsonList(answer.numbers.outputs, ioToJson));
    if (answer.numbers.npu)
        object.insert(u"npu"_s, npuToJson(*answer.numbers.npu));
    insertKnown(object, u"problems"_s, jsonList(answer.problems, [](Diagnostic problem) {
        problem.location.file.clear(); // the TOSA, which lies elsewhere next time
        return compiled::problemToJson(problem);
    }));
    return object;
}

std::optional<EstimateAnswer> answerFromJson(const QJsonObject &object)
{
    EstimateAnswer answer;
    answer.summaryCsv = object.value(u"summary"_s).toString().toUtf8();
    answer.velaVersion = object.value(u"vela"_s).toString();
    const auto summary = compiled::readVelaSummary(answer.summaryCsv);
    if (!summary || answer.velaVersion.isEmpty())
        return {};
    auto &numbers = answer.numbers;
    numbers.vela = *summary;
    forEachCount(numbers, [&]<typename Count>(const QString &key, std::optional<Count> &count) {
        if (object.contains(key))
            count = static_cast<Count>(object.value(key).toInteger());
    });
    numbers.inputs = ioFromJson(object.value(u"inputs"_s).toArray());
    numbers.outputs = ioFromJson(object.value(u"outputs"_s).toArray());
    numbers.npu = npuFromJson(object.value(u"npu"_s).toObject());
    for (const auto &problem : object.value(u"problems"_s).toArray())
        answer.problems.push_back(compiled::problemFromJson(problem.toObject()));
    return answer;
}

} // namespace tosaic::toolchain
