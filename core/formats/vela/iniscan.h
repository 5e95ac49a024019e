// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

/// The lines of an ini text by Python's rules, with the place of every part: what text edits need.
namespace tosaic::formats::vela {

struct IniLine
{
    enum class Kind
    {
        Blank,
        Comment,
        Section,
        Entry,
        Continuation, ///< indented: Python takes it as more of the value above
        Stray ///< no section, key or "="
    };
    Kind kind = Kind::Blank;
    qsizetype begin = 0; ///< first character of the line
    qsizetype end = 0; ///< behind its last character
    qsizetype next = 0; ///< behind its line end
    QString name; ///< of the section, or key as written
    qsizetype keyAt = 0; ///< entries only, like the following
    qsizetype keyEnd = 0;
    qsizetype delimiter = 0; ///< of "=" or ":"
    qsizetype valueAt = 0;
};

/// A section: its header and what follows until the next one.
struct IniBlock
{
    QString name;
    size_t header = 0; ///< index of the line
    size_t last = 0; ///< line of its last entry (with what continues it), or its header
    size_t stop = 0; ///< one behind its last line of any kind
};

struct IniScan
{
    std::vector<IniLine> lines;
    std::vector<IniBlock> blocks;
    QString lineEnd; ///< that of the first line; "\n" if there is none

    /// The last of that name (the one the C++ core takes); null if there is none.
    const IniBlock *block(const QString &name) const;
    /// The last entry of that key in any letter case; null if there is none.
    const IniLine *entry(const IniBlock &block, const QString &key) const;
    /// Behind the value of an entry, with the lines that continue it; no line end.
    qsizetype valueEnd(const IniLine &entry) const;
    size_t indexOf(const IniLine &line) const { return size_t(&line - lines.data()); }
};

IniScan scanIni(const QString &text);

} // namespace tosaic::formats::vela
