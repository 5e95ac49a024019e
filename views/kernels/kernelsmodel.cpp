// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelsmodel.h"

#include "core/base/units.h"
#include "views/kernels/kernelwords.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void KernelsModel::set(
    const profile::MethodProfile &method, profile::TickUnit unit, std::optional<Origin> origin)
{
    m_unit = unit;
    m_origin = origin;
    m_least = 0;
    m_most = 0;
    std::vector<KernelLine> lines;
    for (const auto &row : method.rows) {
        if (row.times().isEmpty() && row.times().untimed == 0)
            continue; // only in warm-ups
        KernelLine line{
            .row = row, .spread = row.times().spread(), .kernel = row.kernel.spread()
        };
        if (line.spread && line.spread->largest > 0) {
            const auto least
                = line.spread->smallest > 0 ? line.spread->smallest : line.spread->largest;
            m_least = m_least > 0 ? std::min(m_least, least) : least;
            m_most = std::max(m_most, line.spread->largest);
        }
        lines.push_back(std::move(line));
    }
    setRows(std::move(lines));
}

int KernelsModel::rowOf(int instruction) const
{
    const auto found = std::ranges::find_if(rows(), [instruction](const KernelLine &line) {
        return line.row.place.chain == qint64(0) && line.row.place.instruction == instruction;
    });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

QString KernelsModel::axisText() const
{
    return tr("From the shortest to the longest execution, with the quartiles as a box and the "
              "median as a line. The axis is logarithmic and the same for all rows: %1 to %2.")
        .arg(ticksText(m_least, m_unit), ticksText(m_most, m_unit));
}

QString KernelsModel::withUnit(const QString &title) const
{
    return m_unit == profile::TickUnit::Nanoseconds
        ? title
        : tr("%1 (%2)", "column, unit").arg(title, profile::tickUnitName(m_unit));
}

QVariant KernelsModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return cell({}, column, role);
    if (role == Qt::ToolTipRole) {
        if (column == ShareColumn)
            return tr(
                "Median as part of the median time in Method::execute: a slow first execution "
                "weighs in neither");
        if (column == CallsColumn)
            return tr("Calls in one execution; more than one in a loop");
        if (column == SpreadColumn)
            return axisText();
        if (column == MedianColumn)
            return tr("Median over the executions of the sum of all calls in one");
        return {};
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case InstructionColumn:
        return tr("Instruction");
    case NameColumn:
        return tr("Operator");
    case KindColumn:
        return tr("Kind");
    case MedianColumn:
        return withUnit(tr("Median"));
    case SmallestColumn:
        return withUnit(tr("Min"));
    case LargestColumn:
        return withUnit(tr("Max"));
    case ShareColumn:
        return tr("Share");
    case CallsColumn:
        return tr("Calls");
    default:
        return tr("Spread");
    }
}

QString KernelsModel::text(const KernelLine &line, int column) const
{
    switch (column) {
    case InstructionColumn:
        return placeText(line.row.place);
    case NameColumn:
        return kernelTitle(line.row);
    case KindColumn:
        return kernelKindWord(line.row.kind);
    case ShareColumn:
        return line.row.share ? shareText(*line.row.share) : u"–"_s;
    case CallsColumn:
        return callsText(line.row.times());
    case SpreadColumn:
        return {};
    default:
        break;
    }
    if (!line.spread)
        return tr("Not known");
    const auto ticks = column == MedianColumn ? line.spread->median
        : column == SmallestColumn            ? line.spread->smallest
                                              : line.spread->largest;
    // Times choose their own unit; everything else has it in the header.
    return m_unit == profile::TickUnit::Nanoseconds
        ? ticksText(ticks, m_unit)
        : formatCount(static_cast<quint64>(std::llround(ticks)));
}

QString KernelsModel::toolTip(const KernelLine &line) const
{
    QStringList lines{ kernelTitle(line.row) };
    if (line.spread)
        lines += tr("Median of %n execution(s): %1", nullptr, static_cast<int>(line.spread->count))
                     .arg(ticksText(line.spread->median, m_unit));
    if (line.kernel && !line.row.call.isEmpty())
        lines += tr("Of this in the kernel itself: %1").arg(ticksText(line.kernel->median, m_unit));
    if (line.spread && !line.spread->outliers.empty())
        lines += tr("%n outlier(s)", nullptr, static_cast<int>(line.spread->outliers.size()));
    if (line.row.times().untimed > 0)
        lines += tr("%n event(s) without a time: the end is before the start", nullptr,
            static_cast<int>(line.row.times().untimed));
    if (line.row.metadataBytes > 0)
        lines += tr("Data of the delegate: %1").arg(formatBytes(line.row.metadataBytes));
    if (line.row.isInside())
        lines += tr("Inside the delegate's call; its time is part of that.");
    else if (line.row.kind == profile::KernelKind::Kernel && m_origin == Origin::ThisMachine)
        lines += tr("Host CPU, portable kernels: says nothing about a device.");
    return lines.join(u'\n');
}

QVariant KernelsModel::number(const KernelLine &line, int column) const
{
    switch (column) {
    case InstructionColumn:
        return line.row.place.chain ? QVariant(line.row.place.instruction) : QVariant();
    case ShareColumn:
        return line.row.share ? QVariant(*line.row.share) : QVariant();
    case CallsColumn:
        return static_cast<qulonglong>(line.row.times().mostRepeats());
    case SmallestColumn:
        return line.spread ? QVariant(line.spread->smallest) : QVariant();
    case LargestColumn:
        return line.spread ? QVariant(line.spread->largest) : QVariant();
    case MedianColumn:
    case SpreadColumn:
        return line.spread ? QVariant(line.spread->median) : QVariant();
    default:
        return text(line, column);
    }
}

QVariant KernelsModel::spreadOnAxis(const KernelLine &line) const
{
    if (!line.spread || m_most <= 0)
        return {};
    const auto range = std::log(m_most) - std::log(m_least);
    QVariantList places;
    for (const auto ticks : { line.spread->smallest, line.spread->lowerQuartile,
             line.spread->median, line.spread->upperQuartile, line.spread->largest })
        places
            += ticks <= m_least || range <= 0 ? 0.0 : (std::log(ticks) - std::log(m_least)) / range;
    return places;
}

QVariant KernelsModel::cell(const KernelLine &line, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(line, column);
    case Qt::ToolTipRole:
        return toolTip(line);
    case Qt::AccessibleTextRole:
        return column == SpreadColumn && line.spread
            ? QVariant(tr("from %1 to %2")
                           .arg(ticksText(line.spread->smallest, m_unit),
                               ticksText(line.spread->largest, m_unit)))
            : QVariant(text(line, column));
    case Qt::TextAlignmentRole: {
        const bool isNumber
            = column == InstructionColumn || (column >= MedianColumn && column <= CallsColumn);
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    case ValueRole:
    case SortRole:
        return number(line, column);
    case UnitRole:
        return column >= MedianColumn && column <= LargestColumn
            ? QVariant(profile::tickUnitName(m_unit))
            : QVariant();
    case OriginRole:
        return m_origin ? originTag(*m_origin) : QString();
    case SpreadRole:
        return column == SpreadColumn ? spreadOnAxis(line) : QVariant();
    case InsideRole:
        return line.row.isInside();
    default:
        return {};
    }
}

} // namespace tosaic::views
