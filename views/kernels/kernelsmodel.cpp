// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelsmodel.h"

#include "core/base/units.h"
#include "views/kernels/kernelwords.h"
#include "views/models/cellpicture.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::vector<KernelLine> kernelLines(const profile::MethodProfile &method)
{
    std::vector<KernelLine> lines;
    for (const auto &row : method.rows) {
        if (!row.times().isEmpty() || row.times().untimed > 0)
            lines.push_back(
                { .row = row, .spread = row.times().spread(), .kernel = row.kernel.spread() });
    }
    return lines;
}

void KernelsModel::set(
    const profile::MethodProfile &method, profile::TickUnit unit, std::optional<Origin> origin)
{
    m_unit = unit;
    m_origin = origin;
    m_least = 0;
    m_most = 0;
    auto lines = kernelLines(method);
    for (const auto &line : lines) {
        if (!line.spread || line.spread->largest <= 0)
            continue;
        const auto least = line.spread->smallest > 0 ? line.spread->smallest : line.spread->largest;
        m_least = m_least > 0 ? std::min(m_least, least) : least;
        m_most = std::max(m_most, line.spread->largest);
    }
    ColumnModel::set(shownColumns(), std::move(lines));
}

int KernelsModel::rowOf(int instruction) const
{
    return rowWhere([instruction](const KernelLine &line) {
        return line.row.place.chain == qint64(0) && line.row.place.instruction == instruction;
    });
}

KernelsModel::KernelsModel(QObject *parent)
    : ColumnModel({}, parent,
        [this](const KernelLine &line, QStringView key, int role) { return more(line, key, role); })
{
    setColumns(shownColumns());
}

Columns<KernelLine> kernelColumns(profile::TickUnit unit)
{
    const bool areTimes = unit == profile::TickUnit::Nanoseconds;
    // Times choose their own unit; everything else has it in the header.
    const auto ticks = [&](const QString &key, const QString &title, double profile::Spread::*of,
                           const QString &about = {}) {
        const auto get = [of](const KernelLine &line) {
            return line.spread ? std::optional((*line.spread).*of) : std::nullopt;
        };
        return ColumnOf<KernelLine>(key,
            areTimes ? title
                     : KernelsModel::tr("%1 (%2)", "column, unit")
                           .arg(title, profile::tickUnitName(unit)),
            get,
            { .unit = areTimes ? profile::tickUnitName(unit) : QString(),
                .about = about,
                .text = [get, areTimes, unit](const KernelLine &line) {
                    const auto value = get(line);
                    return !value  ? QString()
                        : areTimes ? ticksText(*value, unit)
                                   : formatCount(static_cast<quint64>(std::llround(*value)));
                } });
    };
    using Line = KernelLine;
    using Spread = profile::Spread;
    auto columns = columnsOf<Line>({
        { u"instruction"_s, KernelsModel::tr("Instruction"),
            [](const Line &line) {
                return line.row.place.chain ? std::optional(line.row.place.instruction)
                                            : std::nullopt;
            },
            { .text = [](const Line &line) { return placeText(line.row.place); } } },
        { u"name"_s, KernelsModel::tr("Operator"),
            [](const Line &line) { return kernelTitle(line.row); } },
        ticks(u"median"_s, KernelsModel::tr("Median"), &Spread::median,
            KernelsModel::tr(
                "Median of the sum of all calls in one execution, over those that call "
                "it")),
        ticks(u"smallest"_s, KernelsModel::tr("Min"), &Spread::smallest),
        ticks(u"largest"_s, KernelsModel::tr("Max"), &Spread::largest),
        { u"share"_s, KernelsModel::tr("Share of time"),
            [](const Line &line) { return line.row.share; },
            { .unit = column_unit::Share,
                .about = KernelsModel::tr(
                    "Median as part of the median time in Method::execute: a slow first "
                    "execution weighs in neither. Of what only some executions call, both are "
                    "over these, and it says how many they are."),
                .text = [](const Line &line) { return kernelShareText(line.row); } } },
        { u"calls"_s, KernelsModel::tr("Calls"),
            [](const Line &line) { return line.row.times().mostRepeats(); },
            { .about = KernelsModel::tr("Calls in one execution; more than one in a loop"),
                .text = [](const Line &line) { return callsText(line.row.times()); } } },
        { u"kind"_s, KernelsModel::tr("Kind"),
            [](const Line &line) { return kernelKindWord(line.row.kind); } },
        { u"executions"_s, KernelsModel::tr("Called in executions"),
            [](const Line &line) { return line.row.times().executionsWith(); } },
    });
    columns.back().head.isForPrograms = true; // the share says it where it is not all
    return columns;
}

