// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/sweep/sweep.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <map>
#include <vector>

namespace tosaic::shell {

class CompileController;

/// Compiles that a what-if grid needs, one for each lowering of a model: in the queue, with records
/// of their own, while what is open stays as it is. Their TOSA serves every later grid until the
/// model's file changes. Lives on the GUI thread.
class GridCompiles : public QObject
{
    Q_OBJECT
public:
    GridCompiles(const ShellContext &context, CompileController &compile);
    ~GridCompiles() override;

    struct Wanted
    {
        QString input; ///< absolute; a .py or .pt2
        QString sha256; ///< that it must have; empty: whatever it is
        std::vector<spec::CompileSpec> specs; ///< of different lowerings
        QString trustedContent = {}; ///< known once it is approved
    };

    /// Asks about code that was not approved, then compiles, then calls `done`; a compile that
    /// fails is a source without TOSA. `done` is never called if an approval is refused.
    void start(std::vector<Wanted> wanted, const std::function<void()> &done);
    /// Ends those that run and drops what waits for an approval.
    void cancel();
    bool isRunning() const { return m_checking.isRunning() || !m_open.empty(); }
    int openCount() const { return static_cast<int>(m_open.size()); }

    /// What compiles of this file left, without the name of a model.
    std::vector<sweep::SweepSource> sourcesOf(const QString &input) const;
    /// The next grid may ask for them again.
    void forgetFailed();

Q_SIGNALS:
    void changed();
    /// A model is not what it is to be, so that its compiles could not be compared.
    void refused(const tosaic::Error &error);

private:
    struct Compile
    {
        QString input;
        spec::CompileSpec spec;
        QString stamp; ///< of the input, when it was asked for
    };

    void check(std::vector<Wanted> wanted, const std::function<void()> &done);
    void approve(
        std::vector<Wanted> wanted, std::size_t next, quint64 question, std::function<void()> done);
    void run(const std::vector<Wanted> &wanted, const std::function<void()> &done);
    void take(JobId id, const std::shared_ptr<const compiled::CompileResult> &result);
    static QString stampOf(const QString &input);

    ShellContext m_context;
    CompileController &m_compile;
    JobSlot m_checking;
    quint64 m_question = 0; ///< answers to an earlier one start nothing
    QHash<JobId, Compile> m_open;
    std::function<void()> m_done;
    struct Left
    {
        QString stamp;
        sweep::SweepSource source;
    };
    std::map<QString, std::vector<Left>> m_left; ///< by input
};

} // namespace tosaic::shell
