// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/workfolder.h"
#include "core/toolchain/compilejob.h"

#include <memory>
#include <optional>

namespace tosaic::toolchain {

/// What the partitioner would do, asked again and again while a spec is edited: one question at a
/// time, and of those that wait the latest alone. The driver's own compile up to the partitions, in
/// the warm worker, where a known program takes little more than the partitioner itself. Lives on a
/// thread with an event loop.
class PartitionPreview : public QObject
{
    Q_OBJECT
public:
    /// `compiler` must outlive this.
    explicit PartitionPreview(WarmCompiler &compiler, QObject *parent = nullptr);
    ~PartitionPreview() override;

    /// Input, spec, interpreter and trust count; the output goes to a folder of its own that is
    /// gone with the answer.
    void ask(CompileRequest request);
    /// Nothing that was asked is answered any more.
    void stop();
    bool isAsking() const { return m_job != nullptr; }

Q_SIGNALS:
    /// To the latest question: nodes, partitions and rejections, or why there are none.
    void answered(const std::shared_ptr<const tosaic::compiled::CompileResult> &result);

private:
    void begin(CompileRequest request);
    void take(const std::shared_ptr<const compiled::CompileResult> &result);

    WarmCompiler &m_compiler;
    std::unique_ptr<WorkFolder> m_folder;
    std::unique_ptr<CompileJob> m_job;
    std::optional<CompileRequest> m_waiting;
    bool m_isWanted = false; ///< the answer to what runs now
};

} // namespace tosaic::toolchain
