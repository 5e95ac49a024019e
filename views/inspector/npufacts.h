// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/streams.h"
#include "views/inspector/inspection.h"

#include <QCoreApplication>

namespace tosaic::views {

/// The registers an NPU operation ran with, in words.
class NpuFacts
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::NpuFacts)
public:
    /// Feature maps, kernel, weights and scales, arithmetic, DMA: those that the operation has.
    static std::vector<Section> sections(
        const npu::Operation &operation, const npu::StreamPlace &place);
    /// "region 1 (arena (scratch))"; "region 5" where its use is not fixed.
    static QString region(int region);

private:
    static Section maps(const npu::Operation &operation);
    static Fact map(const QString &label, const npu::FeatureMap &map);
    static QString mapPlace(const npu::FeatureMap &map);
    static Section kernel(const npu::Kernel &kernel);
    static Section constants(const npu::Operation &operation, const npu::StreamPlace &place);
    static Fact range(
        const QString &label, const npu::RegionRange &range, const npu::StreamPlace &place);
    static Section arithmetic(const npu::Operation &operation);
    static QString scale(const npu::Scale &scale);
    static Section dma(const npu::Dma &dma, const npu::StreamPlace &place);
};

} // namespace tosaic::views
