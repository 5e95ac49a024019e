// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/findbar.h"

#include "views/widgets/iconbutton.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

FindBar::FindBar(const QString &name, QWidget *parent)
    : QFrame(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this))
{
    setObjectName(name + u"Bar"_s);
    m_line->setObjectName(name + u"Line"_s);
    m_line->addAction(QIcon::fromTheme(u"edit-find"_s), QLineEdit::LeadingPosition);
    m_line->installEventFilter(this);
    m_count->setObjectName(name + u"Count"_s);
    m_count->setMinimumWidth(76); // px: the buttons stay where they are
    m_count->setAlignment(Qt::AlignCenter);
    m_count->setProperty("role", u"muted"_s);
    auto *previous
        = iconButton(this, name + u"Previous"_s, u"go-up"_s, tr("Previous (Shift+Enter)"));
    auto *next = iconButton(this, name + u"Next"_s, u"go-down"_s, tr("Next (Enter)"));
    auto *done = iconButton(this, name + u"Close"_s, u"window-close"_s, tr("Close (Esc)"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 4, 4);
    row->setSpacing(4);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    row->addWidget(previous);
    row->addWidget(next);
    row->addStretch(1);
    row->addWidget(done);
    connect(m_line, &QLineEdit::textEdited, this, &FindBar::edited);
    connect(previous, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(next, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(done, &QToolButton::clicked, this, &FindBar::close);
    hide();
}

void FindBar::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::close()
{
    if (isHidden())
        return;
    hide();
    Q_EMIT closed();
}

void FindBar::setText(const QString &text)
{
    m_line->setText(text);
}

QString FindBar::text() const
{
    return m_line->text();
}

void FindBar::showCount(const QString &words, const QString &why)
{
    m_count->setText(m_line->text().isEmpty() ? QString() : words);
    m_count->setToolTip(why);
    m_count->setAccessibleDescription(why);
    m_count->setMinimumWidth(std::max(m_count->minimumWidth(), m_count->sizeHint().width()));
}

bool FindBar::eventFilter(QObject *object, QEvent *event)
{
    if (object != m_line || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(object, event);
    const auto &key = static_cast<const QKeyEvent &>(*event);
    if (key.key() == Qt::Key_Escape) {
        close();
        return true;
    }
    if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
        if (key.modifiers() & Qt::ShiftModifier)
            Q_EMIT previousRequested();
        else
            Q_EMIT nextRequested();
        return true;
    }
    return QFrame::eventFilter(object, event);
}

} // namespace tosaic::views
