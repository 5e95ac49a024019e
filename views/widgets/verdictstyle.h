// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/change.h"
#include "views/widgets/theme.h"

class QStyleOptionViewItem;

namespace tosaic::views {

/// Colours the text of a cell by what its change means; `isMarked` puts the triangle before it that
/// says the same without colour.
void styleVerdict(
    QStyleOptionViewItem &option, Verdict verdict, const ThemeColors &colours, bool isMarked);

} // namespace tosaic::views
