// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/stagetimeline.h"

#include "core/base/units.h"
#include "views/widgets/building.h"
#include "views/widgets/parttip.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Padding = 6; // px between the text and the edge of its box
constexpr int Margin = 8; // px at the sides
}

StageTimeline::StageTimeline(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    named(this, u"jobTimeline"_s, tr("Stages of the job"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StageTimeline::setStages(std::vector<JobStage> stages, qint64 nowMs)
{
    m_stages = std::move(stages);
    m_nowMs = nowMs;
    setVisible(!m_stages.empty());
    setAccessibleDescription(text());
    update();
}

QString StageTimeline::textOf(const JobStage &stage) const
{
    const auto seconds = static_cast<double>(endOf(stage) - stage.beginMs) / 1000.0;
    return tr("%1: %2", "name of a stage, its time").arg(stage.name, formatDuration(seconds));
}

QString StageTimeline::text() const
{
    QStringList lines;
    for (const auto &stage : m_stages)
        lines.append(textOf(stage));
    return lines.join(u'\n');
}

QSize StageTimeline::sizeHint() const
{
    return { 200, fontMetrics().height() + 10 };
}

QRectF StageTimeline::boxOf(const JobStage &stage) const
{
    const auto begin = m_stages.front().beginMs;
    const auto whole = static_cast<double>(std::max<qint64>(1, endOf(m_stages.back()) - begin));
    const auto width = static_cast<double>(this->width() - 2 * Margin);
    const auto x = static_cast<double>(stage.beginMs - begin) / whole * width;
    const auto end = static_cast<double>(endOf(stage) - begin) / whole * width;
    return { Margin + x, 2, std::max(1.0, end - x - 1), static_cast<double>(height() - 4) };
}

void StageTimeline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &colors = m_theme.colors();
    for (size_t i = 0; i < m_stages.size(); ++i) {
        const auto &stage = m_stages[i];
        const auto box = boxOf(stage);
        // Alternating shades keep neighbours apart; the one that runs carries the accent.
        auto fill = i % 2 == 0 ? colors.sunken : colors.border;
        painter.fillRect(box, fill);
        if (!stage.endMs)
            painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2), colors.accent);
        const auto room = box.adjusted(Padding, 0, -Padding, 0);
        for (const auto &label : { textOf(stage), stage.name }) {
            if (fontMetrics().horizontalAdvance(label) > room.width())
                continue;
            painter.setPen(colors.text);
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, label);
            break;
        }
    }
}

bool StageTimeline::event(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        const auto stage = std::ranges::find_if(
            m_stages, [&](const JobStage &one) { return boxOf(one).contains(at); });
        return stage == m_stages.end() ? QString() : textOf(*stage) + u"\n\n"_s + text();
    };
    return showPartTip(event, this, textAt) || QWidget::event(event);
}

} // namespace tosaic::views
