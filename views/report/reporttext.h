// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QCoreApplication>

#include <optional>

/// Internal to this folder.
namespace tosaic::views {

/// One translation context for the whole report.
struct ReportText
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

/// "FVP", "origin not stated".
inline QString originTagOf(std::optional<Origin> origin)
{
    return origin ? originTag(*origin) : ReportText::tr("origin not stated");
}

/// Of a run's conditions: "fast: the simulator's timing is not valid".
inline QString modeText(const QString &mode)
{
    return mode == QLatin1StringView("fast")
        ? ReportText::tr("fast: the simulator's timing is not valid")
        : mode;
}

} // namespace tosaic::views
