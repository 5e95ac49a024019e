// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/repeatsmodel.h"

#include "core/base/numbertext.h"
#include "views/models/cellpicture.h"
#include "views/models/runnames.h"
#include "views/runs/runwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qsizetype ToolTipValues = 12;
constexpr int NamedOutliers = 3;

/// With more digits than times have elsewhere: repeats differ in the last ones.
QString timeText(double nanoseconds)
{
    const auto text = [](double value) { return QLocale().toString(value, 'f', 3); };
    if (nanoseconds >= 1e9)
        return RepeatsModel::tr("%1 s").arg(text(nanoseconds / 1e9));
    if (nanoseconds >= 1e6)
        return RepeatsModel::tr("%1 ms").arg(text(nanoseconds / 1e6));
    if (nanoseconds >= 1e3)
        return RepeatsModel::tr("%1 µs").arg(text(nanoseconds / 1e3));
    return RepeatsModel::tr("%1 ns").arg(formatNumber(nanoseconds, 4));
}

QString outliersText(const RepeatRow &row)
{
    const auto &spread = row.counter.spread;
    QStringList texts;
    for (const auto index : spread.outliers) {
        if (texts.size() == NamedOutliers) {
            texts.append(RepeatsModel::tr(
                "and %n more", nullptr, static_cast<int>(spread.outliers.size()) - NamedOutliers));
            break;
        }
        texts.append(repeatValueText(row.counter.values[index], row.counter.unit));
    }
    return texts.isEmpty() ? RepeatsModel::tr("none") : texts.join(u"; "_s);
}

/// Where there are fewer values than that, the statistic says nothing.
template <typename Text>
auto fromCount(size_t least, Text text)
{
    return [least, text](const RepeatRow &row) {
        return row.counter.spread.count < least ? u"\u2013"_s : text(row);
    };
}

QString bothText(const RepeatRow &row, double low, double high)
{
    const auto &unit = row.counter.unit;
    return RepeatsModel::tr("%1 to %2")
        .arg(repeatValueText(low, unit), repeatValueText(high, unit));
}

QString quartilesText(const RepeatRow &row)
{
    return bothText(row, row.counter.spread.lowerQuartile, row.counter.spread.upperQuartile);
}

QString extremesText(const RepeatRow &row)
{
    const auto &spread = row.counter.spread;
    return spread.isConstant() ? RepeatsModel::tr("constant")
                               : bothText(row, spread.smallest, spread.largest);
}

QString contributorsText(const RepeatRow &row)
{
    auto runs = row.runs;
    runs.removeDuplicates();
    const auto text = RepeatsModel::tr("%1 of %2").arg(runs.size()).arg(row.ofRuns);
    const auto values = row.counter.values.size();
    return values == static_cast<size_t>(runs.size())
        ? text
        : RepeatsModel::tr("%1, %n value(s)", nullptr, static_cast<int>(values)).arg(text);
}

QString repeatTip(const RepeatRow &row)
{
    QStringList lines{ row.counter.name };
    const auto count = std::min(row.runs.size(), ToolTipValues);
    for (qsizetype i = 0; i < count; ++i)
        lines.append(u"%1: %2"_s.arg(row.runs[i],
            repeatValueText(row.counter.values[static_cast<size_t>(i)], row.counter.unit)));
    if (row.runs.size() > count)
        lines.append(
            RepeatsModel::tr("and %n more", nullptr, static_cast<int>(row.runs.size() - count)));
    if (row.counter.isDerived)
        lines.append(RepeatsModel::tr("Computed by the software on the target."));
    return lines.join(u'\n');
}

QVariant stripOf(const RepeatRow &row)
{
    const auto &spread = row.counter.spread;
    const auto place = [&](double value) {
        return spread.isConstant() ? 0.5
                                   : (value - spread.smallest) / (spread.largest - spread.smallest);
    };
    if (row.counter.values.empty())
        return {};
    DistributionPicture::Side side{ .least = place(spread.smallest),
        .most = place(spread.largest),
        .median = place(spread.median) };
    for (const auto value : row.counter.values)
        side.values.append(place(value));
    for (const auto outlier : spread.outliers)
        side.outliers.append(static_cast<qsizetype>(outlier));
    if (spread.count > 1)
        side.box = { place(spread.lowerQuartile), place(spread.upperQuartile) };
    return QVariant::fromValue(DistributionPicture{ .sides = { side }, .width = 240 });
}

