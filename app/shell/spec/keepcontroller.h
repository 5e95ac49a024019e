// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/spec/compilespec.h"
#include "core/toolchain/partitionpreview.h"

#include <QObject>

class QAction;

namespace tosaic::shell {

class CompileController;

/// What stays on the CPU: operators are kept there and released again, by the selection, the pages
/// and the docks; while that differs from the shown compile, however it came to, a notice says what
/// it would change and offers to compile.
class KeepController : public QObject
{
    Q_OBJECT
public:
    KeepController(
        const ShellContext &context, CompileController &compile, QObject *parent = nullptr);

    /// Adds to what stays on the CPU and offers to compile.
    void keepOnCpu(const spec::KeepOnCpu &what);
    void release(const spec::KeepOnCpu &what);
    /// A whole spec whose pins or other choices are others, to be undone in one step: previews it
    /// and offers to compile.
    void propose(const spec::CompileSpec &spec);
    /// How the spec would cut the model, on request: also where nothing was changed or compiled.
    void showPreview();

private:
    void registerActions();
    void updateActions();
    spec::KeepOnCpu compiled() const; ///< by what is shown
    bool isChanged() const; ///< against that
    bool isProposed() const;
    void beginPreview(const toolchain::CompileRequest &request);
    void endPreview();
    void forgetPreview();
    void followSpec();
    bool isCompiling() const;
    bool isLastEdit() const;
    void offerCompile();
    void takeBack();
    enum class Unapproved
    {
        Leave, ///< no preview
        Ask
    };
    void askPreview(Unapproved unapproved);
    QString keptText() const;
    spec::KeepOnCpu selectedNode(bool wholeKind) const;

    ShellContext m_context;
    CompileController &m_compile;
    toolchain::PartitionPreview m_preview;
    spec::CompileSpec m_asked; ///< of the preview
    spec::CompileSpec m_answered; ///< by session.preview()
    std::optional<spec::CompileSpec> m_proposed; ///< with more than other pins
    std::optional<JobId> m_job; ///< while the preview is asked
    JobSlot m_hashSlot;
    QAction *m_keep = nullptr;
    QAction *m_keepKind = nullptr;
    QAction *m_release = nullptr;
    QAction *m_show = nullptr; ///< the preview
};

} // namespace tosaic::shell
