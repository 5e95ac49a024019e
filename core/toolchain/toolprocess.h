// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>
#include <optional>

class QSocketNotifier;

namespace tosaic::toolchain {

/// Cuts a byte stream into lines of a bounded length; the rest of a longer line is dropped.
class LineSplitter
{
public:
    struct Line
    {
        QByteArray text; ///< without line end
        bool isCut = false;
    };

    explicit LineSplitter(qsizetype limit) : m_limit(limit) { }

    template <typename Take>
    void feed(QByteArrayView bytes, Take take)
    {
        while (!bytes.isEmpty()) {
            const auto end = bytes.indexOf('\n');
            const auto part = end < 0 ? bytes : bytes.first(end);
            append(part);
            if (end < 0)
                return;
            take(finish());
            bytes = bytes.sliced(end + 1);
        }
    }
    bool hasRest() const { return !m_line.isEmpty(); }
    Line finish();

private:
    void append(QByteArrayView part);

    qsizetype m_limit;
    QByteArray m_line;
    bool m_isCut = false;
};

/// A program of somebody else, run in a session of its own so that it ends with everything it
/// started. Lives on a thread with an event loop; nothing here waits, except the destructor for a
/// process it has killed (milliseconds).
class ToolProcess : public QObject
{
    Q_OBJECT
public:
    struct Command
    {
        QString program;
        QStringList arguments;
        QString workingDirectory;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        int timeLimitMs = 0; ///< 0: none
        int graceMs = 2000; ///< between terminate and kill
        /// An argument that holds "%EVENTS_FD%" gets the number of an inherited descriptor; the
        /// program writes one JSON object a line there.
        bool hasEvents = false;
    };

    enum class End
    {
        Exited, ///< by itself: exitCode
        Crashed, ///< by a signal: exitCode is its number
        NotStarted,
        TimedOut,
        Cancelled
    };

    explicit ToolProcess(QObject *parent = nullptr);
    /// Kills what still runs, with everything it started.
    ~ToolProcess() override;

    /// Once for each object.
    void start(const Command &command);
    /// Terminates the whole group, and kills it if it does not end in time.
    void cancel();
    bool isRunning() const { return m_isRunning; }
    qint64 processId() const { return m_processId; }

    End end() const { return m_end; }
    int exitCode() const { return m_exitCode; }
    /// Why it did not start, or which signal ended it; empty otherwise.
    QString endDetail() const { return m_endDetail; }

Q_SIGNALS:
    /// Standard output and error as they come, without line end.
    void lineRead(const QString &line);
    void eventRead(const QJsonObject &event);
    /// The event channel held something that is not an event ("tool.bad-event").
    void problemFound(const tosaic::Diagnostic &problem);
    /// Exactly once after start(), never from inside it; all lines and events have been delivered.
    void finished();

private:
    bool openEventPipe();
    void closeEventPipe();
    void prepareChild(const Command &command);
    void drainOutput();
    void drainEvents();
    void takeEvent(const LineSplitter::Line &line);
    void stop(End reason);
    void signalGroup(int signal) const;
    void conclude(End end, int exitCode, const QString &detail);

    QProcess m_process;
    std::unique_ptr<QTemporaryDir> m_temporaryDir;
    std::unique_ptr<QSocketNotifier> m_eventNotifier;
    int m_eventReadFd = -1;
    int m_eventWriteFd = -1;
    LineSplitter m_output;
    LineSplitter m_events;
    int m_badEvents = 0;
    QTimer m_timeLimit;
    QTimer m_grace;
    int m_graceMs = 2000;
    qint64 m_processId = 0;
    bool m_isRunning = false;
    std::optional<End> m_stopReason;
    End m_end = End::NotStarted;
    int m_exitCode = 0;
    QString m_endDetail;
};

} // namespace tosaic::toolchain
