// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationjoin.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::test {

/// A real compile with a debug database.
struct JoinSample
{
    QString name;
    QString tablesPath;
    std::vector<profile::JoinStream> streams; ///< one for each command stream of the database
    std::optional<double> cyclesTotal; ///< of Vela's summary
    std::optional<double> cyclesNpu;
    std::vector<std::shared_ptr<const void>> keeps; ///< the bytes that streams point into
};

/// Partitions among the generated fixtures.
std::vector<JoinSample> fixtureJoins();
/// Partitions and Vela runs among the samples; empty without TOSAIC_SAMPLES.
std::vector<JoinSample> sampleJoins();
/// Both.
std::vector<JoinSample> allJoins();
/// Null if there is none of that name.
const JoinSample *joinNamed(const std::vector<JoinSample> &joins, const QString &name);

/// Rows of a stream's queue; empty if there are none.
const std::vector<formats::vela::QueueEntry> &rowsOf(const profile::JoinStream &stream);

} // namespace tosaic::test
