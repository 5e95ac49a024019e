// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/consoleview.h"

#include "views/widgets/building.h"
#include "views/widgets/searchline.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int FlushMs = 60;
constexpr qsizetype PendingLimit = 1 << 20; // characters; more than that is not read by anybody
constexpr qsizetype SequenceLimit = 64; // characters of a control sequence

/// Without what a terminal would act upon. What may be the beginning of a sequence is left in
/// `rest`.
QString readable(const QString &text, QString &rest)
{
    static const QRegularExpression sequence(u"\\x1b(\\[[0-9;?]*[ -/]*[@-~]|[^\\[])"_s);
    static const QRegularExpression control(u"[\\x00-\\x08\\x0b-\\x1f\\x7f]"_s);
    auto shown = text;
    shown.remove(sequence);
    if (const auto escape = shown.lastIndexOf(u'\x1b');
        escape >= 0 && shown.size() - escape < SequenceLimit) {
        rest = shown.sliced(escape);
        shown.truncate(escape);
    }
    return shown.remove(control);
}

} // namespace

ConsoleView::ConsoleView(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_decoder(QStringDecoder::Utf8)
{
    setObjectName(u"runConsoleView"_s);
    auto *tools = makeTools(); // first: Tab goes from above to below
    m_text = named(new QPlainTextEdit(this), u"runConsole"_s, tr("Console"));
    m_find->setTarget(m_text);
    m_text->setReadOnly(true);
    m_text->setMaximumBlockCount(LineLimit);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setPlaceholderText(tr("What the target prints stands here while it runs."));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setMinimumHeight(40);
    m_input = named(new QLineEdit(this), u"runInput"_s, tr("Line to send to the target"));
    makeColumn(this, { tools, { m_text, 1 }, m_input }, 4);
    m_flush.setSingleShot(true);
    m_flush.setInterval(FlushMs);
    connect(&m_flush, &QTimer::timeout, this, &ConsoleView::flush);
    connect(m_input, &QLineEdit::returnPressed, this, &ConsoleView::send);
    connect(m_text->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        // Who scrolls up wants to read; at the end it goes on by itself.
        m_follow->setChecked(value >= m_text->verticalScrollBar()->maximum());
    });
    connect(m_follow, &QCheckBox::clicked, this, [this](bool follow) {
        if (follow)
            m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
    });
    connect(&theme, &Theme::changed, this, [this, &theme] { setFont(theme); });
    setFont(theme);
    setListening(false, tr("Nothing runs"));
    setSaveEnabled(false);
}

QWidget *ConsoleView::makeTools()
{
    auto *tools = new QWidget(this);
    m_find = named(new SearchLine(tr("Find in the console"), tools), u"runFind"_s);
    m_find->setMinimumWidth(48); // px: docks can be narrow
    m_found = named(new QLabel(tools), u"runFound"_s, {}, u"muted"_s);
    m_follow = named(
        new QCheckBox(tr("Follow"), tools), u"runFollow"_s, tr("Keep the newest line in view"));
    m_follow->setChecked(true);
    auto *copy = named(new QPushButton(tr("Copy"), tools), u"runCopyConsole"_s,
        tr("Copy the selected lines, or all that are shown"));
    m_save = named(
        new QPushButton(tr("Save…"), tools), u"runSaveConsole"_s, tr("Save the whole raw console"));
    makeRow(tools, { { m_find, 1 }, m_found, m_follow, copy, m_save }, 8);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(m_find, &QLineEdit::textChanged, m_found, &QLabel::clear);
    auto *back = new QShortcut(
        QKeySequence(u"Shift+Return"_s), m_find, nullptr, nullptr, Qt::WidgetShortcut);
    connect(back, &QShortcut::activated, this, [this] { find(true); });
    connect(m_save, &QPushButton::clicked, this, &ConsoleView::saveRequested);
    connect(copy, &QPushButton::clicked, this, [this] {
        const auto cursor = m_text->textCursor();
        QGuiApplication::clipboard()->setText(cursor.hasSelection()
                ? cursor.selectedText().replace(QChar(QChar::ParagraphSeparator), u'\n')
                : text());
    });
    return tools;
}

void ConsoleView::setFont(const Theme &theme)
{
    m_text->setFont(theme.codeFont());
    m_input->setFont(theme.codeFont());
}

void ConsoleView::add(const QByteArray &bytes)
{
    m_pending += m_decoder(bytes);
    if (m_pending.size() > PendingLimit)
        m_pending = m_pending.last(PendingLimit);
    if (!m_flush.isActive())
        m_flush.start();
}

void ConsoleView::flush()
{
    QString rest;
    const auto shown = readable(m_pending, rest);
    m_pending = rest;
    if (shown.isEmpty())
        return;
    const bool follows = m_follow->isChecked();
    auto *bar = m_text->verticalScrollBar();
    const int place = bar->value();
    QTextCursor end(m_text->document());
    end.movePosition(QTextCursor::End);
    end.insertText(shown);
    bar->setValue(follows ? bar->maximum() : place);
    m_follow->setChecked(follows);
}

void ConsoleView::clear()
{
    m_pending.clear();
    m_decoder.resetState();
    m_text->clear();
    m_found->clear();
    m_follow->setChecked(true);
}

void ConsoleView::setListening(bool listening, const QString &why)
{
    m_input->setEnabled(listening);
    m_input->setVisible(listening); // its room is for the console otherwise
    m_input->setPlaceholderText(listening ? tr("Send a line to the target…") : why);
}

void ConsoleView::setSaveEnabled(bool enabled)
{
    m_save->setEnabled(enabled);
}

QString ConsoleView::text() const
{
    return m_text->toPlainText();
}

/// On from the selection, and once around.
void ConsoleView::find(bool backward)
{
    const auto wanted = m_find->text();
    if (wanted.isEmpty())
        return;
    const auto flags = backward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (!m_text->find(wanted, flags)) {
        const auto before = m_text->textCursor();
        m_text->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
        if (!m_text->find(wanted, flags)) {
            m_text->setTextCursor(before);
            m_found->setText(tr("Not found"));
            return;
        }
    }
    m_follow->setChecked(false);
    m_found->setText(tr("Line %1").arg(QLocale().toString(m_text->textCursor().blockNumber() + 1)));
}

void ConsoleView::send()
{
    const auto line = m_input->text();
    m_input->clear();
    Q_EMIT sent(line.toUtf8() + '\n');
}

} // namespace tosaic::views
