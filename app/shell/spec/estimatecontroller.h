// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/mode.h"
#include "app/shell/frame/shellcontext.h"
#include "core/documents/estimatesource.h"
#include "core/toolchain/estimateservice.h"

#include <QObject>
#include <QTimer>

class QAction;

namespace tosaic::shell {

class CompileRunner;
class ToolKeeper;
class WindowCells;

/// The live estimate: every edit of the spec runs Vela on the TOSA of what is open, and one action
/// writes the .pte that such a compile would give. Fills the session's EstimateDocument.
class EstimateController : public QObject
{
    Q_OBJECT
public:
    EstimateController(const ShellContext &context, CompileRunner &runner, ToolKeeper &tools,
        const WindowCells &cells, QObject *parent = nullptr);

    /// What Vela is run on; empty: nothing.
    const EstimateSource &source() const { return m_source; }

Q_SIGNALS:
    /// source() is other TOSA than before.
    void sourceChanged();

private:
    void registerAction();
    /// Exchanges the payloads of the open .pte and opens the result like a compile's.
    void apply();
    void tellWhere(const std::shared_ptr<const compiled::CompileResult> &result);
    void takeSource();
    void takeTools();
    void takeEstimate(const std::shared_ptr<const compiled::Estimate> &estimate);
    EstimateSource findSource() const;
    void askSoon();
    void ask();
    bool isCurrent() const;
    QString otherSubject() const;
    void publish();

    ShellContext m_context;
    CompileRunner &m_runner;
    ToolKeeper &m_tools;
    toolchain::EstimateService m_service;
    QTimer m_typing;
    EstimateSource m_source;
    std::shared_ptr<const compiled::Estimate> m_estimate;
    analysis::MemoryNeed m_need; ///< of it
    std::shared_ptr<const compiled::Estimate> m_previous;
    analysis::MemoryNeed m_previousNeed;
    bool m_isApplying = false;
    QAction *m_apply = nullptr;
};

} // namespace tosaic::shell
