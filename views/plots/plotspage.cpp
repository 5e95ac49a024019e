// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plotspage.h"

#include "core/base/jobslot.h"
#include "views/canvas/zoombuttons.h"
#include "views/plots/plotaxis.h"
#include "views/plots/plotview.h"
#include "views/plots/rangestrip.h"
#include "views/plots/runsources.h"
#include "views/plots/seriesmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

class PlotsPage::Private
{
public:
    Private(
        PlotsPage &owner, RunsDocument &document, SelectionContext &context, const Theme &theme);

    QWidget *makeSide();
    QWidget *makeBar();
    void connectAll();
    void load();
    void take(const profile::MeasuredRun &asked, Result<std::vector<PlotSubject>> read);
    void showSubject(bool isSame);
    void showShown();
    void followRange();
    void setAll(bool shown);
    void select(const QString &name, double x);
    void followSelection(const model::EntityRef &entity);

    PlotsPage &page;
    RunsDocument &runs;
    SelectionContext &selection;
    StateStack *states = nullptr;
    PlotView *view;
    SeriesModel *model;
    QSortFilterProxyModel *filtered;
    QListView *list = nullptr;
    QComboBox *subjectsBox = nullptr;
    QCheckBox *follow = nullptr;
    QLabel *note = nullptr;
    RangeStrip *strip = nullptr;
    bool isNarrowed = false; ///< to the range of the timeline
    QLabel *count = nullptr;
    JobSlot slot;
    QString workspacePath;
    std::vector<PlotSubject> subjects;
    int shownIndex = -1;
    bool isStale = false; ///< something came while it was loading
};

PlotsPage::Private::Private(
    PlotsPage &owner, RunsDocument &document, SelectionContext &context, const Theme &theme)
    : page(owner), runs(document), selection(context), view(new PlotView(theme, &owner)),
      model(new SeriesModel(&owner)), filtered(new QSortFilterProxyModel(&owner)),
      slot(nullptr, &owner)
{
    filtered->setSourceModel(model);
    filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto *right = new QWidget(&page);
    note = named(new QLabel(right), u"plotNote"_s, PlotsPage::tr("What is missing"), u"muted"_s);
    note->setWordWrap(true);
    note->setContentsMargins(12, 6, 12, 6);
    auto *layout = makeColumn(right, {}, 0);
    layout->addWidget(makeBar());
    strip = new RangeStrip(right);
    layout->addWidget(strip);
    layout->addWidget(note);
    layout->addWidget(view, 1);
    auto *splitter = named(new QSplitter(Qt::Horizontal, &page), u"plotsSplitter"_s);
    splitter->addWidget(makeSide());
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 200, 1000 });
    keepSides(*splitter);
    states = named(new StateStack(splitter, &page), u"plotsStates"_s);
    fillWith(&page, states);
    connectAll();
}

QWidget *PlotsPage::Private::makeSide()
{
    auto *side = new QWidget(&page);
    side->setMinimumWidth(170);
    auto *filter = named(new SearchLine(PlotsPage::tr("Filter counters"), side), u"plotFilter"_s);
    list = named(new QListView(side), u"plotSeries"_s, PlotsPage::tr("Counters that are shown"));
    list->setModel(filtered);
    list->setFrameShape(QFrame::NoFrame);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setUniformItemSizes(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setSpacing(3);
    filter->setTarget(list);
    connect(
        filter, &QLineEdit::textChanged, filtered, &QSortFilterProxyModel::setFilterFixedString);
    auto *all = named(new QPushButton(PlotsPage::tr("All"), side), u"plotAll"_s,
        PlotsPage::tr("Show all counters of the list"));
    auto *none = named(new QPushButton(PlotsPage::tr("None"), side), u"plotNone"_s,
        PlotsPage::tr("Show no counter of the list"));
    connect(all, &QPushButton::clicked, &page, [this] { setAll(true); });
    connect(none, &QPushButton::clicked, &page, [this] { setAll(false); });
    count = named(new QLabel(side), u"plotCount"_s, {}, u"muted"_s);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 8, 12, 8);
    buttons->setSpacing(8);
    buttons->addWidget(count, 1);
    buttons->addWidget(all);
    buttons->addWidget(none);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(12, 8, 12, 8);
    top->addWidget(filter);
    auto *layout = makeColumn(side, {}, 0);
    layout->addLayout(top);
    layout->addWidget(list, 1);
    layout->addLayout(buttons);
    return side;
}

