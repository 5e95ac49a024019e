// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace tosaic::views {

class Theme;

/// How many numbers lie in which of some bins of equal width.
struct HistogramBins
{
    double low = 0; ///< lower edge of the first
    double high = 0; ///< upper edge of the last
    std::vector<quint64> counts; ///< empty: there is no finite number
    bool areWhole = false; ///< whole numbers; the edges lie between them
    std::optional<double> largest = {}; ///< where the last bin reaches beyond it
};

/// How often which numbers come: bars of equal width, their ends written below and the most of one
/// bin above. A tip says what lies in a bin.
class HistogramPicture : public QWidget
{
    Q_OBJECT
public:
    HistogramPicture(
        const QString &name, const QString &title, const Theme &theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    /// What lies outside `range` has another colour.
    void show(HistogramBins bins, std::optional<std::pair<double, double>> range = {});
    const HistogramBins &bins() const { return m_bins; }
    /// -1 if there is none.
    int binAt(const QPoint &position) const;
    QString binText(int bin) const;

    QSize sizeHint() const override { return { 260, 96 }; }
    QSize minimumSizeHint() const override { return { 120, 80 }; }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRect plotRect() const;
    double binWidth() const; ///< in the unit of the numbers
    /// The first and the last number between two edges.
    std::pair<double, double> numbersBetween(double low, double high) const;
    QString textOf(double number, int digits) const;

    QString m_title;
    const Theme &m_theme;
    HistogramBins m_bins;
    std::optional<std::pair<double, double>> m_range;
};

} // namespace tosaic::views
