// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QFrame>
#include <QLabel>
#include <QMargins>
#include <QPushButton>
#include <QSplitter>
#include <QWidget>

#include <initializer_list>

/// Short ways to put widgets together.
namespace tosaic::views {

/// Gives a widget the name that tests know it by, what a reader says of it where that is not its
/// text, and the role of the style sheet ("muted", "section", "title", "bar").
template <typename Widget>
Widget *named(Widget *widget, const QString &objectName, const QString &accessibleName = {},
    const QString &role = {})
{
    widget->setObjectName(objectName);
    if constexpr (requires { widget->setAccessibleName(accessibleName); }) { // actions have none
        if (!accessibleName.isEmpty())
            widget->setAccessibleName(accessibleName);
    }
    if (!role.isEmpty())
        widget->setProperty("role", role);
    return widget;
}

/// A reader says its text where nothing else is given.
inline QPushButton *makeButton(
    QWidget *parent, const QString &name, const QString &text, const QString &accessibleName = {})
{
    return named(
        new QPushButton(text, parent), name, accessibleName.isEmpty() ? text : accessibleName);
}

/// The words break into lines and are never taken for markup.
template <typename Label>
Label *wrapped(Label *label)
{
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

template <typename Label>
Label *selectable(Label *label, Qt::TextInteractionFlags flags = Qt::TextSelectableByMouse)
{
    label->setTextInteractionFlags(flags);
    return label;
}

/// Words to read and to copy.
inline QLabel *makeText(QWidget *parent, const QString &name, const QString &role = {})
{
    return selectable(wrapped(named(new QLabel(parent), name, {}, role)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

/// What stands at one place of a row or column.
struct Place
{
    Place(QWidget *shown, int factor = 0, Qt::Alignment where = {})
        : widget(shown), stretch(factor), alignment(where)
    {
    }
    Place(QLayout *inner, int factor = 0) : layout(inner), stretch(factor) { }

    QWidget *widget = nullptr;
    QLayout *layout = nullptr;
    int stretch = 0;
    Qt::Alignment alignment = {};
    int space = -1; ///< px; -1: no space, or one that stretches
};

inline Place stretch(int factor = 0)
{
    return { static_cast<QLayout *>(nullptr), factor };
}

inline Place space(int px)
{
    auto place = stretch();
    place.space = px;
    return place;
}

/// Places side by side, of a widget (which owns them) or to be put into another row or column.
/// `spacing`: px; -1: the style's.
QHBoxLayout *makeRow(QWidget *owner, std::initializer_list<Place> places, int spacing = -1,
    const QMargins &margins = {});
/// The same, one below the other.
QVBoxLayout *makeColumn(QWidget *owner, std::initializer_list<Place> places, int spacing = -1,
    const QMargins &margins = {});

/// Widgets side by side as wide as they want to be; what does not fit goes on in the next row, so
/// that a narrow window cuts nothing.
QLayout *makeFlow(QWidget *owner, std::initializer_list<QWidget *> widgets, int spacing,
    const QMargins &margins = {});

/// The content takes all of the parent.
inline void fillWith(QWidget *parent, QWidget *content)
{
    makeColumn(parent, { content }, 0);
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
