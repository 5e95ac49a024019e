// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/indexinputs.h"

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
    explicit Bounds(const model::Method &method) : m_method(method) { }

    std::map<qint32, qint64> find()
    {
        for (const auto &instruction : m_method.instructions) {
            if (const auto *call = std::get_if<model::KernelCall>(&instruction))
                look(m_method.operatorName(instruction).section(u'.', 0, 0), call->arguments);
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
        const auto limit = qint64(table.shape[size_t(index)]);
        // A damaged file may move in circles.
        for (size_t step = 0; step < m_source.size() && m_source.contains(value); ++step)
            value = m_source.at(value);
        const auto [known, isNew] = m_bounds.emplace(value, limit);
        if (!isNew)
            known->second = std::min(known->second, limit);
    }

    const model::Method &m_method;
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

std::map<qint32, qint64> indexBounds(const model::Method &method)
{
    return Bounds(method).find();
}

} // namespace tosaic::localrun
