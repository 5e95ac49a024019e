// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorypictureview.h"

#include "core/base/units.h"
#include "views/memory/memorytext.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LongestMotion = 150; // ms
constexpr int CardGap = 16; // px beside the pointer
constexpr double Reach = 3; // px around a part that still hit it

QString line(const QString &text, const QString &style = {})
{
    return u"<div style=\"%1\">%2</div>"_s.arg(style, text.toHtmlEscaped());
}

QString exact(const std::optional<quint64> &bytes)
{
    return bytes
        ? MemoryText::tr("%1 (%2 bytes), est").arg(formatBytes(*bytes), formatCount(*bytes))
        : MemoryText::tr("Size not known");
}

} // namespace

MemoryPictureView::MemoryPictureView(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_card(new QLabel(this))
{
    setObjectName(u"memoryPicture"_s);
    setAccessibleName(tr("Memory picture"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_card->setObjectName(u"memoryCard"_s);
    m_card->setProperty("role", u"card"_s);
    m_card->setTextFormat(Qt::RichText);
    m_card->setWordWrap(true);
    m_card->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_card->setContentsMargins(10, 8, 10, 8);
    m_card->setAutoFillBackground(true);
    m_card->hide();
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_shown = blend(m_start, m_target, value.toDouble());
        update();
    });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

MemoryPictureView::~MemoryPictureView() = default;

int MemoryPictureView::motionTime() const
{
    return std::min(
        LongestMotion, style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this));
}

void MemoryPictureView::setPicture(
    const analysis::MemoryPicture &picture, const std::optional<analysis::Budget> &budget)
{
    m_picture = picture;
    m_budget = budget;
    m_hovered.reset();
    m_card->hide();
    if (m_selected && !partOf(*m_selected)) {
        // It may have moved to the other memory.
        const auto kind = m_selected->kind;
        m_selected.reset();
        for (const auto &box : m_picture.boxes) {
            if (box.part(kind))
                m_selected = PartRef{ box.role, kind };
        }
    }
    relayout(isVisible() && !m_shown.parts.empty());
    updateDescription();
}

void MemoryPictureView::relayout(bool isMoving)
{
    m_motion.stop();
    m_start = m_shown;
    m_target = layoutPicture(m_picture, m_budget ? &*m_budget : nullptr, size(),
        static_cast<double>(fontMetrics().height()));
    const auto time = motionTime();
    if (isMoving && time > 0) {
        m_shown = blend(m_start, m_target, 0);
        m_motion.setDuration(time);
        m_motion.start();
    } else {
        m_shown = m_target;
    }
    update();
}

void MemoryPictureView::setSelectedPart(const std::optional<PartRef> &part)
{
    m_selected = part;
    updateDescription();
    update();
}

const analysis::MemoryPart *MemoryPictureView::partOf(const PartRef &ref) const
{
    const auto *box = m_picture.box(ref.role);
    return box ? box->part(ref.kind) : nullptr;
}

const analysis::BudgetRow *MemoryPictureView::rowOf(analysis::MemoryRole role) const
{
    return m_budget ? m_budget->row(role) : nullptr;
}

std::optional<PartRef> MemoryPictureView::partAt(const QPointF &position) const
{
    // Narrow parts lie beside wide ones: what is exactly hit goes before what is nearly hit.
    for (const auto reach : { 0.0, Reach }) {
        for (const auto &part : m_target.parts) {
            if (part.area.adjusted(-reach, 0, reach, 0).contains(position))
                return part.part;
        }
    }
    return {};
}

void MemoryPictureView::choose(const PartRef &part)
{
    setSelectedPart(part);
    Q_EMIT partSelected(part);
}

void MemoryPictureView::walk(int direction)
{
    const auto count = static_cast<int>(m_target.parts.size());
    if (count == 0)
        return;
    int at = direction > 0 ? -1 : count;
    if (m_selected) {
        const auto found = std::ranges::find(m_target.parts, *m_selected, &PartGeometry::part);
        if (found != m_target.parts.end())
            at = static_cast<int>(found - m_target.parts.begin());
    }
    choose(m_target.parts[static_cast<size_t>(std::clamp(at + direction, 0, count - 1))].part);
}

/// To the first part of the next memory that has one.
void MemoryPictureView::walkBoxes(int direction)
{
    if (!m_selected)
        return walk(1);
    const auto role = m_selected->role;
    const auto parts = m_target.parts;
    const auto isNext = [&](const PartGeometry &part) {
        return direction > 0 ? part.part.role > role : part.part.role < role;
    };
    if (direction > 0) {
        const auto found = std::ranges::find_if(parts, isNext);
        if (found != parts.end())
            choose(found->part);
        return;
    }
    const auto found = std::find_if(parts.rbegin(), parts.rend(), isNext);
    if (found == parts.rend())
        return;
    const auto first = std::ranges::find_if(
        parts, [&](const auto &p) { return p.part.role == found->part.role; });
    choose(first->part);
}

void MemoryPictureView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setPixmap(grab());
        return;
    }
    switch (event->key()) {
    case Qt::Key_Right:
        return walk(1);
    case Qt::Key_Left:
        return walk(-1);
    case Qt::Key_Down:
        return walkBoxes(1);
    case Qt::Key_Up:
        return walkBoxes(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected)
            Q_EMIT partActivated(*m_selected);
        return;
    case Qt::Key_Escape:
        m_card->hide();
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
    }
}

