// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timelinedata.h"
#include "views/widgets/theme.h"

#include <QWidget>

namespace tosaic::views {

/// One swatch for each subject that the timeline has, and how densely packed slices are to be read.
class TimelineLegend : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineLegend(const Theme &theme, QWidget *parent = nullptr);

    void setData(const std::optional<TimelineData> &shown);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QStringList texts() const;
    /// Of the samples with their texts, in as many lines as they need.
    std::vector<QRect> places() const;
    void fitHeight();

    const Theme &m_theme;
    std::vector<profile::TimelineTrack::Subject> m_subjects;
};

} // namespace tosaic::views
