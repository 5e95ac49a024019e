// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/differencetable.h"

#include "views/models/columnmodel.h"
#include "views/twographs/furthergraphs.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using graph::Difference;
using graph::NodePair;

DifferenceTable::DifferenceTable(const QString &name, const QString &title, QWidget *parent)
    : DataTable(name, title, parent), m_model(new ColumnModel<Row>({}, this))
{
    setSortedModel(m_model);
    setSelectionMode(QAbstractItemView::SingleSelection);
}

void DifferenceTable::tell(std::shared_ptr<const ComparedGraphs> compared,
    std::shared_ptr<const FurtherGraphs> further, const QSet<Difference> &shown)
{
    m_model->set({}); // what is in it points into what goes
    m_compared = std::move(compared);
    m_further = further && further->base == m_compared ? std::move(further) : nullptr;
    if (!m_compared)
        return;
    m_model->set(columns(), rows());
    setRowFilter([this, shown](int row) {
        return row < m_model->rowCount() && isShown(m_model->rows()[size_t(row)], shown);
    });
    fitColumns(260);
}

bool DifferenceTable::isShown(const Row &row, const QSet<Difference> &shown) const
{
    const auto counts = [&shown](const std::optional<Difference> &difference) {
        return difference && *difference != Difference::Same && shown.contains(*difference);
    };
    return ((row.pair.before || row.pair.after) && shown.contains(row.pair.difference))
        || (row.many
            && std::any_of(row.many->differences.begin() + 2, row.many->differences.end(), counts));
}

std::vector<DifferenceTable::Row> DifferenceTable::rows() const
{
    std::vector<Row> rows;
    for (const auto &pair : m_compared->diff.pairs)
        rows.push_back({ pair, nullptr });
    if (!m_further)
        return rows;
    const auto &many = m_further->many.rows;
    const auto left = m_compared->graphs[0].nodes.size();
    std::vector<const graph::ManyRow *> onRight(m_compared->graphs[1].nodes.size());
    for (auto row = many.begin() + static_cast<std::ptrdiff_t>(left); row != many.end(); ++row) {
        if (row->nodes[1])
            onRight[*row->nodes[1]] = &*row;
    }
    for (auto &row : rows)
        row.many = row.pair.before ? &many[*row.pair.before] : onRight[*row.pair.after];
    for (auto row = many.begin() + static_cast<std::ptrdiff_t>(left); row != many.end(); ++row) {
        if (!row->nodes[1])
            rows.push_back({ {}, &*row });
    }
    return rows;
}

/// The node that tells kind and module.
const graph::Node *DifferenceTable::nodeOf(const Row &row) const
{
    if (row.pair.after)
        return &m_compared->graphs[1].nodes[*row.pair.after];
    if (row.pair.before)
        return &m_compared->graphs[0].nodes[*row.pair.before];
    for (size_t i = 2; i < row.many->nodes.size(); ++i) {
        if (row.many->nodes[i])
            return &m_further->graphs[i - 2].graph.nodes[*row.many->nodes[i]];
    }
    return nullptr;
}

Columns<DifferenceTable::Row> DifferenceTable::columns() const
{
    const auto nameOn = [this](size_t side) {
        return [this, side](const Row &row) {
            const auto at = side == 0 ? row.pair.before : row.pair.after;
            return at ? graph::nameOf(m_compared->graphs[side].nodes[*at]) : QString();
        };
    };
    const auto kind = [this](const Row &row) {
        const auto *node = nodeOf(row);
        return !node ? QString() : node->pattern.isEmpty() ? node->title : node->pattern;
    };
    const auto isPair = [](const Row &row) { return row.pair.before || row.pair.after; };
    auto columns = columnsOf<Row>({
        { u"difference"_s, tr("Difference"),
            [isPair](const Row &row) {
                return isPair(row) ? tr("%1 %2").arg(
                           differenceSign(row.pair.difference), differenceName(row.pair.difference))
                                   : QString();
            },
            { .mayBeEmpty = true } },
        { u"left"_s, tr("Left"), nameOn(0), { .mayBeEmpty = true } },
        { u"right"_s, tr("Right"), nameOn(1), { .mayBeEmpty = true } },
        { u"kind"_s, tr("Operator"), kind },
        { u"module"_s, tr("Module"),
            [this](const Row &row) {
                const auto *node = nodeOf(row);
                return node ? node->module : QString();
            },
            { .mayBeEmpty = true } },
        { u"why"_s, tr("What and why"),
            [isPair](const Row &row) {
                return isPair(row) ? pairSentence(row.pair) : tr("only in further graphs");
            } },
    });
    for (size_t i = 0; m_further && i < m_further->graphs.size(); ++i) {
        const auto cell = [this, i](const Row &row) {
            const auto node = row.many ? row.many->nodes[i + 2] : std::nullopt;
            const auto difference = row.many ? row.many->differences[i + 2] : std::nullopt;
            return differenceCell(
                node ? graph::nameOf(m_further->graphs[i].graph.nodes[*node]) : QString(),
                difference);
        };
        const ColumnOf<Row> column(
            u"further%1"_s.arg(i), m_further->graphs[i].title, cell, { .mayBeEmpty = true });
        columns.insert(columns.begin() + 3 + static_cast<std::ptrdiff_t>(i), column);
    }
    return columns;
}

} // namespace tosaic::views
