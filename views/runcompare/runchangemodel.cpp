// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runchangemodel.h"

#include "core/base/diagnostic.h"
#include "profiler/analysis/spread.h"
#include "views/models/cellpicture.h"
#include "views/runcompare/runchangewords.h"
#include "views/widgets/changecolumns.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::ConditionDifference;
using profile::ValueChange;

namespace {

QString nameOf(const ValueChange &change)
{
    return change.group.isEmpty()
        ? change.name
        : RunChangeModel::tr("%1: %2", "group, name in it").arg(change.group, change.name);
}

/// The repeats of a side in one line: median, range, outliers.
QString spreadText(const std::vector<double> &repeats)
{
    const auto spread = profile::spreadOf(repeats);
    if (!spread)
        return notKnownText();
    if (spread->count == 1)
        return valueText(spread->median);
    auto text = RunChangeModel::tr(
        "median %1, from %2 to %3 (%n repeat(s))", nullptr, static_cast<int>(spread->count))
                    .arg(valueText(spread->median), valueText(spread->smallest),
                        valueText(spread->largest));
    if (!spread->outliers.empty())
        text = RunChangeModel::tr(
            "%1, %n outlier(s)", nullptr, static_cast<int>(spread->outliers.size()))
                   .arg(text);
    return text;
}

QString repeatsHint(const ValueChange &change)
{
    return RunChangeModel::tr("Old: %1\nNew: %2\n%3")
        .arg(
            spreadText(change.oldRepeats), spreadText(change.newRepeats), significanceHint(change));
}

QString unitOf(const ValueChange &change)
{
    return change.newUnit.isEmpty()
        ? change.unit
        : RunChangeModel::tr("%1 against %2", "units").arg(change.unit, change.newUnit);
}

QString bothSpreads(const ValueChange &change)
{
    return u"%1 / %2"_s.arg(spreadText(change.oldRepeats), spreadText(change.newRepeats));
}

/// Both sides on one scale, old above new.
QVariant pictureOf(const ValueChange &change)
{
    auto all = change.oldRepeats;
    all.insert(all.end(), change.newRepeats.begin(), change.newRepeats.end());
    if (all.empty())
        return {};
    const auto [least, most] = std::ranges::minmax(all);
    DistributionPicture picture{ .sides = {}, .width = 110 };
    for (const auto *repeats : { &change.oldRepeats, &change.newRepeats }) {
        const auto spread = profile::spreadOf(*repeats);
        if (!spread)
            continue;
        const auto place = [least = least, most = most](double value) {
            return most > least ? (value - least) / (most - least) : 0.5;
        };
        DistributionPicture::Side side{ .least = place(spread->smallest),
            .most = place(spread->largest),
            .median = place(spread->median),
            .isOld = repeats == &change.oldRepeats };
        for (const auto value : *repeats)
            side.values.append(place(value));
        picture.sides.append(side);
    }
    return QVariant::fromValue(picture);
}

Columns<ValueChange> columnsOfSides(const QString &oldOrigin, const QString &newOrigin)
{
    const auto title = [](const QString &side, const QString &origin) {
        return origin.isEmpty() ? side
                                : RunChangeModel::tr("%1 (%2)", "column, origin").arg(side, origin);
    };
    const ChangeColumns how{ title(RunChangeModel::tr("Old"), oldOrigin),
        title(RunChangeModel::tr("New"), newOrigin),
        [](const QString &, double amount) { return valueText(amount); } };
    auto columns
        = joined({ columnsOf<ValueChange>({ { u"name"_s, RunChangeModel::tr("Name"), nameOf } }),
            changeColumns<ValueChange>(std::identity(), how),
            columnsOf<ValueChange>({
                { u"unit"_s, RunChangeModel::tr("Unit"), unitOf },
                { u"repeats"_s, RunChangeModel::tr("Repeats"),
                    [](auto &row) {
                        return QVariant(int(row.oldRepeats.size() + row.newRepeats.size()));
                    },
                    { .about = RunChangeModel::tr(
                          "Old above, new below: every repeat, their range and their median"),
                        .text = bothSpreads,
                        .isOrder = true } },
                { u"significance"_s, RunChangeModel::tr("Significance"),
                    [](auto &row) { return cellValue(row.p); },
                    { .text = significanceText, .mayBeEmpty = true, .isOrder = true } },
            }) });
    for (auto &column : columns) {
        if (column.head.key == "old"_L1 || column.head.key == "new"_L1)
            column.head.tip = RunChangeModel::tr("Median of the repeats");
        if (column.head.key != "name"_L1)
            column.tip = repeatsHint;
    }
    return columns;
}

QString sentenceOf(const ConditionDifference &row)
{
    return comparabilitySentence(row);
}

} // namespace

RunChangeModel::RunChangeModel(const EntityFinder &finder, QObject *parent)
    : ColumnModel(columnsOfSides({}, {}), parent,
        [finder](const ValueChange &row, QStringView key, int role) -> QVariant {
            if (role == PictureRole && key == u"repeats")
                return pictureOf(row);
            if (role == Qt::AccessibleTextRole && key == u"repeats")
                return repeatsHint(row);
            if (role != EntityRole)
                return verdictOf(row, key, role);
            const auto entity = finder(row);
            return entity.isEmpty() ? QVariant() : QVariant::fromValue(entity);
        })
{
}

void RunChangeModel::setOrigins(const QString &oldOrigin, const QString &newOrigin)
{
    setColumns(columnsOfSides(oldOrigin, newOrigin));
}

ConditionModel::ConditionModel(QObject *parent)
    : ColumnModel({}, parent, [](const ConditionDifference &row, QStringView key, int role) {
          constexpr Severity Severities[] = { Severity::Info, Severity::Warning, Severity::Error };
          return role == SeverityRole && key == u"meaning"
              ? QVariant(int(Severities[int(row.comparability)]))
              : QVariant();
      })
{
    const auto side = [](QString ConditionDifference::*value) {
        return [value](const ConditionDifference &row) {
            return (row.*value).isEmpty() && row.condition == profile::Condition::Mode
                ? tr("with valid timing")
                : row.*value;
        };
    };
    setColumns(columnsOf<ConditionDifference>({
        { u"condition"_s, tr("Condition"), [](auto &row) { return conditionWord(row.condition); } },
        { u"old"_s, tr("Old"), side(&ConditionDifference::oldValue) },
        { u"new"_s, tr("New"), side(&ConditionDifference::newValue) },
        { u"meaning"_s, tr("What it means"),
            [](auto &row) { return QVariant(-int(row.comparability)); },
            { .text = sentenceOf, .isOrder = true } },
    }));
}

} // namespace tosaic::views
