// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourceedit.h"

#include "views/widgets/colormap.h"
#include "views/widgets/parttip.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTextBlock>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Gap = 6; ///< px around numbers
constexpr int BarWidth = 6; ///< px of the colour
}

/// The strip at the left, painted by the text.
class SourceEdit::Margin : public QWidget
{
public:
    explicit Margin(SourceEdit *owner) : QWidget(owner), m_owner(*owner) { }

protected:
    void paintEvent(QPaintEvent *event) override { m_owner.paintMargin(*event); }
    void wheelEvent(QWheelEvent *event) override
    {
        QCoreApplication::sendEvent(m_owner.viewport(), event);
    }

private:
    SourceEdit &m_owner;
};

SourceEdit::SourceEdit(const Theme &theme, QWidget *parent)
    : QPlainTextEdit(parent), m_theme(theme), m_margin(new Margin(this))
{
    setObjectName(u"sourceText"_s);
    setAccessibleName(tr("Source of the model"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(NoWrap);
    setFont(theme.codeFont());
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_margin->scroll(0, dy);
        else
            m_margin->update(0, rect.y(), m_margin->width(), rect.height());
    });
    connect(&m_theme, &Theme::changed, this, [this] {
        highlight();
        m_margin->update();
    });
}

void SourceEdit::show(const QStringList &lines, const QHash<int, LineMark> &marks)
{
    m_marks = marks;
    m_current = 0;
    m_numberWidth = 0;
    for (const auto &mark : marks)
        m_numberWidth = std::max(m_numberWidth, fontMetrics().horizontalAdvance(mark.number));
    setPlainText(lines.join(u'\n'));
    setViewportMargins(marginWidth(), 0, 0, 0);
    placeMargin();
    highlight();
}

int SourceEdit::marginWidth() const
{
    const auto digits = fontMetrics().horizontalAdvance(QString::number(blockCount()));
    return m_numberWidth + digits + BarWidth + 4 * Gap;
}

void SourceEdit::placeMargin()
{
    const auto area = contentsRect();
    m_margin->setGeometry(area.left(), area.top(), marginWidth(), area.height());
    m_margin->update();
}

void SourceEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeMargin();
}

void SourceEdit::paintMargin(QPaintEvent &event)
{
    QPainter painter(m_margin);
    const auto &colors = m_theme.colors();
    painter.fillRect(event.rect(), colors.sunken);
    painter.setFont(font());
    auto block = firstVisibleBlock();
    auto top = blockBoundingGeometry(block).translated(contentOffset()).top();
    const int right = m_margin->width() - Gap - BarWidth;
    while (block.isValid() && top <= event.rect().bottom()) {
        const QRectF row(0, top, right, blockBoundingRect(block).height());
        const auto line = block.blockNumber() + 1;
        const auto mark = m_marks.constFind(line);
        const bool isMarked = mark != m_marks.cend();
        painter.setPen(isMarked ? colors.text : colors.mutedText);
        painter.drawText(
            row.adjusted(0, 0, -Gap, 0), Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        if (isMarked) {
            painter.drawText(QRectF(Gap, top, m_numberWidth, row.height()),
                Qt::AlignRight | Qt::AlignVCenter, mark->number);
            const QRectF bar(right, top + 1, BarWidth, row.height() - 2);
            if (mark->heat >= 0)
                painter.fillRect(bar, sequentialColor(mark->heat, colors));
            painter.setPen(QPen(colors.mutedText, 1, mark->heat < 0 ? Qt::DotLine : Qt::SolidLine));
            painter.drawRect(bar);
        }
        top += row.height();
        block = block.next();
    }
}

void SourceEdit::highlight()
{
    QList<QTextEdit::ExtraSelection> rows;
    if (m_current > 0) {
        QTextEdit::ExtraSelection row;
        auto color = m_theme.colors().accent;
        color.setAlpha(48);
        row.format.setBackground(color);
        row.format.setProperty(QTextFormat::FullWidthSelection, true);
        row.cursor = QTextCursor(document()->findBlockByNumber(m_current - 1));
        rows << row;
    }
    setExtraSelections(rows);
}

void SourceEdit::setCurrentLine(int line)
{
    m_current = line;
    highlight();
    if (line < 1)
        return;
    setTextCursor(QTextCursor(document()->findBlockByNumber(line - 1)));
    centerCursor();
}

void SourceEdit::choose()
{
    m_current = textCursor().blockNumber() + 1;
    highlight();
    Q_EMIT lineChosen(m_current);
}

void SourceEdit::mouseReleaseEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection())
        choose();
}

void SourceEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        choose();
    else
        QPlainTextEdit::keyPressEvent(event);
}

bool SourceEdit::event(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        const auto line = cursorForPosition(viewport()->mapFrom(this, at)).blockNumber() + 1;
        return m_marks.value(line).sentence;
    };
    return showPartTip(event, this, textAt) || QPlainTextEdit::event(event);
}

} // namespace tosaic::views
