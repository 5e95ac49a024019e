// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QFrame>
#include <QSplitter>

/// How pages and panels put their parts together. Sizes in px.
namespace tosaic::views {

inline QVBoxLayout *columnIn(QWidget *parent, const QMargins &margins = {}, int spacing = 0)
{
    auto *column = parent ? new QVBoxLayout(parent) : new QVBoxLayout;
    column->setContentsMargins(margins);
    column->setSpacing(spacing);
    return column;
}

inline QHBoxLayout *rowIn(QWidget *parent, const QMargins &margins = {}, int spacing = 0)
{
    auto *row = parent ? new QHBoxLayout(parent) : new QHBoxLayout;
    row->setContentsMargins(margins);
    row->setSpacing(spacing);
    return row;
}

/// The content takes all of the parent.
inline void fillWith(QWidget *parent, QWidget *content)
{
    columnIn(parent)->addWidget(content);
}

/// The strip above a page's content.
inline QFrame *barIn(QWidget *parent)
{
    auto *bar = new QFrame(parent);
    bar->setProperty("role", QStringLiteral("bar"));
    return bar;
}

/// A thin handle that never hides a side.
inline void keepSides(QSplitter &splitter)
{
    splitter.setChildrenCollapsible(false);
    splitter.setHandleWidth(1);
}

} // namespace tosaic::views
