// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/values.h"

#include "program_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace fb = tosaic::pte::fb;

namespace {

constexpr size_t RankLimit = 16; ///< ExecuTorch's kTensorDimensionLimit

struct TensorChecker
{
    ReadContext &context;
    const fb::Tensor &from;
    const model::Tensor &tensor;
    Location place;

    void report(const QString &id, const QString &text, Severity severity = Severity::Error) const
    {
        context.report(id, severity, text, place);
    }

    void checkEnumerations() const
    {
        if (!model::bitsPerElement(tensor.dtype)) {
            report(u"pte.unknown-enum"_s,
                u"dtype number %1 is not known: the size in bytes cannot be told"_s.arg(
                    int(from.scalar_type())));
        }
        if (const auto dynamism = int(from.shape_dynamism()); dynamism < 0 || dynamism > 2)
            report(u"pte.unknown-enum"_s, u"shape dynamism %1 is not known"_s.arg(dynamism));
        if (from.layout() != 0)
            report(u"pte.unknown-enum"_s,
                u"layout %1 is not known, only strided (0) is"_s.arg(int(from.layout())));
        const auto *extra = from.extra_tensor_info();
        if (const auto location = extra ? int(extra->location()) : 0; location < 0 || location > 1)
            report(u"pte.unknown-enum"_s,
                u"data location %1 is not known: its bytes cannot be found"_s.arg(location));
    }

    void checkShape() const
    {
        const auto rank = tensor.shape.size();
        if (rank > RankLimit)
            report(u"pte.rank-limit"_s,
                u"%1 dimensions, the runtime refuses more than 16"_s.arg(rank));
        const auto negative = std::find_if(
            tensor.shape.begin(), tensor.shape.end(), [](qint32 n) { return n < 0; });
        if (negative != tensor.shape.end())
            report(u"pte.bad-shape"_s,
                u"size %1 in dimension %2: the runtime refuses the file"_s.arg(*negative).arg(
                    negative - tensor.shape.begin()));
        else if (!tensor.elementCount())
            report(u"pte.bad-shape"_s, u"the product of its sizes does not fit into 64 bits"_s);
        else if (model::bitsPerElement(tensor.dtype) && !tensor.byteSize())
            report(u"pte.bad-shape"_s, u"its size in bytes does not fit into 64 bits"_s);
        if (tensor.dimOrder.size() != rank)
            report(u"pte.bad-dim-order"_s,
                u"dim_order has %1 entries for %2 dimensions: strides are not known, the runtime "
                "refuses to load the method"_s.arg(tensor.dimOrder.size())
                    .arg(rank));
        else if (!isPermutation(tensor.dimOrder))
            report(u"pte.bad-dim-order"_s,
                u"dim_order names no order of the dimensions: strides are not known, the runtime "
                "refuses to load the method"_s);
        if (tensor.dynamism == model::ShapeDynamism::DynamicUnbound)
            report(u"pte.dynamic-unbound"_s,
                u"its shape has no upper bound (DYNAMIC_UNBOUND): the runtime refuses to load the "
                "method"_s);
        if (from.storage_offset() != 0)
            report(u"pte.storage-offset"_s,
                u"storage_offset %1, the runtime accepts only 0"_s.arg(from.storage_offset()));
    }

    static bool isPermutation(std::vector<quint8> order)
    {
        std::sort(order.begin(), order.end());
        for (size_t i = 0; i < order.size(); ++i) {
            if (order[i] != i)
                return false;
        }
        return true;
    }
};

model::Tensor readTensor(
    ReadContext &context, const TensorData &data, const fb::Tensor &from, const QString &place)
{
    model::Tensor tensor;
    tensor.dtype = static_cast<model::ScalarType>(from.scalar_type());
    tensor.shape = context.list<qint32>(from.sizes());
    tensor.dimOrder = context.list<quint8>(from.dim_order());
    tensor.dynamism = static_cast<model::ShapeDynamism>(from.shape_dynamism());
    tensor.dataBufferIndex = from.data_buffer_idx();
    if (const auto *plan = from.allocation_info()) {
        tensor.planned = model::PlannedAllocation{ plan->memory_id(),
            quint64(plan->memory_offset_low()) | quint64(plan->memory_offset_high()) << 32 };
    }
    quint64 mutableIndex = 0;
    if (const auto *extra = from.extra_tensor_info()) {
        tensor.name = context.text(extra->fully_qualified_name());
        tensor.isExternal = extra->location() == fb::TensorDataLocation::EXTERNAL;
        tensor.deviceType = static_cast<qint8>(extra->device_type());
        tensor.deviceIndex = extra->device_index();
        mutableIndex = extra->mutable_data_segments_idx();
    }
    const auto location = context.inEntity(place, context.offsetOf(&from));
    const TensorChecker checker{ context, from, tensor, location };
    checker.checkEnumerations();
    checker.checkShape();
    data.locate(tensor, mutableIndex, location);
    return tensor;
}

std::vector<bool> readBools(ReadContext &context, const flatbuffers::Vector<quint8> *items)
{
    std::vector<bool> result;
    for (const auto item : context.list<quint8>(items))
        result.push_back(item != 0);
    return result;
}

} // namespace

model::Value readValue(
    ReadContext &context, const TensorData &data, const fb::EValue &value, const QString &place)
{
    using Kind = fb::KernelTypes;
    const auto kind = value.val_type();
    if (!value.val() && kind != Kind::Null) {
        context.report(u"pte.unknown-value"_s, Severity::Error,
            u"a value of kind %1 without content: shown as Null"_s.arg(int(kind)),
            context.inEntity(place, context.offsetOf(&value)));
        return model::NullValue{};
    }
    switch (kind) {
    case Kind::Null:
        return model::NullValue{};
    case Kind::Int:
        return qint64(value.val_as_Int()->int_val());
    case Kind::Bool:
        return value.val_as_Bool()->bool_val();
    case Kind::Double:
        return value.val_as_Double()->double_val();
    case Kind::Tensor:
        return readTensor(context, data, *value.val_as_Tensor(), place);
    case Kind::String:
        return context.exactText(value.val_as_String()->string_val());
    case Kind::IntList:
        return model::IntList{ context.list<qint64>(value.val_as_IntList()->items()) };
    case Kind::DoubleList:
        return context.list<double>(value.val_as_DoubleList()->items());
    case Kind::BoolList:
        return readBools(context, value.val_as_BoolList()->items());
    case Kind::TensorList:
        return model::TensorList{ context.list<qint32>(value.val_as_TensorList()->items()) };
    case Kind::OptionalTensorList:
        return model::OptionalTensorList{ context.list<qint32>(
            value.val_as_OptionalTensorList()->items()) };
    case Kind::NONE:
        break;
    }
    context.report(u"pte.unknown-value"_s, Severity::Error,
        u"value of unknown kind %1: shown as Null; written by a newer ExecuTorch, or damaged"_s.arg(
            int(kind)),
        context.inEntity(place, context.offsetOf(&value)));
    return model::NullValue{};
}

} // namespace tosaic::formats::pte
