// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <memory>

namespace tosaic::views {

/// What the ETDump of the current run says by kernel: times of every instruction with their
/// spread, allocations, values that change between executions, and how the run was made.
class KernelsPage : public QWidget
{
    Q_OBJECT
public:
    KernelsPage(RunsDocument &runs, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~KernelsPage() override;

    /// The open model, for names and for the selection; null: none. Must outlive the page or be
    /// replaced before.
    void setModel(ModelDocument *model);

Q_SIGNALS:
    /// The empty state: a run on this machine is wanted.
    void runRequested();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::views
