// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinepage.h"

#include "views/timeline/rangepanel.h"
#include "views/timeline/timelineoverview.h"
#include "views/timeline/timelinepage_p.h"
#include "views/timeline/timelineview.h"
#include "views/timeline/timelinewords.h"
#include "views/widgets/building.h"
#include "views/widgets/findbar.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/statestack.h"

#include <QLabel>

#include <algorithm>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

TimelinePage::Private::Private(TimelinePage &owner, ProfileDocument &profileDocument,
    SelectionContext &selectionContext, const Theme &theme)
    : page(owner), document(profileDocument), selection(selectionContext)
{
    build(theme);
    connectAll();
    connectRange();
    rebuild();
}

void TimelinePage::Private::connectAll()
{
    connect(&document, &ProfileDocument::changed, &page, [this] { rebuild(); });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                follow(entity);
        });
    connect(states, &StateStack::actionTriggered, &page, &TimelinePage::openRequested);
    connect(alignment, &TimelineAlignment::changed, &page, [this] { rebuild(); });
    connect(view, &TimelineView::placeSelected, &page, [this](auto place) { select(place); });
    connect(view, &TimelineView::copyRequested, &page, [this] { copy(); });
    connect(find, &FindBar::edited, &page, [this](const QString &text) { search(text); });
    connect(find, &FindBar::nextRequested, &page, [this] { walk(false); });
    connect(find, &FindBar::previousRequested, &page, [this] { walk(true); });
    connect(find, &FindBar::closed, &page, [this] {
        if (std::exchange(previewed, {}))
            view->setSelected(at);
        view->setFocus(Qt::OtherFocusReason);
    });
}

void TimelinePage::Private::connectRange()
{
    connect(
        view, &TimelineView::rangeChanging, &page, [this](auto chosen) { updateRange(chosen); });
    connect(view, &TimelineView::rangeChosen, &page,
        [this](auto chosen) { document.setRange(chosen); });
    connect(&document, &ProfileDocument::rangeChanged, &page, [this] {
        if (view->data()) {
            view->setRange(document.range());
            updateRange(document.range());
        }
    });
    connect(range, &RangePanel::clearRequested, &page, [this] { document.setRange({}); });
    connect(range, &RangePanel::zoomRequested, &page, [this] {
        if (const auto chosen = view->range())
            view->zoomTo(chosen->first, chosen->second);
    });
    connect(range, &RangePanel::labelChosen, &page,
        [this](size_t track, quint32 label) { chooseLabel(track, label); });
}

void TimelinePage::Private::rebuild()
{
    const auto subject = document.subject();
    const bool hasTimeline = subject && subject->timeline && !subject->timeline->tracks.empty();
    if (!hasTimeline) {
        building.cancel();
        shown = pending = nullptr;
        aligned = {};
        view->setData({});
        if (document.isLoading())
            states->showLoading(TimelinePage::tr("Reading the trace…"));
        else
            showEmpty();
        return;
    }
    alignment->setInferences(subject->timeline->inferences.size());
    const auto choice = alignment->choice();
    if (subject == pending && choice == aligned)
        return; // only loading began or ended
    pending = subject;
    aligned = choice;
    states->showLoading(TimelinePage::tr("Preparing the timeline…"));
    building.start(
        TimelinePage::tr("Timeline"),
        [subject, choice,
            programs = choice.others.empty() ? TracedPrograms() : alignment->programs()](
            JobControl control) -> Result<TimelineData> {
            auto timeline = TimelineAlignment::aligned(subject->timeline, choice, programs);
            auto index = profile::TimelineIndex::build(
                timeline, [control] { return control.isCancelled(); });
            if (choice.others.empty())
                return TimelineData{ subject, index };
            auto together = std::make_shared<ProfileSubject>(*subject);
            together->timeline = timeline;
            return TimelineData{ together, index };
        },
        [this](Result<TimelineData> data) {
            if (data && data->index)
                take(std::move(*data));
        });
}

void TimelinePage::Private::showEmpty()
{
    const bool isOpen = document.subject() != nullptr;
    states->showEmpty({ .iconName = u"view-calendar-timeline"_s,
        .title = TimelinePage::tr("No trace yet"),
        .text = isOpen
            ? TimelinePage::tr("Nothing that is open says when things happened. Open a PMU trace "
                               "or an ETDump, or run on an FVP with \"PMU trace\" switched on.")
            : TimelinePage::tr("Open a PMU trace or an ETDump, run on an FVP with \"PMU trace\" "
                               "switched on, or run on this machine: NPU operations, kernels, "
                               "transfers and counters then stand here on one axis of time."),
        .actionText = TimelinePage::tr("Open a trace…") });
}

