// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/partitionpage.h"

#include "core/analysis/coverage.h"
#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/models/placementwords.h"
#include "views/partition/operatortablemodel.h"
#include "views/partition/partitiontablemodel.h"
#include "views/partition/placementbar.h"
#include "views/partition/previewwords.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/layouts.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ShownPartitions = 4; // rows before the list scrolls
constexpr int NarrowTitle = 130; // px of the partitions' names
constexpr int WideTitle = 220;

QIcon markIcon(graph::Placement placement, const ThemeColors &colors)
{
    QPixmap pixmap(32, 32);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintPlacementMark(painter, QRectF(3, 3, 10, 10), placement, colors);
    painter.end();
    return QIcon(pixmap);
}

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
    auto *rows = columnIn(content);
    rows->addWidget(makeSummary());
    rows->addWidget(m_partitionTable);
    rows->addWidget(m_pinTable);
    rows->addWidget(makeHint());
    rows->addWidget(makeFilterRow());
    rows->addWidget(m_table, 1);
    m_states = new StateStack(content, this);
    setFocusProxy(m_table);
    auto *layout = columnIn(this, {}, -1);
    layout->addWidget(m_states);
    connect(&document, &ModelDocument::changed, this, &PartitionPage::onDocumentChanged);
    connect(&selection, &SelectionContext::changed, this, &PartitionPage::followSelection);
    connect(&theme, &Theme::changed, this, &PartitionPage::updateToggles);
    filterRows();
    onDocumentChanged();
    setPreview({});
}

PartitionPage::~PartitionPage() = default;

void PartitionPage::onDocumentChanged()
{
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    m_operators->set(program, result);
    m_operators->setKept(m_kept ? *m_kept : result ? result->spec.keepOnCpu : spec::KeepOnCpu());
    m_partitions->set(program.get(), result.get());
    showPins();
    const bool isCompiled = result && !result->partitions.empty();
    for (int column = 1; column < m_partitions->columnCount(); ++column)
        m_partitionTable->setColumnHidden(
            column, isCompiled == (column == m_partitions->columnOf(u"payload")));
    fitPartitions();
    const bool isTweakable = m_operators->hasModelOperators();
    m_hint->setVisible(!isTweakable);
    for (const auto *key : { u"module", u"source", u"reasons" })
        m_table->setColumnHidden(m_table->columnOf(key), !isTweakable);
    if (!program && !result) {
        m_states->showEmpty({ .iconName = u"view-list-details"_s,
            .title = tr("No partitions yet"),
            .text = tr("Open a .pte to see what runs where, or compile a model to see every "
                       "operator, why it is not on the NPU, and to move some.") });
        return;
    }
    updateSummary();
    updateToggles();
    updateShownCount();
    m_states->showContent();
    followSelection(m_selection.current(), nullptr);
}

/// As high as its rows, and the first column narrower where the others need the room.
void PartitionPage::fitPartitions()
{
    const auto &header = *m_partitionTable->horizontalHeader();
    const int others = header.length() - header.sectionSize(0);
    m_partitionTable->setColumnWidth(
        0, std::clamp(m_partitionTable->width() - others, NarrowTitle, WideTitle));
    const int shown = std::min(m_partitions->rowCount(), ShownPartitions);
    const int bar = header.length() > m_partitionTable->width()
        ? m_partitionTable->horizontalScrollBar()->sizeHint().height()
        : 0;
    m_partitionTable->setFixedHeight(header.sizeHint().height()
        + shown * m_table->verticalHeader()->defaultSectionSize() + bar + 2);
    m_partitionTable->setVisible(shown > 0);
}

void PartitionPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitPartitions();
}

