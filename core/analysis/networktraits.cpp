// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/networkmatch.h"

#include "core/analysis/traitvalues.h"
#include "core/base/sizestext.h"

#include <QSet>
#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using model::ElementType;
using model::NetworkOperator;
using model::NetworkTensor;

/// What an operator multiplies and how its weights are laid out.
enum class Product
{
    None,
    Conv, ///< weights [out, height, width, in]
    Transposed, ///< as above, but every input element meets the whole window
    DepthwiseTosa, ///< weights [height, width, channels, multiplier]
    DepthwiseTflite, ///< weights [1, height, width, channels]
    Dense, ///< weights [out, in]
    Matrix ///< two feature maps
};

Product productOf(const QString &type)
{
    static const QHash<QString, Product> products{ { u"CONV2D"_s, Product::Conv },
        { u"CONV_2D"_s, Product::Conv }, { u"TRANSPOSE_CONV2D"_s, Product::Transposed },
        { u"DEPTHWISE_CONV2D"_s, Product::DepthwiseTosa },
        { u"DEPTHWISE_CONV_2D"_s, Product::DepthwiseTflite },
        { u"FULLY_CONNECTED"_s, Product::Dense }, { u"MATMUL"_s, Product::Matrix },
        { u"BATCH_MATMUL"_s, Product::Matrix } };
    return products.value(type, Product::None);
}

std::optional<qint64> integer(const NetworkOperator &op, const QString &name, size_t index)
{
    for (const auto &attribute : op.attributes) {
        if (attribute.name != name)
            continue;
        if (const auto *value = std::get_if<qint64>(&attribute.value))
            return *value;
        const auto *list = std::get_if<std::vector<qint64>>(&attribute.value);
        if (list && index < list->size())
            return list->at(index);
    }
    return std::nullopt;
}

class Collector
{
public:
    explicit Collector(const model::Network &network) : m_network(network) { }

    NetworkTraits collect()
    {
        m_graph = &m_network.subgraphs.front();
        addPorts(m_graph->inputs, m_traits.inputs);
        addPorts(m_graph->outputs, m_traits.outputs);
        for (const auto &graph : m_network.subgraphs) {
            m_graph = &graph;
            addOperators();
        }
        if (m_isMacsKnown)
            m_traits.macs = m_macs;
        tidy(m_traits);
        return std::move(m_traits);
    }

private:
    void addOperators()
    {
        for (const auto &op : m_graph->operators) {
            const auto product = productOf(op.type);
            if (product != Product::None)
                addProduct(op, product);
            else if (op.type == "RESCALE"_L1)
                addValues(m_traits.multipliers, op, 1);
            else if (op.type == "TABLE"_L1)
                addTable(op);
        }
    }

    const NetworkTensor *tensor(const std::vector<qint32> &indices, size_t position) const
    {
        if (position >= indices.size() || indices[position] < 0
            || static_cast<size_t>(indices[position]) >= m_graph->tensors.size())
            return nullptr;
        return &m_graph->tensors[static_cast<size_t>(indices[position])];
    }

    void addPorts(const std::vector<qint32> &indices, std::vector<NetworkTraits::Port> &ports)
    {
        for (size_t i = 0; i < indices.size(); ++i) {
            const auto *port = tensor(indices, i);
            if (!port)
                continue;
            NetworkTraits::Port added{ .shape = withoutLeadingOnes(port->shape),
                .elementBits = model::bitsPerElement(port->type),
                .elements = port->elementCount() };
            added.text = model::elementTypeName(port->type);
            if (port->shape && !port->shape->empty())
                added.text += u' ' + sizesText(*port->shape, u"x"_s);
            ports.push_back(std::move(added));
        }
    }

    void addProduct(const NetworkOperator &op, Product product)
    {
        const bool isDepthwise
            = product == Product::DepthwiseTosa || product == Product::DepthwiseTflite;
        (isDepthwise ? m_traits.depthwise : m_traits.convolutions) += 1;
        const auto *weights = tensor(op.inputs, 1);
        const auto *output = tensor(op.outputs, 0);
        const auto *input = tensor(op.inputs, 0);
        const bool isKnown = weights && weights->shape && output && input;
        if (!isKnown) {
            m_isMacsKnown = false;
            return;
        }
        addWindow(op, product, *weights->shape);
        addMacs(product, *weights->shape, *input, *output);
        if (product != Product::Matrix)
            addValues(m_traits.biases, op, 2);
    }

    void addWindow(const NetworkOperator &op, Product product, const std::vector<qint64> &weights)
    {
        if (weights.size() != 4 || product == Product::Matrix || product == Product::Dense
            || product == Product::Transposed)
            return;
        const size_t at = product == Product::DepthwiseTosa ? 0 : 1;
        const auto stride = [&](const QString &name, size_t index) {
            return static_cast<quint32>(
                integer(op, u"stride"_s, index).value_or(integer(op, name, 0).value_or(1)));
        };
        m_traits.windows.push_back(
            { static_cast<quint32>(weights[at]), static_cast<quint32>(weights[at + 1]),
                stride(u"stride_h"_s, 0), stride(u"stride_w"_s, 1) });
    }

