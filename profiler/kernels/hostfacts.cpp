// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/hostfacts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

std::optional<quint64> countOf(const QJsonValue &value)
{
    const auto number = value.toInteger(-1);
    return number < 0 ? std::nullopt : std::optional<quint64>(static_cast<quint64>(number));
}

QString textOf(const QJsonValue &value)
{
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return value.isDouble() ? QString::number(value.toDouble(), 'g', 17) : value.toString();
}

std::vector<HostArray> arraysOf(const QJsonValue &value)
{
    std::vector<HostArray> arrays;
    const auto items = value.toArray();
    for (const auto &item : items) {
        HostArray array{ .dtype = item["dtype"_L1].toString(),
            .fill = item["fill"_L1].toString(),
            .path = item["path"_L1].toString(),
            .value = textOf(item["value"_L1]),
            .variants = countOf(item["variants"_L1]) };
        const auto shape = item["shape"_L1].toArray();
        for (const auto &size : shape)
            array.shape.push_back(size.toInteger());
        arrays.push_back(std::move(array));
    }
    return arrays;
}

void readEnvironment(const QJsonObject &environment, HostFacts &facts)
{
    for (const auto &tool : { u"executorch"_s, u"torch"_s, u"python"_s }) {
        if (const auto version = environment[tool].toString(); !version.isEmpty())
            facts.tools.emplace(tool, version);
    }
    facts.threads = countOf(environment["threads"_L1]);
    facts.machine = environment["machine"_L1].toString();
    facts.cpu = environment["cpu"_L1].toString();
}

} // namespace

Result<HostFacts> readHostFacts(const QByteArray &json)
{
    QJsonParseError error;
    const auto object = QJsonDocument::fromJson(json, &error).object();
    HostFacts facts{ .status = object["status"_L1].toString(),
        .method = object["method"_L1].toString(),
        .inputs = arraysOf(object["inputs"_L1]),
        .outputs = arraysOf(object["outputs"_L1]),
        .warmups = countOf(object["warmups"_L1]).value_or(0),
        .engine = object["engine"_L1].toString(),
        .pteSha256 = object["pteSha256"_L1].toString(),
        .failedStage = object["failedStage"_L1].toString() };
    if (error.error != QJsonParseError::NoError || facts.status.isEmpty() || facts.engine.isEmpty())
        return fail(ErrorCode::FormatDamaged, u"not a result of a run on this machine"_s);
    const auto iterations = object["iterations"_L1].toArray();
    for (const auto &time : iterations) {
        if (const auto ns = countOf(time))
            facts.iterationNs.push_back(*ns);
    }
    readEnvironment(object["environment"_L1].toObject(), facts);
    return facts;
}

} // namespace tosaic::profile
