// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/waterfall.h"
#include "views/widgets/theme.h"

#include <QWidget>

namespace tosaic::views {

/// The way from the old total to the new one, one row a step. Rows are reached with the arrow keys
/// and clicks.
class WaterfallChart : public QWidget
{
    Q_OBJECT
public:
    explicit WaterfallChart(const Theme &theme, QWidget *parent = nullptr);

    void set(profile::Waterfall waterfall);
    const profile::Waterfall &waterfall() const { return m_waterfall; }
    /// Marks the operator's step; none if it has none.
    void setSelected(const QString &name);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A step was clicked or reached by key: the name of its operator.
    void stepSelected(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Row
    {
        QString name;
        double from = 0;
        double to = 0;
        int step = -1; ///< -1: a total
    };
    std::vector<Row> rows() const;
    int rowAt(double y) const;
    void paintRow(QPainter &painter, const Row &row, double y, double scale) const;
    QString valueOf(const Row &row) const;
    QString nameOf(const Row &row) const;
    void select(int step);

    const Theme &m_theme;
    profile::Waterfall m_waterfall;
    int m_selected = -1; ///< step
};

} // namespace tosaic::views