void MemoryPictureView::mousePressEvent(QMouseEvent *event)
{
    m_card->hide();
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto part = partAt(event->position()))
        choose(*part);
}

void MemoryPictureView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto part = partAt(event->position()))
        Q_EMIT partActivated(*part);
}

void MemoryPictureView::mouseMoveEvent(QMouseEvent *event)
{
    const auto part = partAt(event->position());
    if (part != m_hovered) {
        m_hovered = part;
        update();
    }
    if (part)
        return showCard(cardText(*part), event->position());
    for (const auto &port : m_target.ports) {
        const auto area = port.tab.united(port.above).united(port.below);
        if (area.contains(event->position()))
            return showCard(portCardText(port.role), event->position());
    }
    m_card->hide();
}

void MemoryPictureView::showCard(const QString &text, const QPointF &position)
{
    m_card->setText(text);
    m_card->setFixedWidth(std::min(360, width() - 24));
    m_card->adjustSize();
    auto place = position.toPoint() + QPoint(CardGap, CardGap);
    if (place.x() + m_card->width() > width())
        place.setX(std::max(0, place.x() - m_card->width() - 2 * CardGap));
    if (place.y() + m_card->height() > height())
        place.setY(std::max(0, place.y() - m_card->height() - 2 * CardGap));
    m_card->move(place);
    m_card->show();
    m_card->raise();
}

void MemoryPictureView::leaveEvent(QEvent *event)
{
    m_card->hide();
    m_hovered.reset();
    update();
    QWidget::leaveEvent(event);
}

void MemoryPictureView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        relayout(false);
    QWidget::changeEvent(event);
}

void MemoryPictureView::resizeEvent(QResizeEvent *event)
{
    relayout(false);
    QWidget::resizeEvent(event);
}

QString MemoryPictureView::cardText(const PartRef &ref) const
{
    const auto *part = partOf(ref);
    if (!part)
        return {};
    const auto &colors = m_theme.colors();
    const auto muted = u"color:%1"_s.arg(colors.mutedText.name());
    auto html = line(partName(ref.kind), u"font-weight:600"_s);
    html += line(exact(part->bytes));
    html += line(partMeaning(ref.kind, m_picture.placement), muted);
    if (part->shares.size() > 1) {
        for (const auto &share : part->shares)
            html += line(tr("Partition %1: %2")
                             .arg(QString::number(share.partition), sizeText(share.bytes)));
    }
    for (const auto &inner : part->inner)
        html += line(tr("%1: %2").arg(innerName(inner.kind), sizeText(inner.bytes)), muted);
    const auto *geometry = m_target.part(ref);
    if (geometry && geometry->isBroken)
        html += line(tr("Drawn wider than to scale"), muted);
    return html;
}

QString MemoryPictureView::portCardText(analysis::MemoryRole role) const
{
    const auto *port = m_picture.port(role);
    if (!port)
        return {};
    const auto muted = u"color:%1"_s.arg(m_theme.colors().mutedText.name());
    auto html = line(portTitle(*port), u"font-weight:600"_s);
    html += line(trafficText(*port));
    if (const auto detail = trafficDetail(port->traffic); !detail.isEmpty())
        html += line(detail, muted);
    if (port->busyShare)
        html += line(tr("Busy %1 of the inference").arg(formatShare(*port->busyShare)));
    const auto bandwidth = portBandwidth(*port, m_picture.clockHz);
    html += line(bandwidth.isEmpty() ? tr("Bandwidth not known") : bandwidth, muted);
    return html;
}

QString MemoryPictureView::description() const
{
    QStringList sentences;
    for (const auto &box : m_picture.boxes) {
        QStringList parts;
        for (const auto &part : box.parts)
            parts << tr("%1 %2").arg(partName(part.kind), sizeText(part.bytes));
        sentences << (parts.isEmpty() ? tr("%1: nothing.").arg(memoryTitle(box))
                                      : tr("%1: %2.").arg(memoryTitle(box), parts.join(u", "_s)));
    }
    for (const auto &port : m_picture.ports)
        sentences << tr("%1: %2.").arg(port.name, trafficText(port));
    if (m_budget)
        sentences << budgetSentence(*m_budget) + u'.';
    return sentences.join(u' ');
}

void MemoryPictureView::updateDescription()
{
    const auto *part = m_selected ? partOf(*m_selected) : nullptr;
    setAccessibleDescription(part
            ? tr("%1, %2 in %3. %4")
                  .arg(partName(part->kind), sizeText(part->bytes),
                      memoryTitle(*m_picture.box(m_selected->role)), description())
            : description());
}

} // namespace tosaic::views
