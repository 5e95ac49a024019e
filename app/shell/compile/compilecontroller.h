// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compile/compilerunner.h"
#include "app/shell/frame/shellcontext.h"
#include "app/shell/tools/toolkeeper.h"

#include <QObject>

#include <functional>
#include <vector>

class QAction;

namespace tosaic::shell {

/// Compile, and what leads to it: the model, trust in it, the tools.
class CompileController : public QObject
{
    Q_OBJECT
public:
    CompileController(const ShellContext &context, QObject *parent = nullptr);

    ToolKeeper &tools() { return m_tools; }
    CompileRunner &runner() { return m_runner; }

    void compile();
    /// Any request; asks first about what this user has not approved. It joins the queue.
    void compile(toolchain::CompileRequest request);
    void chooseInput();
    /// Before it is compiled; nothing happens if it is approved.
    void askTrust(const QString &path, const std::function<void()> &next = {});
    /// Calls `next` once the user has approved that the model's code runs, at once if that is so
    /// already or if it is none; never if not. Gives what was approved, for
    /// CompileRequest::trustedContent. Looks at the file in the background.
    void whenTrusted(const QString &path, const std::function<void(const QString &content)> &next);
    /// The page with the compilers.
    void showTools();
    /// The same, where one that is there is chosen.
    void chooseTools();

private:
    void registerActions();
    void registerToolActions();
    bool isReady();
    void startApproved(
        toolchain::CompileRequest request, const std::vector<TrustSubject> &subjects);
    void ask(const TrustSubject &subject, const std::function<void()> &next);
    void approve(const TrustSubject &subject);
    void tell(const Error &error);
    void start(toolchain::CompileRequest request);
    void waitForTools();
    void goOnWithTools();
    void offerTools();
    void offerResult(const std::shared_ptr<const compiled::CompileResult> &result);
    void tellFailure(const compiled::CompileResult &result);
    void showResult(const std::shared_ptr<const compiled::CompileResult> &result);
    void connectSpecPage();

    ShellContext m_context;
    ToolKeeper m_tools;
    CompileRunner m_runner;
    JobSlot m_hashSlot;
    JobSlot m_trustSlot; ///< of whenTrusted()
    QAction *m_cancel = nullptr;
    bool m_compilesWhenFound = false; ///< asked for while the tools were still looked for
    bool m_lacksTools = false; ///< the problem that says so stands there
};

} // namespace tosaic::shell
