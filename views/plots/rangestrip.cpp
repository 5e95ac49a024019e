// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/rangestrip.h"

#include "views/widgets/building.h"

#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

RangeStrip::RangeStrip(QWidget *parent) : QWidget(parent), m_text(new QLabel(this))
{
    setObjectName(u"plotRangeStrip"_s);
    setAccessibleName(tr("Range of time"));
    m_text->setObjectName(u"plotRange"_s);
    auto *whole = named(new QPushButton(tr("Whole run"), this), u"plotWholeRun"_s);
    whole->setToolTip(tr("Show all times again"));
    connect(whole, &QPushButton::clicked, this, [this] {
        if (m_profile)
            m_profile->setRange(std::nullopt);
    });
    auto *layout = makeRow(this, {}, 8, { 12, 0, 12, 6 });
    layout->addWidget(m_text);
    layout->addWidget(whole);
    layout->addStretch(1);
    hide();
}

void RangeStrip::setProfile(ProfileDocument *profile)
{
    if (m_profile)
        disconnect(m_profile, nullptr, this, nullptr);
    m_profile = profile;
    if (m_profile)
        connect(m_profile, &ProfileDocument::rangeChanged, this, &RangeStrip::rangeChanged);
    Q_EMIT rangeChanged();
}

std::optional<PlotRange> RangeStrip::rangeOn(const PlotSubject &subject) const
{
    const auto range = m_profile ? m_profile->range() : std::nullopt;
    const auto profile = m_profile ? m_profile->subject() : nullptr;
    if (!range || !profile || !profile->timeline)
        return std::nullopt;
    const auto cycles = "cycles"_L1;
    const auto isInCycles = subject.axis == PlotAxis::NpuCycles
        || (subject.axis == PlotAxis::SampleTime && subject.timeUnit == cycles);
    if (!isInCycles || profile->timeline->timeUnit != cycles)
        return std::nullopt;
    return PlotRange{ static_cast<double>(range->first), static_cast<double>(range->second) };
}

void RangeStrip::follow(const PlotSubject &subject)
{
    const auto range = m_profile ? m_profile->range() : std::nullopt;
    setVisible(range.has_value());
    if (!range)
        return;
    const QLocale locale;
    m_text->setText(rangeOn(subject)
            ? tr("Only cycles %1 to %2 of the trace")
                  .arg(locale.toString(range->first), locale.toString(range->second))
            : tr("The range of time does not narrow this: its axis is not that of the timeline."));
}

} // namespace tosaic::views
