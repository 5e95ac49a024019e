// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/setup.h"

#include "core/base/try.h"

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr auto InternalTables = quint64(2048); ///< U55, U65: at the end of a core's SHRAM, bytes

int weightStreamsOf(const model::NpuConfig &config)
{
    if (config.product == model::NpuProduct::U85)
        return 1 << (config.configWord >> 12 & 3);
    return config.product == model::NpuProduct::U65 && config.macs == 512 ? 2 : 1;
}

Result<Rounding> roundingOf(quint32 number, bool isU85)
{
    if (isU85) {
        constexpr std::array Modes{ Rounding::Double, Rounding::Natural, Rounding::Double,
            Rounding::Symmetric, Rounding::Truncate, Rounding::Down };
        if (number == 2)
            return fail(ErrorCode::FormatUnsupported,
                u"what rounding DOUBLE_ASYMMETRIC does is not known"_s);
        if (number < Modes.size())
            return Modes.at(number);
    } else {
        constexpr std::array Modes{ Rounding::Double, Rounding::Truncate, Rounding::Natural };
        if (number < Modes.size())
            return Modes.at(number);
    }
    return fail(ErrorCode::FormatUnsupported, u"there is no rounding %1"_s.arg(number));
}

template <typename Number>
Result<Number> written(const std::optional<Number> &value, const char *name)
{
    if (value)
        return *value;
    return fail(ErrorCode::FormatDamaged, u"%1 was never written"_s.arg(QLatin1StringView(name)));
}

} // namespace

Target::Target(const model::NpuConfig &config)
    : product(config.product), isU85(config.product == model::NpuProduct::U85),
      macs(int(config.macs)), weightStreams(weightStreamsOf(config)), tableMemory(0)
{
    if (isU85)
        return;
    const auto shram = quint64(config.configWord >> 8 & 0xFF) * 1024 / quint64(weightStreams);
    tableMemory = shram > InternalTables ? shram - InternalTables : 0;
}

Result<quint32> Setup::needed(quint32 opcode, const char *name)
{
    return written(m_registers.parameter(opcode), name);
}

Result<quint64> Setup::neededAddress(quint32 opcode, const char *name)
{
    return written(m_registers.address(opcode), name);
}

Result<quint64> Setup::neededWords(quint32 opcode, const char *name)
{
    return written(m_registers.words(opcode), name);
}

Result<qint64> Setup::neededStride(quint32 opcode, const char *name)
{
    return written(m_registers.stride(opcode), name);
}

Result<MapSetup> Setup::map(const npu::MapRegisters &places, const QString &name)
{
    const auto unwritten = [&name](const char *what) {
        return fail(ErrorCode::FormatDamaged,
            u"%1_%2 was never written"_s.arg(name, QLatin1StringView(what)));
    };
    const auto precision = m_registers.parameter(places.precision);
    if (!precision)
        return unwritten("PRECISION");
    MapSetup map{ .name = name };
    map.bytes = 1 << (*precision >> places.widthBits & 3);
    map.isSigned = (*precision & 1) != 0;
    map.isBrick = (*precision >> 6 & 3) == 1;
    if ((*precision >> 6 & 3) > 1)
        return fail(ErrorCode::FormatUnsupported,
            u"%1 has a format that is not known (%2)"_s.arg(name).arg(*precision >> 6 & 3));
    map.zeroPoint
        = map.isSigned ? signedParameter(places.zeroPoint) : qint64(parameter(places.zeroPoint));
    map.region = int(parameter(places.region) & 7);
    constexpr auto Tile3x1 = 1U;
    constexpr auto ChainedStorage = 2U;
    constexpr auto NoStorage = 3U;
    const auto storage = m_target.isU85 ? *precision >> 14 & 3 : 0;
    if (storage == Tile3x1)
        return fail(ErrorCode::FormatUnsupported,
            u"%1 lies in TILE3X1, which no known compiler writes"_s.arg(name));
    if (storage == ChainedStorage || storage == NoStorage) {
        map.storage = storage == NoStorage ? MapSetup::Storage::None : MapSetup::Storage::Chained;
        return map;
    }
    TRY(readPlaces(places, map));
    return map;
}

