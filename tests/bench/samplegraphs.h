// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

#include <QString>

#include <vector>

/// Graphs shaped like real networks, of any size; the same for the same seed.
namespace tosaic::bench {

enum class Family
{
    Cnn, ///< residual, bottleneck and squeeze-and-excite blocks
    Inception, ///< blocks of four to eight branches
    Decoder ///< transformer; mask, cosine and sine feed every layer
};

struct SampleOperator
{
    QString kind; ///< "CONV_2D"
    QString path; ///< "stage1/block2/conv1"
    std::vector<int> inputs; ///< operators; all come before it
};

/// About `count` operators.
std::vector<SampleOperator> sampleGraph(Family family, int count, quint32 seed = 1);

/// With boxes as large as the operators' texts. `named`: in a hull for each block.
layout::Request sampleRequest(const std::vector<SampleOperator> &operators, bool named);

const char *nameOf(Family family);
inline constexpr Family Families[]{ Family::Cnn, Family::Inception, Family::Decoder };

} // namespace tosaic::bench
