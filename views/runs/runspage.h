// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

namespace tosaic::views {

/// Measured runs: which there are, what the log says, counters as table and chart. Follows and sets
/// the selection (EntityRef::counter).
class RunsPage : public QWidget
{
    Q_OBJECT
public:
    RunsPage(RunsDocument &runs, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~RunsPage() override;

    /// The open model, to say whether a run belongs to it and to attach runs; null = none is open.
    /// The document must outlive the page.
    void setModel(ModelDocument *model);

Q_SIGNALS:
    /// The user wants to open a console log.
    void openRequested();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::views
