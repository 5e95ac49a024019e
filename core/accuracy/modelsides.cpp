// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/modelsides.h"

#include "core/base/approvals.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/spec/specjson.h"
#include "core/toolchain/driverwait.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

Result<QJsonArray> writtenSamples(
    const QTemporaryDir &folder, const std::vector<std::map<size_t, localrun::Array>> &samples)
{
    QJsonArray list;
    for (const auto &sample : samples) {
        QJsonObject files;
        for (const auto &[index, array] : sample) {
            const auto path = folder.filePath(u"given%1-%2.npy"_s.arg(list.size()).arg(index));
            TRY(saveFile(path, TRY(localrun::npyOf(array))));
            files.insert(QString::number(index), path);
        }
        list.append(files);
    }
    return list;
}

ModelSample sampleOf(const QJsonObject &json, const QTemporaryDir &folder)
{
    const auto path = [&folder](const QJsonValue &value) {
        return value.isString() ? folder.filePath(u"out/"_s + value.toString()) : QString();
    };
    ModelSample sample;
    for (const auto &value : json["nodes"_L1].toArray()) {
        NodeValues node{ path(value["float"_L1]), path(value["quantised"_L1]), {} };
        if (value["scale"_L1].isDouble())
            node.scale
                = RealScale{ value["scale"_L1].toDouble(), value["zeroPoint"_L1].toInteger() };
        sample.nodes.emplace(value["node"_L1].toString(), std::move(node));
    }
    for (const auto &value : json["floatOutputs"_L1].toArray())
        sample.floatOutputs.push_back(path(value));
    for (const auto &value : json["quantisedOutputs"_L1].toArray())
        sample.quantisedOutputs.push_back(path(value));
    return sample;
}

/// SHA-256 of what may run.
Result<QString> trustedModel(const ModelPlace &place)
{
    auto sha256 = sha256Hex(TRY(ByteSource::map(place.model))->bytes());
    if (!place.trustedContent.isEmpty()
        && modelSubject(place.model, sha256).content != place.trustedContent)
        return fail(ErrorCode::IoRead,
            u"it has changed since it was approved, and its code was not run"_s,
            { .file = place.model });
    return sha256;
}

} // namespace

std::set<std::pair<int, QString>> resultTensors(const std::vector<compiled::TosaOrigin> &origins)
{
    static const QStringList Reordering{ u"IDENTITY"_s, u"RESHAPE"_s, u"TRANSPOSE"_s };
    std::map<std::pair<int, QString>, std::vector<QString>> byNode;
    for (const auto &origin : origins) {
        auto &tensors = byNode[{ origin.partition, origin.node }];
        if (!Reordering.contains(origin.type))
            tensors.clear();
        tensors.push_back(origin.tensor);
    }
    std::set<std::pair<int, QString>> results;
    for (const auto &[node, tensors] : byNode) {
        for (const auto &tensor : tensors)
            results.emplace(node.first, tensor);
    }
    return results;
}

Result<ModelSides> computeModelSides(
    const ModelPlace &place, const std::vector<std::map<size_t, localrun::Array>> &samples)
{
    ModelSides sides{ std::make_shared<QTemporaryDir>(), {}, {} };
    if (!sides.folder->isValid())
        return fail(ErrorCode::IoWrite, sides.folder->errorString());
    const auto output = sides.folder->filePath(u"out"_s);
    const QJsonObject job{ { u"action"_s, u"sides"_s },
        { u"input"_s, QFileInfo(place.model).absoluteFilePath() },
        { u"inputSha256"_s, TRY(trustedModel(place)) }, { u"spec"_s, spec::toJson(place.spec) },
        { u"outputDir"_s, output }, { u"samples"_s, TRY(writtenSamples(*sides.folder, samples)) } };
    const auto result = TRY(toolchain::runAndWait({ .request = { .script = u"tosaic_compile.py"_s,
                                                        .interpreter = place.interpreter,
                                                        .job = job,
                                                        .outputFolder = output,
                                                        .drivers = place.drivers },
        .setCancel = place.setCancel,
        .badInput = u"sides.input"_s,
        .tell = [&sides](const Diagnostic &note) { sides.notes.push_back(note); } }));
    const auto list = QJsonDocument::fromJson(result).object()["samples"_L1].toArray();
    if (list.isEmpty())
        return fail(ErrorCode::ToolFailed, u"ExecuTorch computed nothing of the model"_s);
    for (const auto &value : list) {
        auto sample = sampleOf(value.toObject(), *sides.folder);
        for (const auto &input : value["inputs"_L1].toArray()) {
            const auto file
                = TRY(ByteSource::map(sides.folder->filePath(u"out/"_s + input.toString())));
            sample.inputs.push_back(TRY(localrun::readArray(*file)));
        }
        sides.samples.push_back(std::move(sample));
    }
    return sides;
}

} // namespace tosaic::accuracy