    void addMacs(Product product, const std::vector<qint64> &weights, const NetworkTensor &input,
        const NetworkTensor &output)
    {
        const auto outputs = output.elementCount();
        const auto inputs = input.elementCount();
        const auto product4 = [&](size_t a, size_t b, size_t c) {
            return static_cast<quint64>(weights[a]) * static_cast<quint64>(weights[b])
                * static_cast<quint64>(weights[c]);
        };
        const bool is4 = weights.size() == 4;
        std::optional<quint64> macs;
        if (product == Product::Conv && is4 && outputs)
            macs = *outputs * product4(1, 2, 3);
        else if (product == Product::Transposed && is4 && inputs)
            macs = *inputs * product4(0, 1, 2);
        else if (product == Product::DepthwiseTosa && is4 && outputs)
            macs = *outputs * static_cast<quint64>(weights[0]) * static_cast<quint64>(weights[1]);
        else if (product == Product::DepthwiseTflite && is4 && outputs)
            macs = *outputs * static_cast<quint64>(weights[1]) * static_cast<quint64>(weights[2]);
        else if (product == Product::Dense && weights.size() == 2 && outputs)
            macs = *outputs * static_cast<quint64>(weights[1]);
        else if (product == Product::Matrix && outputs && input.shape && !input.shape->empty())
            macs = *outputs * static_cast<quint64>(input.shape->back());
        m_isMacsKnown &= macs.has_value();
        m_macs += macs.value_or(0);
    }

    QByteArrayView bytesOf(const NetworkTensor *tensor) const
    {
        if (!tensor || !tensor->data || !m_network.source)
            return {};
        const auto bytes = m_network.source->slice(tensor->data->offset, tensor->data->size);
        return bytes ? *bytes : QByteArrayView();
    }

    void addValues(std::vector<qint64> &values, const NetworkOperator &op, size_t position)
    {
        const auto *constant = tensor(op.inputs, position);
        const auto bytes = bytesOf(constant);
        if (bytes.isEmpty())
            return;
        const auto width = qsizetype(model::bitsPerElement(constant->type).value_or(0) / 8);
        const auto count = constant->elementCount().value_or(0);
        if (width < 2 || width > 8 || count > quint64(bytes.size() / width))
            return;
        for (qsizetype i = 0; i < qsizetype(count) && values.size() < NetworkTraits::ValueLimit;
             ++i)
            values.push_back(signedLittleEndian(bytes.sliced(i * width, width)));
    }

    void addTable(const NetworkOperator &op)
    {
        const auto bytes = bytesOf(tensor(op.inputs, 1));
        if (bytes.size() >= TableBytes)
            m_traits.tables.push_back(bytes.first(TableBytes).toByteArray());
    }

    const model::Network &m_network;
    const model::Subgraph *m_graph = nullptr;
    NetworkTraits m_traits;
    quint64 m_macs = 0;
    bool m_isMacsKnown = true;
};

template <typename T>
void makeUnique(std::vector<T> &values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Compilers shift factors: what counts are the bits between the first and the last that is set.
qint64 oddPart(qint64 value)
{
    while (value != 0 && value % 2 == 0)
        value /= 2;
    return value;
}

} // namespace

std::vector<qint64> withoutLeadingOnes(const std::optional<std::vector<qint64>> &shape)
{
    if (!shape)
        return {};
    const auto first
        = std::find_if(shape->begin(), shape->end(), [](qint64 size) { return size != 1; });
    return { first, shape->end() };
}

qint64 signedLittleEndian(QByteArrayView bytes)
{
    quint64 value = 0;
    for (qsizetype i = 0; i < bytes.size(); ++i)
        value |= quint64(static_cast<quint8>(bytes[i])) << (8 * i);
    const auto unused = 64 - 8 * std::clamp<qsizetype>(bytes.size(), 1, 8);
    return static_cast<qint64>(value << unused) >> unused;
}

void tidy(NetworkTraits &traits)
{
    std::erase(traits.biases, 0);
    std::transform(
        traits.multipliers.begin(), traits.multipliers.end(), traits.multipliers.begin(), oddPart);
    std::erase_if(
        traits.multipliers, [](qint64 value) { return value == 0 || value == 1 || value == -1; });
    std::erase(traits.windows, NetworkTraits::Window{});
    makeUnique(traits.biases);
    makeUnique(traits.multipliers);
    makeUnique(traits.windows);
    makeUnique(traits.tables);
}

NetworkTraits traitsOf(const model::Network &network)
{
    if (network.subgraphs.empty())
        return {};
    return Collector(network).collect();
}

} // namespace tosaic::analysis
