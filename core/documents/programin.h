// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace tosaic {

/// What a command that takes a program is meant to take: `path` itself, or of a folder (or the
/// result.json in it) what its compile made: the .pte, else the network or the streams of Vela. Of
/// a folder without a compile the only program in it. `suffixes` the kinds that are taken, in the
/// order in which they go before each other. Blocks. Errors: FormatUnknown, naming what there is,
/// if it is none or several; those of compiled::readCompileResult().
Result<QString> programIn(const QString &path,
    const QStringList &suffixes = { QStringLiteral("pte"), QStringLiteral("bpte"),
        QStringLiteral("tflite"), QStringLiteral("npz") });

} // namespace tosaic
