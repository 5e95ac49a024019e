// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layoutengine.h"

#include <QByteArray>
#include <QCache>
#include <QProcess>
#include <QTimer>

#include <chrono>

namespace tosaic::layout {

/// The program that does the work: TOSAIC_LAYOUT if set, else beside the running program, else in
/// ../libexec/tosaic. The path is returned even if nothing is there, for the error message.
QString layoutHelperPath();

/// How long the helper may think about one graph.
inline constexpr std::chrono::milliseconds LayoutTimeout{ 20000 };

/// Lays out in the helper program tosaic-layout, because Graphviz can neither be cancelled nor
/// trusted to return: cancelling and time-outs kill the process, a crash ends only the request.
/// Remembers recent answers. Lives on a thread with an event loop.
class ProcessLayoutEngine : public LayoutEngine
{
    Q_OBJECT
public:
    explicit ProcessLayoutEngine(QObject *parent = nullptr);
    ProcessLayoutEngine(
        const QString &helper, std::chrono::milliseconds timeout, QObject *parent = nullptr);
    ~ProcessLayoutEngine() override;

    /// Errors: ToolMissing (no helper), ToolTimeout, ToolFailed (crash, garbage), LimitExceeded.
    void layout(const Request &request, Done done) override;
    void cancel() override;

    bool isBusy() const { return m_done != nullptr; }
    /// Of the helper while it lives, else 0.
    qint64 processId() const;

private:
    void startHelper();
    void stopHelper();
    void onReadyRead();
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);
    void answer(Result<Layout> result);

    QString m_helper;
    QProcess *m_process = nullptr;
    QTimer m_timer;
    Done m_done;
    Request m_request;
    QByteArray m_key;
    QByteArray m_input;
    QByteArray m_buffer;
    QCache<QByteArray, Layout> m_cache;
};

/// Blocking, for command lines and reports that run without an event loop.
Result<Layout> layoutNow(const Request &request, const QString &helper = layoutHelperPath(),
    std::chrono::milliseconds timeout = LayoutTimeout);

} // namespace tosaic::layout
