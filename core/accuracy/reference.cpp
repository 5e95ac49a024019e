// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/reference.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/formats/opennetwork.h"
#include "core/toolchain/referencejob.h"

#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

using model::ElementType;
using model::ScalarType;
using toolchain::ReferenceResult;

std::optional<ScalarType> typeOf(ElementType type)
{
    switch (type) {
    case ElementType::Bool:
        return ScalarType::Bool;
    case ElementType::Int8:
        return ScalarType::Char;
    case ElementType::Int16:
        return ScalarType::Short;
    case ElementType::Int32:
        return ScalarType::Int;
    case ElementType::Float32:
        return ScalarType::Float;
    default:
        return std::nullopt;
    }
}

/// The inputs of the graph with these bytes, in its order.
Result<std::vector<std::pair<QString, localrun::Array>>> inputsOf(
    const QString &tosa, const std::vector<QByteArray> &inputs)
{
    const auto network = TRY(formats::readNetwork(TRY(ByteSource::map(tosa))));
    const auto &graph = network->subgraphs.front();
    if (graph.inputs.size() != inputs.size())
        return fail(ErrorCode::SpecInvalid,
            u"the graph has %1 inputs, the delegate %2"_s.arg(graph.inputs.size())
                .arg(inputs.size()),
            { .file = tosa });
    std::vector<std::pair<QString, localrun::Array>> arrays;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto &tensor = graph.tensors.at(size_t(graph.inputs[i]));
        const auto type = typeOf(tensor.type);
        if (!type || !tensor.shape || tensor.byteSize() != quint64(inputs[i].size()))
            return fail(ErrorCode::SpecInvalid,
                u"the graph's input %1 (%2) is not what the delegate gets: %3 bytes"_s
                    .arg(tensor.name, tensor.typeText)
                    .arg(inputs[i].size()),
                { .file = tosa });
        arrays.emplace_back(tensor.name, localrun::Array{ *type, *tensor.shape, inputs[i] });
    }
    return arrays;
}

Result<localrun::Array> arrayOf(
    const ReferenceResult &result, const toolchain::ReferenceArray &array)
{
    const auto file = TRY(ByteSource::map(result.absolutePath(array)));
    return localrun::readArray(*file);
}

Result<ReferenceValues> valuesOf(const ReferenceResult &result)
{
    ReferenceValues values;
    for (const auto *list : { &result.outputs, &result.intermediates }) {
        for (const auto &array : *list)
            values.emplace(array.name, TRY(arrayOf(result, array)));
    }
    return values;
}

} // namespace

Result<ReferenceValues> keptValues(
    const QString &folder, const std::vector<QByteArray> &inputs, const QString &tosa)
{
    const auto result = TRY(toolchain::readReferenceResult(folder));
    for (const auto &[name, array] : inputs.empty()
            ? std::vector<std::pair<QString, localrun::Array>>()
            : TRY(inputsOf(tosa, inputs))) {
        const auto kept = std::ranges::find(result.inputs, name, &toolchain::ReferenceArray::name);
        if (kept == result.inputs.end() || TRY(arrayOf(result, *kept)).bytes != array.bytes)
            return fail(ErrorCode::SpecInvalid,
                u"the kept values are of another input %1"_s.arg(name), { .file = folder });
    }
    return valuesOf(result);
}

Result<ReferenceValues> computedValues(
    const ReferencePlace &place, const std::vector<QByteArray> &inputs)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return fail(ErrorCode::IoWrite, folder.errorString());
    toolchain::ReferenceRequest request{ .tosaPath = place.tosa,
        .withIntermediates = true,
        .outputFolder = folder.filePath(u"out"_s),
        .interpreter = place.interpreter,
        .drivers = place.drivers };
    for (const auto &[name, array] : TRY(inputsOf(place.tosa, inputs))) {
        const auto path = folder.filePath(u"in%1.npy"_s.arg(request.inputFiles.size()));
        TRY(saveFile(path, TRY(localrun::npyOf(array))));
        request.inputFiles.emplace(name, path);
    }
    toolchain::ReferenceJob job(request);
    QEventLoop loop;
    QObject::connect(&job, &toolchain::ReferenceJob::finished, &loop, &QEventLoop::quit);
    if (place.setCancel)
        place.setCancel([&job] { job.cancel(); });
    job.start();
    loop.exec();
    if (place.setCancel)
        place.setCancel({});
    const auto &result = job.result();
    if (result.status == compiled::Status::Cancelled)
        return fail(ErrorCode::Cancelled, u"stopped on request"_s);
    if (result.status != compiled::Status::Succeeded) {
        const auto problem
            = std::ranges::find(result.problems, Severity::Error, &Diagnostic::severity);
        const bool isTold = problem != result.problems.end();
        return fail(isTold && problem->id == "tool.missing"_L1 ? ErrorCode::ToolMissing
                                                               : ErrorCode::ToolFailed,
            isTold ? problem->text : u"the TOSA reference model gave no result"_s);
    }
    return valuesOf(result);
}

} // namespace tosaic::accuracy
