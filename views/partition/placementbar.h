// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QWidget>

#include <vector>

namespace tosaic::views {

/// Shares of operators by placement as one stacked bar; the toggles beside it are its legend.
class PlacementBar : public QWidget
{
    Q_OBJECT
public:
    struct Share
    {
        graph::Placement placement = graph::Placement::Unknown;
        int count = 0;
        QString text; ///< "NPU: 349 operators"
    };

    explicit PlacementBar(const Theme &theme, QWidget *parent = nullptr);
    void setShares(std::vector<Share> shares);

    QSize sizeHint() const override { return { 240, 14 }; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF shareRect(size_t index) const;

    const Theme &m_theme;
    std::vector<Share> m_shares;
};

} // namespace tosaic::views
