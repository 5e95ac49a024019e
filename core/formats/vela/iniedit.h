// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <utility>
#include <vector>

/// Edits of a vela.ini text that touch nothing else: comments, order, blanks and line ends stay.
/// What they write is read alike by both of Vela's parsers.
namespace tosaic::formats::vela {

/// `removed` characters at `at` become `inserted`.
struct IniEdit
{
    qsizetype at = 0;
    qsizetype removed = 0;
    QString inserted;
    bool operator==(const IniEdit &) const = default;
};
/// Places are those of the text before; from behind to front, so that they can be applied one after
/// the other.
using IniEdits = std::vector<IniEdit>;

QString applied(QString text, const IniEdits &edits);

/// "core_clock" and its value, as written.
using IniKeyValue = std::pair<QString, QString>;
/// A section to be written.
struct IniSectionText
{
    QString name; ///< with its prefix
    QString comment; ///< one line without ";"; may be empty
    std::vector<IniKeyValue> entries;
};

/// Sections are named in full ("System_Config.Board"). Errors of all: SpecInvalid, saying what
/// stands against it (unknown section or key, name taken, a value that the parsers would read
/// differently).
///
/// Sets a key, in the spelling that the C++ core needs. A new one goes where Arm's file would have
/// it. `inherit` must name an earlier section and becomes the first entry.
Result<IniEdits> setIniKey(
    const QString &text, const QString &section, const QString &key, const QString &value);
/// Removes all entries of that key; nothing to do is no error.
Result<IniEdits> removeIniKey(const QString &text, const QString &section, const QString &key);
/// Behind the last section of its kind.
Result<IniEdits> addIniSection(const QString &text, const IniSectionText &section);
/// With the sections that inherit from it.
Result<IniEdits> renameIniSection(const QString &text, const QString &from, const QString &to);
/// A copy below the original.
Result<IniEdits> duplicateIniSection(const QString &text, const QString &name, const QString &copy);
/// With the comment right above. Sections that inherit from it get what they had from it.
Result<IniEdits> removeIniSection(const QString &text, const QString &name);

/// Whether Vela's command line and both parsers take such a name: a known prefix, then letters,
/// digits, "_", "-" and ".".
Result<void> checkIniSectionName(const QString &name);

} // namespace tosaic::formats::vela
