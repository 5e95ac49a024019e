// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/waterfallpane.h"
#include "views/widgets/wrappedlabel.h"

#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int PaneMargin = 12; // px
constexpr int Spacing = 8; // px
}

WaterfallPane::WaterfallPane(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_chart(new WaterfallChart(theme, this)), m_note(new WrappedLabel(this))
{
    m_note->setObjectName(u"waterfallNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(PaneMargin, Spacing, PaneMargin, Spacing);
    column->addWidget(m_chart, 1);
    column->addWidget(m_note);
    setFocusProxy(m_chart);
}

void WaterfallPane::set(profile::Waterfall waterfall)
{
    m_note->setText(waterfallNotes(waterfall).join(u' '));
    m_note->setAlignment(waterfall.isEmpty() ? Qt::AlignTop : Qt::AlignVCenter);
    m_chart->setVisible(!waterfall.isEmpty());
    m_chart->set(std::move(waterfall));
}

} // namespace tosaic::views
