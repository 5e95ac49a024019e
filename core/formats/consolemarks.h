// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace tosaic::formats {

/// Whether text is what Vela prints while it compiles: its summary, its refusals or its errors.
/// Logs of a run on an NPU are not, even where they contain such lines. Looks at the beginning and
/// the end of long texts.
bool isVelaConsole(QByteArrayView text);

} // namespace tosaic::formats
