// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/rangepanel.h"

#include "core/base/units.h"
#include "views/timeline/rangemodels.h"
#include "views/timeline/timelinewords.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/partslabel.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LargestColumn = 260; // px
}

RangePanel::RangePanel(QWidget *parent)
    : QWidget(parent), m_labels(new RangeLabelsModel(this)), m_tracks(new RangeTracksModel(this))
{
    setObjectName(u"timelineRangePanel"_s);
    setAccessibleName(tr("Chosen range"));
    m_labelTable = new DataTable(u"timelineRangeLabels"_s, tr("Slices of the range by name"), this);
    m_labelTable->setSortedModel(m_labels);
    m_trackTable = new DataTable(u"timelineRangeTracks"_s, tr("Tracks within the range"), this);
    m_trackTable->setSortedModel(m_tracks);
    auto *splitter = named(new QSplitter(Qt::Horizontal, this), u"timelineRangeSplitter"_s);
    keepSides(*splitter);
    splitter->addWidget(m_labelTable);
    splitter->addWidget(m_trackTable);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto *rows = makeColumn(this, {}, 0);
    rows->addWidget(makeTitle());
    rows->addWidget(splitter, 1);
    connect(m_labelTable, &DataTable::currentSourceRowChanged, this, [this](int row) {
        if (row >= 0 && static_cast<size_t>(row) < m_labels->rows().size()) {
            const auto &label = m_labels->rows()[static_cast<size_t>(row)];
            Q_EMIT labelChosen(label.track, label.label);
        }
    });
}

QWidget *RangePanel::makeTitle()
{
    auto *bar = barIn(this);
    m_facts = named(new PartsLabel(bar), u"timelineRangeFacts"_s);
    auto *zoom
        = iconButton(bar, u"timelineRangeZoom"_s, u"zoom-fit-best"_s, tr("Zoom to the range"));
    m_close
        = iconButton(bar, u"timelineRangeClear"_s, u"window-close"_s, tr("Clear the range (Esc)"));
    connect(zoom, &QToolButton::clicked, this, &RangePanel::zoomRequested);
    connect(m_close, &QToolButton::clicked, this, &RangePanel::clearRequested);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 4, 8, 4);
    row->addWidget(m_facts, 1);
    row->addWidget(zoom);
    row->addWidget(m_close);
    return bar;
}

void RangePanel::showStatistics(
    const TimelineData &timelineData, const profile::RangeStatistics &statistics)
{
    const auto &timeline = timelineData.timeline();
    QStringList parts{ tr("Range of %1")
                           .arg(TimelineWords::amountAndTime(
                               timeline, statistics.to - statistics.from)) };
    parts << tr("from %1 to %2")
                 .arg(TimelineWords::amount(timeline, statistics.from),
                     TimelineWords::amount(timeline, statistics.to));
    quint64 slices = 0;
    for (const auto &label : statistics.labels)
        slices += label.count;
    parts << tr("%n slice(s)", nullptr, static_cast<int>(std::min<quint64>(slices, INT_MAX)));
    m_facts->setParts(parts);
    const bool isFirst = m_labels->rows().empty();
    m_labels->set(timelineData, statistics);
    m_tracks->set(timelineData, statistics);
    if (isFirst) { // later the user's widths stay
        m_labelTable->fitColumns(LargestColumn);
        m_trackTable->fitColumns(LargestColumn);
    }
}

void RangePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int RoomForExtremes = 1500; // px for both tables
    constexpr int RoomForMeans = 1150;
    const auto room = [](DataTable *table, QStringView key, bool hasRoom) {
        if (const auto column = table->columnOf(key); column >= 0)
            table->setHasRoom(column, hasRoom);
    };
    room(m_labelTable, u"least", width() >= RoomForExtremes);
    room(m_labelTable, u"most", width() >= RoomForExtremes);
    room(m_labelTable, u"mean", width() >= RoomForMeans);
    room(m_trackTable, u"least", width() >= RoomForExtremes);
    room(m_trackTable, u"count", width() >= RoomForExtremes);
}

QString RangePanel::factsText() const
{
    return m_facts->text();
}

} // namespace tosaic::views
