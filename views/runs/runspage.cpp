// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runspage.h"

#include "core/base/jobslot.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/programfacts.h"
#include "profiler/session/workspaceruns.h"
#include "views/runs/counternamesdialog.h"
#include "views/runs/mergedrunpage.h"
#include "views/runs/otherrunview.h"
#include "views/runs/runcontext.h"
#include "views/runs/rundetails.h"
#include "views/runs/runheader.h"
#include "views/runs/runproofview.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include <QFileInfo>
#include <QPointer>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// The first measurement that holds counters says most.
int firstProfile(const profile::MeasuredRun &run)
{
    if (!run.run || run.run->profiles.empty())
        return -1;
    const auto &profiles = run.run->profiles;
    const auto counted = std::ranges::find_if(
        profiles, [](const profile::Profile &each) { return !each.counters.empty(); });
    return counted == profiles.end() ? 0 : static_cast<int>(counted - profiles.begin());
}

} // namespace

class RunsPage::Private
{
public:
    Private(RunsPage &owner, RunsDocument &document, SelectionContext &context, const Theme &theme)
        : page(owner), runs(document), selection(context), header(new RunHeader(&owner)),
          proof(new RunProofView(&owner)), details(new RunDetails(theme, &owner)),
          other(new OtherRunView(&owner)), look(theme), hashSlot(nullptr, &owner)
    {
        build();
        connectAll();
    }

    void build();
    void connectAll();
    void connectHeader();
    void showRuns();
    void showCurrent();
    void showProfile(int index, bool isUpdate = false);
    void update();
    void showRelation();
    void nameOther(ModelRelation &relation, const QString &sha256) const;
    void followSelection(const model::EntityRef &entity);
    void needHash(const std::function<void(const QString &)> &then);
    std::vector<profile::ProgramFacts> programs() const;
    void showPrograms();
    void askForNames();
    void readAgain();
    void state(const std::function<void(int)> &statement);
    bool isAttachedToOpen(const profile::MeasuredRun &run) const
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
    QPointer<ResultsDocument> results;
    RunHeader *header;
    RunProofView *proof;
    RunDetails *details;
    OtherRunView *other;
    const Theme &look;
    MergedRunPage *merged = nullptr; ///< made when runs are merged for the first time
    QStackedWidget *bodies = nullptr; ///< details, other
    QStackedWidget *stack = nullptr; ///< one run, merged runs
    StateStack *states = nullptr;
    JobSlot hashSlot;
    JobSlot readSlot;
    QString openSha; ///< of the open model's file; empty until it was needed
    int profileIndex = -1;
};

void RunsPage::Private::build()
{
    bodies = new QStackedWidget(&page);
    bodies->addWidget(details);
    bodies->addWidget(other);
    auto *single = new QWidget(&page);
    auto *singleLayout = makeColumn(single, {}, 0);
    singleLayout->addWidget(header);
    singleLayout->addWidget(proof);
    singleLayout->addWidget(bodies, 1);
    stack = new QStackedWidget(&page);
    stack->addWidget(single);
    states = new StateStack(stack, &page);
    states->setObjectName(u"runsStates"_s);
    auto *layout = makeColumn(&page, {}, -1);
    layout->addWidget(states);
}

void RunsPage::Private::connectAll()
{
    connect(states, &StateStack::actionTriggered, &page, &RunsPage::openRequested);
    connect(&runs, &RunsDocument::changed, &page, [this] { showRuns(); });
    connect(&runs, &RunsDocument::currentChanged, &page, [this] { showCurrent(); });
    connect(&runs, &RunsDocument::runChanged, &page, [this](int index) {
        if (index == runs.currentIndex())
            update();
    });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                followSelection(entity);
        });
    connect(details, &RunDetails::counterChosen, &page, [this](const QString &counter) {
        selection.select(model::EntityRef::counter(profileIndex, counter), &page);
    });
    connect(details, &RunDetails::nameCountersRequested, &page, [this] { askForNames(); });
    connect(details, &RunDetails::familiesChanged, &page, [this] { readAgain(); });
    connect(details, &RunDetails::productStated, &page, [this](const QString &product) {
        state([=, this](int run) { runs.setTarget(run, targetOfProduct(product)); });
    });
    const auto conditionsOf = [this](int run) -> const workspace::RunConditions & {
        return runs.runs()[static_cast<size_t>(run)].conditions;
    };
    connect(details, &RunDetails::npuMacsStated, &page, [this, conditionsOf](auto macs) {
        state([=, this](int run) { runs.setMacs(run, macs, conditionsOf(run).modelMacs); });
    });
    connect(details, &RunDetails::modelMacsStated, &page, [this, conditionsOf](auto macs) {
        state([=, this](int run) { runs.setMacs(run, conditionsOf(run).macs, macs); });
    });
    connect(other, &OtherRunView::tabRequested, &page, &RunsPage::tabRequested);
    connectHeader();
}

