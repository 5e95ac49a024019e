// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timelinestatistics.h"
#include "views/timeline/timelinedata.h"

#include <QWidget>

class QToolButton;

namespace tosaic::views {

class DataTable;
class PartsLabel;
class RangeLabelsModel;
class RangeTracksModel;

/// What lies in the chosen range: names with their times, tracks with their shares and values.
class RangePanel : public QWidget
{
    Q_OBJECT
public:
    explicit RangePanel(QWidget *parent = nullptr);

    void showStatistics(
        const TimelineData &timelineData, const profile::RangeStatistics &statistics);
    QString factsText() const;

Q_SIGNALS:
    void labelChosen(size_t track, quint32 label);
    void zoomRequested();
    void clearRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeTitle();

    PartsLabel *m_facts = nullptr;
    QToolButton *m_close = nullptr;
    RangeLabelsModel *m_labels;
    RangeTracksModel *m_tracks;
    DataTable *m_labelTable = nullptr;
    DataTable *m_trackTable = nullptr;
};

} // namespace tosaic::views
