// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace tosaic::views {

class Theme;

/// How often which numbers come: bars of equal width, their ends written below.
class HistogramPicture : public QWidget
{
    Q_OBJECT
public:
    HistogramPicture(
        const QString &name, const QString &title, const Theme &theme, QWidget *parent = nullptr);

    /// Bins from the smallest to the largest number; empty: there is no finite one. What lies
    /// outside `range` has another colour.
    void show(double smallest, double largest, std::vector<quint64> counts,
        std::optional<std::pair<double, double>> range = {});
    QSize sizeHint() const override { return { 260, 96 }; }
    QSize minimumSizeHint() const override { return { 120, 80 }; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_title;
    const Theme &m_theme;
    double m_smallest = 0;
    double m_largest = 0;
    std::vector<quint64> m_counts;
    std::optional<std::pair<double, double>> m_range;
};

} // namespace tosaic::views
