// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/waterfallpane.h"

#include "views/runcompare/runchangewords.h"

#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Margin = 12; // px
constexpr int Spacing = 8; // px
}

WaterfallPane::WaterfallPane(const Theme &theme, QWidget *parent) : QScrollArea(parent)
{
    setObjectName(u"waterfallScroll"_s);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *page = new QWidget(this);
    m_chart = new WaterfallChart(theme, page);
    m_note = new QLabel(page);
    m_note->setObjectName(u"waterfallNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(Margin, Spacing, Margin, Spacing);
    column->addWidget(m_chart);
    column->addWidget(m_note);
    column->addStretch(1);
    setWidget(page);
}

void WaterfallPane::set(profile::Waterfall waterfall)
{
    QStringList notes;
    if (waterfall.isEmpty())
        notes << tr("Not known: a waterfall needs numbers of operators, from Vela's per-layer "
                    "report or debug database, an ETDump or a log with rows for layers.");
    if (waterfall.axisStart() > 0)
        notes << tr(
            "The axis begins at %1 %2, not at 0, so that the steps can be seen.", "number, unit")
                     .arg(valueText(waterfall.axisStart()), waterfall.unit);
    if (waterfall.unchanged > 0)
        notes << tr(
            "%n operator(s) did not change.", nullptr, static_cast<int>(waterfall.unchanged));
    if (waterfall.leftOut > 0)
        notes << tr("%n value(s) in another unit are not in it.", nullptr,
            static_cast<int>(waterfall.leftOut));
    m_note->setText(notes.join(u' '));
    m_chart->setVisible(!waterfall.isEmpty());
    m_chart->set(std::move(waterfall));
}

} // namespace tosaic::views
