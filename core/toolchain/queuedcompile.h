// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/compilejob.h"
#include "core/toolchain/jobqueue.h"

namespace tosaic::toolchain {

/// A compile, a Vela run or a respec that waits in a JobQueue.
class QueuedCompile : public QueuedJob
{
    Q_OBJECT
public:
    explicit QueuedCompile(CompileRequest request, QObject *parent = nullptr);

    /// To follow it, and to give it a warm worker before it starts.
    CompileJob &job() { return m_job; }
    const CompileJob &job() const { return m_job; }
    /// Null until it has ended, and if it was cancelled before it started.
    std::shared_ptr<const compiled::CompileResult> result() const { return m_result; }

    QString kind() const override { return m_kind; }
    QString model() const override { return m_job.request().input; }
    quint64 modelBytes() const override { return m_modelBytes; }
    void start() override { m_job.start(); }
    void cancel() override { m_job.cancel(); }
    qint64 processId() const override { return m_job.processId(); }
    std::optional<quint64> peakMemoryBytes() const override { return m_job.peakMemoryBytes(); }

private:
    CompileJob m_job;
    QString m_kind;
    quint64 m_modelBytes = 0;
    std::shared_ptr<const compiled::CompileResult> m_result;
};

} // namespace tosaic::toolchain
