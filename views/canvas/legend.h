// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace tosaic::views {

/// What colours and shapes of a picture mean: a sample and its words, in as many lines as they
/// need.
class FlowLegend : public QWidget
{
    Q_OBJECT
public:
    struct Entry
    {
        QString text;
        std::function<void(QPainter &painter, const QRectF &sample, const ThemeColors &colors)>
            paint;
    };

    FlowLegend(const Theme &theme, const QString &name, QWidget *parent);

    void setEntries(std::vector<Entry> entries);
    QStringList texts() const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; ///< in one line

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<QRect> places(int width) const;

    const Theme &m_theme;
    std::vector<Entry> m_entries;
};

} // namespace tosaic::views
