// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/windowtext.h"

#include "core/graph/kinds.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

using Sizes = std::vector<qint64>; ///< height before width, as all formats have it

const model::AttributeValue *attribute(const model::NetworkOperator &op, QLatin1StringView name)
{
    const auto at = std::find_if(op.attributes.begin(), op.attributes.end(),
        [&](const model::Attribute &candidate) { return candidate.name == name; });
    return at == op.attributes.end() ? nullptr : &at->value;
}

std::optional<qint64> number(const model::NetworkOperator &op, QLatin1StringView name)
{
    const auto *value = attribute(op, name);
    const auto *found = value ? std::get_if<qint64>(value) : nullptr;
    return found ? std::optional(*found) : std::nullopt;
}

/// A list of TOSA and torch; the two numbers of TFLite.
Sizes sizes(const model::NetworkOperator &op, QLatin1StringView list, QLatin1StringView height,
    QLatin1StringView width)
{
    if (const auto *value = attribute(op, list)) {
        if (const auto *found = std::get_if<Sizes>(value))
            return *found;
    }
    const auto h = number(op, height);
    const auto w = number(op, width);
    return h && w ? Sizes{ *h, *w } : Sizes{};
}

const Sizes *shapeOf(const model::Subgraph &subgraph, const std::vector<qint32> &tensors, size_t at)
{
    if (at >= tensors.size() || tensors[at] < 0
        || static_cast<size_t>(tensors[at]) >= subgraph.tensors.size())
        return nullptr;
    const auto &shape = subgraph.tensors[static_cast<size_t>(tensors[at])].shape;
    return shape ? &*shape : nullptr;
}

bool isTorch(const model::Network &network)
{
    return network.format == "pt2"_L1 || network.format == "etrecord"_L1;
}

/// Where the weights of a convolution keep the window, by the layout of the format.
Sizes weightWindow(const model::Network &network, const model::Subgraph &subgraph,
    const model::NetworkOperator &op)
{
    const auto *shape = shapeOf(subgraph, op.inputs, 1);
    if (!shape || shape->size() < 3)
        return {};
    auto first = shape->begin() + 1; // TOSA and TFLite: out, height, width, in; in 3-D one more
    auto last = shape->end() - 1;
    if (isTorch(network)) { // out, in, height, width
        first = shape->begin() + 2;
        last = shape->end();
    } else if (op.type.startsWith("DEPTHWISE_CONV2D"_L1)) { // height, width, channels, multiplier
        first = shape->begin();
        last = shape->begin() + 2;
    }
    return { first, last };
}

QString timesText(const Sizes &sizes)
{
    QStringList parts;
    for (const auto size : sizes)
        parts += size < 0 ? u"?"_s : QString::number(size);
    return parts.join(u'x');
}

void addUnlessOne(QStringList &parts, const QString &name, const Sizes &sizes)
{
    if (std::any_of(sizes.begin(), sizes.end(), [](qint64 size) { return size != 1; }))
        parts += name + u' ' + timesText(sizes);
}

/// What is put around the input. TOSA says it for each side, torch for both sides of a direction,
/// TFLite by a rule.
QString paddingText(const model::NetworkOperator &op)
{
    const auto *rule = attribute(op, "padding"_L1);
    if (const auto *name = rule ? std::get_if<QString>(rule) : nullptr)
        return u"padding %1"_s.arg(*name);
    auto sides = sizes(op, "pad"_L1, {}, {});
    if (sides.empty())
        sides = sizes(op, "padding"_L1, {}, {});
    const auto isSame = [&](qint64 side) { return side == sides.front(); };
    if (sides.empty() || std::all_of(sides.begin(), sides.end(), [](qint64 s) { return s == 0; }))
        return {};
    if (std::all_of(sides.begin(), sides.end(), isSame))
        return u"padding %1"_s.arg(sides.front());
    QStringList parts;
    for (const auto side : sides)
        parts += QString::number(side);
    return u"padding "_s + parts.join(u' ');
}

bool hasWindow(Family family, const QString &type)
{
    return family == Family::Convolution || family == Family::Depthwise
        || (family == Family::Pooling && type.contains("pool"_L1, Qt::CaseInsensitive));
}

} // namespace

QString windowText(const model::Network &network, const model::Subgraph &subgraph,
    const model::NetworkOperator &op)
{
    const auto family = familyOf(op.type);
    if (!hasWindow(family, op.type))
        return {};
    auto kernel = family == Family::Pooling
        ? sizes(op, "kernel"_L1, "filter_height"_L1, "filter_width"_L1)
        : weightWindow(network, subgraph, op);
    if (kernel.empty() && family == Family::Pooling)
        kernel = sizes(op, "kernel_size"_L1, {}, {});
    QStringList parts;
    if (!kernel.empty())
        parts += u"kernel %1"_s.arg(timesText(kernel));
    addUnlessOne(parts, u"stride"_s, sizes(op, "stride"_L1, "stride_h"_L1, "stride_w"_L1));
    addUnlessOne(parts, u"dilation"_s,
        sizes(op, "dilation"_L1, "dilation_h_factor"_L1, "dilation_w_factor"_L1));
    if (const auto padding = paddingText(op); !padding.isEmpty())
        parts += padding;
    if (const auto groups = number(op, "groups"_L1); groups && *groups != 1)
        parts += u"groups %1"_s.arg(*groups);
    return parts.join(u", "_s);
}

QString windowText(const npu::Kernel &kernel)
{
    auto text = u"kernel %1x%2"_s.arg(kernel.height).arg(kernel.width);
    if (kernel.strideX != 1 || kernel.strideY != 1)
        text += u", stride %1x%2"_s.arg(kernel.strideY).arg(kernel.strideX);
    if (kernel.dilationX != 1 || kernel.dilationY != 1)
        text += u", dilation %1x%2"_s.arg(kernel.dilationY).arg(kernel.dilationX);
    const auto &padding = kernel.padding;
    const bool isSame = std::all_of(
        padding.begin(), padding.end(), [&](quint32 side) { return side == padding.front(); });
    if (isSame && padding.front() != 0)
        text += u", padding %1"_s.arg(padding.front());
    else if (!isSame)
        text += u", padding %1 %2 %3 %4"_s.arg(padding[0])
                    .arg(padding[2])
                    .arg(padding[1])
                    .arg(padding[3]);
    return text;
}

bool isDepthwise(const model::Network &network, const model::Subgraph &subgraph,
    const model::NetworkOperator &op)
{
    const auto family = familyOf(op.type);
    if (family != Family::Convolution || !isTorch(network))
        return family == Family::Depthwise;
    const auto groups = number(op, "groups"_L1);
    const auto *input = shapeOf(subgraph, op.inputs, 0);
    return groups && *groups > 1 && input && input->size() > 1 && (*input)[1] == *groups;
}

} // namespace tosaic::graph
