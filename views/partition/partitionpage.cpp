// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/partitionpage.h"

#include "core/analysis/coverage.h"
#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "views/models/placementwords.h"
#include "views/models/roles.h"
#include "views/partition/boundarylist.h"
#include "views/partition/operatorfilter.h"
#include "views/partition/operatortablemodel.h"
#include "views/partition/partitiontablemodel.h"
#include "views/partition/partitiontables.h"
#include "views/partition/pinlist.h"
#include "views/partition/placementbar.h"
#include "views/partition/placementcosts.h"
#include "views/partition/previewwords.h"
#include "views/partition/reasonlist.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/shrinkingscroll.h"
#include "views/widgets/statestack.h"
#include "views/widgets/wrappedlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int NarrowTitle = 130; // px of the partitions' names
constexpr int WideTitle = 220;
constexpr int LeastRows = 6; // of operators, their header included

} // namespace

PartitionPage::PartitionPage(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_operators(new OperatorTableModel(this)), m_partitions(new PartitionTableModel(this))
{
    setObjectName(u"partitionPage"_s);
    setAccessibleName(tr("Partitions"));
    auto *content = new QWidget(this);
    makeTables();
    auto *rows = makeColumn(content, {}, 0);
    rows->addWidget(makeSummary());
    auto *facts = new QWidget(content);
    makeColumn(facts, { m_partitionTable, m_reasons, m_pins, m_boundaries, makeHint() }, 0);
    rows->addWidget(named(new ShrinkingScroll(facts, content), u"partitionFacts"_s));
    m_filter = new OperatorFilter(*m_operators, *m_table, theme, content);
    rows->addWidget(m_filter);
    rows->addWidget(m_table, 1);
    m_states = new StateStack(content, this);
    setFocusProxy(m_table);
    auto *layout = makeColumn(this, {}, -1);
    layout->addWidget(m_states);
    connect(&document, &ModelDocument::changed, this, &PartitionPage::onDocumentChanged);
    connect(&selection, &SelectionContext::changed, this, &PartitionPage::followSelection);
    connect(m_states, &StateStack::actionTriggered, this, [this] {
        if (!m_input)
            Q_EMIT openRequested();
        else if (toolchain::runsCode(*m_input))
            Q_EMIT previewWanted();
        else
            Q_EMIT compileWanted();
    });
    onDocumentChanged();
    setPreview({});
}

PartitionPage::~PartitionPage() = default;

QWidget *PartitionPage::makeSummary()
{
    auto *summary = new QFrame(this);
    summary->setProperty("role", u"bar"_s);
    m_sentence = new WrappedLabel(summary);
    m_sentence->setObjectName(u"partitionSentence"_s);
    m_sentence->setProperty("role", u"title"_s);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_preview = selectable(wrapped(named(new WrappedLabel(summary), u"partitionPreview"_s)));
    m_bar = new PlacementBar(m_theme, summary);
    auto *layout = new QVBoxLayout(summary);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    auto *find = makeButton(summary, u"findPins"_s, tr("Find better pins…"));
    find->setToolTip(tr("Searches what had better stay on the CPU"));
    connect(find, &QPushButton::clicked, this, &PartitionPage::searchWanted);
    layout->addLayout(makeRow(nullptr, { { m_sentence, 1 }, find }));
    layout->addWidget(m_bar);
    layout->addWidget(m_preview);
    return summary;
}

void PartitionPage::makeTables()
{
    m_partitionTable = new DataTable(u"partitionTable"_s, tr("Partitions"), this);
    prepareTable(*m_partitionTable, m_partitions, m_theme);
    m_partitionTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_partitionTable->horizontalHeader()->setStretchLastSection(false);
    m_partitionTable->horizontalHeader()->setDefaultSectionSize(100);
    m_boundaries = new BoundaryList(m_theme, this);
    m_pins = new PinList(m_theme, this);
    connect(m_pins, &PinList::releaseRequested, this, &PartitionPage::releaseRequested);
    m_reasons = new ReasonList(this);
    connect(m_reasons, &ReasonList::remedyRequested, this, &PartitionPage::specRequested);
    connect(m_reasons, &ReasonList::sourceRequested, this, &PartitionPage::sourceRequested);
    connect(m_reasons, &ReasonList::reasonChosen, this,
        [this](const QString &reason) { m_filter->search(reason); });
    m_table = new DataTable(u"operatorTable"_s, tr("Operators"), this);
    prepareTable(*m_table, m_operators, m_theme);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setMinimumHeight(LeastRows * m_table->verticalHeader()->defaultSectionSize());
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    const int widths[] = { 210, 104, 76, 140, 240, 72, 110, 140, 150, 170, 130, 124 };
    for (int column = 0; column < static_cast<int>(std::size(widths)); ++column)
        m_table->setColumnWidth(column, widths[column]);
    // By sight beside what they are of; by number last, so that remembered widths stay right.
    auto *header = m_table->horizontalHeader();
    int place = header->visualIndex(m_table->columnOf(u"partition"));
    for (const auto *key : { u"name", u"cycles", u"share" })
        header->moveSection(header->visualIndex(m_table->columnOf(key)), ++place);
    m_table->installEventFilter(this);
    m_partitionTable->installEventFilter(this);
    connect(m_table, &QWidget::customContextMenuRequested, this, &PartitionPage::showMenu);
    for (auto *table :
        std::initializer_list<DataTable *>{ m_table, m_partitionTable, m_boundaries })
        connect(table, &DataTable::entityChosen, this,
            [this, table](const model::EntityRef &entity) { m_selection.select(entity, table); });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        Q_EMIT m_selection.activated(index.data(EntityRole).value<model::EntityRef>());
    });
}

