// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/environment.h"

#include <QFuture>
#include <QObject>

#include <functional>
#include <memory>

namespace tosaic::toolchain {

/// Makes a virtual environment with the pinned packages: venv, the pip steps of
/// resources/drivers/environment.json, probe. Takes minutes and 2 GB; lives on a thread with an
/// event loop and never blocks it. On failure or cancel the folder is removed again (before
/// finished() is emitted), and by the destructor while it runs;
/// one left half-made by a killed program carries a mark and is replaced by the next start().
class EnvironmentCreator : public QObject
{
    Q_OBJECT
public:
    struct Request
    {
        QString folder = createdEnvironmentDir();
        QString basePython; ///< empty: python3 on PATH
        QString extraIndexUrl; ///< the user's own package index, asked besides pip's own
        bool useSuggestedIndex = false; ///< also those of the pins (CPU build of torch: saves GiBs)
        QString wheelsFolder; ///< offline: install from these wheels alone
        /// "5.0.0": an environment with this version of Vela and nothing else, which compiles
        /// .tosa and .tflite; empty: all that is pinned.
        QString velaVersion;
        QString drivers = driversDir();
    };

    explicit EnvironmentCreator(QObject *parent = nullptr);
    ~EnvironmentCreator() override;

    void start(const Request &request);
    /// Ends with finished(false) and a problem "cancelled".
    void cancel();
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void logLine(const QString &line);
    /// `index` counts from 0.
    void stageChanged(const QString &name, int index, int count);
    /// 0 to 1 over all steps; pip tells nothing finer than the packages it has collected.
    void progressed(double fraction);
    /// Exactly once for each start(), never from inside it. environment.problems says why it
    /// failed, or what is odd about one that succeeded.
    void finished(bool succeeded, const tosaic::toolchain::ToolEnvironment &environment);

private:
    struct Command
    {
        QString label;
        QString program;
        QStringList arguments;
    };
    Result<std::vector<Command>> plan() const;
    Result<void> prepareFolder() const;
    void begin();
    void runNext();
    void commandFinished();
    void readLine(const QString &line);
    void probe();
    void fail(const Diagnostic &problem);
    void conclude(bool succeeded, const ToolEnvironment &environment);
    void removeFolder(std::function<void()> then);

    Request m_request;
    EnvironmentPins m_pins;
    std::vector<Command> m_commands;
    std::size_t m_current = 0;
    QStringList m_lastLines;
    std::unique_ptr<ToolProcess> m_process;
    EnvironmentProbe m_probe;
    QFuture<void> m_removal;
    bool m_isRunning = false;
    bool m_ownsFolder = false;
};

} // namespace tosaic::toolchain
