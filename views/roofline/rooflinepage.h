// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <memory>

namespace tosaic::views {

/// Roofline of one command stream: peak and memories as roofs, one mark for each operator, the
/// current console run as one more, and beside it the same as tables with what has no place. Sets
/// and follows the selection.
class RooflinePage : public QWidget
{
    Q_OBJECT
public:
    RooflinePage(ProfileDocument &profile, RunsDocument &runs, SelectionContext &selection,
        const Theme &theme, QWidget *parent = nullptr);
    ~RooflinePage() override;

Q_SIGNALS:
    /// The user wants to open a compile, or a trace.
    void openRequested();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::views
