// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinefindbar.h"

#include "core/base/units.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QToolButton *button(QWidget *parent, const QString &name, const QString &icon, const QString &tip)
{
    auto *made = new QToolButton(parent);
    made->setObjectName(name);
    made->setAutoRaise(true);
    made->setIcon(QIcon::fromTheme(icon));
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    return made;
}

} // namespace

TimelineFindBar::TimelineFindBar(QWidget *parent)
    : QFrame(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this))
{
    setObjectName(u"timelineFindBar"_s);
    setProperty("role", u"bar"_s);
    m_line->setObjectName(u"timelineFindLine"_s);
    m_line->setAccessibleName(tr("Find a slice by name"));
    m_line->setPlaceholderText(tr("Name of an operation, kernel or event"));
    m_line->setClearButtonEnabled(true);
    m_line->addAction(QIcon::fromTheme(u"edit-find"_s), QLineEdit::LeadingPosition);
    m_line->setMaximumWidth(360);
    m_line->installEventFilter(this);
    m_count->setObjectName(u"timelineFindCount"_s);
    m_count->setProperty("role", u"muted"_s);
    auto *previous
        = button(this, u"timelineFindPrevious"_s, u"go-up"_s, tr("Previous (Shift+Enter)"));
    auto *next = button(this, u"timelineFindNext"_s, u"go-down"_s, tr("Next (Enter)"));
    auto *done = button(this, u"timelineFindClose"_s, u"window-close"_s, tr("Close (Esc)"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(6);
    row->addWidget(m_line, 1);
    row->addWidget(previous);
    row->addWidget(next);
    row->addWidget(m_count);
    row->addStretch(1);
    row->addWidget(done);
    connect(m_line, &QLineEdit::textEdited, this, &TimelineFindBar::edited);
    connect(previous, &QToolButton::clicked, this, &TimelineFindBar::previousRequested);
    connect(next, &QToolButton::clicked, this, &TimelineFindBar::nextRequested);
    connect(done, &QToolButton::clicked, this, &TimelineFindBar::close);
    hide();
}

void TimelineFindBar::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void TimelineFindBar::close()
{
    hide();
    Q_EMIT closed();
}

QString TimelineFindBar::text() const
{
    return m_line->text();
}

void TimelineFindBar::setCount(quint64 count)
{
    constexpr auto Largest = static_cast<quint64>(std::numeric_limits<int>::max());
    m_count->setText(m_line->text().isEmpty()
            ? QString()
            : tr("%n slice(s)", nullptr, static_cast<int>(std::min(count, Largest))));
}

bool TimelineFindBar::eventFilter(QObject *object, QEvent *event)
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
