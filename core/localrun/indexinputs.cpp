// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/indexinputs.h"

#include "core/npu/operationcodes.h"
#include "core/npu/registerfile.h"
#include "core/npu/registernumbers.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

/// A kernel that takes indices: which of its arguments are they, and what do they choose from?
struct IndexKernel
{
    QLatin1StringView name; ///< without overload
    size_t table; ///< argument
    size_t indices; ///< argument: a tensor or a list of them
    std::optional<size_t> dimension; ///< argument; absent: dimension 0, of a list one for each
};
constexpr std::array IndexKernels{ IndexKernel{ "aten::embedding"_L1, 0, 1, {} },
    IndexKernel{ "aten::gather"_L1, 0, 2, 1 }, IndexKernel{ "aten::index"_L1, 0, 1, {} },
    IndexKernel{ "aten::index_select"_L1, 0, 2, 1 } };

/// Their result has the numbers of their first argument.
constexpr std::array Movers{ "aten::view_copy"_L1, "aten::_to_copy"_L1, "aten::clone"_L1,
    "aten::squeeze_copy"_L1, "aten::unsqueeze_copy"_L1, "aten::expand_copy"_L1,
    "aten::permute_copy"_L1, "aten::slice_copy"_L1, "executorch_prim::et_view"_L1,
    "dim_order_ops::_to_dim_order_copy"_L1 };

class Bounds
{
public:
    Bounds(
        const model::Method &method, const std::map<int, std::vector<npu::PlacedStream>> &streams)
        : m_method(method), m_streams(streams)
    {
    }

    std::map<qint32, qint64> find()
    {
        for (const auto &instruction : m_method.instructions) {
            if (const auto *call = std::get_if<model::KernelCall>(&instruction))
                look(m_method.operatorName(instruction).section(u'.', 0, 0), call->arguments);
            else if (const auto *delegate = std::get_if<model::DelegateCall>(&instruction))
                look(*delegate);
        }
        return std::move(m_bounds);
    }

private:
    void look(const QString &name, const std::vector<qint32> &arguments)
    {
        if (std::ranges::find(Movers, name) != Movers.end() && arguments.size() >= 2) {
            m_source.try_emplace(arguments.back(), arguments.front());
            return;
        }
        const auto kernel = std::ranges::find(IndexKernels, name, &IndexKernel::name);
        if (kernel == IndexKernels.end()
            || arguments.size() <= std::max(kernel->table, kernel->indices))
            return;
        const auto *table = m_method.tensor(arguments[kernel->table]);
        const auto dimension = dimensionOf(*kernel, arguments);
        if (!table || !dimension)
            return;
        const auto value = arguments[kernel->indices];
        if (m_method.tensor(value)) {
            bound(value, *table, *dimension);
        } else if (const auto *list = listOf(value)) {
            for (size_t i = 0; i < list->size(); ++i)
                bound((*list)[i], *table, *dimension + qint64(i));
        }
    }

    void look(const model::DelegateCall &call)
    {
        const auto streams = m_streams.find(int(call.delegate.value));
        if (streams == m_streams.end())
            return;
        for (const auto &stream : streams->second) {
            for (const auto &[input, limit] : indexBounds(stream)) {
                if (input < call.arguments.size())
                    bound(call.arguments[input], limit);
            }
        }
    }

    std::optional<qint64> dimensionOf(
        const IndexKernel &kernel, const std::vector<qint32> &arguments) const
    {
        if (!kernel.dimension)
            return 0;
        const auto value = arguments[*kernel.dimension];
        if (value < 0 || size_t(value) >= m_method.values.size())
            return std::nullopt;
        const auto *number = std::get_if<qint64>(&m_method.values[size_t(value)]);
        return number ? std::optional(*number) : std::nullopt;
    }

    const std::vector<qint32> *listOf(qint32 value) const;

    void bound(qint32 value, const model::Tensor &table, qint64 dimension)
    {
        const auto rank = qint64(table.shape.size());
        const auto index = dimension < 0 ? dimension + rank : dimension;
        if (index < 0 || index >= rank)
            return;
        bound(value, qint64(table.shape[size_t(index)]));
    }

    void bound(qint32 value, qint64 limit)
    {
        // A damaged file may move in circles.
        for (size_t step = 0; step < m_source.size() && m_source.contains(value); ++step)
            value = m_source.at(value);
        const auto [known, isNew] = m_bounds.emplace(value, limit);
        if (!isNew)
            known->second = std::min(known->second, limit);
    }

    const model::Method &m_method;
    const std::map<int, std::vector<npu::PlacedStream>> &m_streams;
    std::map<qint32, qint32> m_source; ///< value -> what it has its numbers from
    std::map<qint32, qint64> m_bounds;
};

const std::vector<qint32> *Bounds::listOf(qint32 value) const
{
    if (value < 0 || size_t(value) >= m_method.values.size())
        return nullptr;
    if (const auto *list = std::get_if<model::TensorList>(&m_method.values[size_t(value)]))
        return &list->values;
    const auto *list = std::get_if<model::OptionalTensorList>(&m_method.values[size_t(value)]);
    return list ? &list->values : nullptr;
}

} // namespace

std::map<qint32, qint64> indexBounds(
    const model::Method &method, const std::map<int, std::vector<npu::PlacedStream>> &streams)
{
    return Bounds(method, streams).find();
}

std::map<size_t, qint64> indexBounds(const npu::PlacedStream &stream)
{
    constexpr quint32 IndexMode = 0x800;
    constexpr quint32 RegionBits = 7;
    std::map<size_t, qint64> bounds;
    if (!stream.stream || !stream.place.payload
        || stream.stream->config.product != model::NpuProduct::U85)
        return bounds;
    npu::RegisterFile registers(stream.stream->config.product);
    const auto look = [&] {
        const auto region = registers.parameter(npu::DmaIndexRegion);
        const auto address = registers.address(npu::DmaIndex);
        const auto most = registers.payload(npu::DmaIndexMax);
        const auto modes = registers.parameter(npu::DmaSourceRegion).value_or(0)
            | registers.parameter(npu::DmaDestinationRegion).value_or(0);
        if (!region || !address || !most || (modes & IndexMode) == 0)
            return;
        const auto &inputs = stream.place.payload->inputs;
        for (size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i].region != qint32(*region & RegionBits)
                || inputs[i].offset != qint64(*address))
                continue;
            const auto limit = qint64(*most) + 1;
            const auto [known, isNew] = bounds.emplace(i, limit);
            known->second = std::min(known->second, limit);
        }
    };
    for (quint32 index = 0; index < stream.stream->commands.size(); ++index) {
        const auto &command = stream.stream->commands[index];
        const bool isRegister = command.hasPayload
            ? command.opcode != formats::ethosu::BranchOpcode
            : command.opcode >= formats::ethosu::FirstRegisterOpcode;
        if (command.reservedBits != 0
            || !formats::ethosu::findCommand(
                command.opcode, command.hasPayload, stream.stream->config.product))
            continue;
        if (isRegister)
            registers.write(command, index);
        else if (command.opcode == npu::operation_code::DmaStart)
            look();
    }
    return bounds;
}

} // namespace tosaic::localrun
