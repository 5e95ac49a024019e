// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/placementbar.h"

#include "views/widgets/parttip.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr double Smallest = 4; // px: even one operator of thousands is seen
}

PlacementBar::PlacementBar(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"placementBar"_s);
    setAccessibleName(tr("Operators by placement"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PlacementBar::setShares(std::vector<Share> shares)
{
    std::erase_if(shares, [](const Share &share) { return share.count == 0; });
    m_shares = std::move(shares);
    QStringList texts;
    for (const auto &share : m_shares)
        texts.append(share.text);
    setAccessibleDescription(texts.join(u"; "_s));
    update();
}

QRectF PlacementBar::shareRect(size_t index) const
{
    double total = 0;
    for (const auto &share : m_shares)
        total += share.count;
    const double room = width() - Smallest * static_cast<double>(m_shares.size());
    double left = 0;
    for (size_t i = 0; i < m_shares.size(); ++i) {
        const double w = Smallest + std::max(0.0, room) * m_shares[i].count / total;
        if (i == index)
            return { left, 0, w, static_cast<double>(height()) };
        left += w;
    }
    return {};
}

void PlacementBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &c = m_theme.colors();
    for (size_t i = 0; i < m_shares.size(); ++i) {
        const auto rect = shareRect(i).adjusted(0, 0, i + 1 < m_shares.size() ? -2 : 0, 0);
        const auto colour = c.placement(m_shares[i].placement);
        painter.fillRect(rect, c.surface);
        const bool isHatched = m_shares[i].placement == graph::Placement::Boundary
            || m_shares[i].placement == graph::Placement::Unknown;
        painter.fillRect(rect, QBrush(colour, isHatched ? Qt::BDiagPattern : Qt::SolidPattern));
        if (isHatched) {
            painter.setPen(colour);
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
}

bool PlacementBar::event(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        for (size_t i = 0; i < m_shares.size(); ++i) {
            if (shareRect(i).contains(at))
                return m_shares[i].text;
        }
        return QString();
    };
    return showPartTip(event, this, textAt) || QWidget::event(event);
}

} // namespace tosaic::views
