// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "profiler/timeline/timelinestatistics.h"
#include "views/canvas/legend.h"
#include "views/timeline/timelinealignment.h"
#include "views/timeline/timelinedata.h"
#include "views/timeline/timelinepage.h"

class QSplitter;
class QToolButton;

namespace tosaic::views {

class FindBar;
class PartsLabel;
class RangePanel;
class StateStack;
class TimelineOverview;
class TimelineView;
class WrappedLabel;

/// Shared by the files of TimelinePage.
class TimelinePage::Private
{
public:
    Private(TimelinePage &page, ProfileDocument &document, SelectionContext &selection,
        const Theme &theme);

    void build(const Theme &theme);
    QWidget *makeBar();
    void connectAll();
    void connectRange();
    void rebuild();
    void take(TimelineData data);
    void showEmpty();
    void updateFacts();
    void updateNote();
    void select(std::optional<TimelinePlace> place);
    void follow(const model::EntityRef &entity);
    void showDetails(std::optional<TimelinePlace> place);
    void updateRange(std::optional<ProfileDocument::Range> range);
    void chooseLabel(size_t track, quint32 label);
    void search(const QString &text);
    void walk(bool backwards);
    void copy();
    std::vector<TimelinePlace> chosenPlaces() const;
    void tell(const QString &text);
    static std::vector<FlowLegend::Entry> legendOf(const TimelineData &data);

    TimelinePage &page;
    ProfileDocument &document;
    SelectionContext &selection;
    JobSlot building;
    JobSlot counting;
    JobSlot exporting;
    std::shared_ptr<const ProfileSubject> shown; ///< whose timeline the view has
    std::shared_ptr<const ProfileSubject> pending; ///< the latest, shown or being prepared
    TimelineAlignment::Choice aligned; ///< that stands, or will stand, beside it
    std::optional<profile::TimelineSearch> found;
    std::optional<TimelinePlace> at; ///< where the search is
    std::optional<TimelinePlace> previewed; ///< what typing leads to: shown, not yet selected
    StateStack *states = nullptr;
    PartsLabel *facts = nullptr;
    WrappedLabel *note = nullptr;
    PartsLabel *details = nullptr;
    QToolButton *exportButton = nullptr;
    FindBar *find = nullptr;
    TimelineOverview *overview = nullptr;
    TimelineView *view = nullptr;
    FlowLegend *legend = nullptr;
    TimelineAlignment *alignment = nullptr;
    RangePanel *range = nullptr;
    QSplitter *splitter = nullptr;
};

} // namespace tosaic::views
