// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/undokeys.h"

#include <QKeyEvent>
#include <QWidget>

namespace tosaic::views {

UndoKeys::UndoKeys(QObject *parent, std::function<bool()> keepsOwn)
    : QObject(parent), m_keepsOwn(std::move(keepsOwn))
{
}

void UndoKeys::watch(QWidget *widget)
{
    widget->removeEventFilter(this); // twice would be asked twice
    widget->installEventFilter(this);
    for (auto *child : widget->findChildren<QWidget *>()) {
        child->removeEventFilter(this);
        child->installEventFilter(this);
    }
}

bool UndoKeys::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    const bool isOurs = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
    if (!isOurs || (m_keepsOwn && m_keepsOwn()))
        return QObject::eventFilter(watched, event);
    // Not accepted, so that the shortcut fires; and where none does, the text still stays.
    event->setAccepted(event->type() == QEvent::KeyPress);
    return true;
}

} // namespace tosaic::views
