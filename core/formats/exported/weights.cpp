// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/weights.h"

#include "core/formats/exported/arguments.h"
#include "core/formats/exported/pythonjson.h"
#include "core/formats/exported/torchtypes.h"

#include <QJsonArray>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

/// Elements from the start of the storage; a plain number in old files.
quint64 storageOffset(const QJsonValue &offset)
{
    const auto number
        = offset.isDouble() ? offset.toInteger() : argumentOf(offset).value.toInteger();
    return quint64(std::max<qint64>(0, number));
}

/// Whether the elements lie in the order of their indices, without gaps.
bool isInOrder(const std::vector<qint64> &sizes, const std::vector<qint64> &strides)
{
    if (sizes.size() != strides.size())
        return false;
    qint64 expected = 1;
    for (size_t i = sizes.size(); i-- > 0;) {
        if (sizes[i] != 1 && strides[i] != expected)
            return sizes[i] == 0;
        if (__builtin_mul_overflow(expected, sizes[i], &expected))
            return false;
    }
    return true;
}

} // namespace

WeightFinder::WeightFinder(ZipArchive &archive, QString root, DiagnosticSink &sink)
    : m_archive(archive), m_root(std::move(root)), m_sink(sink)
{
    const auto member = m_archive.find(m_root + u"byteorder"_s);
    if (!member)
        return;
    const auto order = m_archive.data(*member, 64);
    m_isLittleEndian = !order || order.value()->bytes() != "big";
    if (!m_isLittleEndian)
        note(u"pt2.big-endian"_s, u"weights are big-endian and not shown"_s, {}, Severity::Warning);
}

void WeightFinder::note(
    const QString &id, const QString &text, const QString &entity, Severity severity)
{
    m_sink.add(id, severity, text, { .file = m_archive.source()->name(), .entity = entity });
}

QJsonObject WeightFinder::config(const QString &folder, const QStringList &names)
{
    for (const auto &name : names) {
        const auto member = m_archive.find(folder + name);
        if (!member)
            continue;
        const auto content = m_archive.read(*member, JsonLimits().bytes);
        if (!content) {
            m_sink.add(diagnosticOf(content.error()));
            return {};
        }
        const Location where{ .file = m_archive.source()->name(), .section = folder + name };
        const auto json = readPythonJson(content.value()->bytes(), where);
        if (!json) {
            m_sink.add(diagnosticOf(json.error()));
            return {};
        }
        const auto inner = (*json)[u"config"_s];
        return inner.isObject() ? inner.toObject() : *json;
    }
    return {};
}

void WeightFinder::attach(model::Subgraph &graph, const QString &model)
{
    if (!m_isLittleEndian)
        return;
    const auto weightFolder = m_root + u"data/weights/"_s;
    const auto constantFolder = m_root + u"data/constants/"_s;
    const auto weights = config(
        weightFolder, { model + u"_weights_config.json"_s, model + u"_model_param_config.json"_s });
    const auto constants = config(constantFolder, { model + u"_constants_config.json"_s });
    for (const auto index : graph.inputs) {
        auto &tensor = graph.tensors[size_t(index)];
        if (tensor.qualifiedName.isEmpty())
            continue;
        if (const auto entry = weights[tensor.qualifiedName]; entry.isObject())
            attach(tensor, entry.toObject(), weightFolder);
        else if (const auto other = constants[tensor.qualifiedName]; other.isObject())
            attach(tensor, other.toObject(), constantFolder);
    }
}

void WeightFinder::attach(
    model::NetworkTensor &tensor, const QJsonObject &entry, const QString &folder)
{
    if (entry[u"use_pickle"_s].toBool()) {
        note(u"pt2.pickled-weight"_s, u"stored as a pickle, which is never read"_s,
            tensor.qualifiedName);
        return;
    }
    const auto member = m_archive.find(folder + entry[u"path_name"_s].toString());
    if (!member) {
        note(u"pt2.weight-missing"_s, u"the archive does not hold its bytes"_s,
            tensor.qualifiedName, Severity::Warning);
        return;
    }
    const auto storage = m_archive.members()[*member].data;
    const auto bits = model::bitsPerElement(tensor.type);
    const auto size = tensor.byteSize();
    if (!storage || !bits || !size)
        return; // compressed, or of a type or size that is not known
    const auto meta = entry[u"tensor_meta"_s];
    if (!isInOrder(*tensor.shape, sizesOf(meta[u"strides"_s]))) {
        note(u"pt2.weight-strided"_s, u"its elements do not lie in order; values are not shown"_s,
            tensor.qualifiedName);
        return;
    }
    quint64 start = 0;
    if (__builtin_mul_overflow(storageOffset(meta[u"storage_offset"_s]), *bits / 8, &start)
        || start > storage->size || *size > storage->size - start) {
        note(u"pt2.weight-outside"_s,
            u"%1 bytes at %2 lie outside its storage of %3"_s.arg(*size).arg(start).arg(
                storage->size),
            tensor.qualifiedName, Severity::Warning);
        return;
    }
    tensor.data = model::ByteRange{ storage->offset + start, *size };
}

} // namespace tosaic::formats
