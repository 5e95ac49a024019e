// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/cpukernels.h"

#include "core/base/try.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

using model::ScalarType;

qint32 argument(const model::KernelCall &call, size_t index)
{
    return index < call.arguments.size() ? call.arguments[index] : -1;
}

/// Calls `function` with a number of an integer type that quantised values have; false for others.
template <typename Function>
bool withQuantised(ScalarType type, Function &&function)
{
    switch (type) {
    case ScalarType::Byte:
        return function(quint8()), true;
    case ScalarType::Char:
        return function(qint8()), true;
    case ScalarType::Short:
        return function(qint16()), true;
    case ScalarType::UInt16:
        return function(quint16()), true;
    case ScalarType::Int:
        return function(qint32()), true;
    default:
        return false;
    }
}

Error unknownType(ScalarType from, ScalarType to)
{
    return { ErrorCode::FormatUnsupported,
        u"from %1 to %2 is not run here"_s.arg(model::dtypeName(from), model::dtypeName(to)) };
}

struct Quantisation
{
    float inverse; ///< of the scale
    float zero;
    double smallest;
    double largest;
};

/// The sum is one of floats: that is where a kernel's last bit comes from. Beyond 64 bits and for
/// NaN C++ leaves the kernel's result open; here it saturates as on a device.
qint64 quantised(float value, const Quantisation &to)
{
    const auto moved = to.zero + std::nearbyint(to.inverse * value);
    const auto kept = std::isnan(moved)
        ? to.smallest
        : std::min(std::max(double(moved), to.smallest), to.largest);
    return qint64(kept);
}

/// The same for numbers of which none is far out: without a call for each, many at a time.
template <typename Number>
bool quantiseNear(const char *from, size_t count, const Quantisation &to, char *made)
{
    constexpr float Largest = 0x1p22F; // below it the sum drops just what is behind the point
    constexpr float Whole = 0x1.8p23F;
    const auto at = [&](size_t i) {
        float value = 0;
        std::memcpy(&value, from + i * sizeof value, sizeof value);
        return to.inverse * value;
    };
    bool isFar = !(std::abs(to.smallest) <= Largest && std::abs(to.largest) <= Largest);
    for (size_t i = 0; i < count; ++i)
        isFar |= !(std::abs(at(i)) <= Largest);
    for (size_t i = 0; !isFar && i < count; ++i) {
        const auto moved = to.zero + ((at(i) + Whole) - Whole);
        const auto kept = std::min(std::max(moved, float(to.smallest)), float(to.largest));
        const auto number = Number(qint32(kept));
        std::memcpy(made + i * sizeof number, &number, sizeof number);
    }
    return !isFar;
}

/// (input, scale, zero point, smallest, largest, type, out)
Result<void> quantise(const model::KernelCall &call, MethodMemory &memory)
{
    auto input = TRY(memory.array(argument(call, 0)));
    const auto scale = float(TRY(memory.number(argument(call, 1))));
    const auto zero = TRY(memory.integer(argument(call, 2)));
    const Quantisation quantisation{ 1.0F / scale, float(zero),
        double(TRY(memory.integer(argument(call, 3)))),
        double(TRY(memory.integer(argument(call, 4)))) };
    const auto to = argument(call, 6);
    const auto *tensor = memory.tensor(to);
    if (!tensor || input.type != ScalarType::Float)
        return fail(unknownType(input.type, tensor ? tensor->dtype : ScalarType::Float));
    Array output{ tensor->dtype, input.shape, {} };
    const bool isKnown = withQuantised(tensor->dtype, [&](auto number) {
        using Number = decltype(number);
        const auto count = size_t(input.bytes.size()) / sizeof(float);
        output.bytes.resize(qsizetype(count * sizeof number));
        const auto *numbers = input.bytes.constData();
        auto *made = output.bytes.data();
        if (quantiseNear<Number>(numbers, count, quantisation, made))
            return;
        for (size_t i = 0; i < count; ++i) {
            float value = 0;
            std::memcpy(&value, numbers + i * sizeof value, sizeof value);
            number = Number(quantised(value, quantisation));
            std::memcpy(made + i * sizeof number, &number, sizeof number);
        }
    });
    if (!isKnown)
        return fail(unknownType(input.type, tensor->dtype));
    return memory.set(to, output);
}

