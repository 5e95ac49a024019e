// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/boundarylist.h"

#include "core/model/entityref.h"
#include "views/models/boundarycolumns.h"
#include "views/models/roles.h"
#include "views/partition/partitiontables.h"

#include <QHeaderView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int NarrowName = 120; // px
constexpr int WideName = 240;

} // namespace

BoundaryList::BoundaryList(const Theme &theme, QWidget *parent)
    : DataTable(u"boundaryTable"_s, tr("Boundaries"), parent),
      m_boundaries(new ColumnModel<analysis::Boundary>(boundaryColumns(), this,
          [](const analysis::Boundary &row, QStringView, int role) -> QVariant {
              return role == EntityRole ? QVariant::fromValue(model::EntityRef::node(row.tensor))
                                        : QVariant();
          }))
{
    prepareTable(*this, m_boundaries, theme);
    setSelectionMode(QAbstractItemView::SingleSelection);
    horizontalHeader()->setStretchLastSection(false); // numbers stay beside what they are of
    setToolTip(tr("What crosses between CPU and NPU, and the kernels that convert it"));
}

/// Names leave the numbers their room.
void BoundaryList::resizeEvent(QResizeEvent *event)
{
    DataTable::resizeEvent(event);
    const auto &header = *horizontalHeader();
    const int numbers = header.length() - header.sectionSize(0) - header.sectionSize(1);
    const int name = std::clamp((viewport()->width() - numbers) / 2, NarrowName, WideName);
    setColumnWidth(0, name);
    setColumnWidth(1, name);
}

void BoundaryList::setBoundaries(std::vector<analysis::Boundary> boundaries)
{
    m_boundaries->set(std::move(boundaries));
    fitHeight(ShownRows);
}

} // namespace tosaic::views
