// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QHash>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

/// vela.ini is read twice by Vela, by two parsers that do not agree: Python's configparser decides
/// on clocks and memory areas, the C++ core (Regor) reads the same text again for its schedule.
namespace tosaic::formats::vela {

struct IniEntry
{
    QString key; ///< Python: in lower case; C++ core: as written
    QString value;
    Location place; ///< file and line
    QString spelling; ///< of the key, as written
};

struct IniSection
{
    QString name; ///< "System_Config.Board"
    std::vector<IniEntry> entries; ///< in the order of the file(s)
    Location place;

    const IniEntry *entry(const QString &key) const; ///< the last of that key
};

using IniSources = std::vector<std::shared_ptr<const ByteSource>>;

/// What Python's configparser makes of the files: sections and keys of later files go into those of
/// earlier ones.
struct PythonIni
{
    std::vector<IniSection> sections; ///< in order of appearance, without [DEFAULT]
    IniSection defaults; ///< [DEFAULT]: holds for all sections
    /// Why Vela ends here; the sections then hold what was read in spite of it.
    std::optional<Diagnostic> error;

    const IniSection *section(const QString &name) const;
    /// Value of a key (in lower case) in a section or in [DEFAULT], as written.
    const IniEntry *find(const QString &section, const QString &key) const;
    /// The same with %(other)s and %% replaced. FormatDamaged as configparser's
    /// InterpolationError.
    Result<QString> value(const QString &section, const QString &key) const;
};

/// Errors: LimitExceeded (1 MiB a file, 64 files, 20000 lines a file, 4096 sections).
Result<PythonIni> readPythonIni(const IniSources &files);

/// One "key = value" or section as the C++ core sees it. It joins all files to one text.
struct CoreIni
{
    /// In the order of the text; one name may occur several times: the last one counts whole.
    std::vector<IniSection> sections;
    /// Where the core stops reading although the text goes on; nothing behind it exists for it.
    std::optional<Location> stoppedAt;
    /// Lines without "=", after which the rest of the section is lost.
    std::vector<Location> lostFrom;
};

inline constexpr size_t CoreSectionLimit = 4096;
/// Stops behind CoreSectionLimit sections: more of them are the caller's error.
CoreIni readCoreIni(const IniSources &files);

} // namespace tosaic::formats::vela
