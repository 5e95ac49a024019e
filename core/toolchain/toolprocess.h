// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/workfolder.h"
#include "core/toolchain/processend.h"

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
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

/// Where tosaic-supervise is: beside the program, or in ../libexec/tosaic. Empty if it is missing.
QString supervisorPath();

/// A program of somebody else, run under tosaic-supervise so that it ends with everything it
/// started, also what made a session of its own, and also when we are killed (SIGKILL). Without
/// tosaic-supervise the program itself dies with us, but only its process group ends with it.
/// Lives on a thread with an event loop that outlives it; nothing here waits, except the destructor
/// for a process it has killed (milliseconds).
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
        int graceMs = 1000; ///< between terminate and kill
        /// An argument that holds "%EVENTS_FD%" gets the number of an inherited descriptor; the
        /// program writes one JSON object a line there.
        bool hasEvents = false;
        /// The program reads what write() sends; otherwise its standard input is empty.
        bool hasInput = false;
        /// Output comes through outputRead() as it is, with CR, NUL and all; lineRead() is silent.
        bool isRaw = false;
    };

    using End = ProcessEnd::Kind;

    explicit ToolProcess(QObject *parent = nullptr);
    /// Kills what still runs, with everything it started.
    ~ToolProcess() override;

    /// Once for each object.
    void start(const Command &command);
    /// To the program's standard input; for a Command with hasInput, once it has started.
    void write(const QByteArray &bytes);
    /// Delivers the output that is in the pipe already, for an event that comes after it.
    void deliverOutput();
    /// Terminates the program's group, and kills the whole tree if it does not end in time.
    void cancel();
    bool isRunning() const { return m_isRunning; }
    /// Of the root of the tree; 0 before it has started.
    qint64 processId() const { return m_processId; }
    /// Largest resident size of a process of the tree, in bytes; known once it has ended.
    std::optional<quint64> peakMemoryBytes() const { return m_peakMemory; }

    const ProcessEnd &ending() const { return m_end; }
    End end() const { return m_end.kind; }
    int exitCode() const { return m_end.exitCode; }
    QString endDetail() const { return m_end.detail; }
    /// Absent if it ended well. `limitMs` is named if it was exceeded.
    std::optional<Diagnostic> problem(int limitMs = 0) const;

Q_SIGNALS:
    /// Of a Command with isRaw: standard output and error as they come.
    void outputRead(const QByteArray &bytes);
    /// The process is there (its program may still turn out not to start).
    void started();
    /// Standard output and error as they come, without line end.
    void lineRead(const QString &line);
    void eventRead(const QJsonObject &event);
    /// The event channel held something that is not an event ("tool.bad-event").
    void problemFound(const tosaic::Diagnostic &problem);
    /// Exactly once after start(), never from inside it; all lines and events have been delivered.
    void finished();

private:
    bool openChannel();
    bool openEventPipe();
    void closeEventPipe();
    void prepareChild(const Command &command);
    void drainOutput();
    void drainEvents();
    void takeEvent(const LineSplitter::Line &line);
    void stop(End reason);
    void terminate() const;
    void killTree();
    void readChannel();
    void conclude(End end, int exitCode, const QString &detail);

    QProcess m_process;
    std::unique_ptr<WorkFolder> m_temporaryDir;
    std::unique_ptr<QSocketNotifier> m_eventNotifier;
    int m_channel = -1; ///< to tosaic-supervise; its end is the end of the tree
    int m_childChannel = -1;
    bool m_isSupervised = false;
    bool m_isRaw = false;
    int m_startError = 0; ///< errno of the program that did not start
    std::optional<quint64> m_peakMemory;
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
    ProcessEnd m_end;
};

} // namespace tosaic::toolchain
