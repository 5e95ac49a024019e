// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayoutItem>
#include <QStackedWidget>

namespace tosaic::views {

/// Pages that take whatever room there is: none is asked how high its texts would like to be, which
/// takes long and of hidden pages is for nothing. Only the page in front says how small it can get:
/// a wide one that was looked at before would push the panels beside the others together.
class PageStack : public QStackedWidget
{
public:
    explicit PageStack(QWidget *parent = nullptr) : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
    }
    bool hasHeightForWidth() const override { return false; }
    QSize minimumSizeHint() const override
    {
        return currentWidget() ? QWidgetItem(currentWidget()).minimumSize() : QSize(0, 0);
    }
};

} // namespace tosaic::views
