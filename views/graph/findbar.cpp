// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/findbar.h"

#include "views/graph/graphview.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int CornerGap = 12; ///< px

QToolButton *button(QWidget *parent, const QString &name, const QString &icon, const QString &tip)
{
    auto *b = new QToolButton(parent);
    b->setObjectName(name);
    b->setAutoRaise(true);
    b->setIcon(QIcon::fromTheme(icon));
    b->setToolTip(tip);
    b->setAccessibleName(tip);
    return b;
}

} // namespace

FindBar::FindBar(GraphView &view)
    : QFrame(&view), m_view(view), m_line(new QLineEdit(this)), m_count(new QLabel(this))
{
    setObjectName(u"graphFindBar"_s);
    setProperty("role", u"card"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_line->setObjectName(u"graphFindLine"_s);
    m_line->setAccessibleName(tr("Find in the graph"));
    m_line->setPlaceholderText(tr("Operator, module, shape or reason"));
    m_line->setMinimumWidth(240);
    m_line->addAction(QIcon::fromTheme(u"edit-find"_s), QLineEdit::LeadingPosition);
    m_line->installEventFilter(this);
    m_count->setObjectName(u"graphFindCount"_s);
    m_count->setMinimumWidth(76);
    m_count->setAlignment(Qt::AlignCenter);
    m_count->setProperty("role", u"muted"_s);
    auto *previous = button(this, u"graphFindPrevious"_s, u"go-up"_s, tr("Previous (Shift+Enter)"));
    auto *next = button(this, u"graphFindNext"_s, u"go-down"_s, tr("Next (Enter)"));
    auto *done = button(this, u"graphFindClose"_s, u"window-close"_s, tr("Close (Esc)"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->setSpacing(4);
    for (auto *widget : std::initializer_list<QWidget *>{ m_line, m_count, previous, next, done })
        layout->addWidget(widget);
    connect(m_line, &QLineEdit::textEdited, this, &FindBar::edited);
    connect(next, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(previous, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(done, &QToolButton::clicked, this, &FindBar::close);
    hide();
}

void FindBar::open()
{
    show();
    adjustSize();
    follow();
    raise();
    m_line->setFocus();
    m_line->selectAll();
}

void FindBar::close()
{
    if (isHidden())
        return;
    hide();
    m_view.setFocus();
    Q_EMIT closed();
}

void FindBar::follow()
{
    const auto area = m_view.viewport()->geometry();
    move(area.right() - width() - CornerGap, area.top() + CornerGap);
}

void FindBar::setText(const QString &text)
{
    m_line->setText(text);
}

QString FindBar::text() const
{
    return m_line->text();
}

void FindBar::setCount(int current, int total)
{
    if (m_line->text().isEmpty())
        m_count->clear();
    else if (total == 0)
        m_count->setText(tr("Nothing found"));
    else
        m_count->setText(tr("%1 of %2").arg(current + 1).arg(total));
}

bool FindBar::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_line && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape) {
            close();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (key->modifiers() & Qt::ShiftModifier)
                Q_EMIT previousRequested();
            else
                Q_EMIT nextRequested();
            return true;
        }
    }
    return QFrame::eventFilter(object, event);
}

} // namespace tosaic::views
