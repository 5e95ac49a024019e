// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationjoin.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/timeline.h"

#include <memory>
#include <string>

/// Timelines for tests: of traces that tests/profiler/tracegenerator makes from real compiles, with
/// counters and transfers of the NPU model's shape made from the same seed.
namespace tosaic::test {

struct TimelineSample
{
    profile::PmuTrace trace;
    profile::OperationSlices slices;
    std::shared_ptr<const profile::OperationTable> table;
    std::vector<std::shared_ptr<const void>> keeps;
};

/// Two inferences of a fixture's partition, with waits for DMA, overlapping transfers on two AXI
/// ports and two counters.
TimelineSample joinedSample(const std::string &fixture = "mobilenet_v2-u55-128");

/// A track of 'count' slices of pseudo-random lengths and gaps, and a counter of as many samples.
std::shared_ptr<const profile::Timeline> randomTimeline(size_t count, quint32 seed = 1);

} // namespace tosaic::test
