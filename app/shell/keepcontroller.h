// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/spec/compilespec.h"

#include <QObject>

class QAction;

namespace tosaic::shell {

class CompileController;

/// What stays on the CPU: operators are kept there and released again, by the selection, the pages
/// and the docks, and a compile is offered that shows what that changes.
class KeepController : public QObject
{
    Q_OBJECT
public:
    KeepController(
        const ShellContext &context, CompileController &compile, QObject *parent = nullptr);

    /// Adds to what stays on the CPU and offers to compile.
    void keepOnCpu(const spec::KeepOnCpu &what);
    void release(const spec::KeepOnCpu &what);

private:
    void registerActions();
    void updateActions();
    void offerCompile();
    spec::KeepOnCpu selectedNode(bool wholeKind) const;

    ShellContext m_context;
    CompileController &m_compile;
    QAction *m_keep = nullptr;
    QAction *m_keepKind = nullptr;
    QAction *m_release = nullptr;
};

} // namespace tosaic::shell