QWidget *PartitionPage::makeHint()
{
    auto *hint = new QFrame(this);
    hint->setObjectName(u"compileHint"_s);
    hint->setProperty("role", u"bar"_s);
    auto *text = new QLabel(
        tr("This file holds only what runs, not the model it was made from. Compile the model "
           "source here to see every operator and its reasons, and to keep some on the CPU."),
        hint);
    text->setWordWrap(true);
    text->setProperty("role", u"muted"_s);
    auto *compile = new QPushButton(tr("Compile the model source…"), hint);
    compile->setObjectName(u"compileSource"_s);
    connect(compile, &QPushButton::clicked, this, &PartitionPage::compileWanted);
    auto *layout = new QHBoxLayout(hint);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(12);
    layout->addWidget(text, 1);
    layout->addWidget(compile);
    m_hint = hint;
    return hint;
}

std::shared_ptr<const compiled::CompileResult> PartitionPage::shown() const
{
    return isPreview() ? m_previewed : m_document.compileResult();
}

bool PartitionPage::isPreview() const
{
    return !m_document.compileResult() && !m_document.program() && m_previewed
        && !m_previewed->nodes.empty();
}

bool PartitionPage::isOfVelaAlone() const
{
    const auto result = m_document.compileResult();
    return velaFileOf(m_document.opened())
        || (result && result->partitions.empty() && result->nodes.empty()
            && result->summary.sramBytes);
}

void PartitionPage::onDocumentChanged()
{
    const auto program = m_document.program();
    const auto result = shown();
    m_operators->set(program, result);
    showCosts();
    m_operators->setKept(m_kept ? *m_kept : result ? result->spec.keepOnCpu : spec::KeepOnCpu());
    m_partitions->set(program.get(), result.get());
    m_boundaries->setBoundaries(
        result ? analysis::boundariesOf(*result) : std::vector<analysis::Boundary>());
    showPins();
    showReasons();
    const bool isCompiled = result && !result->partitions.empty();
    for (int column = 1; column < m_partitions->columnCount(); ++column)
        m_partitionTable->setColumnHidden(
            column, isCompiled == (column == m_partitions->columnOf(u"payload")));
    fitPartitions();
    const bool isTweakable = m_operators->hasModelOperators();
    m_hint->setVisible(!isTweakable);
    for (const auto *key : { u"module", u"source", u"reasons" })
        m_table->setColumnHidden(m_table->columnOf(key), !isTweakable);
    if (!program && (!result || isOfVelaAlone())) {
        showEmpty();
        return;
    }
    updateSummary();
    m_filter->refresh();
    m_states->showContent();
    followSelection(m_selection.current(), nullptr);
}

/// A preview is offered only of what the partitioner can be asked for.
void PartitionPage::showEmpty()
{
    EmptyState state{ .iconName = u"view-list-details"_s,
        .title = isOfVelaAlone() ? tr("No partitions") : tr("No partitions yet") };
    if (m_previewed)
        state.text = previewSentence(nullptr, *m_previewed);
    else if (isOfVelaAlone())
        state.text = tr("Vela compiled this file by itself: what it gave the NPU stands in Runs, "
                        "under Operators.");
    else if (m_input && toolchain::usesVelaAlone(*m_input))
        state.text = tr("Vela compiles TFLite and TOSA by itself and takes what the NPU can run, "
                        "without partitions before. A compile shows what it took.");
    else
        state.text = tr("Open a .pte to see what runs where. Of a model's source the partitioner "
                        "says without a compile what the NPU would take, and why not the rest.");
    if (m_input)
        state.actionText
            = toolchain::runsCode(*m_input) ? tr("Preview the partitions") : tr("Compile…");
    else if (m_document.isEmpty())
        state.actionText = tr("Open a file…");
    m_states->showEmpty(state);
}

