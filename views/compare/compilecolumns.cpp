// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compilecolumns.h"

#include "views/compare/resulttitles.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int HeadingSpace = 8;
constexpr int MostMetrics = 14; // a longer table scrolls in itself
constexpr std::ptrdiff_t MostAtFirst = 6; // more are chosen in the menu

QVariant verdictIn(const MetricRow &row, QStringView key, int role)
{
    if (role != VerdictRole || !key.startsWith(u"side") || key == u"side0")
        return {};
    return int(row[key.mid(4).toUInt()].verdict());
}

} // namespace

CompileColumns::CompileColumns(ResultsDocument &results, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_results(results),
      m_model(new ColumnModel<MetricRow>(sideBySideColumns({}), this, verdictIn))
{
    setObjectName(u"compileColumns"_s);
    auto *layout = makeColumn(this, {}, HeadingSpace);
    auto *heading = new QHBoxLayout;
    auto *headline = new QLabel(tr("Several compiles, each against the old one"), this);
    headline->setProperty("role", u"section"_s);
    auto *choose = new QToolButton(this);
    choose->setObjectName(u"chooseCompiles"_s);
    choose->setText(tr("Compiles"));
    choose->setAccessibleName(tr("Compiles that stand as columns"));
    choose->setPopupMode(QToolButton::InstantPopup);
    m_menu = new QMenu(choose);
    choose->setMenu(m_menu);
    heading->addWidget(headline);
    heading->addWidget(choose);
    heading->addStretch();
    layout->addSpacing(HeadingSpace);
    layout->addLayout(heading);
    m_table = new DataTable(u"columnsTable"_s, headline->text(), this);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    layout->addWidget(m_table);
    connect(&m_results, &ResultsDocument::changed, this, &CompileColumns::refresh);
    connect(&m_results, &ResultsDocument::comparisonChanged, this, &CompileColumns::refresh);
    refresh();
}

CompileColumns::~CompileColumns() = default;

bool CompileColumns::isShown(const Item &item) const
{
    const auto base = m_results.oldSide();
    if (!base || item == base || item == m_results.newSide())
        return true;
    if (const auto chosen = m_chosen.find(item); chosen != m_chosen.end())
        return chosen->second;
    const auto &all = m_results.results();
    const auto behind = all.end() - std::ranges::find(all, item);
    return behind <= MostAtFirst && item->status == compiled::Status::Succeeded
        && item->sourceName == base->sourceName;
}

void CompileColumns::fillMenu()
{
    m_menu->clear();
    int number = 0;
    for (const auto &item : m_results.results()) {
        auto *action = m_menu->addAction(resultTitle(++number, *item));
        action->setCheckable(true);
        action->setChecked(isShown(item));
        action->setEnabled(item != m_results.oldSide() && item != m_results.newSide());
        connect(action, &QAction::toggled, this, [this, item](bool isOn) {
            m_chosen[item] = isOn;
            refresh();
        });
    }
}

void CompileColumns::refresh()
{
    const auto base = m_results.oldSide();
    const bool areEnough = base && m_results.newSide() && m_results.results().size() > 2;
    setVisible(areEnough);
    std::vector<Item> sides;
    if (areEnough) {
        sides.push_back(base);
        std::ranges::copy_if(m_results.results(), std::back_inserter(sides),
            [&](const Item &item) { return item != base && isShown(item); });
        QMetaObject::invokeMethod(this, &CompileColumns::fillMenu, Qt::QueuedConnection);
    }
    if (sides != std::exchange(m_compared, sides))
        compare(std::move(sides));
}

void CompileColumns::compare(std::vector<Item> sides)
{
    m_slot.cancel();
    QStringList titles;
    const auto model = onlyModelOf(sides);
    for (const auto &side : sides) {
        const auto &all = m_results.results();
        titles << resultTitle(int(std::ranges::find(all, side) - all.begin()) + 1, *side, model);
    }
    m_slot.start(
        tr("Comparing the compiles"),
        [sides](const JobControl &) -> Result<std::vector<MetricRow>> {
            std::vector<analysis::Comparison> comparisons;
            for (const auto &side : sides)
                comparisons.push_back(analysis::compareResults(*sides.front(), *side));
            return metricsSideBySide(comparisons);
        },
        [this, titles](Result<std::vector<MetricRow>> rows) {
            m_model->set(sideBySideColumns(titles), std::move(*rows));
            m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
            m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
            m_table->fitHeight(MostMetrics);
            Q_EMIT shown();
        });
}

} // namespace tosaic::views
