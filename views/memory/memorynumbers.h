// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryfacts.h"
#include "core/compiled/estimate.h"

#include <QDateTime>

#include <optional>
#include <vector>

namespace tosaic::views {

/// Numbers that hold for one spec.
struct KnownNumbers
{
    enum class Source
    {
        Compile, ///< reports of a compile
        File, ///< a program alone: without traffic and fast scratch
        Estimate ///< Vela on the kept TOSA
    };
    spec::CompileSpec spec; ///< resolved
    std::vector<analysis::PartitionMemory> partitions;
    Source source = Source::Compile;
};

/// All specs of the open model whose numbers are known: those it was compiled or estimated with.
class MemoryNumbers
{
public:
    /// Another model is open: everything known so far is about the one before.
    void setFacts(analysis::MemoryFacts facts, bool isCompile);
    /// Remembers the numbers of an estimate of the same model. Incomplete ones are left out.
    void addEstimate(const compiled::Estimate &estimate);

    /// Null: nobody compiled or estimated that spec yet.
    const KnownNumbers *find(const spec::CompileSpec &spec) const;
    /// The spec the open file was compiled with; empty target: not known.
    const spec::CompileSpec &factsSpec() const { return m_factsSpec; }
    bool isEmpty() const { return m_known.empty() && !m_program; }

    /// Picture of a spec; only the layout where no numbers are known.
    analysis::MemoryPicture picture(const spec::CompileSpec &spec) const;

private:
    std::optional<analysis::MemorySystem> systemOf(const spec::CompileSpec &spec) const;

    /// What an ini file of the user's said when it was last changed.
    struct ReadSystem
    {
        QString path;
        QDateTime changed;
        QString systemConfig;
        QString memoryMode;
        std::optional<analysis::MemorySystem> system;
    };

    std::vector<KnownNumbers> m_known;
    mutable std::vector<ReadSystem> m_systems;
    std::optional<analysis::ProgramMemory> m_program;
    spec::CompileSpec m_factsSpec;
};

} // namespace tosaic::views
