// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inieditor.h"

#include "views/widgets/building.h"
#include "views/widgets/parttip.h"
#include "views/widgets/theme.h"

#include <QPainter>
#include <QSyntaxHighlighter>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Sections bold, keys in the accent colour, comments muted.
class IniHighlighter : public QSyntaxHighlighter
{
public:
    IniHighlighter(QTextDocument *document, const Theme &theme);

protected:
    void highlightBlock(const QString &text) override;

private:
    const Theme &m_theme;
};

IniHighlighter::IniHighlighter(QTextDocument *document, const Theme &theme)
    : QSyntaxHighlighter(document), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void IniHighlighter::highlightBlock(const QString &text)
{
    const auto &colors = m_theme.colors();
    const auto trimmed = text.trimmed();
    const auto length = static_cast<int>(text.size());
    if (trimmed.startsWith(u';') || trimmed.startsWith(u'#')) {
        setFormat(0, length, colors.mutedText);
        return;
    }
    if (trimmed.startsWith(u'[')) {
        QTextCharFormat format;
        format.setFontWeight(QFont::DemiBold);
        setFormat(0, length, format);
        return;
    }
    const auto delimiter = text.indexOf(u'=');
    if (delimiter > 0)
        setFormat(0, static_cast<int>(delimiter), colors.accent);
}

} // namespace

/// The line numbers left of the text.
class IniGutter : public QWidget
{
public:
    explicit IniGutter(IniEditor &editor) : QWidget(&editor), m_editor(editor) { }
    QSize sizeHint() const override { return { m_editor.gutterWidth(), 0 }; }

protected:
    void paintEvent(QPaintEvent *event) override { m_editor.paintGutter(event); }

private:
    IniEditor &m_editor;
};

IniEditor::IniEditor(const Theme &theme, QWidget *parent)
    : QPlainTextEdit(parent), m_theme(theme), m_gutter(new IniGutter(*this))
{
    named(this, u"iniText"_s, tr("Text of the configuration file"));
    setFont(theme.codeFont());
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setTabChangesFocus(true);
    new IniHighlighter(document(), theme);
    m_gutter->setFont(theme.codeFont());
    connect(this, &QPlainTextEdit::blockCountChanged, this,
        [this] { setViewportMargins(gutterWidth(), 0, 0, 0); });
    connect(this, &QPlainTextEdit::updateRequest, this, &IniEditor::updateGutter);
    connect(this, &QPlainTextEdit::cursorPositionChanged, m_gutter, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &IniEditor::mark);
    setViewportMargins(gutterWidth(), 0, 0, 0);
}

QString IniEditor::text() const
{
    auto text = document()->toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    return text;
}

void IniEditor::setText(const QString &text)
{
    setPlainText(text);
    document()->setModified(false);
}

void IniEditor::apply(const formats::vela::IniEdits &edits)
{
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (const auto &edit : edits) {
        cursor.setPosition(static_cast<int>(edit.at));
        cursor.setPosition(static_cast<int>(edit.at + edit.removed), QTextCursor::KeepAnchor);
        cursor.insertText(edit.inserted);
    }
    cursor.endEditBlock();
}

void IniEditor::setProblems(const std::vector<Diagnostic> &problems)
{
    m_problems = problems;
    mark();
}

void IniEditor::mark()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const auto &problem : m_problems) {
        const auto block = document()->findBlockByNumber(problem.location.line.value_or(0) - 1);
        if (!block.isValid() || !problem.location.line)
            continue;
        QTextEdit::ExtraSelection selection;
        selection.format.setUnderlineStyle(problem.severity == Severity::Info
                ? QTextCharFormat::DotLine
                : QTextCharFormat::WaveUnderline);
        const auto &colors = m_theme.colors();
        selection.format.setUnderlineColor(problem.severity == Severity::Error ? colors.worse
                : problem.severity == Severity::Warning                        ? colors.cpu
                                                                               : colors.mutedText);
        selection.cursor = QTextCursor(block);
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        selections.append(selection);
    }
    setExtraSelections(selections);
    m_gutter->update();
}

void IniEditor::goToLine(int line)
{
    const auto block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

QString IniEditor::problemAt(int line) const
{
    QStringList texts;
    for (const auto &problem : m_problems) {
        if (problem.location.line == line)
            texts.append(problem.text);
    }
    return texts.join(u'\n');
}

bool IniEditor::event(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        return problemAt(cursorForPosition(viewport()->mapFrom(this, at)).blockNumber() + 1);
    };
    return showPartTip(event, this, textAt) || QPlainTextEdit::event(event);
}

int IniEditor::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(3, QString::number(blockCount()).size());
    return m_gutter->fontMetrics().horizontalAdvance(u'9') * static_cast<int>(digits) + 20;
}

void IniEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    const auto area = contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), gutterWidth(), area.height());
}

void IniEditor::updateGutter(const QRect &rect, int dy)
{
    if (dy != 0)
        m_gutter->scroll(0, dy);
    else
        m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    if (m_gutter->width() != gutterWidth())
        m_gutter->resize(gutterWidth(), m_gutter->height());
}

void IniEditor::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    const auto &colors = m_theme.colors();
    painter.fillRect(event->rect(), colors.sunken);
    auto block = firstVisibleBlock();
    auto top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top <= event->rect().bottom()) {
        const auto height = blockBoundingRect(block).height();
        const auto line = block.blockNumber() + 1;
        const QRectF area(0, top, m_gutter->width() - 8, height);
        const bool isBad = !problemAt(line).isEmpty();
        painter.setPen(isBad            ? colors.worse
                : line == currentLine() ? colors.text
                                        : colors.mutedText);
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        if (isBad)
            painter.drawText(QRectF(4, top, 12, height), Qt::AlignVCenter, u"!"_s);
        top += height;
        block = block.next();
    }
}

} // namespace tosaic::views
