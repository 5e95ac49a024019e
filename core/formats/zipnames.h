// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QStringList>

namespace tosaic::formats {

/// Names of a ZIP archive's entries from its central directory, at most 4096; empty if there is
/// none that can be read.
QStringList zipNames(QByteArrayView bytes);

} // namespace tosaic::formats
