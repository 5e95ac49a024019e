// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/base/approvals.h"

#include <QObject>

namespace tosaic::shell {

class ToolKeeper;

/// Asks whether tools that a workspace or a folder brings may be started, and shows what is
/// approved.
class TrustController : public QObject
{
    Q_OBJECT
public:
    TrustController(const ShellContext &context, ToolKeeper &tools, QObject *parent = nullptr);

private:
    void ask(const TrustSubject &subject);
    void showApprovals();

    ShellContext m_context;
    ToolKeeper &m_tools;
};

} // namespace tosaic::shell
