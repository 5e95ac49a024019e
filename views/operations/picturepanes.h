// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/barsview.h"
#include "views/operations/legends.h"
#include "views/operations/treemapview.h"

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace tosaic::views {

/// The bars with their order and legend.
class BarsPane : public QWidget
{
    Q_OBJECT
public:
    explicit BarsPane(const Theme &theme, QWidget *parent = nullptr);

    void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown);
    void setSelected(const std::vector<size_t> &rows) { m_view->setSelected(rows); }

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);

private:
    QComboBox *m_order;
    FlowLegend *m_legend;
    BarsView *m_view;
};

/// The treemap with the way to where it is, its metric and legend.
class TreemapPane : public QWidget
{
    Q_OBJECT
public:
    explicit TreemapPane(const Theme &theme, QWidget *parent = nullptr);

    void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown);
    void setSelected(const std::vector<size_t> &rows) { m_view->setSelected(rows); }

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);

private:
    void showPath();
    void chooseMetric();

    QWidget *m_path;
    QHBoxLayout *m_pathLayout;
    QComboBox *m_metric;
    ScaleLegend *m_legend;
    TreemapView *m_view;
    QLabel *m_note;
    OperationsDataPtr m_data;
    bool m_wasChosen = false; ///< the metric, by the user
};

} // namespace tosaic::views
