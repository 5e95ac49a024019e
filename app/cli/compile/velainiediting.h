// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <QStringList>

#include <vector>

namespace tosaic::cli {

/// What `vela-ini` is asked to change in one file.
struct IniChanges
{
    QStringList settings; ///< "System_Config.Board.core_clock=5e8"; an empty value removes the key
    QString newSystem; ///< name of a new section, with or without its family; empty: none
    QString templateId; ///< "U85-DRAM", "Dedicated_Sram", ...
    QString output;

    bool isEmpty() const { return settings.isEmpty() && newSystem.isEmpty(); }
};

struct IniChanged
{
    bool isWritten = false; ///< false: a change would make an error that the file has not
    QString newSection; ///< "System_Config.Ethos_U85_Board"; empty: none was asked for
    std::vector<Diagnostic> diagnostics; ///< of the changed text
};

/// Writes the changed text; all else in it stays. `input` may be empty with a new section. Errors:
/// SpecInvalid, FormatDamaged (no UTF-8), those of reading and writing.
Result<IniChanged> changeIni(const QString &input, const IniChanges &changes);

} // namespace tosaic::cli
