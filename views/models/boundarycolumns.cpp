// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/boundarycolumns.h"

#include "core/base/units.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct BoundaryWords
{
    Q_DECLARE_TR_FUNCTIONS(BoundaryColumns)
};

/// Each kernel that converts, with what it writes.
QString conversionsTip(const analysis::Boundary &row)
{
    QStringList lines;
    for (const auto &step : row.conversions)
        lines.append(BoundaryWords::tr("%1 writes %2")
                         .arg(step.target,
                             step.bytes ? formatBytes(*step.bytes)
                                        : BoundaryWords::tr("a size that is not known")));
    return lines.join(u'\n');
}

} // namespace

Columns<analysis::Boundary> boundaryColumns()
{
    using analysis::Boundary;
    return columnsOf<Boundary>({
        { u"from"_s, BoundaryWords::tr("From"),
            [](const Boundary &row) {
                return row.from.isEmpty() ? BoundaryWords::tr("input") : row.from;
            } },
        { u"to"_s, BoundaryWords::tr("To"),
            [](const Boundary &row) {
                return row.to.isEmpty() ? BoundaryWords::tr("output") : row.to;
            } },
        { u"bytes"_s, BoundaryWords::tr("Across"), &Boundary::bytes,
            { .unit = column_unit::Bytes } },
        { u"conversions"_s, BoundaryWords::tr("Conversions"),
            [](const Boundary &row) { return int(row.conversions.size()); },
            { .tip = conversionsTip } },
    });
}

} // namespace tosaic::views