QString PartitionPage::sentence() const
{
    const auto coverage
        = analysis::coverageOf(m_document.program().get(), m_document.compileResult().get());
    const auto target = coverage.target.isEmpty() ? tr("the NPU") : coverage.target;
    const auto partitions = tr("%n partition(s)", nullptr, static_cast<int>(coverage.partitions));
    if (const auto result = m_document.compileResult(); result && !result->spec.delegate)
        return tr("Compiled without a delegate: %n operator(s), all on the CPU", nullptr,
            static_cast<int>(coverage.cpuOperators.value_or(0)));
    if (coverage.npuOperators && coverage.operators())
        return tr("%1 of %2 operators on %3 in %4; %5 on the CPU")
            .arg(formatCount(*coverage.npuOperators), formatCount(*coverage.operators()), target,
                partitions, formatCount(coverage.cpuOperators.value_or(0)));
    if (coverage.partitions == 0)
        return tr("Nothing runs on an Ethos-U: %n kernel(s) on the CPU", nullptr,
            static_cast<int>(coverage.cpuOperators.value_or(0)));
    return tr("%1 on %2; %3")
        .arg(partitions, target,
            tr("%n operator(s) on the CPU", nullptr,
                static_cast<int>(coverage.cpuOperators.value_or(0))));
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

void PartitionPage::updateToggles()
{
    for (auto at = m_toggles.cbegin(); at != m_toggles.cend(); ++at) {
        const auto placement = static_cast<graph::Placement>(at.key());
        const int count = m_operators->countOf(placement);
        const auto text
            = tr("%1 %2").arg(placementWord(placement), formatCount(static_cast<quint64>(count)));
        at.value()->setText(text);
        at.value()->setAccessibleName(text);
        at.value()->setIcon(markIcon(placement, m_theme.colors()));
        at.value()->setVisible(count > 0);
    }
    const int steps = m_operators->countOfSteps();
    m_steps->setText(tr("Quantise steps %1").arg(formatCount(static_cast<quint64>(steps))));
    m_steps->setAccessibleName(m_steps->text());
    m_steps->setVisible(steps > 0);
}

void PartitionPage::updateShownCount()
{
    const int all
        = m_operators->rowCount() - (m_steps->isChecked() ? 0 : m_operators->countOfSteps());
    const int shown = m_table->model()->rowCount();
    m_shown->setText(shown == all
            ? tr("%n row(s)", nullptr, all)
            : tr("%1 of %n row(s)", nullptr, all).arg(formatCount(static_cast<quint64>(shown))));
}

void PartitionPage::setKept(const spec::KeepOnCpu &kept)
{
    m_kept = kept;
    m_operators->setKept(kept);
    showPins();
}

/// Also those that name nothing: they wait for the model that has it.
void PartitionPage::showPins()
{
    const auto result = m_document.compileResult();
    const auto kept = m_kept ? *m_kept : result ? result->spec.keepOnCpu : spec::KeepOnCpu();
    m_pins->set(result ? analysis::holdsOf(*result, kept) : std::vector<analysis::PinHold>());
    m_pinTable->fitHeight(ShownPartitions);
}

void PartitionPage::setPreview(const std::shared_ptr<const toolchain::CompileResult> &preview)
{
    const auto shown = m_document.compileResult();
    const bool hasPreview = preview && shown;
    m_operators->setPreview(hasPreview ? preview : nullptr);
    m_table->setColumnHidden(m_table->columnOf(u"preview"), !hasPreview);
    m_preview->setText(hasPreview ? previewSentence(*shown, *preview) : QString());
    m_preview->setVisible(hasPreview);
}

QByteArray PartitionPage::columnState() const
{
    return m_table->horizontalHeader()->saveState();
}

void PartitionPage::restoreColumnState(const QByteArray &state)
{
    m_table->horizontalHeader()->restoreState(state);
    m_table->setColumnHidden(m_table->columnOf(u"preview"), m_preview->isHidden());
}

/// Both tables show what the inspector shows, or nothing.
void PartitionPage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    m_partitionTable->setCurrentEntity(entity);
    if (origin != m_table)
        m_table->setCurrentEntity(entity);
}

void PartitionPage::filterRows()
{
    m_table->setRowFilter([this](int row) {
        const auto &shown = m_operators->rows()[static_cast<size_t>(row)];
        return (!shown.isStep || m_steps->isChecked())
            && !m_hidden.contains(static_cast<int>(shown.placement));
    });
    updateShownCount();
}

bool PartitionPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (watched == m_pinTable && key->key() == Qt::Key_Delete) {
        releasePin();
        return true;
    }
    if (watched != m_table)
        return QWidget::eventFilter(watched, event);
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
