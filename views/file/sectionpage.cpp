// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/file/sectionpage.h"

#include "core/base/units.h"
#include "views/file/descriptionmodels.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"

#include <QHeaderView>
#include <QLabel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LargestColumn = 360; // px
constexpr int SmallestLabel = 140;
constexpr int LargestLabel = 260;
constexpr int FactsBesideTable = 8; // rows, where a table follows
} // namespace

SectionPage::SectionPage(QWidget *parent)
    : QWidget(parent), m_title(new QLabel(this)), m_factsModel(new FactsModel(this)),
      m_tableModel(new ColumnModel<QStringList>({}, this)),
      m_facts(new DataTable(u"sectionFacts"_s, tr("Facts"), this)),
      m_table(new DataTable(u"sectionTable"_s, tr("Table"), this)), m_omitted(new QLabel(this)),
      m_filler(new QWidget(this))
{
    setObjectName(u"sectionPage"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_title->setObjectName(u"sectionTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_title->setContentsMargins(12, 10, 12, 8);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setSortedModel(m_factsModel);
    m_facts->horizontalHeader()->hide();
    m_table->setSortedModel(m_tableModel);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_omitted->setObjectName(u"sectionOmitted"_s);
    m_omitted->setProperty("role", u"muted"_s);
    m_omitted->setContentsMargins(12, 6, 12, 6);
    auto *rows = makeColumn(this, {}, 0);
    rows->addWidget(m_title);
    rows->addWidget(m_facts);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_omitted);
    rows->addWidget(m_filler, 1);
}

void SectionPage::set(const DescriptionSection &section)
{
    m_title->setText(section.title.isEmpty() ? tr("The file") : descriptionLabel(section.title));
    m_facts->setAccessibleName(m_title->text());
    m_table->setAccessibleName(m_title->text());
    m_factsModel->set(factsOf(section));
    m_facts->resizeColumnToContents(0);
    m_facts->setColumnWidth(
        0, std::clamp(m_facts->columnWidth(0) + 12, SmallestLabel, LargestLabel));
    m_tableModel->set(columnsOfTable(section.table), section.table.rows);
    const bool hasTable = !section.table.columns.empty();
    m_facts->setVisible(!section.facts.empty());
    m_table->setVisible(hasTable);
    m_filler->setVisible(!hasTable);
    if (hasTable) {
        m_table->sortByColumn(-1, Qt::AscendingOrder);
        m_table->fitColumns(LargestColumn);
        m_table->scrollToTop();
    }
    m_omitted->setVisible(section.table.omitted > 0);
    m_omitted->setText(tr("%1 more rows were left out to bound memory; the command line counts "
                          "them too.")
                           .arg(formatCount(section.table.omitted)));
    fitFacts();
}

void SectionPage::setFilter(const QString &text)
{
    m_facts->setFilter(text);
    m_table->setFilter(text);
    fitFacts();
}

/// As high as its rows: a list of facts has no scroll bar unless a table needs the room.
void SectionPage::fitFacts()
{
    const auto all = m_facts->model()->rowCount();
    const auto shown = m_table->isHidden() ? all : std::min(all, FactsBesideTable);
    m_facts->setMaximumHeight(
        std::max(1, shown) * m_facts->verticalHeader()->defaultSectionSize() + 4);
    m_facts->setMinimumHeight(m_table->isHidden() ? 0 : m_facts->maximumHeight());
}

} // namespace tosaic::views
