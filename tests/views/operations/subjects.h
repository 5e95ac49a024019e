// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "views/operations/shownoperations.h"

namespace tosaic::test {

using Subject = std::shared_ptr<ProfileSubject>;

/// Five operators in two modules, two inferences:
///   0 conv   features.0  100/120 cycles, 200 estimated, 1000 MACs, model.py:1
///   1 relu   features.0  member of 0
///   2 DMA    waits 10/30 cycles
///   3 add    features.1  60/60 cycles, 30 estimated, 0 MACs, model.py:2
///   4 fc     classifier  never reached, 50 estimated, 500 MACs
///   5 conv   features.0  of the same operator as 0: 20/20 cycles, 10 estimated, 24 MACs
Subject smallSubject();
/// The same without a trace.
Subject estimatedSubject();
/// `count` operators in modules of eight, with estimates and cycles.
Subject largeSubject(size_t count);
/// A compile among fixtures and samples with a trace made from it; null if it is not there.
/// `withModules`: modules as MobileNetV2 names them, by the order of its operators.
Subject realSubject(const QString &sample, int inferences, bool withModules = false);

/// Computed at once, with the bytes of its streams.
OperationsDataPtr computed(const Subject &subject, const OperationsOptions &options = {});
std::vector<size_t> allRows(const OperationsData &data);
/// -1 if there is none of that name.
int rowNamed(const OperationsData &data, const QString &name);

} // namespace tosaic::test
