// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compilerunner.h"
#include "app/shell/shellcontext.h"
#include "app/shell/toolkeeper.h"

#include <QObject>

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
    /// Any request; asks first if its input runs code that is not trusted. It joins the queue.
    void compile(toolchain::CompileRequest request);
    void chooseInput();
    void askTrust(const QString &path, const QString &sha256);

Q_SIGNALS:
    /// Something is to be read there: "jobs" or "problems".
    void panelWanted(const QString &id);

private:
    void registerActions();
    void registerToolActions();
    bool isReady();
    void askAndStart(const toolchain::CompileRequest &request, const QString &sha256);
    void startTrusted(toolchain::CompileRequest request);
    void start(toolchain::CompileRequest request);
    void offerTools();
    void offerResult(const std::shared_ptr<const toolchain::CompileResult> &result);
    void showResult(const std::shared_ptr<const toolchain::CompileResult> &result);
    void trust(const QString &sha256);
    bool isTrusted(const QString &sha256) const;
    void connectSpecPage();

    ShellContext m_context;
    ToolKeeper m_tools;
    CompileRunner m_runner;
    JobSlot m_hashSlot;
    QAction *m_cancel = nullptr;
};

} // namespace tosaic::shell
