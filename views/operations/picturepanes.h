// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/barsview.h"
#include "views/operations/legends.h"
#include "views/operations/treemapview.h"

class QComboBox;
class QHBoxLayout;

namespace tosaic::views {

class WrappedLabel;

/// A picture of operations with its controls.
class PicturePane : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown) = 0;
    virtual void setSelected(const std::vector<size_t> &rows) = 0;

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);

protected:
    /// The view that says what is chosen in it, and takes the keys.
    template <typename View>
    void follow(View *view)
    {
        connect(view, &View::rowSelected, this, &PicturePane::rowSelected);
        connect(view, &View::rowActivated, this, &PicturePane::rowActivated);
        setFocusProxy(view);
    }
};

/// The bars with their order and legend.
class BarsPane : public PicturePane
{
    Q_OBJECT
public:
    explicit BarsPane(const Theme &theme, QWidget *parent = nullptr);

    void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown) override;
    void setSelected(const std::vector<size_t> &rows) override { m_view->setSelected(rows); }

private:
    QComboBox *m_order;
    FlowLegend *m_legend;
    BarsView *m_view;
};

/// The treemap with the way to where it is, its metric and legend.
class TreemapPane : public PicturePane
{
    Q_OBJECT
public:
    explicit TreemapPane(const Theme &theme, QWidget *parent = nullptr);

    void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown) override;
    void setSelected(const std::vector<size_t> &rows) override { m_view->setSelected(rows); }

private:
    void showPath();
    void chooseMetric();

    QWidget *m_path;
    QHBoxLayout *m_pathLayout;
    QComboBox *m_metric;
    ScaleLegend *m_legend;
    TreemapView *m_view;
    WrappedLabel *m_note;
    OperationsDataPtr m_data;
    bool m_wasChosen = false; ///< the metric, by the user
};

} // namespace tosaic::views
