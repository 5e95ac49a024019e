// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runspage.h"

#include "core/base/jobslot.h"
#include "profiler/analysis/metrics.h"
#include "profiler/session/modelmatch.h"
#include "views/runs/rundelegate.h"
#include "views/runs/rundetails.h"
#include "views/runs/runheader.h"
#include "views/runs/runlistmodel.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

class RunsPage::Private
{
public:
    Private(RunsPage &owner, RunsDocument &document, SelectionContext &context, const Theme &theme)
        : page(owner), runs(document), selection(context), list(new RunListModel(document, &owner)),
          header(new RunHeader(&owner)), details(new RunDetails(theme, &owner)),
          hashSlot(nullptr, &owner)
    {
        build(theme);
        connectAll();
    }

    void build(const Theme &theme);
    QWidget *makeListPanel(const Theme &theme);
    void connectAll();
    void connectHeader();
    void showRuns();
    void showCurrent();
    void showProfile(int index);
    void showRelation();
    void followSelection(const model::EntityRef &entity);
    void needHash(const std::function<void(const QString &)> &then);
    profile::MetricContext contextOf(const NamedRun &run) const;
    bool isAttachedToOpen(const NamedRun &run) const
    {
        return !openSha.isEmpty() && run.modelSha256 == openSha;
    }
    std::shared_ptr<const model::Program> program() const
    {
        return open ? open->program() : nullptr;
    }

    RunsPage &page;
    RunsDocument &runs;
    SelectionContext &selection;
    QPointer<ModelDocument> open;
    RunListModel *list;
    RunHeader *header;
    RunDetails *details;
    QListView *listView = nullptr;
    StateStack *states = nullptr;
    JobSlot hashSlot;
    QString openSha; ///< of the open model's file; empty until it was needed
    int profileIndex = -1;
};

void RunsPage::Private::build(const Theme &theme)
{
    auto *right = new QWidget(&page);
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    rightLayout->setSpacing(0);
    rightLayout->addWidget(header);
    rightLayout->addWidget(details, 1);
    auto *splitter = new QSplitter(Qt::Horizontal, &page);
    splitter->setObjectName(u"runsSplitter"_s);
    splitter->addWidget(makeListPanel(theme));
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 250, 1000 });
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    states = new StateStack(splitter, &page);
    states->setObjectName(u"runsStates"_s);
    auto *layout = new QVBoxLayout(&page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(states);
}

QWidget *RunsPage::Private::makeListPanel(const Theme &theme)
{
    auto *panel = new QWidget(&page);
    panel->setMinimumWidth(180);
    auto *title = new QLabel(RunsPage::tr("Runs"), panel);
    title->setProperty("role", u"section"_s);
    title->setContentsMargins(12, 10, 12, 6);
    listView = new QListView(panel);
    listView->setObjectName(u"runList"_s);
    listView->setAccessibleName(RunsPage::tr("Measured runs"));
    listView->setModel(list);
    listView->setItemDelegate(new RunDelegate(theme, listView));
    listView->setFrameShape(QFrame::NoFrame);
    listView->setMouseTracking(true);
    listView->setVerticalScrollMode(QListView::ScrollPerPixel);
    auto *remove = new QAction(RunsPage::tr("Remove from the list"), listView);
    remove->setObjectName(u"removeRunAction"_s);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    listView->addAction(remove);
    listView->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(remove, &QAction::triggered, &page, [this] { runs.remove(runs.currentIndex()); });
    auto *openButton = new QPushButton(RunsPage::tr("Open a console log…"), panel);
    openButton->setObjectName(u"openLogButton"_s);
    connect(openButton, &QPushButton::clicked, &page, &RunsPage::openRequested);
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 12);
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(listView, 1);
    auto *buttonRow = new QVBoxLayout;
    buttonRow->setContentsMargins(12, 8, 12, 0);
    buttonRow->addWidget(openButton);
    layout->addLayout(buttonRow);
    return panel;
}

void RunsPage::Private::connectAll()
{
    connect(states, &StateStack::actionTriggered, &page, &RunsPage::openRequested);
    connect(&runs, &RunsDocument::changed, &page, [this] { showRuns(); });
    connect(&runs, &RunsDocument::currentChanged, &page, [this] { showCurrent(); });
    connect(&runs, &RunsDocument::runChanged, &page, [this](int index) {
        if (index == runs.currentIndex())
            showProfile(profileIndex);
    });
    connect(listView->selectionModel(), &QItemSelectionModel::currentChanged, &page,
        [this](const QModelIndex &current) {
            if (current.isValid())
                runs.setCurrentIndex(current.row());
        });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                followSelection(entity);
        });
    connect(details, &RunDetails::counterChosen, &page, [this](const QString &counter) {
        selection.select(model::EntityRef::counter(profileIndex, counter), &page);
    });
    connectHeader();
}

