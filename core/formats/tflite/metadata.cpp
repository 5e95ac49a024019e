// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/metadata.h"

#include "tflite_generated.h"

#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace fb = tosaic::tflite::fb;

namespace {

constexpr qsizetype LongestText = 256; ///< bytes of metadata that are shown as text

/// Version, subgraphs, tensors; then one offset for each tensor of all subgraphs in their order.
class MemoryPlan
{
public:
    explicit MemoryPlan(QByteArrayView bytes) : m_bytes(bytes) { }

    bool isComplete() const { return words() >= 3 && tensors() <= words() - 3; }
    quint64 tensors() const { return quint32(word(2)); }
    qint32 offset(quint64 tensor) const { return word(3 + tensor); }
    QString text() const { return u"version %1, %2 tensors"_s.arg(word(0)).arg(tensors()); }

private:
    quint64 words() const { return quint64(m_bytes.size()) / 4; }
    qint32 word(quint64 index) const
    {
        return qFromLittleEndian<qint32>(m_bytes.data() + index * 4);
    }

    QByteArrayView m_bytes;
};

void applyPlan(ReadContext &context, QByteArrayView bytes, model::Network &network)
{
    const auto place = context.inEntity(u"metadata OfflineMemoryAllocation"_s);
    const MemoryPlan plan(bytes);
    quint64 total = 0;
    for (const auto &subgraph : network.subgraphs)
        total += subgraph.tensors.size();
    if (!plan.isComplete() || plan.tensors() > total) {
        context.report(u"tflite.memory-plan"_s, Severity::Error,
            u"%1 bytes do not hold a plan for %2 tensors: no offset is taken from it"_s
                .arg(bytes.size())
                .arg(total),
            place);
        return;
    }
    if (plan.tensors() < total)
        context.report(u"tflite.memory-plan"_s, Severity::Warning,
            u"plans %1 of %2 tensors"_s.arg(plan.tensors()).arg(total), place);
    quint64 index = 0;
    for (auto &subgraph : network.subgraphs) {
        for (auto &tensor : subgraph.tensors) {
            if (index >= plan.tensors())
                return;
            if (const auto offset = plan.offset(index++); offset >= 0)
                tensor.arenaOffset = quint64(offset);
            else if (offset != -1)
                context.report(u"tflite.memory-plan"_s, Severity::Error,
                    u"offset %1 of tensor %2 is not known: taken as not planned"_s.arg(offset).arg(
                        index - 1),
                    place);
        }
    }
}

QString noteOn(QByteArrayView bytes)
{
    const auto end = bytes.indexOf('\0');
    const auto text = end < 0 ? bytes : bytes.first(end);
    const auto isText = !text.isEmpty() && text.size() <= LongestText
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; })
        && std::all_of(bytes.begin() + text.size(), bytes.end(), [](char c) { return c == 0; });
    return isText ? QString::fromLatin1(text) : u"%1 bytes"_s.arg(bytes.size());
}

QString tensorNames(ReadContext &context, const model::Network &network, quint32 subgraph,
    const flatbuffers::Vector<flatbuffers::Offset<fb::TensorMap>> *list)
{
    QStringList result;
    for (quint32 i = 0, count = context.count(list); i < count; ++i) {
        const auto index = list->Get(i)->tensor_index();
        const auto isKnown = subgraph < network.subgraphs.size()
            && index < network.subgraphs[subgraph].tensors.size();
        const auto tensor
            = isKnown ? network.subgraphs[subgraph].tensors[index].name : u"tensor %1"_s.arg(index);
        if (!context.takeText(quint64(tensor.size())))
            break;
        result << context.text(list->Get(i)->name()) + u" = "_s + tensor;
    }
    return result.join(u", "_s);
}

void readSignatures(ReadContext &context, const fb::Model &model, model::Network &network)
{
    for (quint32 i = 0, count = context.count(model.signature_defs()); i < count; ++i) {
        const auto *signature = model.signature_defs()->Get(i);
        const auto subgraph = signature->subgraph_index();
        if (subgraph >= network.subgraphs.size())
            context.report(u"tflite.index-out-of-range"_s, Severity::Error,
                u"names subgraph %1, the file has %2"_s.arg(subgraph).arg(network.subgraphs.size()),
                context.inEntity(u"signature %1"_s.arg(i)));
        const auto inputs = tensorNames(context, network, subgraph, signature->inputs());
        const auto outputs = tensorNames(context, network, subgraph, signature->outputs());
        network.signatures.emplace_back(context.text(signature->signature_key()),
            u"subgraph %1; inputs: %2; outputs: %3"_s.arg(subgraph).arg(inputs, outputs));
    }
}

} // namespace

void readMetadata(
    ReadContext &context, const fb::Model &model, const Buffers &buffers, model::Network &network)
{
    for (quint32 i = 0, count = context.count(model.metadata()); i < count; ++i) {
        const auto *entry = model.metadata()->Get(i);
        const auto name = context.text(entry->name());
        if (!buffers.contains(entry->buffer()))
            context.report(u"tflite.index-out-of-range"_s, Severity::Error,
                u"its bytes are buffer %1, the file has %2"_s.arg(entry->buffer())
                    .arg(buffers.count()),
                context.inEntity(u"metadata %1"_s.arg(name)));
        const auto range = buffers.range(entry->buffer());
        const auto bytes = range ? buffers.bytes(*range) : QByteArrayView();
        auto note = noteOn(bytes.first(std::min(bytes.size(), LongestText + 1)));
        if (bytes.size() > LongestText)
            note = u"%1 bytes"_s.arg(bytes.size());
        if (name == "OfflineMemoryAllocation"_L1) {
            applyPlan(context, bytes, network);
            if (const MemoryPlan plan(bytes); plan.isComplete())
                note = plan.text();
        }
        network.metadata.emplace_back(name, note);
    }
    readSignatures(context, model, network);
}

} // namespace tosaic::formats::tflite
