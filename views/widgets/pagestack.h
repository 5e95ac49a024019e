// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace tosaic::views {

/// Pages that take whatever room there is: none is asked how high its texts would like to be, which
/// takes long and of hidden pages is for nothing.
class PageStack : public QStackedWidget
{
public:
    using QStackedWidget::QStackedWidget;
    bool hasHeightForWidth() const override { return false; }
};

} // namespace tosaic::views
