// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QLayout>
#include <QScrollArea>

#include <algorithm>

namespace tosaic::views {

/// As high as its content wants to be where there is room; scrolls where there is none.
class ShrinkingScroll : public QScrollArea
{
public:
    static constexpr int Least = 176; ///< px of height

    /// Takes the content, which has a layout.
    explicit ShrinkingScroll(QWidget *content, QWidget *parent = nullptr) : QScrollArea(parent)
    {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        setFocusPolicy(Qt::NoFocus); // what is inside has the keys
        setWidget(content);
    }

    QSize sizeHint() const override { return { QScrollArea::sizeHint().width(), wanted() }; }
    QSize minimumSizeHint() const override
    {
        return { widget()->minimumSizeHint().width(), std::min(wanted(), Least) };
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }

private:
    int wanted() const { return widget()->layout()->totalSizeHint().height(); }
};

} // namespace tosaic::views