void PartitionPage::setInput(const QString &path)
{
    const auto kind = toolchain::inputKindOf(path);
    m_input = kind ? std::optional(*kind) : std::nullopt;
    onDocumentChanged();
}

/// As high as its rows, and the first column narrower where the others need the room.
void PartitionPage::fitPartitions()
{
    const auto &header = *m_partitionTable->horizontalHeader();
    const int others = header.length() - header.sectionSize(0);
    m_partitionTable->setColumnWidth(
        0, std::clamp(m_partitionTable->width() - others, NarrowTitle, WideTitle));
    const int shown = std::min(m_partitions->rowCount(), ShownRows);
    const int bar = header.length() > m_partitionTable->width()
        ? m_partitionTable->horizontalScrollBar()->sizeHint().height()
        : 0;
    m_partitionTable->setFixedHeight(header.sizeHint().height()
        + shown * m_table->verticalHeader()->defaultSectionSize() + bar + 2);
    m_partitionTable->setVisible(shown > 0);
}

QString PartitionPage::sentence() const
{
    const auto coverage = analysis::coverageOf(m_document.program().get(), shown().get());
    if (const auto result = shown(); result && !result->spec.delegate)
        return tr("Compiled without a delegate: %n operator(s), all on the CPU", nullptr,
            static_cast<int>(coverage.cpuOperators.value_or(0)));
    return coverageSentence(coverage);
}

void PartitionPage::updateSummary()
{
    m_sentence->setText(sentence());
    std::vector<PlacementBar::Share> shares;
    for (const auto placement : { graph::Placement::Npu, graph::Placement::Cpu,
             graph::Placement::OtherDelegate, graph::Placement::Boundary }) {
        const int count = m_operators->countOf(placement);
        shares.push_back({ placement, count,
            tr("%1: %2").arg(placementWord(placement), tr("%n operator(s)", nullptr, count)) });
    }
    m_bar->setShares(std::move(shares));
}

void PartitionPage::setKept(const spec::KeepOnCpu &kept)
{
    m_kept = kept;
    m_operators->setKept(kept);
    showPins();
}

void PartitionPage::setSpec(const spec::CompileSpec &spec)
{
    m_spec = spec;
    showReasons();
}

/// Of the preview, where there is one: that is what the spec that is edited comes to.
void PartitionPage::showReasons()
{
    const auto compiled = m_document.compileResult();
    const bool isPreviewed = m_previewed && m_previewed->status == compiled::Status::Succeeded;
    const auto result = isPreviewed ? m_previewed : compiled;
    if (!result)
        return m_reasons->setGroups({}, {});
    m_reasons->setGroups(rejectionGroups(*result), m_spec.value_or(result->spec));
}

void PartitionPage::setProfile(const ProfileDocument &profile)
{
    m_profile = &profile;
    connect(&profile, &ProfileDocument::changed, this, &PartitionPage::showCosts);
    connect(&profile, &ProfileDocument::rangeChanged, this, &PartitionPage::showCosts);
    showCosts();
}

void PartitionPage::showCosts()
{
    m_operators->setCosts(m_profile ? placementCosts(m_document, *m_profile) : PlacementCosts());
}

/// Also those that name nothing: they wait for the model that has it.
void PartitionPage::showPins()
{
    const auto result = shown();
    const auto kept = m_kept ? *m_kept : result ? result->spec.keepOnCpu : spec::KeepOnCpu();
    m_pins->setPins(result ? analysis::holdsOf(*result, kept) : std::vector<analysis::PinHold>());
}

void PartitionPage::setPreview(const std::shared_ptr<const compiled::CompileResult> &preview)
{
    m_previewed = preview;
    const auto compiled = m_document.compileResult();
    if (!compiled)
        onDocumentChanged();
    const bool isCompared = preview && compiled;
    m_operators->setPreview(isCompared ? preview : nullptr);
    m_table->setColumnHidden(m_table->columnOf(u"preview"), !isCompared);
    showReasons();
    m_preview->setText(preview ? previewSentence(compiled.get(), *preview) : QString());
    m_preview->setVisible(preview != nullptr);
}

/// Both tables show what the inspector shows, or nothing.
void PartitionPage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    m_partitionTable->setCurrentEntity(entity);
    if (origin != m_table)
        m_table->setCurrentEntity(entity);
}

bool PartitionPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched == m_partitionTable)
        fitPartitions();
    if (event->type() != QEvent::KeyPress || watched != m_table)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Delete) {
        keepSelected();
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        Q_EMIT m_selection.activated(m_selection.current());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tosaic::views
