// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/joblogview.h"

#include "core/base/joblist.h"
#include "views/widgets/building.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/searchline.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QIcon>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int MostMarks = 1000; // hits that are shown at once
}

JobLogView::JobLogView(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_log(new QPlainTextEdit(this)), m_theme(theme)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    named(m_log, u"jobLog"_s, tr("Log of the job"));
    m_log->setReadOnly(true);
    m_log->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_log->setMaximumBlockCount(static_cast<int>(JobList::LogLimit));
    m_log->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setFont(theme.codeFont());
    m_log->setPlaceholderText(tr("The tools have printed nothing."));
    layout->addWidget(makeSearch());
    layout->addWidget(m_log, 1);
    makeActions();
}

QWidget *JobLogView::makeSearch()
{
    m_searchBar = new QWidget(this);
    auto *line = new QHBoxLayout(m_searchBar);
    line->setContentsMargins(8, 2, 8, 2);
    m_search = named(new SearchLine(tr("Find in the log"), m_searchBar), u"jobLogSearch"_s);
    m_search->setMaximumWidth(320);
    m_search->installEventFilter(this);
    m_count = named(new QLabel(m_searchBar), u"jobLogHits"_s, {}, u"muted"_s);
    auto *close = iconButton(
        m_searchBar, u"jobLogSearchClose"_s, u"window-close"_s, tr("Close the search"));
    connect(close, &QToolButton::clicked, this, [this] {
        m_search->clear();
        m_searchBar->hide();
        m_log->setFocus();
    });
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        m_log->moveCursor(QTextCursor::Start);
        markAll();
        find(false);
    });
    line->addWidget(m_search);
    line->addWidget(m_count);
    line->addStretch();
    line->addWidget(close);
    m_searchBar->hide();
    return m_searchBar;
}

void JobLogView::makeActions()
{
    const auto add = [this](const QString &name, const QString &icon, const QString &text,
                         const QKeySequence &shortcut) {
        auto *action = named(new QAction(QIcon::fromTheme(icon), text, m_log), name);
        action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_log->addAction(action);
        return action;
    };
    m_log->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(add(u"jobLogFind"_s, u"edit-find"_s, tr("Find..."), {}), &QAction::triggered, this,
        &JobLogView::showFind);
    connect(add(u"jobLogCopy"_s, u"edit-copy"_s, tr("Copy"), QKeySequence::Copy),
        &QAction::triggered, this, [this] {
            const auto selected = m_log->textCursor().selectedText();
            QApplication::clipboard()->setText(selected.isEmpty()
                    ? m_log->toPlainText()
                    : QString(selected).replace(QChar::ParagraphSeparator, u'\n'));
        });
    connect(add(u"jobLogSave"_s, u"document-save"_s, tr("Save the log..."), {}),
        &QAction::triggered, this, [this] { Q_EMIT saveRequested(m_log->toPlainText()); });
}

void JobLogView::setLines(const QStringList &lines)
{
    m_log->setPlainText(lines.join(u'\n'));
    m_log->moveCursor(QTextCursor::End);
    if (m_searchBar->isVisible())
        markAll();
}

void JobLogView::append(const QString &line)
{
    // QPlainTextEdit stays at the end only if it is there.
    m_log->appendPlainText(line);
}

void JobLogView::showFind()
{
    m_searchBar->show();
    if (const auto selected = m_log->textCursor().selectedText();
        !selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator))
        m_search->setText(selected);
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void JobLogView::find(bool backward)
{
    if (m_search->text().isEmpty())
        return;
    const auto flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (m_log->find(m_search->text(), flags))
        return;
    // Around the end.
    m_log->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
    m_log->find(m_search->text(), flags);
}

void JobLogView::markAll()
{
    QList<QTextEdit::ExtraSelection> marks;
    const auto text = m_search->text();
    QTextCursor at(m_log->document());
    while (!text.isEmpty() && marks.size() < MostMarks) {
        at = m_log->document()->find(text, at);
        if (at.isNull())
            break;
        QTextEdit::ExtraSelection mark;
        mark.cursor = at;
        mark.format.setBackground(m_theme.colors().sunken);
        mark.format.setFontUnderline(true);
        marks.append(mark);
    }
    m_log->setExtraSelections(marks);
    const auto count = static_cast<int>(marks.size());
    m_count->setText(text.isEmpty() ? QString()
            : count == 0            ? tr("Not found")
            : count == MostMarks    ? tr("%n hit(s) or more", nullptr, count)
                                    : tr("%n hit(s)", nullptr, count));
}

bool JobLogView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        find(key->modifiers().testFlag(Qt::ShiftModifier));
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        m_search->clear();
        m_searchBar->hide();
        m_log->setFocus();
        return true;
    }
    return false;
}

} // namespace tosaic::views
