// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compilerunner.h"
#include "app/shell/shellcontext.h"
#include "app/shell/toolkeeper.h"

#include <QObject>

#include <vector>

class QAction;

namespace tosaic::shell {

/// Compile, and what leads to it: the model, trust in it, the tools, what is kept on the CPU.
class CompileController : public QObject
{
    Q_OBJECT
public:
    CompileController(const ShellContext &context, QObject *parent = nullptr);

    ToolKeeper &tools() { return m_tools; }
    CompileRunner &runner() { return m_runner; }

    void compile();
    void chooseInput();
    /// Adds to what stays on the CPU and offers to compile.
    void keepOnCpu(const spec::KeepOnCpu &what);
    void release(const spec::KeepOnCpu &what);
    void askTrust(const QString &path, const QString &sha256);

Q_SIGNALS:
    /// Something is to be read there: "jobs" or "problems".
    void panelWanted(const QString &id);

private:
    void registerActions();
    void registerToolActions();
    void updateActions();
    void checkThenStart();
    bool isReady();
    void start(const QString &interpreter, bool trusted);
    void offerTools();
    void offerCompile(const spec::CompileSpec &before);
    void undoSpec();
    void showResult(const std::shared_ptr<const toolchain::CompileResult> &result);
    void trust(const QString &sha256);
    bool isTrusted(const QString &sha256) const;
    spec::KeepOnCpu selectedNode(bool wholeKind) const;
    void connectSpecPage();

    ShellContext m_context;
    ToolKeeper m_tools;
    CompileRunner m_runner;
    JobSlot m_hashSlot;
    std::vector<spec::CompileSpec> m_undo; ///< specs before, newest last
    spec::CompileSpec m_lastSpec;
    QAction *m_run = nullptr;
    QAction *m_cancel = nullptr;
    QAction *m_keep = nullptr;
    QAction *m_keepKind = nullptr;
    QAction *m_release = nullptr;
    QAction *m_undoAction = nullptr;
};

} // namespace tosaic::shell
