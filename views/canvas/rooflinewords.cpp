// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/rooflinewords.h"

#include "core/base/units.h"
#include "views/models/notknown.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct RooflineText
{
    Q_DECLARE_TR_FUNCTIONS(Roofline)
};

constexpr double Giga = 1e9;

} // namespace

QString figureText(double value)
{
    const auto size = std::abs(value);
    if (size == 0)
        return QLocale().toString(0);
    const auto digits = 2 - static_cast<int>(std::floor(std::log10(size)));
    return QLocale().toString(value, 'f', std::clamp(digits, 0, 9));
}

double teraOperations(double macsPerCycle, double clockHz)
{
    return 2 * macsPerCycle * clockHz / 1e12;
}

QString rateText(const profile::Roofline &roofline, double rate)
{
    const auto macs = RooflineText::tr("%1 MACs per cycle").arg(figureText(rate));
    if (!roofline.clockHz)
        return macs;
    return u"%1 · %2"_s.arg(
        macs, RooflineText::tr("%1 TOPS").arg(figureText(teraOperations(rate, *roofline.clockHz))));
}

bool isAboveRoof(const profile::RooflinePoint &point)
{
    constexpr double Shown = 1.0005; // what is less reads as 100.0 %
    return point.share >= Shown;
}

QString limitName(const std::optional<profile::CycleLimit> &limit)
{
    using By = profile::CycleLimit::By;
    switch (limit ? limit->by : By::Wait) {
    case By::Mac:
        return RooflineText::tr("Computation");
    case By::Elementwise:
        return RooflineText::tr("Elementwise computation");
    case By::Sram:
        return memoryName(analysis::Memory::Sram);
    case By::Dram:
        return memoryName(analysis::Memory::Dram);
    case By::Flash:
        return memoryName(analysis::Memory::Flash);
    case By::Wait:
        break;
    }
    return limit ? RooflineText::tr("Waiting for a transfer") : notKnownText();
}

QString limitPhrase(const std::optional<profile::CycleLimit> &limit)
{
    const auto name = limitName(limit);
    const bool isAcronym = name.size() > 1 && name[1].isUpper();
    return isAcronym ? name : name.left(1).toLower() + name.mid(1);
}

QString roofTitle(const profile::RooflineCeiling &ceiling)
{
    return memoryAreaName(ceiling.name);
}

QString roofName(const profile::Roofline &roofline, const profile::RooflinePoint &point)
{
    const auto name
        = point.ceiling ? roofTitle(roofline.ceilings[*point.ceiling]) : RooflineText::tr("Peak");
    return isAboveRoof(point) ? RooflineText::tr("%1, exceeded").arg(name) : name;
}

QString roofShareText(const profile::Roofline &roofline, const profile::RooflinePoint &point)
{
    const auto share = formatShare(point.share);
    return point.ceiling ? RooflineText::tr("%1 of the %2 roof")
                               .arg(share, roofTitle(roofline.ceilings[*point.ceiling]))
                         : RooflineText::tr("%1 of the peak").arg(share);
}

QString ceilingText(const profile::Roofline &roofline, size_t ceiling)
{
    const auto &roof = roofline.ceilings[ceiling];
    const auto rate = roof.bytesPerCycle == 1
        ? RooflineText::tr("1 byte per cycle")
        : RooflineText::tr("%1 bytes per cycle").arg(figureText(roof.bytesPerCycle));
    if (!roofline.clockHz)
        return u"%1 · %2"_s.arg(roofTitle(roof), rate);
    return u"%1 · %2 · %3"_s.arg(roofTitle(roof), rate,
        RooflineText::tr("%1 GB/s").arg(figureText(roof.bytesPerCycle * *roofline.clockHz / Giga)));
}

QString shortCeilingText(const profile::Roofline &roofline, size_t ceiling)
{
    const auto &roof = roofline.ceilings[ceiling];
    if (!roofline.clockHz)
        return roofTitle(roof);
    return u"%1 · %2"_s.arg(roofTitle(roof),
        RooflineText::tr("%1 GB/s").arg(figureText(roof.bytesPerCycle * *roofline.clockHz / Giga)));
}

QString peakText(const profile::Roofline &roofline)
{
    return u"%1 · %2"_s.arg(
        RooflineText::tr("Peak"), rateText(roofline, roofline.peakMacsPerCycle));
}

QString ridgeText(const profile::Roofline &roofline, size_t ceiling)
{
    return RooflineText::tr("%1: %2 MACs per byte")
        .arg(roofTitle(roofline.ceilings[ceiling]), figureText(roofline.ridge(ceiling)));
}

QString shortRidgeText(const profile::Roofline &roofline, size_t ceiling)
{
    return RooflineText::tr("%1 MACs/byte").arg(figureText(roofline.ridge(ceiling)));
}

} // namespace tosaic::views