void RunsPage::Private::connectHeader()
{
    connect(header, &RunHeader::originChosen, &page,
        [this](auto origin) { state([=, this](int run) { runs.setOrigin(run, origin); }); });
    connect(header, &RunHeader::clockChosen, &page,
        [this](auto hertz) { state([=, this](int run) { runs.setClock(run, hertz); }); });
    connect(header, &RunHeader::openRequested, &page, &RunsPage::modelRequested);
    connect(header, &RunHeader::profileChosen, &page, [this](int index) { showProfile(index); });
    connect(header, &RunHeader::detachRequested, &page,
        [this] { state([this](int run) { runs.attach(run, {}); }); });
    connect(header, &RunHeader::attachRequested, &page, [this] {
        needHash([this, chosen = runs.selected()](const QString &sha) {
            for (const auto run : chosen)
                runs.attach(run, sha);
        });
    });
    const auto showScope = [this] { header->setScope(static_cast<int>(runs.selected().size())); };
    connect(&runs, &RunsDocument::selectionChanged, &page, showScope);
    connect(&runs, &RunsDocument::currentChanged, &page, showScope);
}

/// The consoles that are selected, with the families there are now.
void RunsPage::Private::readAgain()
{
    std::vector<profile::MeasuredRun> consoles;
    for (const auto index : runs.selected()) {
        const auto &run = runs.runs()[static_cast<size_t>(index)];
        if (run.isConsole() && !run.isLive)
            consoles.push_back(run);
    }
    using Pairs = std::vector<std::pair<profile::MeasuredRun, profile::MeasuredRun>>;
    readSlot.start(
        RunsPage::tr("Reading the consoles again"),
        [consoles](const JobControl &) -> Result<Pairs> {
            Pairs pairs;
            for (const auto &run : consoles) {
                auto again = tosaic::readAgain(run);
                if (again)
                    pairs.emplace_back(run, std::move(*again));
            }
            return pairs;
        },
        [this](Result<Pairs> pairs) {
            for (auto &[before, now] : *pairs) {
                const auto at
                    = std::ranges::find(runs.runs(), before.run, &profile::MeasuredRun::run);
                if (at != runs.runs().end())
                    runs.update(static_cast<int>(at - runs.runs().begin()), std::move(now));
            }
        });
}

/// What the counters of the current run counted; said of all that are selected.
void RunsPage::Private::askForNames()
{
    const auto *run = runs.current();
    if (!run || !run->run)
        return;
    auto *dialog = new CounterNamesDialog(*run->run, &page);
    connect(dialog, &CounterNamesDialog::named, &page, [this](const auto &names) {
        state([&, this](int index) { runs.nameCounters(index, names); });
    });
    dialog->open();
}

/// Of all runs that are selected.
void RunsPage::Private::state(const std::function<void(int)> &statement)
{
    for (const auto run : runs.selected())
        statement(run);
}

/// What is known of programs that runs may belong to: the open one, and those of all compiles.
std::vector<profile::ProgramFacts> RunsPage::Private::programs() const
{
    std::vector<profile::ProgramFacts> facts;
    if (open && !openSha.isEmpty())
        facts.push_back(programFactsOf(open->path(), openSha, open->program().get(),
            open->compileResult().get(), open->streams()));
    if (results) {
        for (const auto &result : results->results())
            facts.push_back(programFactsOf(*result));
    }
    return facts;
}