void RunsPage::Private::connectHeader()
{
    connect(header, &RunHeader::originChosen, &page,
        [this](std::optional<Origin> origin) { runs.setOrigin(runs.currentIndex(), origin); });
    connect(header, &RunHeader::clockChosen, &page,
        [this](std::optional<quint64> hertz) { runs.setClock(runs.currentIndex(), hertz); });
    connect(header, &RunHeader::profileChosen, &page, [this](int index) { showProfile(index); });
    connect(header, &RunHeader::detachRequested, &page,
        [this] { runs.attach(runs.currentIndex(), {}); });
    connect(header, &RunHeader::attachRequested, &page, [this] {
        needHash(
            [this, index = runs.currentIndex()](const QString &sha) { runs.attach(index, sha); });
    });
}

void RunsPage::Private::showRuns()
{
    if (runs.isEmpty()) {
        states->showEmpty({ .iconName = u"office-chart-bar"_s,
            .title = RunsPage::tr("No measured runs yet"),
            .text = RunsPage::tr("Open the console of a run on an FVP or a board: its counters, "
                                 "times, memory use and errors are shown here. You can also drop "
                                 "the file anywhere in the window."),
            .actionText = RunsPage::tr("Open a console log…") });
        return;
    }
    states->showContent();
}

void RunsPage::Private::showCurrent()
{
    const auto *run = runs.current();
    if (!run)
        return;
    listView->setCurrentIndex(list->index(runs.currentIndex()));
    details->showMostImportantTab(*run->run);
    // The first measurement that holds counters says most.
    const auto &profiles = run->run->profiles;
    const auto withCounters = std::ranges::find_if(
        profiles, [](const profile::Profile &p) { return !p.counters.empty(); });
    const auto first = profiles.empty() ? -1 : 0;
    showProfile(
        withCounters == profiles.end() ? first : static_cast<int>(withCounters - profiles.begin()));
}

void RunsPage::Private::showProfile(int index)
{
    const auto *run = runs.current();
    if (!run)
        return;
    profileIndex = index;
    header->setRun(*run);
    header->setProfiles(run->run->profiles, index);
    details->set(*run->run, index, contextOf(*run));
    showRelation();
    followSelection(selection.current());
}

profile::MetricContext RunsPage::Private::contextOf(const NamedRun &run) const
{
    auto context = profile::contextOf(*run.run);
    context.origin = run.origin;
    context.clockHz = run.clockHz;
    // An attached model tells the NPU where the log does not.
    if (const auto model = program(); model && isAttachedToOpen(run)) {
        if (const auto npu = profile::npuOf(*model)) {
            if (context.product.isEmpty())
                context.product = model::productName(npu->product);
            if (!context.npuMacs)
                context.npuMacs = npu->macs;
        }
    }
    return context;
}

void RunsPage::Private::showRelation()
{
    const auto *run = runs.current();
    if (!run)
        return;
    ModelRelation relation{ .isAttachedElsewhere = !run->modelSha256.isEmpty() };
    if (const auto model = program()) {
        relation.fileName = QFileInfo(open->path()).fileName();
        relation.match = profile::matchModel(*run->run, *model);
        relation.isAttached = isAttachedToOpen(*run);
        relation.isAttachedElsewhere = relation.isAttachedElsewhere && !relation.isAttached;
        if (!run->modelSha256.isEmpty() && openSha.isEmpty())
            needHash([this](const QString &) { showProfile(profileIndex); });
    }
    header->setRelation(relation);
}

/// The hash of the open model, computed once and off the GUI thread: the file may be large.
void RunsPage::Private::needHash(const std::function<void(const QString &)> &then)
{
    const auto model = program();
    if (!model || !model->source)
        return;
    if (!openSha.isEmpty()) {
        then(openSha);
        return;
    }
    hashSlot.start(
        RunsPage::tr("Hashing the model"),
        [source = model->source](
            JobControl) -> Result<QString> { return sha256Hex(source->bytes()); },
        [this, then](const Result<QString> &sha) {
            if (sha) {
                openSha = *sha;
                then(*sha);
            }
        });
}

void RunsPage::Private::followSelection(const model::EntityRef &entity)
{
    const bool isHere
        = entity.kind == model::EntityRef::Kind::Counter && entity.index == profileIndex;
    details->showCounter(isHere ? entity.name : QString());
}

RunsPage::RunsPage(
    RunsDocument &runs, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(*this, runs, selection, theme))
{
    setObjectName(u"runsPage"_s);
    setAccessibleName(tr("Runs"));
    d->showRuns();
    d->showCurrent();
}

RunsPage::~RunsPage() = default;

void RunsPage::setModel(ModelDocument *model)
{
    if (d->open)
        disconnect(d->open, nullptr, this, nullptr);
    d->open = model;
    const auto follow = [this] {
        d->hashSlot.cancel();
        d->openSha.clear();
        d->showProfile(d->profileIndex);
    };
    if (model)
        connect(model, &ModelDocument::changed, this, follow);
    follow();
}

} // namespace tosaic::views
