// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/verdictstyle.h"

#include <QStyleOptionViewItem>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void styleVerdict(
    QStyleOptionViewItem &option, Verdict verdict, const ThemeColors &colours, bool isMarked)
{
    const bool isJudged = verdict == Verdict::Worse || verdict == Verdict::Better;
    const bool isOpen
        = verdict == Verdict::Changed || verdict == Verdict::OnlyOld || verdict == Verdict::OnlyNew;
    option.palette.setColor(QPalette::Text,
        verdict == Verdict::Worse        ? colours.worse
            : verdict == Verdict::Better ? colours.better
            : isOpen                     ? colours.text
                                         : colours.mutedText);
    if (isMarked && isJudged)
        option.text.prepend(verdict == Verdict::Worse ? u"\u25B2 "_s : u"\u25BC "_s);
}

} // namespace tosaic::views
