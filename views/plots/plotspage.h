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

class PlotView;

/// Counters of the current run over time: by inference, as they came, by repeat, along a PMU trace,
/// and the samples that a workspace keeps. A live run is followed while it goes on; counters of a
/// trace are narrowed to the range of the timeline. Samples are put
/// together on a pool thread.
class PlotsPage : public QWidget
{
    Q_OBJECT
public:
    PlotsPage(RunsDocument &runs, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~PlotsPage() override;

    /// Where profile::MeasuredRun::stored is; empty: no workspace is open.
    void setWorkspace(const QString &path);
    /// The range that a trace's counters are narrowed to; null: none.
    void setProfile(ProfileDocument *profile);
    PlotView &plot();

Q_SIGNALS:
    /// There is no run yet, and the user wants one.
    void runRequested();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::views
