// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/liverun.h"

#include <QString>

/// What the panel says about a run, in the user's words.
namespace tosaic::views {

/// "Running 00:12", "Timed out after 10:00".
QString runStateText(profile::LiveRun::State state, qint64 elapsedMs);
/// "00:12", "1:02:03".
QString elapsedText(qint64 milliseconds);

struct FindingText
{
    QString what;
    QString nextStep; ///< empty: what it says is enough
};
/// A finding of checkRequest(), or why a run failed.
FindingText findingText(const Diagnostic &finding);

/// A key figure of a run so far.
struct RunFigure
{
    QString name;
    QString value; ///< with unit
    QString origin;
};
/// The number of measurements and the first counters of the newest; none before there are any.
std::vector<RunFigure> figuresOf(const profile::Run &run, std::optional<Origin> origin);

} // namespace tosaic::views
