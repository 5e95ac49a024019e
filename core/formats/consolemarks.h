// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QRegularExpression>

namespace tosaic::formats {

/// Whether text is what Vela prints while it compiles: its summary, its refusals or its errors.
/// Logs of a run on an NPU are not, even where they contain such lines. Looks at the beginning and
/// the end of long texts.
bool isVelaConsole(QByteArrayView text);

/// What people and programs put before a line of Vela when they keep it: blanks, the time of a
/// build server, the marks of a Markdown list, heading or quote. Anchored at the beginning.
const QRegularExpression &lineDecoration();

} // namespace tosaic::formats
