// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

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

/// The first of the names, and how many there are besides: "a, b, c and 4 more".
inline QString listedNames(
    const QStringList &names, qsizetype most, const QString &separator = QStringLiteral(", "))
{
    const auto listed = names.mid(0, most).join(separator);
    return names.size() <= most
        ? listed
        : ReportText::tr("%1 and %2 more")
              .arg(listed, formatCount(static_cast<quint64>(names.size() - most)));
}

/// Of a run's conditions: "fast: the simulator's timing is not valid".
inline QString modeText(const QString &mode)
{
    return mode == QLatin1StringView("fast")
        ? ReportText::tr("fast: the simulator's timing is not valid")
        : mode;
}

} // namespace tosaic::views
