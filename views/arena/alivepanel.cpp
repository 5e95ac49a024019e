// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/alivepanel.h"

#include "core/base/units.h"
#include "views/arena/alivemodel.h"
#include "views/arena/arenaadvice.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/wrappedlabel.h"

#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LargestColumn = 280; // px
constexpr int SmallestName = 168; // px
} // namespace

AlivePanel::AlivePanel(QWidget *parent)
    : QWidget(parent), m_alive(new AliveModel(this)), m_title(new WrappedLabel(this)),
      m_peak(new QToolButton(this)),
      m_table(new DataTable(u"aliveTable"_s, tr("Buffers alive at the step"), this))
{
    setObjectName(u"alivePanel"_s);
    setAccessibleName(tr("What is alive"));
    setMinimumWidth(260);
    m_title->setObjectName(u"aliveTitle"_s);
    m_title->setProperty("role", u"section"_s);
    m_peak->setObjectName(u"arenaPeak"_s);
    m_peak->setText(tr("Peak"));
    m_peak->setAccessibleName(tr("Peak"));
    m_peak->setToolTip(tr("Show the peak (P)"));
    m_peak->setIcon(QIcon::fromTheme(u"go-jump"_s));
    m_peak->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_peak->setAutoRaise(true);
    m_table->setSortedModel(m_alive);
    m_table->setTextElideMode(Qt::ElideMiddle); // names end with their operation
    auto *titleRow = new QHBoxLayout;
    titleRow->setContentsMargins(12, 6, 8, 6);
    titleRow->addWidget(m_title, 1);
    titleRow->addWidget(m_peak);
    auto *adviceTitle = new QLabel(tr("What would lower the peak"), this);
    adviceTitle->setProperty("role", u"section"_s);
    adviceTitle->setContentsMargins(12, 8, 12, 2);
    auto *rows = makeColumn(this, {}, 0);
    rows->addLayout(titleRow);
    rows->addWidget(m_table, 3);
    rows->addWidget(adviceTitle);
    rows->addWidget(makeAdvice(), 2);
    connect(m_peak, &QToolButton::clicked, this, &AlivePanel::peakRequested);
    connect(m_table, &DataTable::currentSourceRowChanged, this, [this](int row) {
        if (const auto buffer = m_alive->bufferOf(row); buffer >= 0)
            Q_EMIT bufferChosen(buffer);
    });
    connect(m_table, &DataTable::sourceRowActivated, this, [this](int row) {
        if (const auto buffer = m_alive->bufferOf(row); buffer >= 0)
            Q_EMIT bufferActivated(buffer);
    });
}

QWidget *AlivePanel::makeAdvice()
{
    m_advice = named(new WrappedLabel(this), u"peakAdvice"_s);
    m_advice->setTextFormat(Qt::RichText);
    m_advice->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_advice->setContentsMargins(12, 4, 12, 10);
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *scroll = named(new QScrollArea(this), u"adviceArea"_s, tr("What would lower the peak"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_advice);
    return scroll;
}

void AlivePanel::setArena(std::shared_ptr<const Arena> arena)
{
    m_arena = std::move(arena);
    QString html;
    for (const auto &sentence : peakAdvice(*m_arena))
        html += u"<p style='margin:0 0 8px 0'>%1</p>"_s.arg(sentence.toHtmlEscaped());
    m_advice->setText(html);
    showStep(m_arena->peakStep);
}

/// The names get what they need as long as the sizes stay in sight, and what is left over.
void AlivePanel::fitColumns()
{
    m_table->fitColumns(LargestColumn);
    auto *header = m_table->horizontalHeader();
    int rest = m_table->viewport()->width() - header->sectionSize(m_table->columnOf(u"size"));
    header->resizeSection(m_table->columnOf(u"buffer"),
        std::clamp(header->sectionSize(m_table->columnOf(u"buffer")), SmallestName,
            std::max(SmallestName, rest)));
    for (int column = m_table->columnOf(u"holds"); column < header->count(); ++column)
        rest -= header->sectionSize(column);
    if (rest > header->sectionSize(m_table->columnOf(u"buffer")))
        header->resizeSection(m_table->columnOf(u"buffer"), rest);
}

void AlivePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void AlivePanel::showStep(qsizetype step)
{
    m_alive->set(m_arena, step);
    fitColumns();
    const bool isPeak = step == m_arena->peakStep;
    m_peak->setVisible(!isPeak && m_arena->peakStep >= 0);
    const auto at = static_cast<size_t>(step);
    if (step < 0 || step >= m_arena->stepCount()) {
        m_title->setText(tr("Nothing to list"));
        return;
    }
    if (at >= m_arena->liveBytes.size()) {
        m_title->setText(tr("At %1").arg(m_arena->steps[at]));
        return;
    }
    m_title->setText((isPeak ? tr("At the peak, %1: %2") : tr("At %1: %2"))
                         .arg(m_arena->steps[at], formatBytes(m_arena->liveBytes[at])));
}

void AlivePanel::setCurrentBuffer(int buffer)
{
    m_table->setCurrentSourceRow(m_alive->rowOf(buffer));
}

} // namespace tosaic::views
