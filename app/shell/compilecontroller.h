// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compilerunner.h"
#include "app/shell/shellcontext.h"
#include "app/shell/toolkeeper.h"

#include <QObject>

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
    /// Any request; asks first if its input runs code that is not trusted. It joins the queue.
    void compile(toolchain::CompileRequest request);
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
    bool isReady();
    void askAndStart(const toolchain::CompileRequest &request, const QString &sha256);
    void startTrusted(toolchain::CompileRequest request);
    void start(toolchain::CompileRequest request);
    void offerTools();
    void offerCompile();
    void offerResult(const std::shared_ptr<const toolchain::CompileResult> &result);
    void showResult(const std::shared_ptr<const toolchain::CompileResult> &result);
    void trust(const QString &sha256);
    bool isTrusted(const QString &sha256) const;
    spec::KeepOnCpu selectedNode(bool wholeKind) const;
    void connectSpecPage();

    ShellContext m_context;
    ToolKeeper m_tools;
    CompileRunner m_runner;
    JobSlot m_hashSlot;
    QAction *m_run = nullptr;
    QAction *m_cancel = nullptr;
    QAction *m_keep = nullptr;
    QAction *m_keepKind = nullptr;
    QAction *m_release = nullptr;
};

} // namespace tosaic::shell