void TimelinePage::Private::take(TimelineData data)
{
    found.reset();
    at.reset();
    previewed.reset();
    // A live run that went on, or one joined to more: the eye keeps its place.
    const auto before = view->axis();
    const bool goesOn = shown && view->data() && shown->title == data.subject->title
        && shown->timeline->range
        && before.to - before.from
            < static_cast<double>(shown->timeline->range->second - shown->timeline->range->first);
    shown = data.subject;
    document.setAligned(shown == pending ? nullptr : shown);
    view->setData(data);
    if (goesOn)
        view->setWindow(before.from, before.to);
    overview->refresh();
    legend->setEntries(legendOf(data));
    states->showContent();
    updateFacts();
    updateNote();
    showDetails({});
    view->setRange(document.range());
    updateRange(document.range());
    if (!find->isHidden())
        search(find->text());
    follow(selection.current());
}

void TimelinePage::Private::select(std::optional<TimelinePlace> place)
{
    at = place;
    showDetails(place);
    view->setOutlined({});
    const auto operation = place ? view->data()->operation(*place) : -1;
    if (operation < 0)
        return;
    view->setOutlined({ static_cast<size_t>(operation) });
    const auto entity = shown->entityOf(static_cast<size_t>(operation));
    if (!entity.isEmpty())
        selection.select(entity, &page);
}

void TimelinePage::Private::follow(const model::EntityRef &entity)
{
    if (!view->data())
        return;
    const auto operations = shown->operationsOf(entity);
    view->setOutlined(operations);
    std::optional<TimelinePlace> nearest;
    const auto window = view->axis();
    for (const auto operation : operations) {
        for (const auto &place : view->data()->index->slicesOf(operation)) {
            const auto start = static_cast<double>(view->data()->start(place));
            const bool isInView = start >= window.from && start < window.to;
            if (!nearest || isInView)
                nearest = place;
            if (isInView)
                break;
        }
    }
    view->setSelected(nearest);
    showDetails(nearest);
    if (nearest)
        view->showPlace(*nearest);
}

void TimelinePage::Private::showDetails(std::optional<TimelinePlace> place)
{
    if (place)
        details->setParts(TimelineWords::facts(*view->data(), *place));
    else
        details->setParts({ TimelinePage::tr("Click a slice for its facts"),
            TimelinePage::tr("drag to choose a range"),
            TimelinePage::tr("W/S zoom, A/D pan, F fit, arrows walk, M range of the slice") });
}

void TimelinePage::Private::updateRange(std::optional<ProfileDocument::Range> chosen)
{
    overview->update();
    if (!chosen || !view->data()) {
        counting.cancel();
        range->hide();
        return;
    }
    using Answer = std::optional<profile::RangeStatistics>;
    counting.start(
        TimelinePage::tr("Range"),
        [index = view->data()->index, chosen](JobControl control) -> Result<Answer> {
            return profile::statisticsOf(
                *index, chosen->first, chosen->second, [control] { return control.isCancelled(); });
        },
        [this](Result<Answer> answer) {
            if (!answer || !*answer || !view->data())
                return;
            range->showStatistics(*view->data(), **answer);
            range->setVisible(true);
        });
}

/// The first slice of that name in the range.
void TimelinePage::Private::chooseLabel(size_t track, quint32 label)
{
    const auto chosen = view->range();
    const auto &tracks = view->data()->timeline().tracks;
    for (auto i = track; chosen && i < tracks.size() && (i == track || tracks[i].depth > 0); ++i) {
        for (auto slice = view->data()->index->firstEndingAfter(i, chosen->first);
             slice < tracks[i].starts.size() && tracks[i].starts[slice] < chosen->second; ++slice) {
            if (tracks[i].labels[slice] != label)
                continue;
            const TimelinePlace place{ i, slice };
            view->setSelected(place);
            view->showPlace(place);
            select(place);
            return;
        }
    }
}

void TimelinePage::Private::search(const QString &text)
{
    if (!view->data())
        return;
    found.emplace(view->data()->index, text);
    const auto count = std::min<quint64>(found->count(), std::numeric_limits<int>::max());
    find->showCount(TimelinePage::tr("%n slice(s)", nullptr, static_cast<int>(count)));
    const bool isThere = at && found->matches(view->data()->track(at->track).labels[at->slice]);
    previewed = isThere ? std::nullopt : found->next(at);
    view->setSelected(previewed ? previewed : at);
    if (previewed)
        view->showPlace(*previewed);
}

void TimelinePage::Private::walk(bool backwards)
{
    const auto from = std::exchange(previewed, {});
    const auto place = from && !backwards ? from
        : found                           ? found->next(from ? from : at, backwards)
                                          : std::nullopt;
    if (!place)
        return;
    view->setSelected(place);
    view->showPlace(*place);
    select(place);
}

TimelinePage::TimelinePage(
    ProfileDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent)
{
    named(this, u"timelinePage"_s, tr("Timeline"));
    m = std::make_unique<Private>(*this, document, selection, theme);
    setFocusProxy(m->view);
}

TimelinePage::~TimelinePage() = default;

void TimelinePage::setRuns(const RunsDocument *runs, std::function<TracedPrograms()> programs)
{
    m->alignment->setRuns(runs, std::move(programs));
    m->rebuild();
}

bool TimelinePage::openFind()
{
    if (m->view->data())
        m->find->open();
    return m->view->data().has_value();
}

} // namespace tosaic::views