Columns<KernelLine> KernelsModel::shownColumns() const
{
    using Line = KernelLine;
    auto columns = kernelColumns(m_unit);
    std::erase_if(columns, [](const Column<Line> &column) { return column.head.isForPrograms; });
    // The picture stands beside what it is of; the kind, mostly the same, at the end.
    const auto median = std::ranges::find(
        columns, u"median"_s, [](const Column<Line> &column) { return column.head.key; });
    columns.insert(median + 1,
        ColumnOf<Line>(u"spread"_s, tr("Spread"),
            [](const Line &line) {
                return line.spread ? QVariant(line.spread->median) : QVariant();
            },
            { .about = tr("From the shortest to the longest execution, with the quartiles as a box "
                          "and the median as a line. The axis is logarithmic and the same for all "
                          "rows: %1 to %2.")
                           .arg(ticksText(m_least, m_unit), ticksText(m_most, m_unit)),
                .text = [](const Line &) { return QString(); },
                .mayBeEmpty = true }));
    return columns;
}

QString KernelsModel::toolTip(const KernelLine &line) const
{
    QStringList lines{ kernelTitle(line.row) };
    if (line.spread)
        lines += tr("Median of %n execution(s): %1", nullptr, static_cast<int>(line.spread->count))
                     .arg(ticksText(line.spread->median, m_unit));
    if (line.kernel && !line.row.call.isEmpty())
        lines += tr("Of this in the kernel itself: %1").arg(ticksText(line.kernel->median, m_unit));
    if (line.row.times().isOfSome())
        lines += tr("Called in %1 of %2 executions; its share is of the time of these.")
                     .arg(formatCount(line.row.times().executionsWith()),
                         formatCount(line.row.times().ticks.size()));
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

QVariant KernelsModel::spreadOnAxis(const KernelLine &line) const
{
    if (!line.spread || m_most <= 0)
        return {};
    const auto range = std::log(m_most) - std::log(m_least);
    const auto place = [&](double ticks) {
        return ticks <= m_least || range <= 0 ? 0.0 : (std::log(ticks) - std::log(m_least)) / range;
    };
    const auto &spread = *line.spread;
    return QVariant::fromValue(DistributionPicture{
        .sides = { { .least = place(spread.smallest),
            .most = place(spread.largest),
            .median = place(spread.median),
            .box = std::array{ place(spread.lowerQuartile), place(spread.upperQuartile) } } },
        .width = 136 });
}

QVariant KernelsModel::more(const KernelLine &line, QStringView key, int role) const
{
    switch (role) {
    case Qt::ToolTipRole:
        return toolTip(line);
    case Qt::AccessibleTextRole:
        return key == u"spread" && line.spread
            ? QVariant(tr("from %1 to %2")
                           .arg(ticksText(line.spread->smallest, m_unit),
                               ticksText(line.spread->largest, m_unit)))
            : QVariant();
    case UnitRole:
        return key == u"median" || key == u"smallest" || key == u"largest"
            ? QVariant(profile::tickUnitName(m_unit))
            : QVariant();
    case OriginRole:
        return m_origin ? originTag(*m_origin) : QString();
    case PictureRole:
        return key == u"spread" ? spreadOnAxis(line) : QVariant();
    case IndentRole:
        return key == u"name" && line.row.isInside() ? QVariant(true) : QVariant();
    default:
        return {};
    }
}

namespace {

QString valueTitle(const profile::RecordedValue &value, const profile::MethodProfile &method)
{
    if (value.isProgramOutput)
        return KernelsModel::tr("Output %1 of the program").arg(value.position);
    if (!value.name.isEmpty())
        return value.name;
    if (value.place.delegateName)
        return *value.place.delegateName;
    if (value.place.delegateId)
        return KernelsModel::tr("Part %1 of the delegate").arg(*value.place.delegateId);
    const auto row = std::ranges::find_if(method.rows, [&value](const profile::KernelRow &kernel) {
        return !kernel.isInside() && kernel.place.chain == value.place.chain
            && kernel.place.instruction == value.place.instruction;
    });
    if (row == method.rows.end())
        return KernelsModel::tr("Value %1").arg(value.position);
    return row->kind == profile::KernelKind::Delegate
        ? KernelsModel::tr("%1, argument %2").arg(kernelTitle(*row)).arg(value.position)
        : KernelsModel::tr("%1, output %2").arg(kernelTitle(*row)).arg(value.position);
}

QString typeText(const profile::RecordedValue &value)
{
    QStringList types;
    for (const auto &tensor : value.tensors)
        types += u"%1 %2"_s.arg(model::dtypeName(tensor.type), shapeText(tensor.sizes));
    return types.isEmpty() ? value.kind : types.join(u"; "_s);
}

/// What comparing the executions gave.
QString changeText(const profile::RecordedValue &value)
{
    if (value.isChanged())
        return KernelsModel::tr("Differs: %n value(s)", nullptr,
            static_cast<int>(value.variants.value_or(value.differing.size() + 1)));
    if (!value.variants)
        return KernelsModel::tr("Not known: the debug buffer is not at hand");
    return value.executions.size() > 1 ? KernelsModel::tr("The same in all")
                                       : KernelsModel::tr("Recorded once");
}

QString changeToolTip(const profile::RecordedValue &value)
{
    constexpr size_t Most = 20;
    if (!value.isChanged())
        return changeText(value);
    QStringList numbers;
    for (size_t i = 0; i < std::min(Most, value.differing.size()); ++i)
        numbers += formatCount(static_cast<quint64>(value.differing[i] + 1));
    return KernelsModel::tr("Other than in the first execution: %1").arg(numbers.join(u", "_s));
}

} // namespace

Columns<profile::AllocationRow> allocationColumns()
{
    using Row = profile::AllocationRow;
    constexpr auto Bytes = column_unit::Bytes;
    return columnsOf<Row>({
        { u"phase"_s, KernelsModel::tr("Phase"), &Row::phase },
        { u"allocator"_s, KernelsModel::tr("Allocator"),
            [](const Row &row) {
                return row.name.isEmpty() ? KernelsModel::tr("Allocator %1").arg(row.allocator)
                                          : row.name;
            } },
        { u"runs"_s, KernelsModel::tr("Runs"), &Row::runs },
        { u"allocations"_s, KernelsModel::tr("Allocations"), &Row::count },
        { u"bytes"_s, KernelsModel::tr("Bytes"), &Row::bytes, { .unit = Bytes } },
        { u"largest"_s, KernelsModel::tr("Largest"), &Row::largest, { .unit = Bytes } },
        { u"peak"_s, KernelsModel::tr("Most in one run"), &Row::peak, { .unit = Bytes } },
    });
}

Columns<profile::RecordedValue> valueColumns(const profile::MethodProfile &method)
{
    using Row = profile::RecordedValue;
    return columnsOf<Row>({
        { u"value"_s, KernelsModel::tr("Value"),
            [shown = std::make_shared<const profile::MethodProfile>(method)](
                const Row &value) { return valueTitle(value, *shown); },
            { .tip = changeToolTip } },
        { u"instruction"_s, KernelsModel::tr("Instruction"),
            [](const Row &value) {
                return value.isProgramOutput ? u"\u2013"_s : placeText(value.place);
            },
            { .tip = changeToolTip } },
        { u"type"_s, KernelsModel::tr("Type"), typeText, { .tip = changeToolTip } },
        { u"executions"_s, KernelsModel::tr("Executions"),
            [](const Row &value) { return value.executions.size(); }, { .tip = changeToolTip } },
        { u"compared"_s, KernelsModel::tr("Compared"), changeText, { .tip = changeToolTip } },
    });
}

std::vector<profile::RecordedValue> orderedValues(const profile::MethodProfile &method)
{
    auto values = method.values;
    std::ranges::stable_sort(values, {}, [](const profile::RecordedValue &value) {
        return std::pair(!value.isChanged(), !value.isProgramOutput);
    });
    return values;
}

} // namespace tosaic::views
