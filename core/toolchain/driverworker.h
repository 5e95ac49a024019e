// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/workfolder.h"
#include "core/toolchain/toolprocess.h"

#include <vector>

namespace tosaic::toolchain {

/// A driver that is kept running (`--serve`), so that the tool's imports are paid once: it takes
/// one request at a time, a JSON object a line, and answers on the event channel
/// (resources/drivers/README.md). It is started when it is needed, gives its memory back when it
/// idles, and is replaced after it has ended, whatever the reason. Nothing blocks; lives on a
/// thread with an event loop. The process ends with this one, also if this one is killed.
class DriverWorker : public QObject
{
    Q_OBJECT
public:
    struct Program
    {
        QString interpreter;
        QString script; ///< absolute
        bool operator==(const Program &) const = default;
    };

    /// Why there is no answer.
    struct Loss
    {
        ProcessEnd end; ///< Cancelled: stop()
        bool wasReady = false; ///< false: serve mode itself does not work
        std::vector<Diagnostic> problems; ///< what it said before it was ready
        QString lastLine; ///< of its console
    };

    explicit DriverWorker(QObject *parent = nullptr);
    /// Kills the process.
    ~DriverWorker() override;

    /// Another program ends the process of the one before.
    void setProgram(const Program &program);
    const Program &program() const { return m_program; }
    /// Milliseconds until the process must be ready; until it is ended when it has nothing to do
    /// (0: never).
    void setLimits(int startMs, int idleMs);

    /// Starts the process without a request, if it is not there; if it is ending, the next one.
    void start();
    /// Once answered() or lost() has come for the one before. Without an answer in time (0: no
    /// limit; counted from when the process is ready) the process is killed.
    void send(const QJsonObject &request, int timeLimitMs = 0);
    /// Kills the process with everything it started. A request is lost() when it has ended; the
    /// next one may be sent before that.
    void stop();
    /// The same without lost(): nobody waits.
    void drop();

    bool isReady() const { return m_isReady && !m_isEnding; }
    bool isBusy() const { return m_request.has_value(); }
    qint64 processId() const { return m_process ? m_process->processId() : 0; }
    /// Versions that the process told, "vela" -> "5.1.0"; empty until it is ready.
    const QJsonObject &tools() const { return m_tools; }

Q_SIGNALS:
    void ready(const QJsonObject &tools);
    /// Console of the request, without line end; all lines come before its answer.
    void lineRead(const QString &line);
    /// Events of a request but its last.
    void eventRead(const QJsonObject &event);
    void problemFound(const tosaic::Diagnostic &problem);
    /// The last event of the request: "done" or "finished". send() may be called from here.
    void answered(const QJsonObject &event);
    /// The request has no answer and gets none, or the process ended before it was ready.
    void lost(const tosaic::toolchain::DriverWorker::Loss &loss);

private:
    struct Request
    {
        QJsonObject object;
        int timeLimitMs = 0;
    };

    void launch();
    void takeEvent(const QJsonObject &event);
    void takeReady(const QJsonObject &event);
    void takeAnswer(const QJsonObject &event);
    void writeRequest();
    void rest();
    void end(ToolProcess::End reason);
    void processEnded();

    Program m_program;
    int m_startLimitMs = 120000;
    int m_idleLimitMs = 600000;
    WorkFolder m_folder; ///< the process works here
    std::unique_ptr<ToolProcess> m_process;
    std::optional<Request> m_request;
    bool m_isReady = false;
    bool m_isEnding = false; ///< no request may go to this process any more
    bool m_isWanted = false; ///< another one is to follow the one that ends
    bool m_isRecycled = false; ///< it ends because it wants to, after its last answer
    bool m_hasLost = false; ///< a request ends with the process
    std::optional<ToolProcess::End> m_reason; ///< why we ended it
    QJsonObject m_tools;
    std::vector<Diagnostic> m_startProblems;
    QString m_lastLine;
    QTimer m_limit{ this }; ///< of the start, or of the request
    QTimer m_idle{ this };
};

} // namespace tosaic::toolchain
