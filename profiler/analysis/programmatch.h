// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <vector>

namespace tosaic::profile {

/// What consoles print of the program that they ran. Absent: not known.
struct ProgramMarks
{
    std::optional<quint64> fileBytes;
    std::optional<quint64> plannedBytes; ///< sum of the planned buffers of its only method
    std::optional<quint64> methodCount;
    std::optional<quint64> commandWords; ///< 32-bit words of its only command stream
    std::optional<LogNpu> compiledFor; ///< product and MACs of its NPU part
    bool operator==(const ProgramMarks &) const = default;
};

/// Of a program of which the size of its file is recorded alone; records of before sizes were kept
/// have 0.
ProgramMarks marksOfSize(quint64 bytes);

/// One thing that both a console and a program tell.
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

    /// In English, as diagnostics are: the facts that the verdict stands on, "file: 50,000 bytes in
    /// the console, 90,272 in the program". Empty where nothing tells.
    QString reason() const;
};

/// Whether a run may have run the program with these marks. Only compares.
ModelMatchResult matchProgram(const Run &run, const ProgramMarks &program);

} // namespace tosaic::profile