Result<void> Setup::readPlaces(const npu::MapRegisters &places, MapSetup &map)
{
    const auto unwritten = [&map](const char *what) {
        return fail(ErrorCode::FormatDamaged,
            u"%1_%2 was never written"_s.arg(map.name, QLatin1StringView(what)));
    };
    if (!m_registers.parameter(places.region))
        return unwritten("REGION");
    map.width0 = qint64(parameter(places.width0M1, 0xFFFF)) + 1;
    map.height0 = qint64(parameter(places.height0M1, 0xFFFF)) + 1;
    map.height1 = qint64(parameter(places.height1M1, 0xFFFF)) + 1;
    for (quint32 tile = 0; tile < 4; ++tile) {
        const auto address = m_registers.address(places.base + tile);
        if (!address && tile == 0)
            return unwritten("BASE0");
        map.base.at(tile) = qint64(address.value_or(0));
    }
    const auto strideX = m_registers.stride(places.base + 4);
    const auto strideY = m_registers.stride(places.base + 5);
    const auto strideC = m_registers.stride(places.base + 6);
    if (!strideX)
        return unwritten("STRIDE_X");
    if (!strideY)
        return unwritten("STRIDE_Y");
    if (!strideC && map.isBrick)
        return unwritten("STRIDE_C");
    map.strideX = *strideX;
    map.strideY = *strideY;
    map.strideC = strideC.value_or(0);
    return {};
}

Result<OutputSetup> Setup::output()
{
    OutputSetup output;
    output.map = TRY(map(npu::OfmRegisters, u"OFM"_s));
    output.shape.height = qint64(TRY(needed(npu::OfmHeightM1, "OFM_HEIGHT_M1"))) + 1;
    output.shape.width = qint64(TRY(needed(npu::OfmWidthM1, "OFM_WIDTH_M1"))) + 1;
    output.shape.depth = qint64(TRY(needed(npu::OfmDepthM1, "OFM_DEPTH_M1"))) + 1;
    const auto precision = parameter(npu::OfmPrecision);
    output.isScaleGlobal = (precision & npu::GlobalScale) != 0;
    if (m_target.isU85) {
        output.reverse = int(precision >> 9 & 3);
        output.transpose = int(precision >> 11 & 7);
        if (output.transpose == 4 || output.transpose == 5)
            return fail(
                ErrorCode::FormatUnsupported, u"there is no transpose %1"_s.arg(output.transpose));
        const auto words = m_registers.words(npu::OfmScale).value_or(0);
        output.rounding = TRY(roundingOf(quint32(words >> 45) & 7, true));
    } else {
        output.rounding = TRY(roundingOf(precision >> 14 & 3, false));
    }
    return output;
}

Result<WindowSetup> Setup::window()
{
    WindowSetup window;
    const auto bits = parameter(npu::KernelStride);
    const auto bit = [bits](int at) { return qint64(bits >> at & 1); };
    window.dilatedHeight = qint64(TRY(needed(npu::KernelHeightM1, "KERNEL_HEIGHT_M1"))) + 1;
    window.dilatedWidth = qint64(TRY(needed(npu::KernelWidthM1, "KERNEL_WIDTH_M1"))) + 1;
    window.strideX = 1 + bit(0) + 2 * bit(6);
    window.strideY = 1 + bit(1) + 2 * bit(9);
    window.isPartKernelFirst = bit(2) != 0;
    window.dilationX = 1 + bit(3);
    window.dilationY = 1 + bit(4);
    if (bit(5) != 0)
        return fail(ErrorCode::FormatUnsupported, u"kernel decomposition D4X4 is not known"_s);
    window.height = (window.dilatedHeight - 1) / window.dilationY + 1;
    window.width = (window.dilatedWidth - 1) / window.dilationX + 1;
    window.top = parameter(npu::IfmPadTop);
    window.left = parameter(npu::IfmPadLeft);
    window.right = parameter(npu::IfmPadRight);
    window.bottom = parameter(npu::IfmPadBottom);
    return window;
}

Result<qint64> Setup::ifmDepth()
{
    return qint64(TRY(needed(npu::IfmDepthM1, "IFM_DEPTH_M1"))) + 1;
}

ScaleSetup Setup::outputScale()
{
    ScaleSetup scale;
    if (const auto words = m_registers.words(npu::OfmScale)) {
        scale.multiplier = qint64(m_target.isU85 ? *words & 0x7FFFFFFF : *words & 0xFFFFFFFF);
        scale.shift = int(*words >> 32 & 63);
    }
    return scale;
}

ScaleSetup Setup::inputScale(quint32 opcode)
{
    ScaleSetup scale;
    if (const auto words = m_registers.words(opcode)) {
        scale.multiplier = qint64(*words & 0x7FFFFFFF);
        scale.shift = int(*words >> 32 & 63);
        scale.preShift = int(*words >> 38 & 31);
        scale.rounding = (*words >> 45 & 1) != 0 ? Rounding::Natural : Rounding::Double;
    }
    return scale;
}

} // namespace tosaic::npusim
