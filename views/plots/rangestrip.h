// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "views/plots/plotsource.h"

#include <QWidget>

class QLabel;

namespace tosaic::views {

/// Says which range of the timeline all views are narrowed to, and leads back to the whole run.
/// Hidden while there is none.
class RangeStrip : public QWidget
{
    Q_OBJECT
public:
    explicit RangeStrip(QWidget *parent = nullptr);

    /// Null: none.
    void setProfile(ProfileDocument *profile);
    /// The part of the axis of a subject that the range is; absent without a range, and where the
    /// axis is another one than that of the timeline.
    std::optional<PlotRange> rangeOn(const PlotSubject &subject) const;
    /// `subject`: what is plotted now.
    void follow(const PlotSubject &subject);

Q_SIGNALS:
    /// The range, or what it is a range of.
    void rangeChanged();

private:
    ProfileDocument *m_profile = nullptr;
    QLabel *m_text;
};

} // namespace tosaic::views
