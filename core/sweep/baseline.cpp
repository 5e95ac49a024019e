// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/baseline.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

QStringList axisNames()
{
    return { u"model"_s, u"target"_s, u"systemConfig"_s, u"memoryMode"_s, u"extraFlags"_s,
        u"variant"_s, u"environment"_s };
}

QString axisValue(const Cell &cell, const QString &axis)
{
    if (axis == "model"_L1)
        return cell.model;
    if (axis == "target"_L1)
        return cell.spec.target;
    if (axis == "systemConfig"_L1)
        return cell.spec.systemConfig.value_or(QString());
    if (axis == "memoryMode"_L1)
        return cell.spec.memoryMode.value_or(QString());
    if (axis == "extraFlags"_L1)
        return cell.spec.extraFlags.join(u' ');
    if (axis == "variant"_L1)
        return cell.variant;
    if (axis == "environment"_L1)
        return cell.environment.isEmpty() ? u"default"_s : cell.environment;
    return {};
}

Result<Choice> readChoice(const QString &text)
{
    Choice choice;
    for (const auto &part : text.split(u',')) {
        const auto axis = part.section(u'=', 0, 0).trimmed();
        if (!part.contains(u'=') || !axisNames().contains(axis) || choice.contains(axis))
            return fail(ErrorCode::SpecInvalid,
                u"'%1' is not AXIS=VALUE; the axes are %2"_s.arg(part, axisNames().join(u", "_s)),
                Location{ .entity = part });
        choice.emplace(axis, part.section(u'=', 1).trimmed());
    }
    return choice;
}

Result<std::vector<std::optional<std::size_t>>> baselines(
    const SweepResult &result, const Choice &choice)
{
    const auto otherAxes = [&choice] {
        auto names = axisNames();
        names.removeIf([&choice](const QString &axis) { return choice.contains(axis); });
        return names;
    }();
    const auto keyOf = [&otherAxes](const Cell &cell) {
        QStringList values;
        for (const auto &axis : otherAxes)
            values.append(axisValue(cell, axis));
        return values.join(u'\n');
    };
    QHash<QString, std::size_t> chosen;
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const auto &cell = result.cells[i].cell;
        if (std::ranges::all_of(choice,
                [&cell](const auto &one) { return axisValue(cell, one.first) == one.second; }))
            chosen.insert(keyOf(cell), i);
    }
    if (chosen.isEmpty()) {
        QStringList words;
        for (const auto &[axis, value] : choice)
            words.append(axis + u'=' + value);
        return fail(ErrorCode::SpecInvalid,
            u"no cell of the grid has %1"_s.arg(words.join(u", "_s)),
            Location{ .entity = words.join(u',') });
    }
    std::vector<std::optional<std::size_t>> found;
    for (const auto &row : result.cells) {
        const auto at = chosen.constFind(keyOf(row.cell));
        found.push_back(at == chosen.cend() ? std::nullopt : std::optional(*at));
    }
    return found;
}

std::optional<double> increase(const CellResult &row, const CellResult &baseline, Metric metric)
{
    const auto now = row.value(metric);
    const auto before = baseline.value(metric);
    if (!now || !before || *before == 0)
        return {};
    return *now / *before - 1;
}

} // namespace tosaic::sweep
