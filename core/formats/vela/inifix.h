// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/formats/vela/iniedit.h"

#include <optional>

/// The one change that mends what the lint found.
namespace tosaic::formats::vela {

struct IniFix
{
    enum class Kind
    {
        CommentMarks, ///< "#" becomes ";" everywhere
        Spelling, ///< of a key, as the C++ core needs it
        InheritFirst,
        AddMaximums, ///< *_max_reads and *_max_writes, as Arm's U85 systems have them
        RemoveMark, ///< the byte order mark
        Separators, ///< ":" becomes "=" in the section
        SpreadDefaults, ///< the keys of [DEFAULT] go into the sections that they hold for
        RemoveLine,
        MoveBehindParent, ///< the section, so that the C++ core can inherit
        JoinLines, ///< indented lines become keys of their own
        CommentAbove, ///< a comment behind a value goes above it
        NamePrefix ///< Ethos_U55_, by which the C++ core knows the width of the AXI ports
    };
    Kind kind;
    IniEdits edits;
};

/// Absent if no single change is the right one. `text` must be the one that the problem is about.
std::optional<IniFix> iniFix(const QString &text, const Diagnostic &problem);

} // namespace tosaic::formats::vela
