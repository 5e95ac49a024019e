// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/advice/advice.h"
#include "core/base/jobslot.h"
#include "core/base/workfolder.h"
#include "core/toolchain/compilejob.h"

#include <QObject>

#include <memory>
#include <vector>

namespace tosaic::shell {

class CompileController;

/// Compiles of the open model that answer advice which no estimate can: one after another, each
/// beside what is open and gone when it has answered. The model's code runs only if the user has
/// approved it. Lives on the GUI thread.
class AdviceCompiles : public QObject
{
    Q_OBJECT
public:
    AdviceCompiles(const ShellContext &context, CompileController &compile);
    ~AdviceCompiles() override;

    /// `subject`: what the advice is about.
    void add(const advice::Advice &advice, const advice::Subject &subject);
    /// Ends and drops all.
    void forget();
    int count() const { return static_cast<int>(m_waiting.size()) + (m_job ? 1 : 0); }

Q_SIGNALS:
    void changed();
    /// What the compile came to.
    void answered(const tosaic::advice::Advice &advice);

private:
    struct Question
    {
        advice::Advice advice;
        advice::Subject subject;
        QString model; ///< the .py or .pt2
        QString trustedContent = {}; ///< of it, once it is approved
    };

    void check(const Question &question);
    void next();
    void start(const Question &question);
    void end(
        const Question &question, const std::shared_ptr<const compiled::CompileResult> &result);
    void tell(const Diagnostic &problem);

    ShellContext m_context;
    CompileController &m_compile;
    std::vector<Question> m_waiting;
    std::unique_ptr<toolchain::CompileJob> m_job; ///< null: none runs
    std::unique_ptr<WorkFolder> m_folder; ///< of it
    JobId m_entry;
    JobSlot m_checking;
    JobSlot m_reading;
};

} // namespace tosaic::shell
