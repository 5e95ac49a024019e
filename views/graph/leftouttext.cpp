// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/leftouttext.h"

#include "core/base/cycletext.h"
#include "core/base/units.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct LeftOutWords
{
    Q_DECLARE_TR_FUNCTIONS(LeftOut)
};

} // namespace

QString leftOutText(const graph::LeftOut &leftOut)
{
    QStringList parts;
    const auto add = [&parts](size_t count, QLatin1StringView link, const QString &words) {
        if (count > 0)
            parts += u"<a href=\"%1\">%2</a>"_s.arg(link, words.toHtmlEscaped());
    };
    const auto number = [](size_t count) { return static_cast<int>(count); };
    add(leftOut.groups, LeftOutLinks::Groups,
        LeftOutWords::tr("%Ln operator(s) in closed groups", nullptr, number(leftOut.operators)));
    add(leftOut.blocks, LeftOutLinks::Blocks,
        LeftOutWords::tr("%Ln block(s) like one that is drawn", nullptr, number(leftOut.blocks)));
    add(leftOut.constants, LeftOutLinks::Constants,
        LeftOutWords::tr("%Ln constant(s)", nullptr, number(leftOut.constants)));
    add(leftOut.steps, LeftOutLinks::Steps,
        LeftOutWords::tr("%Ln quantise or dequantise step(s)", nullptr, number(leftOut.steps)));
    add(leftOut.stubs, LeftOutLinks::Stubs,
        LeftOutWords::tr(
            "%Ln long edge(s), of which the ends alone", nullptr, number(leftOut.stubs)));
    return parts.isEmpty() ? QString()
                           : LeftOutWords::tr("Not drawn: %1.").arg(parts.join(u", "_s));
}

QString costText(const NodeCost &cost, Origin origin)
{
    auto text = LeftOutWords::tr("%1 %2 cycles", "origin and number")
                    .arg(originTag(origin), formatCycles(cost.cycles.value_or(0)));
    if (cost.share)
        text += u" ("_s + formatShare(*cost.share) + u')';
    return text;
}

} // namespace tosaic::views
