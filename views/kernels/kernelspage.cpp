// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelspage.h"

#include "core/base/jobslot.h"
#include "views/kernels/kernelsheader.h"
#include "views/kernels/kernelsmodel.h"
#include "views/kernels/kernelwords.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QPointer>
#include <QTabWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int WidestColumn = 240; // px

} // namespace

class KernelsPage::Private
{
public:
    Private(
        KernelsPage &owner, RunsDocument &document, SelectionContext &context, const Theme &theme)
        : page(owner), runs(document), selection(context), slot(nullptr, &owner)
    {
        build(theme);
        connectAll();
    }

    void build(const Theme &theme);
    DataTable *addTable(const QString &name, const QString &title, QAbstractItemModel *model);
    void connectAll();
    void showCurrent();
    void take(KernelsSubject subject);
    void showMethod(size_t index);
    void showTabs(const profile::MethodProfile &method);
    void chooseInstruction(int instruction);
    void followSelection(const model::EntityRef &entity);

    KernelsPage &page;
    RunsDocument &runs;
    SelectionContext &selection;
    QPointer<ModelDocument> open;
    JobSlot slot;
    StateStack *states = nullptr;
    KernelsHeader *header = nullptr;
    QTabWidget *tabs = nullptr;
    KernelsModel *kernels = nullptr;
    ColumnModel<profile::RecordedValue> *values = nullptr;
    ColumnModel<profile::AllocationRow> *allocations = nullptr;
    FactsModel *conditions = nullptr;
    DataTable *kernelTable = nullptr;
    DataTable *valueTable = nullptr;
    DataTable *allocationTable = nullptr;
    DataTable *conditionTable = nullptr;
    std::optional<KernelsSubject> subject;
    size_t method = 0;
    bool hasFitted = false; ///< widths are the user's after the first time
};

DataTable *KernelsPage::Private::addTable(
    const QString &name, const QString &title, QAbstractItemModel *model)
{
    auto *table = new DataTable(name, title, tabs);
    table->setSortedModel(model);
    tabs->addTab(table, title);
    return table;
}

void KernelsPage::Private::build(const Theme &theme)
{
    auto *content = new QWidget(&page);
    header = new KernelsHeader(content);
    tabs = named(new QTabWidget(content), u"kernelsTabs"_s,
        KernelsPage::tr("Kernels, values, allocations and conditions"));
    tabs->setDocumentMode(true);
    kernels = new KernelsModel(&page);
    values = new ColumnModel<profile::RecordedValue>({}, &page);
    allocations = new ColumnModel(allocationColumns(), &page);
    conditions = new FactsModel(&page);
    kernelTable = addTable(u"kernelsTable"_s, KernelsPage::tr("Kernels"), kernels);
    kernelTable->setItemDelegate(new DataDelegate(theme, kernelTable));
    valueTable = addTable(u"kernelValuesTable"_s, KernelsPage::tr("Values"), values);
    allocationTable
        = addTable(u"kernelAllocationsTable"_s, KernelsPage::tr("Allocations"), allocations);
    conditionTable
        = addTable(u"kernelConditionsTable"_s, KernelsPage::tr("Conditions"), conditions);
    auto *inner = makeColumn(content, {}, 0);
    inner->addWidget(header);
    inner->addWidget(tabs, 1);
    states = named(new StateStack(content, &page), u"kernelsStates"_s);
    fillWith(&page, states);
}

void KernelsPage::Private::connectAll()
{
    connect(states, &StateStack::actionTriggered, &page, &KernelsPage::runRequested);
    connect(&runs, &RunsDocument::currentChanged, &page, [this] { showCurrent(); });
    connect(&runs, &RunsDocument::runChanged, &page, [this](int index) {
        if (index == runs.currentIndex())
            showCurrent();
    });
    connect(&runs, &RunsDocument::loadingChanged, &page, [this] { showCurrent(); });
    connect(header, &KernelsHeader::methodChosen, &page,
        [this](int index) { showMethod(static_cast<size_t>(index)); });
    connect(header, &KernelsHeader::warmupsStated, &page,
        [this](int count) { runs.setWarmups(runs.currentIndex(), static_cast<quint64>(count)); });
    connect(kernelTable, &DataTable::currentSourceRowChanged, &page, [this](int row) {
        const auto &line = kernels->rows()[static_cast<size_t>(row)].row;
        chooseInstruction(line.place.chain == qint64(0) ? line.place.instruction : -1);
    });
    connect(valueTable, &DataTable::currentSourceRowChanged, &page, [this](int row) {
        const auto &value = values->rows()[static_cast<size_t>(row)];
        const bool isInstruction = value.place.chain == qint64(0) && !value.isProgramOutput;
        chooseInstruction(isInstruction ? value.place.instruction : -1);
    });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                followSelection(entity);
        });
}

