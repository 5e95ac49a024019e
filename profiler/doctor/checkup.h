// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/toolchain/environmentcatalogue.h"

#include <QObject>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic::toolchain {
class ToolProcess;
}

namespace tosaic::profile {

/// What a person has of one thing that work on Ethos-U models needs.
struct CheckedTool
{
    enum class State
    {
        Fits,
        Differs, ///< it is there and works, but in another version than the others need
        Missing,
        Broken, ///< it is there, and the smallest check of it failed
        NotNeeded ///< nothing is wrong: another one does what it cannot
    };

    /// Stable: "compilers", "arm-toolchain", "fvp", "executorch", "serial", "board", ...
    QString kind;
    QString name; ///< "FVP_Corstone_SSE-320"
    State state = State::Missing;
    QString version; ///< as it said itself; empty: not known
    QString path;
    QString check; ///< the smallest check of it, as a command line; empty: none was run
    QString note; ///< what does not fit, or what it is for
    QStringList remedy; ///< command lines that mend it, in their order
    QString license; ///< of what the remedy brings; empty: it brings nothing new
};
QString stateText(
    CheckedTool::State state); ///< "fits", "differs", "missing", "broken", "not-needed"

/// Looks what this machine has and runs the smallest check of each: programs are asked for their
/// version, environments are probed. Changes nothing and downloads nothing. Nothing blocks; lives
/// on a thread with an event loop.
class Checkup : public QObject
{
    Q_OBJECT
public:
    struct Request
    {
        toolchain::DiscoveryPlaces places; ///< of the compiler environments
        QString checkout; ///< of ExecuTorch; empty: EXECUTORCH_ROOT
        QString store; ///< address of the team's store, which this user approved; empty: none
    };

    explicit Checkup(QObject *parent = nullptr);
    ~Checkup() override;

    /// Once for each object.
    void start(const Request &request);
    const std::vector<CheckedTool> &tools() const { return m_tools; }
    /// After finished(): the smallest check of one row once more; what it finds takes the row's
    /// place. False: there is none of it, or something is checked just now.
    bool checkAgain(std::size_t row);

Q_SIGNALS:
    /// Once for each checkAgain() that returned true, never from inside it.
    void checkedAgain(int row);
    /// Exactly once after start(), never from inside it.
    void finished();

private:
    struct Question
    {
        CheckedTool tool;
        QString program;
        QStringList arguments;
    };

    using Take = std::function<void(CheckedTool)>;

    void takeEnvironments();
    void askPrograms();
    void ask();
    void run(const Question &question, const Take &take);
    CheckedTool answerOf(const Question &question, const toolchain::ToolProcess &process) const;
    CheckedTool checkout() const;
    void addSerialPorts();
    void askStore(const Take &take);

    Request m_request;
    toolchain::EnvironmentCatalogue m_catalogue;
    QString m_expectedExecuTorch; ///< the pinned release; empty: not known
    std::deque<Question> m_questions;
    std::map<std::size_t, Question> m_asked; ///< by row
    toolchain::EnvironmentProbe m_probe;
    std::optional<std::size_t> m_again; ///< row that is checked once more
    std::unique_ptr<toolchain::ToolProcess> m_process;
    JobSlot m_storeSlot;
    QString m_output;
    std::vector<CheckedTool> m_tools;
};

} // namespace tosaic::profile
