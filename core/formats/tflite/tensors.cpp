// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/tensors.h"

#include "tflite_generated.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace fb = tosaic::tflite::fb;

namespace {

model::ElementType elementType(fb::TensorType type)
{
    using E = model::ElementType;
    constexpr std::array Types{ E::Float32, E::Float16, E::Int32, E::UInt8, E::Int64, E::String,
        E::Bool, E::Int16, E::Complex64, E::Int8, E::Float64, E::Complex128, E::UInt64, E::Resource,
        E::Variant, E::UInt32, E::UInt16, E::Int4, E::BFloat16, E::Unknown, E::Unknown,
        E::Float8E4M3, E::Float8E5M2 };
    const auto index = size_t(quint8(type));
    return index < Types.size() ? Types.at(index) : E::Unknown;
}

QString typeText(fb::TensorType type)
{
    const auto *name = fb::EnumNameTensorType(type);
    return *name != '\0' ? QString::fromLatin1(name) : u"TensorType(%1)"_s.arg(int(type));
}

class TensorReader
{
public:
    TensorReader(ReadContext &context, const fb::Model &model, const Buffers &buffers)
        : m_context(context), m_model(model), m_buffers(buffers)
    {
    }

    model::NetworkTensor read(const fb::Tensor &from, const QString &place)
    {
        m_place = place;
        model::NetworkTensor tensor;
        tensor.name = m_context.text(from.name());
        tensor.type = elementType(from.type());
        tensor.typeText = typeText(from.type());
        tensor.shape = shape(from);
        tensor.shapeSignature = m_context.list<qint64>(from.shape_signature());
        if (tensor.shapeSignature == tensor.shape)
            tensor.shapeSignature.clear();
        tensor.isVariable = from.is_variable();
        tensor.isSparse = from.sparsity() != nullptr;
        if (tensor.isSparse)
            report(u"tflite.sparse"_s, Severity::Info,
                u"stored without its zeros: its bytes are shown as stored"_s);
        readQuantisation(from, tensor);
        locate(from, tensor);
        return tensor;
    }

private:
    void report(const QString &id, Severity severity, const QString &text)
    {
        m_context.report(id, severity, text, m_context.inEntity(m_place));
    }

    std::optional<std::vector<qint64>> shape(const fb::Tensor &from)
    {
        if (!from.shape() && !from.has_rank() && from.buffer() == 0)
            return std::nullopt;
        return m_context.list<qint64>(from.shape());
    }

    void readQuantisation(const fb::Tensor &from, model::NetworkTensor &tensor)
    {
        const auto *stored = from.quantization();
        if (!stored)
            return;
        if (stored->details_type() != fb::QuantizationDetails::NONE)
            report(u"tflite.quantisation"_s, Severity::Info,
                u"quantised with %1: scales and zero points are not shown"_s.arg(
                    QString::fromLatin1(fb::EnumNameQuantizationDetails(stored->details_type()))));
        if (!stored->scale() || stored->scale()->size() == 0)
            return;
        model::Quantisation quantisation;
        quantisation.scales = m_context.list<double>(stored->scale());
        quantisation.zeroPoints = m_context.list<qint64>(stored->zero_point());
        quantisation.axis = stored->quantized_dimension();
        check(quantisation, tensor);
        tensor.quantisation = std::move(quantisation);
    }

    void check(model::Quantisation &quantisation, const model::NetworkTensor &tensor)
    {
        auto &zeroPoints = quantisation.zeroPoints;
        const auto count = quantisation.scales.size();
        if (zeroPoints.size() != count) {
            // One zero point for all channels is what old converters wrote, none means 0.
            if (zeroPoints.size() > 1)
                report(u"tflite.quantisation"_s, Severity::Warning,
                    u"%1 scales, but %2 zero points"_s.arg(count).arg(zeroPoints.size()));
            zeroPoints.resize(count, zeroPoints.size() == 1 ? zeroPoints.front() : 0);
        }
        if (count < 2 || !tensor.shape)
            return;
        const auto &shape = *tensor.shape;
        const auto axis = quantisation.axis;
        // Old converters name the weights' dimension in biases too; there is only one to mean.
        if (shape.size() == 1 && shape.front() == qint64(count))
            return;
        if (axis < 0 || size_t(axis) >= shape.size() || shape[size_t(axis)] != qint64(count))
            report(u"tflite.quantisation"_s, Severity::Warning,
                u"%1 scales do not fit dimension %2 of the shape"_s.arg(count).arg(axis));
    }

    void locate(const fb::Tensor &from, model::NetworkTensor &tensor)
    {
        if (from.external_buffer() != 0) {
            tensor.role = u"external"_s;
            reportExternal(from.external_buffer());
            return;
        }
        if (!m_buffers.contains(from.buffer())) {
            if (from.buffer() != 0)
                report(u"tflite.index-out-of-range"_s, Severity::Error,
                    u"its bytes are buffer %1, the file has %2: runtimes refuse the model"_s
                        .arg(from.buffer())
                        .arg(m_buffers.count()));
            return;
        }
        tensor.data = m_buffers.range(from.buffer());
        const auto needed = tensor.byteSize();
        if (tensor.data && needed && !tensor.isSparse && *needed != tensor.data->size)
            report(u"tflite.constant-size"_s, Severity::Warning,
                u"needs %1 bytes, its buffer has %2"_s.arg(*needed).arg(tensor.data->size));
    }

    void reportExternal(quint32 id)
    {
        const auto *all = m_model.external_buffers();
        for (quint32 i = 0; all && i < std::min(all->size(), SearchLimit); ++i) {
            const auto *buffer = all->Get(i);
            if (buffer->id() != id)
                continue;
            const auto *groups = m_model.external_buffer_groups();
            const auto file = groups && buffer->group() < groups->size()
                ? m_context.text(groups->Get(buffer->group())->name())
                : QString();
            report(u"tflite.external-buffer"_s, Severity::Info,
                u"its %1 bytes are not in this file, but at %2 of '%3'"_s.arg(buffer->length())
                    .arg(buffer->offset())
                    .arg(file));
            return;
        }
        report(u"tflite.index-out-of-range"_s, Severity::Error,
            u"its bytes are external buffer %1, which the file does not list"_s.arg(id));
    }

    static constexpr quint32 SearchLimit = 100'000; ///< external buffers that are looked through

    ReadContext &m_context;
    const fb::Model &m_model;
    const Buffers &m_buffers;
    QString m_place;
};

} // namespace

std::vector<model::NetworkTensor> readTensors(ReadContext &context, const fb::Model &model,
    const fb::SubGraph &subgraph, const Buffers &buffers, const QString &place)
{
    std::vector<model::NetworkTensor> result;
    TensorReader reader(context, model, buffers);
    for (quint32 i = 0, count = context.count(subgraph.tensors()); i < count; ++i)
        result.push_back(reader.read(*subgraph.tensors()->Get(i), place + u", tensor %1"_s.arg(i)));
    return result;
}

} // namespace tosaic::formats::tflite
