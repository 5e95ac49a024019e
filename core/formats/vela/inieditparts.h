// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/iniedit.h"
#include "core/formats/vela/iniscan.h"

/// What the edits of keys and of sections share; for this folder only.
namespace tosaic::formats::vela::iniparts {

tl::unexpected<Error> invalid(const QString &detail);
bool isSystemName(const QString &section);
/// From behind to front.
IniEdits ordered(IniEdits edits);
Result<void> checkValue(const QString &value);
Result<const IniBlock *> blockOf(const IniScan &scan, const QString &section);
IniEdit insertBehind(const IniScan &scan, size_t line, const QString &what);
/// Sets key and value of an entry; a comment behind the value moves above it.
IniEdits replaceValue(const IniScan &scan, const IniLine &line, const QString &text,
    const QString &key, const QString &value);
/// The value of an entry with what continues it.
QString valueOf(const IniScan &scan, const IniLine &line, const QString &text);

/// One exchange from the first to the last difference; none if there is none.
IniEdits asOneEdit(const QString &before, const QString &after);

} // namespace tosaic::formats::vela::iniparts
