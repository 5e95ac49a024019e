// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/workfolder.h"
#include "core/toolchain/toolprocess.h"

#include <QDateTime>

namespace tosaic::toolchain {

/// One run of a driver (resources/drivers/README.md) in a process of its own: its job file in a
/// folder of its own, its events, and the result.json that it leaves in the output folder. Lives on
/// a thread with an event loop; nothing here waits.
class DriverRun : public QObject
{
    Q_OBJECT
public:
    struct Request
    {
        QString script; ///< "tosaic_run.py"
        QString interpreter; ///< empty: the run fails with "tool.missing"
        QString missing; ///< what to say then
        QJsonObject job;
        QString outputFolder; ///< absolute; made if missing, the driver replaces an earlier result
        QString drivers; ///< empty: driversDir()
        int timeLimitMs = 0; ///< 0: none
    };

    using QObject::QObject;

    /// How a driver is called with this job file, whoever waits for it.
    static ToolProcess::Command command(const Request &request, const QString &jobFile);

    /// Once for each object.
    void start(const Request &request);
    /// Ends the process with everything it started.
    void cancel();
    qint64 processId() const { return m_process ? m_process->processId() : 0; }

    /// Known once it has finished. NotStarted also where no process could be asked for.
    ToolProcess::End end() const { return m_end.kind; }
    int exitCode() const { return m_end.exitCode; }
    /// What the driver told, then why it did not end by itself ("io.write", "tool.missing",
    /// "tool.crashed", "tool.timeout"), or that it left neither a result nor an error
    /// ("tool.failed").
    const std::vector<Diagnostic> &problems() const { return m_problems; }
    bool hasError() const; ///< among its problems
    /// The bytes of result.json if this run wrote it, never of an earlier run; else empty.
    QByteArray result() const;

Q_SIGNALS:
    void lineRead(const QString &line);
    void progressed(double fraction); ///< 0 to 1
    /// Exactly once after start(), never from inside it.
    void finished();

private:
    void begin();
    bool prepare();
    void takeEvent(const QJsonObject &event);
    void take();
    Diagnostic silentEnd() const;
    void fail(const QString &id, const QString &text);

    Request m_request;
    std::unique_ptr<WorkFolder> m_jobFolder;
    QDateTime m_oldResult; ///< of a result.json that was there before; invalid without
    std::unique_ptr<ToolProcess> m_process;
    std::vector<Diagnostic> m_problems;
    ProcessEnd m_end;
    bool m_isCancelled = false;
    bool m_hasTold = false; ///< the driver has begun: it sent an event
};

} // namespace tosaic::toolchain