/// (input, scale, zero point, smallest, largest, type, [type of the result,] out)
Result<void> dequantise(const model::KernelCall &call, MethodMemory &memory, size_t outAt)
{
    const auto input = TRY(memory.array(argument(call, 0)));
    const auto scale = float(TRY(memory.number(argument(call, 1))));
    const auto zero = TRY(memory.integer(argument(call, 2)));
    const auto to = argument(call, outAt);
    const auto *tensor = memory.tensor(to);
    if (!tensor || tensor->dtype != ScalarType::Float)
        return fail(unknownType(input.type, tensor ? tensor->dtype : ScalarType::Float));
    Array output{ ScalarType::Float, input.shape, {} };
    const bool isKnown = withQuantised(input.type, [&](auto number) {
        const auto count = size_t(input.bytes.size()) / sizeof number;
        output.bytes.resize(qsizetype(count * sizeof(float)));
        for (size_t i = 0; i < count; ++i) {
            std::memcpy(&number, input.bytes.data() + i * sizeof number, sizeof number);
            const auto value = float(qint64(number) - zero) * scale;
            std::memcpy(output.bytes.data() + i * sizeof value, &value, sizeof value);
        }
    });
    if (!isKnown)
        return fail(unknownType(input.type, tensor->dtype));
    return memory.set(to, output);
}

/// (input, dimensions, out)
Result<void> permute(const model::KernelCall &call, MethodMemory &memory)
{
    auto input = TRY(memory.array(argument(call, 0)));
    const auto dimensions = TRY(memory.integers(argument(call, 1)));
    const auto rank = qint64(input.shape.size());
    std::vector<quint8> order;
    for (const auto dimension : dimensions)
        order.push_back(quint8(dimension < 0 ? dimension + rank : dimension));
    auto sorted = order;
    std::ranges::sort(sorted);
    bool isPermutation = qint64(order.size()) == rank;
    for (size_t i = 0; i < sorted.size(); ++i)
        isPermutation = isPermutation && sorted[i] == i;
    if (!isPermutation)
        return fail(ErrorCode::FormatDamaged, u"the dimensions are no permutation"_s);
    // The permuted tensor, in order, is the input in memory with its dimensions in that order.
    Array output{ input.type, {}, TRY(toMemory(input, order)) };
    for (const auto dimension : order)
        output.shape.push_back(input.shape[dimension]);
    return memory.set(argument(call, 2), output);
}

/// The elements stay in their order; the result's shape is the destination's.
Result<void> copy(const model::KernelCall &call, MethodMemory &memory, size_t outAt)
{
    return memory.set(argument(call, outAt), TRY(memory.array(argument(call, 0))));
}

using Kernel = Result<void> (*)(const model::KernelCall &, MethodMemory &);

struct NamedKernel
{
    QLatin1StringView name;
    Kernel run;
};

template <size_t OutAt>
Result<void> copyTo(const model::KernelCall &call, MethodMemory &memory)
{
    return copy(call, memory, OutAt);
}

Result<void> dequantiseOfTorch(const model::KernelCall &call, MethodMemory &memory)
{
    // out_dtype came later: with it the call names one value more.
    constexpr size_t WithoutType = 8; // six arguments, the destination and the result
    return dequantise(call, memory, call.arguments.size() > WithoutType ? 7 : 6);
}

constexpr std::array Kernels{ NamedKernel{ "aten::alias_copy.out"_L1, copyTo<1> },
    NamedKernel{ "aten::clone.out"_L1, copyTo<2> },
    NamedKernel{ "aten::detach_copy.out"_L1, copyTo<1> },
    NamedKernel{ "aten::permute_copy.out"_L1, permute },
    NamedKernel{ "aten::squeeze_copy.dim_out"_L1, copyTo<2> },
    NamedKernel{ "aten::squeeze_copy.dims_out"_L1, copyTo<2> },
    NamedKernel{ "aten::unsqueeze_copy.out"_L1, copyTo<2> },
    NamedKernel{ "aten::view_copy.out"_L1, copyTo<2> },
    NamedKernel{ "cortex_m::dequantize_per_tensor.out"_L1, dequantiseOfTorch },
    NamedKernel{ "cortex_m::quantize_per_tensor.out"_L1, quantise },
    NamedKernel{ "dim_order_ops::_clone_dim_order.out"_L1, copyTo<3> },
    NamedKernel{ "executorch_prim::et_view.default"_L1, copyTo<2> },
    NamedKernel{ "quantized_decomposed::dequantize_per_tensor.out"_L1, dequantiseOfTorch },
    NamedKernel{ "quantized_decomposed::quantize_per_tensor.out"_L1, quantise } };

const NamedKernel *kernelOf(const QString &name)
{
    const auto found = std::ranges::find(Kernels, name, &NamedKernel::name);
    return found == Kernels.end() ? nullptr : &*found;
}

} // namespace

bool hasNativeKernel(const QString &name)
{
    return kernelOf(name) != nullptr;
}

Result<void> runNativeKernel(
    const QString &name, const model::KernelCall &call, MethodMemory &memory)
{
    const auto *kernel = kernelOf(name);
    if (!kernel)
        return fail(ErrorCode::FormatUnsupported, u"%1 is not run here"_s.arg(name));
    auto done = kernel->run(call, memory);
    if (!done)
        done.error().detail.prepend(name + u": "_s);
    return done;
}

} // namespace tosaic::localrun