QWidget *PlotsPage::Private::makeBar()
{
    auto *bar = barIn(&page);
    subjectsBox
        = named(new QComboBox(bar), u"plotSubjects"_s, PlotsPage::tr("What is shown over what"));
    subjectsBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    follow = named(new QCheckBox(PlotsPage::tr("Follow the newest"), bar), u"plotFollow"_s);
    follow->setChecked(true);
    follow->setAccessibleName(follow->text());
    auto *layout = makeRow(bar, {}, 8, { 12, 6, 12, 6 });
    layout->addWidget(subjectsBox);
    layout->addWidget(follow);
    layout->addStretch(1);
    addZoomButtons(*layout, *view, u"plot"_s);
    return bar;
}

void PlotsPage::Private::connectAll()
{
    connect(states, &StateStack::actionTriggered, &page, &PlotsPage::runRequested);
    connect(&runs, &RunsDocument::currentChanged, &page, [this] {
        shownIndex = -1; // another run, also where it has the place of one that is gone
        load();
    });
    connect(&runs, &RunsDocument::runChanged, &page, [this](int index) {
        if (index == runs.currentIndex())
            load();
    });
    connect(subjectsBox, &QComboBox::currentIndexChanged, &page, [this] { showSubject(false); });
    connect(model, &SeriesModel::shownChanged, &page, [this] { showShown(); });
    connect(strip, &RangeStrip::rangeChanged, &page, [this] { followRange(); });
    connect(follow, &QCheckBox::clicked, view, &PlotView::setFollowing);
    connect(view, &PlotView::followingChanged, follow, &QCheckBox::setChecked);
    connect(view, &PlotView::clicked, &page,
        [this](const QString &name, double x) { select(name, x); });
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, &page,
        [this](const QModelIndex &now) {
            view->setCurrent(now.data(SeriesModel::NameRole).toString());
        });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                followSelection(entity);
        });
}

/// One at a time: a live run brings news faster than they are put together.
void PlotsPage::Private::load()
{
    if (slot.isRunning() && shownIndex == runs.currentIndex()) {
        isStale = true;
        return;
    }
    const auto *run = runs.current();
    if (!run) {
        slot.cancel();
        subjects.clear();
        shownIndex = -1;
        states->showEmpty({ .iconName = u"office-chart-line"_s,
            .title = PlotsPage::tr("No run yet"),
            .text = PlotsPage::tr("Counters of a run stand here over time, while it goes on and "
                                  "afterwards. Run a program, or open a console log."),
            .actionText = PlotsPage::tr("Run…") });
        return;
    }
    isStale = false;
    if (shownIndex != runs.currentIndex()) {
        subjects.clear();
        states->showLoading(PlotsPage::tr("Putting the values of %1 together").arg(run->name));
    }
    shownIndex = runs.currentIndex();
    slot.start(
        PlotsPage::tr("Plots"),
        [asked = *run, path = workspacePath](
            const JobControl &) -> Result<std::vector<PlotSubject>> {
            auto all = plotSubjects(asked);
            if (path.isEmpty() || !asked.stored.isValid() || asked.isLive)
                return all;
            auto stored = storedSubjects(path, asked.stored, asked.origin);
            if (!stored)
                return fail(stored.error());
            for (auto &subject : *stored)
                all.push_back(std::move(subject));
            return all;
        },
        [this, asked = *run](Result<std::vector<PlotSubject>> read) {
            take(asked, std::move(read));
            if (std::exchange(isStale, false))
                load();
        });
}

void PlotsPage::Private::take(
    const profile::MeasuredRun &asked, Result<std::vector<PlotSubject>> read)
{
    if (!read) {
        states->showError(errorText(read.error()));
        return;
    }
    const bool isSame = !subjects.empty();
    const auto chosen = subjectsBox->currentText();
    subjects = std::move(*read);
    if (subjects.empty()) {
        states->showEmpty({ .iconName = u"office-chart-line"_s,
            .title = asked.isLive ? PlotsPage::tr("Waiting for the first numbers")
                                  : PlotsPage::tr("%1 has no counters").arg(asked.name),
            .text = asked.isLive
                ? PlotsPage::tr("Counters stand here as soon as the console names them.")
                : PlotsPage::tr("Neither the console nor a trace of this run has values over "
                                "time. Choose another run, or run the program with the PMU on."),
            .actionText = asked.isLive ? QString() : PlotsPage::tr("Run…") });
        return;
    }
    {
        const QSignalBlocker blocker(subjectsBox);
        subjectsBox->clear();
        for (const auto &subject : subjects)
            subjectsBox->addItem(subjectTitle(subject));
        subjectsBox->setCurrentIndex(std::max(0, subjectsBox->findText(chosen)));
    }
    follow->setVisible(asked.isLive);
    showSubject(isSame && subjectsBox->currentText() == chosen);
    const auto *before = states->currentWidget();
    const auto *focused = QApplication::focusWidget();
    const bool wasAwaited = focused && (before == focused || before->isAncestorOf(focused));
    states->showContent();
    if (wasAwaited && states->currentWidget() != before)
        view->setFocus(Qt::OtherFocusReason); // who waited for numbers has its keys
}

