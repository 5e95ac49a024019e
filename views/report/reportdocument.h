// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/widgets/theme.h"

#include <QTextDocument>

namespace tosaic::views {

/// Lays the report out in a QTextDocument, for the preview. `pictureWidth` is what a picture or a
/// table may take, in the document's pixels.
void fillDocument(QTextDocument &document, const report::Report &report, const ThemeColors &colors,
    int pictureWidth);

} // namespace tosaic::views
