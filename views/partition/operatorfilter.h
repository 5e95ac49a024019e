// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QSet>
#include <QSortFilterProxyModel>

namespace tosaic::views {

/// Rows of the operator table that contain all words of a text and have a shown placement.
class OperatorFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit OperatorFilter(QObject *parent = nullptr);

    void setText(const QString &text);
    void setPlacementShown(graph::Placement placement, bool shown);
    /// Quantise and dequantise steps inside partitions; hidden at first.
    void setStepsShown(bool shown);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
    QSet<int> m_hidden; ///< placements
    bool m_stepsShown = false;
};

} // namespace tosaic::views
