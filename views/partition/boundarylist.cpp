// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/boundarylist.h"

#include "core/model/entityref.h"
#include "views/models/boundarycolumns.h"
#include "views/models/roles.h"
#include "views/partition/partitiontables.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int NameWidth = 240; // px

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
    setToolTip(tr("What crosses between CPU and NPU, and the kernels that convert it"));
    setColumnWidth(0, NameWidth);
    setColumnWidth(1, NameWidth);
}

void BoundaryList::setBoundaries(std::vector<analysis::Boundary> boundaries)
{
    m_boundaries->set(std::move(boundaries));
    fitHeight(ShownRows);
}

} // namespace tosaic::views
