// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/pinsearch/pinsearch.h"
#include "core/sweep/sweep.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/estimateplan.h"

namespace tosaic::pinsearch {

/// Answers with the real tools: partitioner and compiler in the warm worker, Vela for the memory
/// modes. Every answer is kept in a folder of its own, named by what it depends on (the model's
/// bytes, the Python files at and below it, the spec, the tools), so that a search that was
/// cancelled goes on where it was.
class ToolEvaluator : public Evaluator
{
    Q_OBJECT
public:
    /// Of `request` input, interpreter, trust, time limit and drivers count. `compiler` must
    /// outlive this.
    ToolEvaluator(toolchain::CompileRequest request, QString folder,
        toolchain::WarmCompiler &compiler, QObject *parent = nullptr);
    ~ToolEvaluator() override;

    void preview(const spec::CompileSpec &spec) override { ask(spec, true); }
    void compile(const spec::CompileSpec &spec) override { ask(spec, false); }
    void estimate(const std::shared_ptr<const compiled::CompileResult> &compiled,
        const std::vector<spec::CompileSpec> &specs) override;
    void cancel() override;

private:
    using Compiled = std::shared_ptr<const compiled::CompileResult>;
    void ask(const spec::CompileSpec &spec, bool onlyPartitions);
    void run(toolchain::CompileRequest request);
    void conclude(const Compiled &result);

    toolchain::CompileRequest m_request;
    QString m_folder;
    toolchain::WarmCompiler &m_compiler;
    std::shared_ptr<toolchain::FileHashes> m_hashes = std::make_shared<toolchain::FileHashes>();
    JobSlot m_slot;
    std::unique_ptr<toolchain::CompileJob> m_job;
    std::unique_ptr<sweep::Sweep> m_sweep;
};

} // namespace tosaic::pinsearch
