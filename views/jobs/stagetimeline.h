// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"
#include "views/widgets/theme.h"

#include <QWidget>

namespace tosaic::views {

/// The stages of a job as a bar to scale, each with its name and time where they fit; tooltip and
/// accessible description tell all of them.
class StageTimeline : public QWidget
{
    Q_OBJECT
public:
    explicit StageTimeline(const Theme &theme, QWidget *parent = nullptr);

    /// `nowMs` ends a stage that still runs; milliseconds from the start of the job.
    void setStages(std::vector<JobStage> stages, qint64 nowMs);
    /// "Exporting: 1.2 s" a line.
    QString text() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    qint64 endOf(const JobStage &stage) const { return stage.endMs.value_or(m_nowMs); }
    QString textOf(const JobStage &stage) const;
    QRectF boxOf(const JobStage &stage) const;

    const Theme &m_theme;
    std::vector<JobStage> m_stages;
    qint64 m_nowMs = 0;
};

} // namespace tosaic::views