Columns<RepeatRow> repeatColumns()
{
    using Row = RepeatRow;
    const auto spread = [](double profile::Spread::*of) {
        return [of](const Row &row) { return row.counter.spread.*of; };
    };
    const auto text = [](double profile::Spread::*of) {
        return [of](const Row &row) {
            return repeatValueText(row.counter.spread.*of, row.counter.unit);
        };
    };
    using Spread = profile::Spread;
    return columnsOf<Row>({
        { u"counter"_s, RepeatsModel::tr("Counter"),
            [](const Row &row) { return row.counter.name; }, { .tip = repeatTip } },
        { u"values"_s, RepeatsModel::tr("Every value, from smallest to largest"),
            [](const Row &) { return QVariant(); }, { .tip = repeatTip, .mayBeEmpty = true } },
        { u"median"_s, RepeatsModel::tr("Median"), spread(&Spread::median),
            { .text = text(&Spread::median), .tip = repeatTip } },
        { u"unit"_s, RepeatsModel::tr("Unit"), [](const Row &row) { return row.counter.unit; },
            { .text =
                    [](const Row &row) {
                        return row.counter.unit == u"ns"_s ? RepeatsModel::tr("time")
                                                           : row.counter.unit;
                    },
                .tip = repeatTip } },
        { u"deviation"_s, RepeatsModel::tr("MAD"),
            [](const Row &row) {
                const auto &known = row.counter.spread;
                return known.count > 1 ? std::optional(known.deviation) : std::nullopt;
            },
            { .about = RepeatsModel::tr("Median of the distances from the median"),
                .text = fromCount(2, text(&Spread::deviation)),
                .tip = repeatTip } },
        { u"runs"_s, RepeatsModel::tr("Runs"), contributorsText,
            { .tip = repeatTip, .isNumber = true } },
        { u"quartiles"_s, RepeatsModel::tr("Quartiles"), spread(&Spread::lowerQuartile),
            { .text = fromCount(2, quartilesText), .tip = repeatTip, .isOrder = true } },
        { u"range"_s, RepeatsModel::tr("Smallest to largest"), spread(&Spread::smallest),
            { .text = fromCount(2, extremesText), .tip = repeatTip, .isOrder = true } },
        { u"outliers"_s, RepeatsModel::tr("Outliers"),
            [](const Row &row) { return row.counter.spread.outliers.size(); },
            { .about
                = RepeatsModel::tr("Farther from the median than three times 1.4826 × MAD; with "
                                   "fewer than four values nothing is an outlier"),
                .text = fromCount(4, outliersText),
                .tip = repeatTip,
                .isOrder = true } },
        { u"origin"_s, RepeatsModel::tr("Origin"),
            [](const Row &row) { return originWord(row.origin); }, { .tip = repeatTip } },
    });
}

QVariant repeatMore(const RepeatRow &row, QStringView key, int role)
{
    if (role == OriginRole)
        return row.origin ? originTag(*row.origin) : QString();
    if (key != u"values")
        return {};
    return role == PictureRole           ? stripOf(row)
        : role == Qt::AccessibleTextRole ? QVariant(repeatTip(row))
                                         : QVariant();
}

} // namespace

RepeatsModel::RepeatsModel(QObject *parent)
    : ColumnModel(repeatColumns(), parent, MoreByKey(repeatMore))
{
}

QString repeatValueText(double value, const QString &unit)
{
    if (unit == u"ns"_s)
        return timeText(value);
    const auto isWhole = value == static_cast<double>(static_cast<qint64>(value));
    return QLocale().toString(value, 'f', isWhole ? 0 : 1);
}

void RepeatsModel::set(const profile::MergedRecord &record, const QStringList &names)
{
    std::vector<RepeatRow> rows;
    const auto add = [&](const profile::MergedCounter &counter) {
        RepeatRow row{ .counter = counter,
            .ofRuns = static_cast<size_t>(names.size()),
            .origin = record.context.origin };
        for (const auto run : counter.runs)
            row.runs.append(names.value(static_cast<qsizetype>(run)));
        rows.push_back(std::move(row));
    };
    for (const auto &counter : record.counters)
        add(counter);
    for (const auto &other : record.others)
        add(other);
    updateRows(std::move(rows),
        [](const RepeatRow &a, const RepeatRow &b) { return a.counter.name == b.counter.name; });
}

int RepeatsModel::rowOf(const QString &counter) const
{
    return rowWhere([&](const RepeatRow &row) { return row.counter.name == counter; });
}

} // namespace tosaic::views