void KernelsPage::Private::showCurrent()
{
    const auto *run = runs.current();
    if (!run || !run->etdump) {
        slot.cancel();
        subject.reset();
        kernels->clear();
        if (run && runs.isLoading()) {
            states->showLoading(KernelsPage::tr("Reading %1").arg(run->name));
            return;
        }
        states->showEmpty({ .iconName = u"office-chart-bar"_s,
            .title = run ? KernelsPage::tr("This run has no ETDump")
                         : KernelsPage::tr("No kernel times yet"),
            .text = KernelsPage::tr(
                "An ETDump records how long each operator and delegate call took. Run the program "
                "on this machine, or open the .etdp file of a board or simulator."),
            .actionText = KernelsPage::tr("Run on this machine…") });
        return;
    }
    if (!subject || subject->dump != run->etdump)
        states->showLoading(KernelsPage::tr("Reading the ETDump"));
    KernelsQuestion question{ .run = *run,
        .program = open ? open->program() : nullptr,
        .programName = open ? QFileInfo(open->path()).fileName() : QString() };
    slot.start(
        KernelsPage::tr("Reading the ETDump"),
        [question](JobControl) -> Result<KernelsSubject> { return kernelsSubject(question); },
        [this](Result<KernelsSubject> answer) {
            if (answer)
                take(std::move(*answer));
        });
}

void KernelsPage::Private::take(KernelsSubject answer)
{
    const bool isSame = subject && subject->dump == answer.dump;
    subject = std::move(answer);
    if (subject->profile.methods.empty()) {
        states->showEmpty({ .iconName = u"office-chart-bar"_s,
            .title = KernelsPage::tr("The program was loaded but not executed"),
            .text = KernelsPage::tr("This ETDump has only the times of loading. Run the program "
                                    "on this machine to see its kernels."),
            .actionText = KernelsPage::tr("Run on this machine…") });
        return;
    }
    states->showContent();
    showMethod(isSame ? std::min(method, subject->profile.methods.size() - 1) : 0);
}

void KernelsPage::Private::showMethod(size_t index)
{
    method = index;
    const auto &shown = subject->profile.methods[index];
    header->show(*subject, index);
    kernels->set(shown, subject->profile.unit, subject->origin);
    values->set(valueColumns(shown), orderedValues(shown));
    allocations->set(subject->profile.allocations);
    conditions->set(conditionRows(*subject, shown));
    showTabs(shown);
    if (!hasFitted) {
        for (auto *table : { kernelTable, valueTable, allocationTable, conditionTable })
            table->fitColumns(WidestColumn);
        hasFitted = true;
    }
    followSelection(selection.current());
}

/// A tab that would be empty is not there.
void KernelsPage::Private::showTabs(const profile::MethodProfile &shown)
{
    const auto changed = std::ranges::count_if(
        shown.values, [](const profile::RecordedValue &value) { return value.isChanged(); });
    tabs->setTabText(tabs->indexOf(valueTable),
        changed > 0 ? KernelsPage::tr("Values (%n differ)", nullptr, static_cast<int>(changed))
                    : KernelsPage::tr("Values"));
    tabs->setTabVisible(tabs->indexOf(valueTable), !shown.values.empty());
    tabs->setTabVisible(tabs->indexOf(allocationTable), !subject->profile.allocations.empty());
}

void KernelsPage::Private::chooseInstruction(int instruction)
{
    if (!subject || instruction < 0)
        return;
    const auto &shown = subject->profile.methods[method];
    if (shown.method)
        selection.select(model::EntityRef::instruction(*shown.method, instruction), &page);
}

void KernelsPage::Private::followSelection(const model::EntityRef &entity)
{
    if (!subject || method >= subject->profile.methods.size())
        return;
    const auto &shown = subject->profile.methods[method];
    const bool isHere
        = entity.kind == model::EntityRef::Kind::Instruction && shown.method == entity.method;
    kernelTable->setCurrentSourceRow(isHere ? kernels->rowOf(entity.index) : -1);
}

KernelsPage::KernelsPage(
    RunsDocument &runs, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(*this, runs, selection, theme))
{
    setObjectName(u"kernelsPage"_s);
    setAccessibleName(tr("Kernels"));
    d->showCurrent();
}

KernelsPage::~KernelsPage() = default;

void KernelsPage::setModel(ModelDocument *model)
{
    if (d->open)
        disconnect(d->open, nullptr, this, nullptr);
    d->open = model;
    if (model)
        connect(model, &ModelDocument::changed, this, [this] { d->showCurrent(); });
    d->showCurrent();
}

} // namespace tosaic::views
