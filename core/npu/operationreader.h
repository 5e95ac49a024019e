// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapreader.h"

#include <vector>

namespace tosaic::npu {

/// What the product calls the values of one enumeration, as strings that share static memory.
class EnumNames
{
public:
    EnumNames(std::u16string_view enumeration, NpuProduct product, size_t count);
    /// Empty for a value without a name.
    QString at(quint32 value) const { return value < m_names.size() ? m_names[value] : QString(); }

private:
    std::vector<QString> m_names;
};

/// Describes operations with the registers they run with.
class OperationReader
{
public:
    explicit OperationReader(NpuProduct product);

    /// `kernelBits` is the parameter of the command that starts it. Kind, index and place in the
    /// stream are the caller's.
    void readKernel(RegisterFile &registers, quint32 kernelBits, Operation &operation) const;
    void readDma(RegisterFile &registers, Operation &operation) const;

private:
    void readMode(quint32 kernelBits, Operation &operation) const;
    void readInputs(RegisterFile &registers, Operation &operation) const;
    void applyBroadcast(RegisterFile &registers, quint32 opcode, FeatureMap &map) const;
    void readWindow(RegisterFile &registers, Operation &operation) const;
    void readWeights(RegisterFile &registers, Operation &operation) const;
    void readScales(RegisterFile &registers, Operation &operation) const;
    void readScaling(RegisterFile &registers, Operation &operation) const;
    void readActivation(RegisterFile &registers, Operation &operation) const;
    std::optional<RegionRange> indexRange(RegisterFile &registers, const Dma &dma) const;
    std::optional<Scale> scaleAt(
        RegisterFile &registers, quint32 opcode, const EnumNames &rounding) const;

    NpuProduct m_product;
    bool m_isU85;
    MapReader m_maps;
    EnumNames m_elementwise;
    EnumNames m_pooling;
    EnumNames m_resize;
    EnumNames m_activation;
    EnumNames m_upscale;
    EnumNames m_rounding; ///< U55, U65: of precision registers
    EnumNames m_inputRounding; ///< U85: of scale registers
    EnumNames m_outputRounding;
};

} // namespace tosaic::npu