void PlotsPage::Private::showSubject(bool isSame)
{
    const auto index = subjectsBox->currentIndex();
    if (index < 0 || static_cast<size_t>(index) >= subjects.size())
        return;
    const auto &subject = subjects[static_cast<size_t>(index)];
    note->setText(subject.notes.join(u' '));
    note->setVisible(!subject.notes.isEmpty());
    // First to the view: the list tells which series are shown, by their places in the new source.
    view->setSubject(subject, isSame);
    model->setSource(subject.source);
    showShown();
    if (!isSame) {
        isNarrowed = false;
        followRange();
        followSelection(selection.current());
    }
}

/// Zooming further is free; where the range goes, everything is seen again.
void PlotsPage::Private::followRange()
{
    strip->follow(view->subject());
    const auto range = strip->rangeOn(view->subject());
    if (range)
        view->setRange(*range);
    else if (isNarrowed)
        view->fit();
    isNarrowed = range.has_value();
}

void PlotsPage::Private::showShown()
{
    const auto shown = model->shown();
    view->setShown(shown);
    count->setText(PlotsPage::tr("%1 of %2")
                       .arg(QLocale().toString(static_cast<qulonglong>(shown.size())),
                           QLocale().toString(model->rowCount())));
}

void PlotsPage::Private::setAll(bool shown)
{
    QModelIndexList rows;
    for (int row = 0; row < filtered->rowCount(); ++row)
        rows << filtered->mapToSource(filtered->index(row, 0));
    model->setShown(rows, shown);
}

/// A counter of a profile is the same thing in the list of counters.
void PlotsPage::Private::select(const QString &name, double x)
{
    const auto &series = view->subject().source->series();
    const auto found = std::ranges::find(series, name, &PlotSeries::name);
    for (int row = 0; row < filtered->rowCount(); ++row) {
        if (filtered->index(row, 0).data(SeriesModel::NameRole) == name)
            list->setCurrentIndex(filtered->index(row, 0));
    }
    if (found == series.end() || !found->isCounter)
        return;
    const auto *run = runs.current();
    const auto sample
        = view->subject().source->sampleAt(static_cast<size_t>(found - series.begin()), x);
    if (!run || !run->run || !sample)
        return;
    auto profile = static_cast<qint64>(sample->time) - 1;
    if (view->subject().axis == PlotAxis::Arrival && run->arrivals) {
        const auto at = std::ranges::find(*run->arrivals, sample->time);
        profile = at - run->arrivals->begin();
    }
    selection.select(model::EntityRef::counter(static_cast<int>(profile), name), &page);
}

void PlotsPage::Private::followSelection(const model::EntityRef &entity)
{
    if (entity.kind != model::EntityRef::Kind::Counter)
        return;
    view->setCurrent(entity.name);
    if (view->subject().axis == PlotAxis::Inference)
        view->setCursor(entity.index + 1);
}

PlotsPage::PlotsPage(
    RunsDocument &runs, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(*this, runs, selection, theme))
{
    setObjectName(u"plotsPage"_s);
    setAccessibleName(tr("Counters over time"));
    setFocusProxy(d->view);
    d->load();
}

PlotsPage::~PlotsPage() = default;

void PlotsPage::setWorkspace(const QString &path)
{
    if (path == d->workspacePath)
        return;
    d->workspacePath = path;
    d->load();
}

void PlotsPage::setProfile(ProfileDocument *profile)
{
    d->strip->setProfile(profile);
}

PlotView &PlotsPage::plot()
{
    return *d->view;
}

} // namespace tosaic::views
