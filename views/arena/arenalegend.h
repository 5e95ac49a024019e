// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <memory>

namespace tosaic::views {

/// What the colours and patterns of the picture mean; only those that it shows.
class ArenaLegend : public QWidget
{
    Q_OBJECT
public:
    explicit ArenaLegend(const Theme &theme, QWidget *parent = nullptr);

    void setArena(std::shared_ptr<const Arena> arena);
    QSize sizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int rowHeight() const;
    std::vector<QPoint> places(int width) const;

    struct Entry
    {
        ArenaBuffer::Kind kind;
        bool isKnown = true;
        QString text;
        bool isHeld = false; ///< explains the pale end
    };

    const Theme &m_theme;
    bool m_isNpu = false;
    std::vector<Entry> m_entries;
};

} // namespace tosaic::views
