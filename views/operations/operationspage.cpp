// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationspage.h"

#include "views/operations/deviationpane.h"
#include "views/operations/operationsheader.h"
#include "views/operations/operationtable.h"
#include "views/operations/operationwords.h"
#include "views/operations/picturepanes.h"
#include "views/operations/unmatchedpanel.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::DeviationPair;

struct Answer
{
    OperationsDataPtr data;
    std::vector<std::optional<quint64>> bytes;
};

} // namespace

OperationsPage::OperationsPage(
    ProfileDocument &profile, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_profile(profile), m_selection(selection), m_theme(theme)
{
    setObjectName(u"operationsPage"_s);
    setAccessibleName(tr("Operators"));
    m_states = new StateStack(createContent(), this);
    m_states->setObjectName(u"operationsStates"_s);
    fillWith(this, m_states);
    addOpenLink();
    connect(m_states, &StateStack::actionTriggered, this, &OperationsPage::compileRequested);
    connect(&m_profile, &ProfileDocument::changed, this, &OperationsPage::followProfile);
    connect(&m_profile, &ProfileDocument::rangeChanged, this, &OperationsPage::compute);
    connect(&m_selection, &SelectionContext::changed, this, &OperationsPage::followSelection);
    followProfile();
}

OperationsPage::~OperationsPage() = default;

/// The empty state has one main action; this is the other way in.
void OperationsPage::addOpenLink()
{
    auto *page = m_states->emptyPage();
    auto *column = qobject_cast<QVBoxLayout *>(page->layout());
    auto *link = new QPushButton(tr("Open a debug database or a trace"), page);
    link->setObjectName(u"openProfile"_s);
    link->setProperty("role", u"link"_s);
    connect(link, &QPushButton::clicked, this, &OperationsPage::openRequested);
    column->insertWidget(column->count() - 1, link, 0, Qt::AlignHCenter);
}

template <typename Pane>
void OperationsPage::connectPane(Pane *pane)
{
    connect(pane, &Pane::rowSelected, this, &OperationsPage::selectRow);
    connect(pane, &Pane::rowActivated, this, &OperationsPage::activateRow);
}

QWidget *OperationsPage::createContent()
{
    auto *content = new QWidget(this);
    auto *column = makeColumn(content, {}, 0);
    m_header = new OperationsHeader(content);
    m_unmatched = new UnmatchedPanel(content);
    m_unmatched->hide();
    m_splitter = new QSplitter(Qt::Horizontal, content);
    m_splitter->setObjectName(u"operationsSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_pictures = new QStackedWidget(m_splitter);
    m_pictures->setObjectName(u"operationPictures"_s);
    m_bars = new BarsPane(m_theme, m_pictures);
    m_treemap = new TreemapPane(m_theme, m_pictures);
    m_deviations = new DeviationPane(m_theme, m_pictures);
    for (QWidget *pane : std::initializer_list<QWidget *>{ m_bars, m_treemap, m_deviations })
        m_pictures->addWidget(pane);
    m_table = new OperationTable(m_theme, m_splitter);
    m_splitter->addWidget(m_pictures);
    m_splitter->addWidget(m_table);
    m_splitter->setSizes({ 400, 590 });
    column->addWidget(m_header);
    column->addWidget(m_unmatched);
    column->addWidget(m_splitter, 1);
    connectPane(m_bars);
    connectPane(m_treemap);
    connectPane(m_deviations);
    connectPane(m_table);
    connect(m_deviations, &DeviationPane::pairChosen, this, [this](DeviationPair pair) {
        m_pair = pair;
        compute();
    });
    connect(m_header, &OperationsHeader::optionsChanged, this, &OperationsPage::compute);
    connect(m_header, &OperationsHeader::filterChanged, this, &OperationsPage::applyFilter);
    connect(m_header, &OperationsHeader::viewsChanged, this, &OperationsPage::showViews);
    connect(m_header, &OperationsHeader::unmatchedToggled, m_unmatched, &QWidget::setVisible);
    connect(m_header, &OperationsHeader::wholeRunRequested, this,
        [this] { m_profile.setRange(std::nullopt); });
    connect(m_unmatched, &UnmatchedPanel::closeRequested, this,
        [this] { m_header->setUnmatchedShown(false); });
    showViews();
    return content;
}

void OperationsPage::followProfile()
{
    const auto table = m_profile.table();
    m_header->setLoading(m_profile.isLoading());
    if (m_data && !m_slot.isRunning() && table == m_data->table
        && m_profile.subject() == m_data->subject)
        return; // only the loading began or ended
    if (table && !table->operations.empty())
        return compute();
    m_slot.cancel();
    m_data.reset();
    if (m_profile.isLoading())
        m_states->showLoading(tr("Joining the trace to the operators…"));
    else
        showEmpty();
    Q_EMIT shown();
}

void OperationsPage::showEmpty()
{
    m_states->showEmpty({ .iconName = u"view-statistics"_s,
        .title = tr("No operator times yet"),
        .text = tr("Compile a model, or open a debug database of Vela: what every operator costs "
                   "then stands here, with Vela's estimate at once, and with the cycles of the FVP "
                   "as soon as there is a trace."),
        .actionText = tr("Compile a model") });
}

void OperationsPage::choosePair(OperationsOptions &options) const
{
    const auto subject = m_profile.subject();
    const auto table = m_profile.table();
    const bool isMeasured = std::ranges::any_of(
        table->operations, [](const auto &operation) { return !operation.measured.empty(); });
    options.pair
        = m_pair.value_or(!isMeasured && !subject->board.empty() ? DeviationPair::BoardToEstimate
                                                                 : DeviationPair::FvpToEstimate);
}

void OperationsPage::compute()
{
    const auto subject = m_profile.subject();
    const auto table = m_profile.table();
    if (!subject || !table || table->operations.empty())
        return;
    OperationsOptions options{ .groupBy = m_header->groupBy(), .pass = m_header->pass() };
    options.isRange = m_profile.range() && table != subject->table;
    choosePair(options);
    if (options.pass && *options.pass >= passesOf(*table).size())
        options.pass.reset();
    auto bytes = m_bytesOf == subject && m_bytes.size() == table->operations.size()
        ? m_bytes
        : std::vector<std::optional<quint64>>();
    if (!m_data)
        m_states->showLoading(tr("Counting cycles…"));
    m_slot.start(
        tr("Cycles of operators"),
        [subject, table, bytes = std::move(bytes), options](
            const JobControl &) mutable -> Result<Answer> {
            if (bytes.empty())
                bytes = operationBytes(*subject, *table);
            return Answer{ computeOperations(subject, table, bytes, options), std::move(bytes) };
        },
        [this, subject](Result<Answer> answer) {
            if (!answer)
                return;
            m_bytesOf = subject;
            m_bytes = std::move(answer->bytes);
            showOperations(std::move(answer->data));
        });
}

void OperationsPage::showOperations(OperationsDataPtr operations)
{
    if (!m_data || m_data->subject != operations->subject)
        m_selected = operations->subject->operationsOf(m_selection.current());
    m_data = std::move(operations);
    m_header->setData(*m_data);
    m_unmatched->setData(*m_data);
    const auto range = m_profile.range();
    m_header->setRange(!range ? QString()
            : m_data->options.isRange
            ? rangeText(*range, *m_data->subject)
            : tr("The range of time does not narrow this: nothing says when operators ran."));
    m_states->showContent();
    applyFilter();
    Q_EMIT shown();
}

void OperationsPage::applyFilter()
{
    if (!m_data)
        return;
    const graph::Query query(m_header->filter());
    std::vector<size_t> rows;
    for (size_t i = 0; i < m_data->rows.size(); ++i) {
        if (matches(*m_data, m_data->rows[i], query))
            rows.push_back(i);
    }
    m_header->setSummary(query.isEmpty() ? summaryParts(*m_data)
            : query.isValid()            ? filteredParts(*m_data, rows)
                                         : QStringList{ tr("Not valid: %1").arg(query.problem()) });
    m_table->setData(m_data, rows);
    m_bars->setData(m_data, rows);
    m_treemap->setData(m_data, rows);
    m_deviations->setData(m_data, rows);
    highlight(m_data->rowsOf(m_selected));
}

void OperationsPage::showViews()
{
    const auto picture = m_header->picture();
    m_table->setVisible(m_header->isTableShown());
    m_pictures->setVisible(picture != Picture::None);
    if (picture != Picture::None)
        m_pictures->setCurrentIndex(static_cast<int>(picture) - 1);
    auto *first
        = m_header->isTableShown() ? static_cast<QWidget *>(m_table) : m_pictures->currentWidget();
    m_header->setFilterTarget(first);
    setFocusProxy(first);
}

void OperationsPage::selectRow(size_t row)
{
    const auto &chosen = m_data->rows[row];
    m_selected = chosen.operations;
    highlight({ row });
    if (const auto entity = m_data->entityOf(chosen); !entity.isEmpty())
        m_selection.select(entity, this);
}

void OperationsPage::activateRow(size_t row)
{
    if (const auto entity = m_data->entityOf(m_data->rows[row]); !entity.isEmpty())
        Q_EMIT m_selection.activated(entity);
}

void OperationsPage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    if (origin == this || !m_data)
        return;
    m_selected = m_data->subject->operationsOf(entity);
    highlight(m_data->rowsOf(m_selected));
}

void OperationsPage::highlight(const std::vector<size_t> &rows)
{
    m_table->setSelected(rows);
    m_bars->setSelected(rows);
    m_treemap->setSelected(rows);
    m_deviations->setSelected(rows);
}

} // namespace tosaic::views
