// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/report.h"

#include <QByteArray>
#include <QString>

namespace tosaic::report {

/// One HTML file that needs nothing else: no reference to any other file or server, pictures
/// inside, light and dark by the reader's preference, fit for printing. The one script in it sorts
/// tables; the page's own rules forbid any other. All text is escaped. `templateText` replaces the
/// built-in ctemplate template; FormatDamaged if it is not one. Any thread.
Result<QByteArray> toHtml(const Report &report, const QString &templateText = {});

/// A picture that cannot do harm when it stands inside HTML: only drawing elements and attributes,
/// no scripts, events, style sheets or references outside; ids get the prefix so that several
/// pictures do not clash. Empty if the SVG is not well-formed.
QByteArray safeSvg(const QByteArray &svg, const QString &idPrefix = {});

/// The picture with other colours: values of attributes that are "#rrggbb" of the table.
QByteArray recoloured(const QByteArray &svg, const QHash<QString, QString> &colours);

} // namespace tosaic::report
