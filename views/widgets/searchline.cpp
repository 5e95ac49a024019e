// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/searchline.h"

#include <QAction>
#include <QIcon>
#include <QKeyEvent>
#include <QMetaMethod>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SearchLine::SearchLine(const QString &placeholder, QWidget *parent) : QLineEdit(parent)
{
    setObjectName(u"searchLine"_s);
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    addAction(QIcon::fromTheme(u"search"_s), QLineEdit::LeadingPosition);
}

void SearchLine::keyPressEvent(QKeyEvent *event)
{
    const bool isEscape = event->key() == Qt::Key_Escape;
    if (isEscape && !text().isEmpty()) {
        clear();
        return;
    }
    const bool finds = isSignalConnected(QMetaMethod::fromSignal(&QLineEdit::returnPressed));
    const bool leaves
        = isEscape || event->key() == Qt::Key_Down || (event->key() == Qt::Key_Return && !finds);
    if (leaves && m_target) {
        m_target->setFocus(Qt::TabFocusReason);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace tosaic::views
