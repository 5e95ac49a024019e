// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/base/ids.h"
#include "core/base/joblist.h"
#include "core/sweep/sweep.h"

#include <QObject>
#include <QPointer>

namespace tosaic::views {
class WhatIfPage;
}

namespace tosaic::shell {

class EstimateController;
class MemoryController;
class ToolKeeper;

/// The what-if grid of the spec being edited, on the TOSA that the live estimate uses.
class WhatIfController : public QObject
{
    Q_OBJECT
public:
    WhatIfController(const ShellContext &context, const EstimateController &estimate,
        const MemoryController &memory, ToolKeeper &tools, QObject *parent = nullptr);

private:
    void makePage();
    void start();
    void cancel();
    void take(const std::shared_ptr<const sweep::SweepResult> &result);
    void forget();
    void publish();
    /// What all cells have in common; absent if it is no spec.
    std::optional<spec::CompileSpec> shared() const;

    ShellContext m_context;
    const EstimateController &m_estimate;
    const MemoryController &m_memory;
    ToolKeeper &m_tools;
    QPointer<views::WhatIfPage> m_page;
    sweep::Sweep *m_sweep = nullptr; ///< null: none runs
    JobId m_job;
    std::shared_ptr<const sweep::SweepResult> m_result;
    std::optional<spec::CompileSpec> m_shared; ///< of the result
};

} // namespace tosaic::shell
