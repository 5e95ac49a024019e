// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"
#include "profiler/run.h"

#include <vector>

namespace tosaic::profile {

/// One thing that both a console and a model file tell.
struct MatchFact
{
    enum class Kind
    {
        FileSize, ///< size of the .pte, bytes
        PlannedMemory, ///< sum of the planned buffers, bytes
        MethodCount,
        CommandStream, ///< 32-bit words of the NPU's command stream
        CompiledFor ///< NPU the command stream is made for
    };

    Kind kind = Kind::FileSize;
    QString inLog;
    QString inModel;
    bool isEqual = false;
};

enum class ModelMatch
{
    Belongs, ///< a fact that tells files apart is equal, and none differs
    Differs, ///< a fact differs
    NotKnown ///< nothing that could tell is in both
};

struct ModelMatchResult
{
    ModelMatch verdict = ModelMatch::NotKnown;
    std::vector<MatchFact> facts;
};

/// Whether a run may have run this program. Only compares; joining is the user's decision.
ModelMatchResult matchModel(const Run &run, const model::Program &program);

} // namespace tosaic::profile
