// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultwriter.h"

#include "core/base/knownjson.h"
#include "core/base/savefile.h"
#include "core/base/storedfile.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/storedvaluejson.h"
#include "core/spec/specjson.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

template <typename List, typename Write>
QJsonArray arrayOf(const List &list, Write write)
{
    QJsonArray array;
    for (const auto &item : list)
        array.append(write(item));
    return array;
}

QJsonObject summaryJson(const Summary &summary)
{
    QJsonObject object;
    insertKnown(object, u"cyclesTotal"_s, summary.cyclesTotal);
    insertKnown(object, u"cyclesNpu"_s, summary.cyclesNpu);
    insertKnown(object, u"macs"_s, summary.macs);
    insertKnown(object, u"sramBytes"_s, summary.sramBytes);
    insertKnown(object, u"dramBytes"_s, summary.dramBytes);
    insertKnown(object, u"onChipFlashBytes"_s, summary.onChipFlashBytes);
    insertKnown(object, u"offChipFlashBytes"_s, summary.offChipFlashBytes);
    insertKnown(object, u"npuOperators"_s, summary.npuOperators);
    insertKnown(object, u"cpuOperators"_s, summary.cpuOperators);
    return object;
}

QJsonObject artefactJson(const Artefact &artefact)
{
    QJsonObject object{ { u"kind"_s, artefact.kind }, { u"path"_s, artefact.path },
        { u"sha256"_s, artefact.sha256 }, { u"size"_s, static_cast<qint64>(artefact.size) } };
    insertKnown(object, u"partition"_s, artefact.partition);
    return object;
}

QJsonObject partitionJson(const Partition &partition)
{
    QJsonObject object{ { u"index"_s, partition.index }, { u"name"_s, partition.name },
        { u"operators"_s, QJsonArray::fromStringList(partition.operators) },
        { u"summary"_s, summaryJson(partition.summary) } };
    insertKnown(object, u"payloadSha256"_s, partition.payloadSha256);
    return object;
}

QJsonObject nodeJson(const ModelNode &node)
{
    QJsonObject object{ { u"name"_s, node.name }, { u"target"_s, node.target },
        { u"placement"_s, node.placement } };
    insertKnown(object, u"module"_s, node.module);
    insertKnown(object, u"stack"_s, node.source);
    insertKnown(object, u"partition"_s, node.partition);
    insertKnown(object, u"dtype"_s, node.dtype);
    if (node.shape)
        object.insert(u"shape"_s, arrayOf(*node.shape, [](qint64 n) { return QJsonValue(n); }));
    return object;
}

QJsonObject originJson(const TosaOrigin &origin)
{
    return { { u"partition"_s, origin.partition }, { u"tensor"_s, origin.tensor },
        { u"operator"_s, origin.type }, { u"node"_s, origin.node } };
}

QJsonObject rejectionJson(const Rejection &rejection)
{
    QJsonObject object{ { u"node"_s, rejection.node }, { u"target"_s, rejection.target },
        { u"reasons"_s, QJsonArray::fromStringList(rejection.reasons) } };
    insertKnown(object, u"module"_s, rejection.module);
    if (!rejection.checks.isEmpty())
        object.insert(u"checks"_s, QJsonArray::fromStringList(rejection.checks));
    return object;
}

void insertModel(QJsonObject &object, const CompileResult &result)
{
    if (!result.partitions.empty())
        object.insert(u"partitions"_s, arrayOf(result.partitions, partitionJson));
    if (!result.nodes.empty())
        object.insert(u"nodes"_s, arrayOf(result.nodes, nodeJson));
    if (!result.edges.empty())
        object.insert(u"edges"_s, arrayOf(result.edges, [](const ModelEdge &edge) {
            return QJsonArray{ edge.from, edge.to };
        }));
    if (!result.origins.empty())
        object.insert(u"origins"_s, arrayOf(result.origins, originJson));
    if (!result.rejections.empty())
        object.insert(u"rejections"_s, arrayOf(result.rejections, rejectionJson));
    if (!result.stored.empty())
        object.insert(u"quantised"_s,
            arrayOf(result.stored, [](const StoredValue &value) { return toJson(value); }));
}

QString resultPath(const CompileResult &result)
{
    return QDir(result.folder).filePath(QLatin1StringView(ResultFileName));
}

Result<void> save(const QJsonObject &object, const QString &path)
{
    return saveFile(path, QJsonDocument(object).toJson());
}

} // namespace

QString statusText(Status status)
{
    switch (status) {
    case Status::Succeeded:
        return u"succeeded"_s;
    case Status::Failed:
        return u"failed"_s;
    case Status::Cancelled:
        return u"cancelled"_s;
    }
    return {};
}

QJsonObject toJson(const CompileResult &result)
{
    QJsonObject tools;
    for (const auto &[tool, version] : result.tools)
        tools.insert(tool, version);
    QJsonObject source;
    insertKnown(source, u"name"_s, result.sourceName);
    insertKnown(source, u"sha256"_s, result.sourceSha256);
    QJsonObject object{ { u"formatVersion"_s, 1 }, { u"status"_s, statusText(result.status) },
        { u"tools"_s, tools }, { u"source"_s, source }, { u"spec"_s, spec::toJson(result.spec) },
        { u"resolvedSpec"_s, spec::toJson(result.resolvedSpec) },
        { u"artefacts"_s, arrayOf(result.artefacts, artefactJson) },
        { u"summary"_s, summaryJson(result.summary) } };
    insertModel(object, result);
    object.insert(u"problems"_s, arrayOf(result.problems, problemToJson));
    return object;
}

Result<void> writeCompileResult(const CompileResult &result)
{
    return save(toJson(result), resultPath(result));
}

Result<void> updateCompileResult(const CompileResult &result)
{
    const auto bytes = readStored(resultPath(result), LargestResult);
    auto object = QJsonDocument::fromJson(bytes.value_or(QByteArray())).object();
    const auto changed = toJson(result);
    if (object.isEmpty())
        return save(changed, resultPath(result));
    for (const auto &key : { u"status"_s, u"artefacts"_s, u"problems"_s })
        object.insert(key, changed.value(key));
    for (const auto &key : { u"tools"_s, u"source"_s, u"spec"_s, u"resolvedSpec"_s }) {
        if (!object.contains(key))
            object.insert(key, changed.value(key));
    }
    return save(object, resultPath(result));
}

} // namespace tosaic::compiled
