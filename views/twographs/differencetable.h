// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/twographs/comparedgraphs.h"
#include "views/widgets/datatable.h"

#include <memory>

namespace tosaic::views {

struct FurtherGraphs;
template <typename Row>
class ColumnModel;

/// What differs between two graphs, a row for each pair in the order of the diff, and a column for
/// each further graph; behind them what only those have.
class DifferenceTable : public DataTable
{
    Q_OBJECT
public:
    DifferenceTable(const QString &name, const QString &title, QWidget *parent = nullptr);

    /// Null: nothing is compared; no further graphs. `shown`: what of them has a row.
    void tell(std::shared_ptr<const ComparedGraphs> compared,
        std::shared_ptr<const FurtherGraphs> further, const QSet<graph::Difference> &shown);

private:
    struct Row
    {
        graph::NodePair pair; ///< of neither side: only further graphs have it
        const graph::ManyRow *many = nullptr; ///< absent while there are no further graphs
    };
    Columns<Row> columns() const;
    std::vector<Row> rows() const;
    const graph::Node *nodeOf(const Row &row) const;
    bool isShown(const Row &row, const QSet<graph::Difference> &shown) const;

    ColumnModel<Row> *m_model;
    std::shared_ptr<const ComparedGraphs> m_compared;
    std::shared_ptr<const FurtherGraphs> m_further;
};

} // namespace tosaic::views
