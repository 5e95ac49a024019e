// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportsheet.h"

#include "views/report/reportdocument.h"

#include <QScrollBar>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int SheetWidth = 920; // px; longer lines are hard to read
constexpr int SheetGap = 16; // px around the sheet
constexpr int SheetMargin = 32; // px inside it
}

ReportSheet::ReportSheet(const Theme &theme, QWidget *parent) : QTextBrowser(parent), m_theme(theme)
{
    setObjectName(u"reportSheet"_s);
    setAccessibleName(tr("Preview of the report"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // everything in it can wrap
    document()->setDocumentMargin(SheetMargin);
    connect(&theme, &Theme::changed, this, &ReportSheet::refill);
}

void ReportSheet::setReport(const report::Report &report)
{
    m_report = report;
    refill();
}

void ReportSheet::refill()
{
    const int position = verticalScrollBar()->value();
    fillDocument(*document(), m_report, m_theme.colors(), SheetWidth - 2 * SheetMargin - 16);
    moveCursor(
        QTextCursor::Start); // filling leaves the cursor at the end, which would scroll there
    verticalScrollBar()->setValue(position); // nothing jumps when a section is switched
}

void ReportSheet::goTo(const QString &sectionTitle)
{
    for (auto block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() != 2 || block.text() != sectionTitle)
            continue;
        QTextCursor cursor(block);
        setTextCursor(cursor);
        verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect(cursor).top() - 16);
        return;
    }
}

void ReportSheet::resizeEvent(QResizeEvent *event)
{
    const int free = width() - SheetWidth - verticalScrollBar()->sizeHint().width();
    const int side = std::max(SheetGap, free / 2);
    setViewportMargins(side, SheetGap, side, 0);
    QTextBrowser::resizeEvent(event);
}

} // namespace tosaic::views
