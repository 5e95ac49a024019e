// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofmarks.h"

#include <QWidget>

namespace tosaic::views {

/// What lines, shapes, fillings and sizes mean. Entries flow over as many lines as they need.
class RooflineLegend : public QWidget
{
    Q_OBJECT
public:
    explicit RooflineLegend(const Theme &theme, QWidget *parent = nullptr);

    void setData(const RoofData &roofs);
    QStringList texts() const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Entry
    {
        enum class Sample
        {
            Line,
            Mark,
            Sizes
        };
        Sample sample = Sample::Mark;
        RoofLook look;
        bool isFilled = true;
        QString text;
        std::optional<size_t> ceiling;
    };

    std::vector<QRect> places(int width) const;
    void paintSample(QPainter &painter, const Entry &entry, const QRect &place) const;

    const Theme &m_theme;
    RoofData m_data;
    std::vector<Entry> m_entries;
    void rebuild();
};

} // namespace tosaic::views