void RunsPage::Private::showPrograms()
{
    if (merged)
        merged->setPrograms(programs());
    if (runs.current())
        update();
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

/// Another run.
void RunsPage::Private::showCurrent()
{
    const auto *run = runs.current();
    if (!run)
        return;
    stack->setCurrentIndex(0);
    if (run->run)
        details->showMostImportantTab(*run->run);
    showProfile(firstProfile(*run));
}

/// The same run goes on, or the user stated something: the measurement stays that is looked at.
void RunsPage::Private::update()
{
    const auto *run = runs.current();
    const auto count = run->run ? static_cast<int>(run->run->profiles.size()) : 0;
    const bool isThere = profileIndex >= 0 && profileIndex < count;
    showProfile(isThere ? profileIndex : firstProfile(*run), isThere);
}

void RunsPage::Private::showProfile(int index, bool isUpdate)
{
    const auto *run = runs.current();
    if (!run)
        return;
    profileIndex = index;
    header->setRun(*run);
    const bool isConsole = run->run && run->kind == u"console"_s;
    header->setProfiles(isConsole ? run->run->profiles : std::vector<profile::Profile>(), index);
    bodies->setCurrentIndex(isConsole ? 0 : 1);
    proof->setVisible(isConsole || run->host);
    if (isConsole) {
        const auto known = programs();
        details->set(*run, index, runContextOf(*run, profile::statedProgramOf(*run, known)));
    } else {
        other->set(*run);
    }
    showRelation();
    if (!isUpdate)
        followSelection(selection.current());
}

void RunsPage::Private::showRelation()
{
    const auto *run = runs.current();
    if (!run)
        return;
    ModelRelation relation{ .isAttachedElsewhere = !run->modelSha256.isEmpty(),
        .canTell = run->run && run->kind == u"console"_s };
    if (const auto model = program(); model && relation.canTell) {
        relation.fileName = QFileInfo(open->path()).fileName();
        relation.match = profile::matchModel(*run->run, *model);
        relation.isAttached = isAttachedToOpen(*run);
        relation.isAttachedElsewhere = relation.isAttachedElsewhere && !relation.isAttached;
        if (!run->modelSha256.isEmpty() && openSha.isEmpty())
            needHash([this](const QString &) { update(); });
    }
    if (relation.isAttachedElsewhere)
        nameOther(relation, run->modelSha256);
    header->setRelation(relation);
}

/// A program of a compile at hand is known by its hash, and the workspace has names of others.
void RunsPage::Private::nameOther(ModelRelation &relation, const QString &sha256) const
{
    relation.otherName = runs.programNames().value(sha256).name;
    if (!results)
        return;
    for (const auto &result : results->results()) {
        const auto facts = programFactsOf(*result);
        if (facts.sha256 != sha256)
            continue;
        relation.otherName = facts.name;
        relation.otherPath = result->folder;
    }
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
                showPrograms();
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
        if (d->merged)
            d->merged->setPrograms(d->programs());
    };
    if (model) {
        connect(model, &ModelDocument::changed, this, follow);
        // The streams count the model's MACs.
        connect(model, &ModelDocument::streamsChanged, this, [this] { d->showPrograms(); });
    }
    follow();
}

void RunsPage::setProof(const std::optional<profile::RunProof> &proof)
{
    d->proof->show(proof);
}

void RunsPage::setResults(ResultsDocument *results)
{
    d->results = results;
    connect(results, &ResultsDocument::changed, this, [this] { d->showPrograms(); });
    d->showPrograms();
}

void RunsPage::showMerged(const QList<int> &runs)
{
    if (!d->merged) {
        d->merged = new MergedRunPage(d->runs, d->look, this);
        d->stack->addWidget(d->merged);
        connect(d->merged, &MergedRunPage::closeRequested, this,
            [this] { d->stack->setCurrentIndex(0); });
    }
    d->merged->setPrograms(d->programs());
    d->merged->setRuns(runs);
    // Runs that are not looked at may belong to the open model as well.
    d->needHash([](const QString &) {});
    d->stack->setCurrentWidget(d->merged);
}

} // namespace tosaic::views
