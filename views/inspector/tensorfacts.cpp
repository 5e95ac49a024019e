// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/tensorfacts.h"

#include "core/analysis/lifetimes.h"
#include "core/base/units.h"
#include "views/inspector/facts.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
template <typename List>
QString joined(const List &list)
{
    QStringList parts;
    for (const auto item : list)
        parts.append(QString::number(item));
    return parts.join(u", "_s);
}
} // namespace

QString TensorFacts::strides(const model::Tensor &tensor)
{
    const auto strides = tensor.strides();
    if (strides.empty())
        return tensor.shape.empty() ? tr("none: a scalar") : QString();
    return joined(strides);
}

QString TensorFacts::dimOrder(const model::Tensor &tensor)
{
    bool isContiguous = true;
    for (size_t i = 0; i < tensor.dimOrder.size(); ++i)
        isContiguous &= tensor.dimOrder[i] == i;
    if (tensor.dimOrder.empty())
        return tr("none: a scalar");
    if (isContiguous)
        return tr("%1 (contiguous)").arg(joined(tensor.dimOrder));
    const bool isChannelsLast = tensor.dimOrder == std::vector<quint8>{ 0, 2, 3, 1 };
    return isChannelsLast ? tr("%1 (channels last)").arg(joined(tensor.dimOrder))
                          : joined(tensor.dimOrder);
}

QString TensorFacts::dynamism(const model::Tensor &tensor)
{
    switch (tensor.dynamism) {
    case model::ShapeDynamism::Static:
        return tr("static");
    case model::ShapeDynamism::DynamicBound:
        return tr("dynamic, the shape is the upper bound");
    case model::ShapeDynamism::DynamicUnbound:
        return tr("dynamic without a bound: the runtime refuses it");
    }
    return {};
}

QString TensorFacts::where(const model::Tensor &tensor)
{
    if (tensor.isExternal)
        return tr("in a .ptd file, under its name");
    if (tensor.constant)
        return tensor.isMutable ? tr("starts with bytes from this file, written at run time")
                                : tr("constant in this file");
    if (tensor.planned)
        return tr("planned buffer %1, offset %2")
            .arg(tensor.planned->memoryId)
            .arg(formatCount(tensor.planned->offset));
    return tr("supplied at run time");
}

QString TensorFacts::lifetime(const analysis::MemoryUse &use, int value)
{
    const auto *life = use.lifetime(model::ValueIndex(value));
    if (!life)
        return {};
    if (life->first == life->last)
        return tr("instruction %1").arg(life->first);
    return tr("instructions %1 to %2").arg(life->first).arg(life->last);
}

QString TensorFacts::brief(const analysis::MemoryUse &use, int value, const model::Tensor &tensor)
{
    QStringList parts{ where(tensor) };
    if (const auto size = tensor.byteSize())
        parts.append(formatBytes(*size));
    if (const auto order = strides(tensor); !order.isEmpty() && !tensor.shape.empty())
        parts.append(tr("strides %1").arg(order));
    if (!tensor.dimOrder.empty())
        parts.append(tr("dim order %1").arg(dimOrder(tensor)));
    parts.append(dynamism(tensor));
    if (const auto alive = lifetime(use, value); !alive.isEmpty())
        parts.append(tr("alive in %1").arg(alive));
    return parts.join(u"; "_s);
}

Section TensorFacts::type(const model::Tensor &tensor)
{
    Section s{ .id = u"tensor"_s, .title = tr("Tensor") };
    s.add(tr("Type"),
        u"%1 (%2)"_s.arg(model::dtypeName(tensor.dtype), model::scalarTypeName(tensor.dtype)));
    s.add(tr("Shape"), Facts::shape(tensor.shape));
    const auto elements = tensor.elementCount();
    s.facts.push_back(elements ? Fact{ .label = tr("Elements"), .value = formatCount(*elements) }
                               : Facts::notKnown(tr("Elements")));
    s.facts.push_back(Facts::bytes(tr("Size"), tensor.byteSize()));
    const auto stride = strides(tensor);
    s.facts.push_back(stride.isEmpty() ? Facts::notKnown(tr("Strides"))
                                       : Fact{ .label = tr("Strides"), .value = stride });
    s.add(tr("Dim order"), dimOrder(tensor));
    s.add(tr("Shape is"), dynamism(tensor));
    return s;
}

Section TensorFacts::place(const model::Method &method, int index, const model::Tensor &tensor)
{
    Section s{ .id = u"place"_s, .title = tr("Where its bytes are") };
    s.add(tr("Place"), where(tensor));
    if (tensor.constant)
        s.facts.push_back(Facts::range(tr("Bytes"), *tensor.constant));
    if (!tensor.name.isEmpty())
        s.add(tr("Name"), tensor.name, Emphasis::Code);
    if (tensor.planned) {
        const auto alive = lifetime(analysis::memoryUse(method), index);
        s.facts.push_back(alive.isEmpty()
                ? Fact{ .label = tr("Alive"), .value = tr("never: no instruction names it") }
                : Fact{ .label = tr("Alive"), .value = alive });
    }
    s.add(tr("Device"),
        tensor.deviceType == 0       ? u"CPU"_s
            : tensor.deviceType == 1 ? u"CUDA %1"_s.arg(tensor.deviceIndex)
                                     : tr("device type %1").arg(tensor.deviceType));
    return s;
}

std::vector<Section> TensorFacts::sections(
    const model::Method &method, const model::EntityRef &entity, const model::Tensor &tensor)
{
    return { type(tensor), place(method, entity.index, tensor) };
}

} // namespace tosaic::views
